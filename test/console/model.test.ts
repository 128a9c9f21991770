import { describe, expect, test } from 'vitest';
import { findMark, listTags } from '../../adapters/console/app/marks.ts';
import { firstEndingAfter, listLaneRows, spanAt } from '../../adapters/console/app/model/charts/laneRows.ts';
import { parseFilter } from '../../adapters/console/app/model/find/filter.ts';
import { placeInInstant, stepInstant } from '../../adapters/console/app/model/moment/moment.ts';
import { entities, findId, findKind, kinds } from '../../engine/cloud/entities.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { replay } from '../../engine/world/history/rerun.ts';
import { explain } from '../../engine/world/reports/explain/explain.ts';
import { findTone } from '../../engine/world/reports/tones.ts';
import { busyEntries, busyHeader, busyLog } from './support.ts';

const log = busyLog();
const seqs = busyEntries.map(({ seq }) => seq);
const shownBy = (filter: string) => seqs.filter((seq) => parseFilter(log, filter)?.(seq));

describe('a log in the console', () => {
  test('has the state of the engine at any entry', () => {
    for (const seq of [0, 40, 333, 700, 12]) {
      const state = replay(busyHeader, busyEntries, (entry) => entry.seq > seq);
      for (const kind of kinds) expect([...log.stateAt(seq).all(kind)]).toStrictEqual([...state.all(kind)]);
    }
  });

  test('knows the rule behind every event and refusal', () => {
    const without = busyEntries.filter(
      ({ seq, event }) => log.rule(seq) === '' && (findKind(event) !== undefined || event.type === 'InputRefused'),
    );
    expect(without).toStrictEqual([]);
  });

  test('knows what followed from each entry, and the first cause', () => {
    for (const { seq } of busyEntries)
      expect(log.causes.effects(seq, 1_000)).toStrictEqual(
        busyEntries.filter((entry) => entry.cause === seq && entry.seq > seq).map((entry) => entry.seq),
      );
    const rootOf = ({ seq, cause }: (typeof busyEntries)[number]): number => (cause === 0 ? seq : rootOf(busyEntries[cause - 1] as never));
    for (const entry of busyEntries) expect(log.causes.root(entry.seq)).toBe(rootOf(entry));
  });

  test('finds the last entry up to a time, and steps over instants', () => {
    const ends = [...new Set(busyEntries.map(({ at }) => at))].map((at) => busyEntries.findLast((entry) => entry.at === at)?.seq ?? 0);
    expect(ends.map((end) => log.lastUpTo(log.at(end)))).toStrictEqual(ends);
    const forth = [stepInstant(log, 0, 1)];
    while ((forth.at(-1) ?? 0) < log.length) forth.push(stepInstant(log, forth.at(-1) ?? 0, 1));
    expect(forth).toStrictEqual(ends);
    expect(stepInstant(log, ends[5] ?? 0, -1)).toBe(ends[4]);
    expect(stepInstant(log, ends[0] ?? 0, -1)).toBe(0);
    expect(placeInInstant(log, ends[3] ?? 0)).toStrictEqual({
      number: (ends[3] ?? 0) - (ends[2] ?? 0),
      count: (ends[3] ?? 0) - (ends[2] ?? 0),
    });
  });

  test('explains an entity at a moment as the engine does', () => {
    const job = busyEntries.find(({ event }) => event.type === 'JobQueued');
    const seq = (job?.seq ?? 0) + 1;
    const id = log.subject(job?.seq ?? 0) ?? '';
    const reader = { length: seq, entries: (after = 0) => log.entries(after), entry: (one: number) => log.entry(one) };
    const found = finish(explain(reader, id, log.settingsAt(seq), log.stateAt(seq)));
    expect(found).toMatchObject({ kind: 'job', id, status: expect.stringMatching(/IN_QUEUE|IN_PROGRESS/) });
    expect(found?.history.every((step) => step.entry.seq <= seq)).toBe(true);
  });
});

describe('marks', () => {
  test('every status has a shape, and what means the same looks the same', () => {
    const statuses = kinds.flatMap((kind) => entities[kind].lifecycle.statuses.map(({ status }) => ({ kind, status })));
    for (const { kind, status } of statuses) expect(findMark(kind, status).shape).toMatch(/^\S$/);
    expect(findMark('worker', 'ASLEEP').shape).toBe('☾');
    const broken = statuses.filter(({ kind, status }) => listTags(kind, status).some((tag) => tag === 'broken' || tag === 'failed'));
    expect(broken.length).toBeGreaterThan(4);
    expect(new Set(broken.map(({ kind, status }) => JSON.stringify(findMark(kind, status)))).size).toBe(1);
  });

  test('color and shape go together: no two shapes mean the same, and no shape has two colors', () => {
    const marks = kinds.flatMap((kind) => entities[kind].lifecycle.statuses.map(({ status }) => findMark(kind, status)));
    const colors = new Map<string, Set<string>>();
    for (const { shape, color } of marks) colors.set(shape, (colors.get(shape) ?? new Set()).add(color));
    expect([...colors].filter(([, own]) => own.size > 1)).toStrictEqual([]);
  });
});

describe('landmarks', () => {
  test('are the failures, faults, warnings and expiries', () => {
    const failures = busyEntries.filter(({ event }) => findTone(event.type) === 'failure').map(({ seq }) => seq);
    const kindsOf = (kind: string) => log.landmarks.seqs.filter((_, k) => log.landmarks.kinds[k] === kind);
    expect(kindsOf('failure')).toStrictEqual(failures);
    expect(kindsOf('fault').every((seq) => log.entry(seq)?.event.type.startsWith('Fault'))).toBe(true);
    expect(kindsOf('warning').some((seq) => log.entry(seq)?.event.type === 'InputRefused')).toBe(true);
  });

  test('are stepped through forth and back', () => {
    const forth: number[] = [];
    for (let seq = log.landmarks.step(0, 1); seq !== undefined; seq = log.landmarks.step(seq, 1)) forth.push(seq);
    const back: number[] = [];
    for (let seq = log.landmarks.step(log.length + 1, -1); seq !== undefined; seq = log.landmarks.step(seq, -1)) back.push(seq);
    expect(forth.length).toBe(log.landmarks.stops);
    expect(back.reverse()).toStrictEqual(forth);
  });

  test('say how long each fault could strike', () => {
    const state = log.stateAt(log.length);
    const open = log.landmarks.faults.filter(({ to }) => to === undefined).map(({ id }) => id);
    expect(open.sort()).toStrictEqual(
      [...state.all('fault')]
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ id }) => id)
        .sort(),
    );
    expect(log.landmarks.faults.every(({ from, to }) => to === undefined || to >= from)).toBe(true);
  });
});

describe('the depth of the queues', () => {
  test('is how many jobs and requests wait at the end of each instant', () => {
    log.depth.times.forEach((at, k) => {
      const state = log.stateAt(log.lastUpTo(at));
      const waiting = [...state.all('job'), ...state.all('request')].filter(({ status }) => status === 'IN_QUEUE' || status === 'WAITING');
      expect(log.depth.counts[k]).toBe(waiting.length);
    });
  });
});

describe('lanes', () => {
  const lanes = log.lanes.groups.flatMap((group) => group.lanes);

  test('hold each status of each worker, pod and cluster at its time, on its host', () => {
    const seen = new Set<string>();
    for (const seq of [50, 200, 500, log.length]) {
      const at = log.at(seq);
      const state = log.stateAt(log.lastUpTo(at));
      for (const kind of ['worker', 'pod', 'cluster'] as const)
        for (const { id, status, ...entity } of state.all(kind)) {
          const [lane, ...others] = lanes.filter((one) => one.id === id && spanAt(one.bands, at) !== undefined);
          expect(others).toStrictEqual([]);
          expect(spanAt(lane?.bands ?? [], at)?.status).toBe(status);
          const placement = 'placement' in entity ? entity.placement : null;
          if (placement !== null) expect(lane?.host).toBe(placement.hostId);
          seen.add(kind);
        }
    }
    expect([...seen].sort()).toStrictEqual(['cluster', 'pod', 'worker']);
  });

  test('know when each host was down', () => {
    const down = new Set<string>();
    for (const { seq, at, event } of busyEntries) {
      if (event.type !== 'HostFailed' && event.type !== 'HostRecovered') continue;
      const last = log.lastUpTo(at);
      for (const { id, status } of log.stateAt(last).all('host')) {
        const known = spanAt(log.lanes.downs.get(id) ?? [], at) !== undefined;
        expect([seq, id, known]).toStrictEqual([seq, id, status === 'DOWN']);
        if (known) down.add(id);
      }
    }
    expect(down.size).toBeGreaterThan(0);
  });

  test('hold the job of each worker', () => {
    const at = log.at(600);
    const state = log.stateAt(log.lastUpTo(at));
    const busy = [...state.all('worker')].filter(({ jobId }) => jobId !== null);
    for (const { id, jobId } of busy)
      expect(lanes.filter((lane) => lane.id === id).map((lane) => spanAt(lane.bars, at)?.id)).toContain(jobId);
    expect(lanes.flatMap(({ bars }) => bars).length).toBeGreaterThan(20);
  });

  test('do not overlap', () => {
    for (const { bands, bars } of lanes)
      for (const spans of [bands, bars])
        spans.forEach((span, k) => {
          if (k > 0) expect(spans[k - 1]?.to).toBeLessThanOrEqual(span.from);
        });
  });

  test('are listed by host, those without one last', () => {
    const rows = listLaneRows(log.lanes.groups);
    expect(rows.length).toBe(log.lanes.count + log.lanes.groups.length);
    expect(rows.at(-1)?.host).toBe(log.lanes.groups.some(({ host }) => host === '') ? '' : rows.at(-1)?.host);
    expect(firstEndingAfter([], 5)).toBe(0);
  });
});

describe('a filter', () => {
  test('of an entity, a kind, a type, a rule, a request, or any text', () => {
    const job = busyEntries.find(({ event }) => event.type === 'JobQueued');
    const id = log.subject(job?.seq ?? 0) ?? '';
    expect(shownBy('kind:worker').every((seq) => findKind(busyEntries[seq - 1]?.event as never) === 'worker')).toBe(true);
    expect(shownBy('kind:input').every((seq) => log.subject(seq) === undefined)).toBe(true);
    expect(shownBy('type:jobqueued')).toContain(job?.seq);
    expect(shownBy('rule:job.run').length).toBeGreaterThan(0);
    expect(shownBy('of:job-1 type:Job').every((seq) => findId('job', busyEntries[seq - 1]?.event as never) === id)).toBe(true);
    expect(shownBy('of:job-1 type:Job')).toContain(job?.seq);
    expect(shownBy(`request:${job?.cause}`)).toContain(job?.seq);
    expect(shownBy('job-1 JobQueued')).toContain(job?.seq);
    expect(shownBy('no-such-word')).toStrictEqual([]);
    expect(parseFilter(log, '  ')).toBeUndefined();
  });
});
