import type { Examples } from './example.ts';

const run = (body: string, at = '') => `  - { ${at}act: run, with: { endpoint: ep-a, body: ${body} } }\n`;
const normal = '{ input: { a: 1 } }';
const low = '{ input: { a: 2 }, policy: { lowPriority: true } }';

/** Jobs that wait for a worker. */
const queued = (steps: string, faults = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 10s, restartAfterCrash: 1s }, job: { workerMissedAfter: 500ms } }
  endpoints:
    - { id: ep-b, workers: { min: 0, max: 1 } }
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 8s } } }
${faults}steps:
${steps}  - { at: 1m, act: listPods, with: {} }
`;

/** Of two jobs that run, one loses its worker. A third one, which joined meanwhile, goes first, because it is of a higher class. */
const lost = queued(
  run(low) + run(low) + run(normal, 'at: 11s, '),
  'faults: [{ fault: worker-crash, match: { worker: ep-a-w1 }, at: 12s }]\n',
).replace('min: 1, max: 1', 'min: 2, max: 2');

const withTerms = (terms: object) => (event: { readonly terms: object }) => ({ ...event, terms: { ...event.terms, ...terms } });
const asLow = withTerms({ lowPriority: true });

export const allocationExamples: Examples = {
  'order-recounted': [
    {
      world: queued(run(normal) + run(normal)),
      type: 'JobQueued',
      forge: asLow,
      words: 'started on ep-a-w1 at 00:00:10.000, though it is of low priority',
    },
    { world: queued(run(low) + run(normal)), type: 'JobQueued', nth: 1, forge: asLow, words: 'joined before it' },
    { world: lost, type: 'JobQueued', nth: 2, forge: asLow, words: 'started on ep-a-w1 at 00:00:13.000, though' },
    { world: queued(run(normal)), type: 'JobQueued', forge: withTerms({ ttlMs: 10_000 }), words: 'when its time to live was over' },
    {
      world: queued(run(normal)),
      type: 'WorkerLaunched',
      forge: (event: object) => ({ ...event, endpointId: 'ep-b' }),
      words: 'which serves ep-b',
    },
  ],
};
