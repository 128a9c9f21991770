import type { Examples } from './example.ts';

/** Two endpoints with a worker each, whose start is disturbed. */
const world = (faults: string): string => `title: a scenario
world:
  settings: { worker: { imagePull: 2s, start: 0s } }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 } }
    - { id: ep-b, workers: { min: 1, max: 1 } }
faults: [${faults}]
steps:
  - { at: 1h, act: listPods, with: {} }
`;

const slow = world('{ fault: slow-image-pull, match: { endpoint: ep-a }, delay: 7s, window: { from: 0s, to: 5m } }');
const later = world('{ fault: no-capacity, window: { from: 1m, to: 5m } }');
const limited = world('{ fault: slow-image-pull, delay: 7s, limit: 2 }');
const once = world('{ fault: worker-crash, match: { endpoint: ep-a }, at: 12s }');

const at = { faultId: 'fault-1' };

export const faultExamples: Examples = {
  'faults-recounted': [
    { world: later, type: 'FaultBegan', forge: () => null, words: 'fault-1 did not begin at 00:01:00.000, as fault.window says' },
    { world: later, type: 'FaultEnded', forge: () => null, words: 'fault-1 did not end at 00:05:00.000, as fault.window says' },
    {
      world: later,
      type: 'FaultInjected',
      forge: (event: object) => [event, { ...at, type: 'FaultBegan' }],
      words: 'fault-1 began at 00:00:00.000, fault.window says 00:01:00.000',
    },
    {
      world: later,
      type: 'FaultBegan',
      forge: (event: object) => [event, { ...at, type: 'FaultEnded', reason: 'window' }],
      words: 'fault-1 ended at 00:01:00.000, fault.window says 00:05:00.000',
    },
    {
      world: later,
      type: 'FaultBegan',
      forge: (event: object) => [event, { ...at, type: 'FaultEnded', reason: 'limit' }],
      words: 'fault-1 ended after 0 strikes, of no limit',
    },
    {
      world: slow,
      type: 'FaultStruck',
      forge: (event: object) => ({ ...event, strikes: 2 }),
      words: 'says that it struck 2 times, and did 1 times',
    },
    {
      world: once,
      type: 'FaultStruck',
      forge: (event: object) => ({ ...event, target: 'ep-b-w1' }),
      words: 'fault-1 struck ep-b-w1 at 00:00:12.000, which it does not match',
    },
    {
      world: limited,
      type: 'FaultEnded',
      forge: (event: object) => [{ ...at, type: 'FaultStruck', target: 'ep-b-w1', strikes: 3 }, event],
      words: 'fault-1 struck ep-b-w1 at 00:00:00.000, beyond its limit of 2',
    },
    { world: limited, type: 'FaultEnded', forge: () => null, words: 'fault-1 did not end at 00:00:00.000' },
    { world: once, type: 'FaultEnded', forge: () => null, words: 'fault-1 did not end at 00:00:12.000' },
  ],
};
