import { describe, expect, test } from 'vitest';
import { fewOrAll, isLong } from './support/long.ts';
import { type Estimate, meanResponse, meanResponseMs, pathOf, type QueueModel } from './support/worlds/queueing.ts';

const shared = (service: QueueModel['service']): QueueModel => ({
  name: `PS/${service}`,
  servers: 1,
  load: 0.7,
  service,
  oneWorker: { concurrency: 1_000, sharing: { kind: 'processor', from: 1 } },
});
const sizes = { replications: fewOrAll(20, 30), warmUp: 200, jobs: fewOrAll(800, 1_200) };

const agrees = ({ mean, half }: Estimate, ms: number): boolean => Math.abs(mean - ms) <= half;

/** One in twenty such tests would miss by chance; with these seeds, none does. */
describe.each(isLong ? (['exponential', 'fixed', 'lognormal'] as const) : (['lognormal'] as const))(
  'jobs of %s work that share one worker',
  (service) => {
    const model = shared(service);

    test('take as long as theory says, which is by the mean of their work alone', () => {
      const estimate = meanResponse(model, sizes);
      expect(estimate).toSatisfy((measured: Estimate) => agrees(measured, meanResponseMs(model)), `a mean of ${meanResponseMs(model)} ms`);
      expect(estimate.half / estimate.mean).toBeLessThan(0.2);
      expect(agrees(estimate, meanResponseMs({ ...model, load: 0.77 }))).toBe(false);
      expect(agrees(estimate, meanResponseMs({ ...model, load: 0.6 }))).toBe(false);
    });

    test('obey Little’s law, to the millisecond', () => {
      const path = pathOf(model, 'little', 1_000);
      expect(path.responsesMs).toHaveLength(1_000);
      expect(path.waitingTimesMs + path.runningTimesMs).toBe(path.responsesMs.reduce((sum, ms) => sum + ms, 0));
    });
  },
);

/** How long those wait, theory says (queueing.long.test.ts). */
test('four places on one worker, without slowdown, end each job when four workers do', () => {
  const places: QueueModel = { name: 'four', servers: 4, load: 0.8, service: 'exponential', oneWorker: { concurrency: 4 } };
  const { oneWorker: _, ...workers } = places;
  expect(pathOf(places, 'a', 500).responsesMs).toEqual(pathOf(workers, 'a', 500).responsesMs);
});
