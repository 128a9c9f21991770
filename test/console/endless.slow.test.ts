import { describe, expect, test } from 'vitest';
import { listCharts } from '../../adapters/console/app/model/charts/charts.ts';
import { makeTimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { kinds } from '../../engine/cloud/entities.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { explain } from '../../engine/world/reports/explain/explain.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';
import { busyEntries, busyHeader, busyLog, FakeSource } from './support.ts';

const most = 800;

const endless = (): RunLog => {
  const log = new RunLog(busyHeader, most);
  for (const entry of busyEntries) log.append([entry]);
  return log;
};

describe('a log that holds the newest entries alone', () => {
  const [log, whole] = [endless(), busyLog()];

  test('forgets the oldest, and knows all from there on as a log that forgets nothing', () => {
    expect(busyEntries.length).toBeGreaterThan(1.5 * most);
    expect(log.length - log.first).toBeLessThanOrEqual(most);
    expect([log.length, log.end]).toStrictEqual([whole.length, whole.end]);
    expect([...log.entries()]).toStrictEqual(busyEntries.slice(log.first));
    expect(log.entry(log.first)).toBeUndefined();
    for (let seq = log.first + 1; seq <= log.length; seq += 3) {
      expect([log.entry(seq), log.at(seq), log.rule(seq), log.lastUpTo(log.at(seq))]).toStrictEqual([
        whole.entry(seq),
        whole.at(seq),
        whole.rule(seq),
        whole.lastUpTo(whole.at(seq)),
      ]);
    }
    for (const seq of [log.first, log.first + 150, log.length])
      for (const kind of kinds) expect([...log.stateAt(seq).all(kind)]).toStrictEqual([...whole.stateAt(seq).all(kind)]);
  });

  test('draws from there on what a log draws that forgets nothing', () => {
    const scale = makeTimeScale(
      [...log.entries()].map(({ at }) => at),
      log.begin,
    );
    const spans = ({ groups }: RunLog['lanes'], from: number) =>
      groups.flatMap(({ host, lanes }) =>
        lanes.flatMap(({ id, bands, bars }) =>
          [...bands, ...bars].flatMap((span) => ((span.to ?? from) < from ? [] : [{ host, id, ...span }])),
        ),
      );
    expect(new Set(spans(log.lanes, log.begin))).toStrictEqual(new Set(spans(whole.lanes, log.begin)));
    const jobs = (of: RunLog, from: number) => of.jobs.bars.filter(({ to }) => to === undefined || to >= from);
    expect(jobs(log, log.begin)).toStrictEqual(jobs(whole, log.begin));
    const charts = [log, whole].map((one) => listCharts(one, { scale, width: 300 }));
    const values = charts.map((all) =>
      all.flatMap(({ id, unit, lines }) =>
        unit === 'ms' ? [] : lines.map(({ name, at }) => [id, name, ...[0, 0.3, 0.7, 1].map((place) => at(scale.time(place))?.toFixed(9))]),
      ),
    );
    expect(values[0]?.length).toBeGreaterThan(8);
    expect(values[0]).toStrictEqual(values[1]);
    const drawn = (of: RunLog) => of.depth.times.flatMap((at, k) => (at > log.begin ? [[at, of.depth.counts[k]]] : []));
    expect(drawn(log)).toStrictEqual(drawn(whole));
    expect(log.landmarks.seqs).toStrictEqual(whole.landmarks.seqs.filter((seq) => seq > log.first));
    expect(log.requests.rows).toStrictEqual(whole.requests.rows.filter(({ seq }) => seq > log.first));
  });

  test('knows the causes, the lives and the names of what it holds', () => {
    for (let seq = log.first + 1; seq <= log.length; seq++) {
      const id = log.subject(seq) ?? '';
      const life = (of: RunLog) => [...of.lives.upTo(id, log.length)].filter((step) => step.seq > log.first);
      const read = (of: RunLog) => [
        of.causes.effects(seq, 50),
        of.landmarks.step(seq, 1),
        of.names.findName(id),
        of.lives.kind(id),
        life(of),
      ];
      expect(read(log)).toStrictEqual(read(whole));
    }
  });

  test('keeps no more of a long log than of a short one', () => {
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 3 } })] }));
    const long = new RunLog(world.header, most);
    const sizes = (): readonly number[] => {
      const { all } = long.series.record;
      return [
        long.requests.rows.length,
        long.landmarks.seqs.length,
        long.depth.times.length,
        long.jobs.bars.length,
        long.lanes.groups.flatMap(({ lanes }) => lanes.flatMap(({ bars, bands }) => [...bars, ...bands])).length,
        [...long.names.all()].length,
        all.jobs.waits.ms.length + all.jobs.totals.seqs.length,
        (all.jobs.queue.trace?.times.length ?? 0) + (long.series.spending.endpoint('ep-a')?.times.length ?? 0),
      ];
    };
    const first = new Set<string>();
    const seen: (readonly number[])[] = [];
    for (let round = 0; round < 3; round++) {
      const begin = long.length;
      while (long.length < begin + 3 * most) {
        world.call(runOf('ep-a', { k: long.length }));
        world.call(runOf('none', {}));
        world.advance({ by: 90_000 });
        long.append([...world.log.entries(long.length)]);
      }
      seen.push(sizes());
      if (round === 0) for (const [id] of long.names.all()) first.add(id);
    }
    expect(Math.min(...(seen[0] ?? []))).toBeGreaterThan(0);
    for (const later of seen.slice(1)) for (const [k, size] of later.entries()) expect(size).toBeLessThan(1.5 * (seen[0]?.[k] ?? 0) + 20);
    const [job] = first;
    expect([long.lives.kind(job ?? ''), long.names.findName(job ?? ''), long.causes.effects(5, 3)]).toStrictEqual([undefined, job, []]);
  });

  test('still says why a thing is as it is', () => {
    const reader = (of: RunLog) => ({
      length: of.length,
      entries: (after = 0) => of.entries(after),
      entry: (seq: number) => of.entry(seq),
    });
    const state = log.stateAt(log.length);
    const some = (['endpoint', 'worker', 'pod', 'fault'] as const).flatMap((kind) => [...state.all(kind)].slice(-3));
    expect(some.length).toBeGreaterThan(4);
    const entriesMax = log.length - log.first;
    for (const { id } of some)
      expect(finish(explain(reader(log), id, log.settingsAt(log.length), log.stateAt(log.length), { last: 5, entriesMax }))).toStrictEqual(
        finish(explain(reader(whole), id, whole.settingsAt(log.length), whole.stateAt(log.length), { last: 5, entriesMax })),
      );
  });

  test('does not let the moment into what is forgotten', () => {
    const desk = new Desk();
    const source = Object.assign(new FakeSource(), { entriesMax: most });
    desk.open(source);
    source.sink?.begin(busyHeader, 'endless');
    source.sink?.append(busyEntries.slice(0, 300));
    desk.go(100);
    for (const entry of busyEntries.slice(300)) source.sink?.append([entry]);
    const first = desk.log?.first ?? 0;
    expect(first).toBeGreaterThan(100);
    expect(desk.seq.value).toBe(first);
    desk.go(5);
    expect(desk.seq.value).toBe(first);
    desk.step(-1);
    expect(desk.seq.value).toBe(first);
    desk.stepInstant(-1);
    expect(desk.seq.value).toBe(first);
    desk.goToTime(0);
    expect(desk.seq.value).toBe(first);
  });
});
