import { describe, expect, test } from 'vitest';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { explain, kinds } from '../../engine/index.ts';
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
      expect(explain(reader(log), id, log.settingsAt(log.length), log.stateAt(log.length), { last: 5, entriesMax })).toStrictEqual(
        explain(reader(whole), id, whole.settingsAt(log.length), whole.stateAt(log.length), { last: 5, entriesMax }),
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
