import { isLeft } from 'fp-ts/lib/Either.js';
import type { Target } from '../../../adapters/cli/observe/asking.ts';
import { Observer, type ObserverOptions } from '../../../adapters/cli/observe/observer.ts';
import type { Surroundings } from '../../../adapters/cli/observe/surroundings.ts';
import type { TestWorld } from '../../../adapters/testing/testWorld.ts';
import { estimateSpending, type JobsPlan, parseJobs, type Recording } from '../../../engine/lab/fidelity/index.ts';

/** Six jobs at once, as their author writes them. */
export const sixJobs = `price: 0.00019
idleTimeout: 5s
endpoint:
  handler: { duration: { fixed: 8s } }
  workers: { min: 0, max: 3 }
  scaling: { type: REQUEST_COUNT, requestCount: 1 }
  flashboot: FLASHBOOT
gigabytes: 0.15
policy: { executionTimeout: 1m, ttl: 10m }
jobs:
  - { times: 6, input: { secret: a-secret-input } }
`;

export const planOf = (text: string): JobsPlan => {
  const plan = parseJobs('a.jobs.yaml', text);
  if (isLeft(plan)) throw new Error(plan.left.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return plan.right;
};

/** The clock and the network of a world: to sleep is to let its time run. */
export const within = (world: TestWorld): Surroundings => ({
  fetch: world.fetch,
  now: () => world.clock.now,
  sleep: async (ms) => {
    await world.advance(`${ms}ms`);
  },
  isInterrupted: () => false,
});

export const targetOf = (url: string, key: string): Target => ({
  queue: url,
  management: url,
  endpoint: 'my-model',
  key,
  keyName: 'MY_KEY',
});

/** Observes, and returns what was seen. */
export const observe = (around: Surroundings, target: Target, options: Partial<ObserverOptions> = {}): Promise<Recording> =>
  new Observer(
    {
      target,
      name: 'O1',
      date: '2026-11-27',
      author: 'a team',
      everyMs: 1_000,
      forMs: undefined,
      plan: undefined,
      nanoUsdMax: options.plan === undefined ? undefined : estimateSpending(options.plan).nanoUsd,
      onSeen: () => {},
      ...options,
    },
    around,
  ).observe();
