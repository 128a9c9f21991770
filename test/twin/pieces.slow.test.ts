import { expect, test } from 'vitest';
import { fitArrivals } from '../../adapters/twin/fit/arrivals.ts';
import { fitTwin } from '../../adapters/twin/fitTwin.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';
import { arrivalsOf, type HiddenJob, playHidden } from './hidden/endpoint.ts';

test('the pieces of a twin are those of the endpoint that nothing was told of', () => {
  const { jobs } = playHidden({
    seed: 7,
    days: 6,
    perHour: Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 4 : 36)),
    service: { medianMs: 9_000, sigma: 0.7 },
    starts: [{ medianMs: 20_000, sigma: 0.3, share: 1 }],
    workersMax: 2,
    idleTimeoutMs: 30_000,
    queueDelayMs: 500,
  });
  const table = tableOf(jobs);
  const { arrivals, coldStarts, service, own, unknown } = fitTwin(table, {}, 'twin');
  expect(arrivals?.pieces.map(({ atMs }) => atMs / 3_600_000)).toStrictEqual([0, 8]);
  expect(arrivals?.bursts).toBeUndefined();
  expect(service.tried[0]?.fitted.kind).toBe('lognormal');
  expect(coldStarts?.modes).toHaveLength(1);
  expect(Math.abs((coldStarts?.modes[0]?.medianMs ?? 0) - 20_500)).toBeLessThan(1_000);
  expect(own).toMatchObject({ workersMax: 2, idleTimeoutMs: 30_000 });
  expect(unknown).toStrictEqual([]);
});

test('bursts of 25 times the rate are no hours of the day', () => {
  const times = arrivalsOf({
    days: 4,
    perHour: new Array(24).fill(10),
    bursts: { times: 25, lastMs: 3_600_000, everyMs: 86_400_000 },
    seed: 10,
  });
  const arrivals = fitArrivals(tableOf(times.map((submitted) => ({ submitted, delay: 0, execution: 1_000, worker: 1 }))));
  // By its mean alone, the hour of the day would be chosen.
  const [constant, day] = arrivals?.heldOut ?? [];
  expect(day?.score).toBeGreaterThan(constant?.score ?? 0);
  expect(arrivals?.period).toBe('constant');
  expect(arrivals?.bursts?.states.at(-1)?.times).toBeGreaterThan(4);
});

const tableOf = (jobs: readonly HiddenJob[]): JobTable => {
  const table = new JobTable();
  for (const { submitted, delay, execution, worker } of jobs)
    table.add({ line: 0, submitted, delay, execution, size: Number.NaN, retries: 0, status: 'COMPLETED', worker: `w${worker}` });
  table.sort();
  return table;
};
