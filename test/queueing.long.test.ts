import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from './support/long.ts';
import { playedText } from './support/worlds/playing.ts';
import {
  closedThroughput,
  type Estimate,
  meanOfTen,
  meanWait,
  meanWaitMs,
  pathOf,
  type QueueModel,
  type Sizes,
} from './support/worlds/queueing.ts';

/** Replications may be made longer, for a closer look: the seeds are the models' names and the replications' numbers. */
// biome-ignore format: a table
const cases: readonly (readonly [string, QueueModel, Sizes])[] = [
  ['M/M/1', { name: 'M/M/1', servers: 1, load: 0.8, service: 'exponential' }, { replications: 30, warmUp: 1_000, jobs: 8_000 }],
  ['M/M/8', { name: 'M/M/8', servers: 8, load: 0.9, service: 'exponential' }, { replications: 30, warmUp: 2_000, jobs: 12_000 }],
  ['M/D/1', { name: 'M/D/1', servers: 1, load: 0.8, service: 'fixed' },       { replications: 30, warmUp: 500,   jobs: 4_000 }],
];

/** One in twenty such tests would miss by chance; with these seeds, none does. */
const agrees = ({ mean, half }: Estimate, model: QueueModel): boolean => Math.abs(mean - meanWaitMs(model)) <= half;

/** One server with any service is the first of several, so `npm test` leaves it out. */
const tried = isLong ? cases : cases.filter(([name]) => name !== 'M/M/1');

describe.each(tried)('jobs on an %s queue', (_, model, sizes) => {
  let estimate: Estimate;
  beforeAll(() => {
    estimate = meanWait(model, sizes);
  }, 120_000);

  test('wait as long as theory says, within the 95 % confidence interval of 30 replications', () => {
    expect(estimate).toSatisfy((measured: Estimate) => agrees(measured, model), `a mean wait of ${meanWaitMs(model)} ms`);
  });

  test('have a narrow confidence interval', () => {
    expect(estimate.half / estimate.mean).toBeLessThan(0.1);
  });

  test('do not agree with another load or service', () => {
    expect(agrees(estimate, { ...model, load: model.load + 0.03 })).toBe(false);
    expect(agrees(estimate, { ...model, load: model.load - 0.03 })).toBe(false);
    expect(agrees(estimate, { ...model, service: model.service === 'fixed' ? 'exponential' : 'fixed' })).toBe(false);
  });

  // The length of the queue comes from the log, the waits are those that the engine reports for each job.
  test.each([1, 2, 3])('obey Little’s law on path %i, to the millisecond', (k) => {
    const path = pathOf(model, `little/${k}`, 3_000);
    expect(path.waitsMs).toHaveLength(3_000);
    expect(path.waitsMs.every(Number.isSafeInteger)).toBe(true);
    expect(path.waitingTimesMs).toBe(path.waitsMs.reduce((sum, wait) => sum + wait, 0));
    expect(path.runningTimesMs).toBe(path.ranMs);
    expect(path.waitingTimesMs).toBeGreaterThan(1_000_000);
  });
});

// From tables.
test.each([
  ['M/M/1 at 80 %', { servers: 1, load: 0.8, service: 'exponential' }, 40_000],
  ['M/M/1 at 90 %', { servers: 1, load: 0.9, service: 'exponential' }, 90_000],
  ['M/M/2 at 50 %', { servers: 2, load: 0.5, service: 'exponential' }, 3_333.333],
  ['M/M/8 at 90 %', { servers: 8, load: 0.9, service: 'exponential' }, 8_769.162],
  ['M/D/1 at 80 %', { servers: 1, load: 0.8, service: 'fixed' }, 20_000],
] as const)('by theory, jobs of 10 s on %s wait so long', (name, model, ms) => {
  expect(meanWaitMs({ name, ...model })).toBeCloseTo(ms, 3);
});

// A closed model: mean value analysis is exact, and knows of the work only its mean.
describe.each(['exponential: { mean: 5s }', 'fixed: 5s'])('users who share one worker, with work of %s', (service) => {
  /** Jobs a second in the two hours after the first half of one. */
  const throughputOf = (seed: number): number => {
    const { world } = playedText(`title: users who think
seed: closed-${seed}
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { concurrency: 12, sharing: { kind: processor }, duration: { ${service} } } }
load:
  - { as: bulk, with: { endpoint: ep-a, body: { input: {} } }, closed: { users: 12, thinkTime: { exponential: { mean: 30s } } }, for: 150m }
`);
    const ends = [...world.log.entries()].filter(({ at, event }) => event.type === 'JobCompleted' && at > 1_800_000 && at <= 9_000_000);
    return ends.length / 7_200;
  };

  test('get as much done as theory says', () => {
    const { mean, half } = meanOfTen(Array.from({ length: 10 }, (_, k) => throughputOf(k)));
    const theory = closedThroughput(12, 30_000, 5_000);
    expect(mean).toSatisfy((measured: number) => Math.abs(measured - theory) <= half, `${theory} jobs a second`);
    expect(half / mean).toBeLessThan(0.03);
    expect(Math.abs(mean - closedThroughput(9, 30_000, 5_000))).toBeGreaterThan(half);
  });
});
