import { describe, expect, test } from 'vitest';
import { type Chart, listCharts } from '../../adapters/console/app/model/charts/charts.ts';
import { makeTimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { usd, valueText } from '../../adapters/console/app/model/charts/units.ts';
import { choicesIn } from '../../adapters/console/app/model/scope/scope.ts';
import type { State } from '../../engine/cloud/state/state.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { recordEndpoint } from '../../engine/world/reports/record/recordLog.ts';
import { percentile } from '../../engine/world/reports/record/samples.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();
const scale = makeTimeScale(busyEntries.map(({ at }) => at));
const charts = listCharts(log, { scale, width: 400 });
const chart = (id: string, of: readonly Chart[] = charts): Chart => {
  const found = of.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no chart ${id}`);
  return found;
};
const valueIn = ({ lines }: Chart, name: string, at: number): number => lines.find((line) => line.name === name)?.at(at) ?? 0;

/** Some instants with the state at the end of each. */
const instants = [...new Set(busyEntries.map(({ at }) => at))].filter((_, k) => k % 7 === 0);
const atEach = (check: (at: number, state: State) => void): void => {
  for (const at of instants) check(at, log.stateAt(log.lastUpTo(at)));
};
const count = (entities: Iterable<{ readonly status: string }>, status: string): number =>
  [...entities].filter((entity) => entity.status === status).length;

describe('charts', () => {
  test('count at any instant what the state has then', () => {
    const [queue, workers] = [chart('queue'), chart('workers')];
    const seen = new Set<number>();
    atEach((at, state) => {
      const jobs = [...state.all('job')];
      const requests = [...state.all('request')];
      expect([at, valueIn(queue, 'jobs queued', at)]).toStrictEqual([at, count(jobs, 'IN_QUEUE')]);
      expect([at, valueIn(queue, 'jobs in flight', at)]).toStrictEqual([at, count(jobs, 'IN_PROGRESS')]);
      expect([at, valueIn(queue, 'requests waiting', at)]).toStrictEqual([at, count(requests, 'WAITING')]);
      expect([at, valueIn(queue, 'requests in flight', at)]).toStrictEqual([at, count(requests, 'IN_FLIGHT')]);
      for (const { name } of workers.lines)
        expect([at, name, valueIn(workers, name, at)]).toStrictEqual([at, name, count(state.all('worker'), name)]);
      seen.add(valueIn(queue, 'jobs queued', at));
    });
    expect(seen.size).toBeGreaterThan(3);
    expect(workers.lines.map(({ name }) => name).sort()).toStrictEqual(['IDLE', 'INITIALIZING', 'RUNNING', 'THROTTLED', 'UNHEALTHY']);
  });

  test('sum up what the bills say, to the cent of a cent', () => {
    const spent = chart('spent');
    const total = (at: number): number => spent.lines.reduce((sum, line) => sum + (line.at(at) ?? 0), 0);
    // Bills know amounts at full hours and since the newest change: at the end of each prefix of the log.
    atEach((at, state) => expect(total(at)).toBeCloseTo(Number(state.billing.nanoUsd(at as VirtualTime)) / 1e9, 6));
    expect(total(log.end)).toBeGreaterThan(0);
    expect(spent.lines.map(({ name }) => name).sort()).toStrictEqual(['cluster', 'pod', 'serverless', 'volume']);
  });

  test('have the quantiles that metrics have, where one part is the whole run', () => {
    const whole = listCharts(log, { scale, width: 10 });
    const { jobs } = recordEndpoint(busyEntries, log.end as VirtualTime);
    for (const [id, values] of [
      ['jobs-wait', jobs.waits.ms],
      ['jobs-execution', jobs.executions.ms],
    ] as const)
      for (const [name, percent] of [
        ['p50', 50],
        ['p95', 95],
        ['max', 100],
      ] as const)
        expect(valueIn(chart(id, whole), name, 0)).toBe(percentile(values, percent, 100));
    // In parts, each value belongs to one of them.
    const parts = chart('jobs-wait').lines.find(({ name }) => name === 'max')?.drawn ?? [];
    expect(Math.max(...parts.flatMap((value) => value ?? []))).toBe(percentile(jobs.waits.ms, 100, 100));
    expect(parts).toContain(null);
  });

  test('are of one endpoint, too, and together they are all', () => {
    const { endpoint: endpoints } = choicesIn(log);
    expect(endpoints).toContain('ep-a');
    const each = endpoints.map((endpoint) => listCharts(log, { scale, width: 400, scope: { endpoint } }));
    for (const at of instants)
      for (const [id, name] of [
        ['queue', 'jobs queued'],
        ['workers', 'RUNNING'],
        ['spend', 'serverless'],
      ] as const) {
        const parts = each.map((of) => of.find((one) => one.id === id)).map((one) => (one === undefined ? 0 : valueIn(one, name, at)));
        expect(parts.reduce((sum, value) => sum + value, 0)).toBeCloseTo(valueIn(chart(id), name, at), 9);
      }
  });

  test('have as many rows as places, however many entries there are', () => {
    for (const { places, lines } of charts) {
      expect(places.length).toBeLessThanOrEqual(1_200);
      expect(places.every((place, k) => place >= 0 && place <= 1 && place >= (places[k - 1] ?? 0))).toBe(true);
      for (const { drawn } of lines) expect(drawn).toHaveLength(places.length);
    }
  });

  test('of a log without work are none', () => {
    expect(listCharts(busyLog(3), { scale, width: 400 }).map(({ id }) => id)).toStrictEqual([]);
  });
});

// biome-ignore format: a table
test.each([
  ['count',        0,           '0'],
  ['ms',           0,           '0 s'],
  ['ms',           47_271,      '47.3 s'],
  ['ms',           59_990,      '1 min'],
  ['ms',           3_727_271,   '1 h 2 min'],
  ['ms',           12,          '12 ms'],
  ['usd',          1.005,       '$1.00'],
  ['usdPerSecond', 0.000_19,    '$0.00019'],
] as const)('%s %d is said as %s', (unit, value, text) => expect(valueText(unit, value)).toBe(text));

test('dollars have no more digits than matter', () => {
  expect([0.1, 0.012_345, 0.999, 12.345].map(usd)).toStrictEqual(['$0.1', '$0.0123', '$1.00', '$12.35']);
});
