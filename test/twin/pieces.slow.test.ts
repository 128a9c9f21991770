import { expect, test } from 'vitest';
import { fitTwin } from '../../adapters/twin/fitTwin.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';
import { playHidden } from './hidden/endpoint.ts';

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
  const table = new JobTable();
  for (const { submitted, delay, execution, worker } of jobs)
    table.add({ line: 0, submitted, delay, execution, size: Number.NaN, retries: 0, status: 'COMPLETED', worker: `w${worker}` });
  table.sort();
  const { arrivals, coldStarts, service, own, unknown } = fitTwin(table, {}, 'twin');
  expect(arrivals?.pieces.map(({ atMs }) => atMs / 3_600_000)).toStrictEqual([0, 8]);
  expect(arrivals?.bursts).toBeUndefined();
  expect(service.tried[0]?.fitted.kind).toBe('lognormal');
  expect(coldStarts?.modes).toHaveLength(1);
  expect(Math.abs((coldStarts?.modes[0]?.medianMs ?? 0) - 20_500)).toBeLessThan(1_000);
  expect(own).toMatchObject({ workersMax: 2, idleTimeoutMs: 30_000 });
  expect(unknown).toStrictEqual([]);
});
