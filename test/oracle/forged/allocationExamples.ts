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

/** An endpoint whose workers start at once. */
const fleet = (workers: string, steps = '', faults = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 5s } }
  endpoints:
    - { id: ep-a, workers: ${workers}, handler: { duration: { fixed: 8s } } }
${faults}steps:
${steps}  - { at: 1m, act: listPods, with: {} }
`;

const crashed = queued(run(normal), 'faults: [{ fault: worker-crash, match: { worker: ep-a-w1 }, at: 12s }]\n');

/** Nothing was heard of its process before it says that it is no good. */
const madeExternal = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }]
steps:
  - { at: 1s, act: setHandler, with: { endpoint: ep-a, body: { external: {} } } }
  - { at: 10s, act: pingWorker, with: { endpoint: ep-a, worker: ep-a-w1, query: { status: unhealthy } } }
`;

/** One worker that handles two requests at a time. */
const balanced = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 8s } } }]
steps:
  - { at: 1s, name: one, act: requestEndpoint, with: { endpoint: ep-a, path: /a } }
  - { at: 1s, name: other, act: requestEndpoint, with: { endpoint: ep-a, path: /b } }
  - { at: 1m, act: listPods, with: {} }
`;

/** A real worker that has two jobs. */
const external = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { external: {} } }]
steps:
${run(normal)}${run(normal)}  - { at: 2s, act: takeJobBatch, with: { endpoint: ep-a, worker: ep-a-w1, query: { batch_size: 2 } }, save: { job: 0.id } }
  - { at: 5s, act: postOutput, with: { endpoint: ep-a, worker: ep-a-w1, job: $job, body: { output: 1 } } }
`;

const patch = (body: string) => `  - { at: 5s, act: updateEndpoint, with: { endpoint: ep-a, body: ${body} } }\n`;

const withWorkers = (workers: object) => (event: { readonly config: object }) => ({ ...event, config: { ...event.config, workers } });

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
      world: queued(run(normal)).replace('min: 1, max: 1', 'min: 0, max: 1'),
      type: 'WorkerLaunched',
      forge: (event: object) => ({ ...event, endpointId: 'ep-b' }),
      words: 'which serves ep-b',
    },
  ],
  'fleet-recounted': [
    {
      world: fleet('{ min: 1, max: 1 }', patch('{ image: "acme/worker:2" }') + run(normal, 'at: 10s, ')),
      type: 'WorkerLaunched',
      nth: 1,
      forge: (event: object) => ({ ...event, version: 1 }),
      words: 'at 00:00:10.000 with release 1, and ep-a has release 2',
    },
    {
      world: fleet('{ min: 1, max: 1 }'),
      type: 'EndpointCreated',
      forge: withWorkers({ min: 0, max: 0 }),
      words: 'ep-a-w1 joined at 00:00:00.000, and ep-a has 1 workers then, of 0',
    },
    {
      world: fleet('{ min: 2, max: 2 }', patch('{ workers: { min: 1, max: 1 } }')),
      type: 'WorkerStopped',
      forge: () => null,
      words: 'ep-a has 2 workers, of 1, and 2 of them do not work, at 00:00:05.000',
    },
    {
      world: fleet('{ min: 2, max: 2 }', run(normal).repeat(3) + patch('{ workers: { min: 1 } }')),
      type: 'EndpointUpdated',
      forge: withWorkers({ min: 1, max: 1 }),
      words: 'at 00:00:08.000, and is one too many of the 1 that ep-a may have',
    },
  ],
  'slots-recounted': [
    {
      world: queued(run(normal)),
      type: 'WorkerFreed',
      forge: (event: object) => ({ ...event, jobId: 'job-x' }),
      words: 'ep-a-w1 was freed of job-x, which it does not have, at 00:00:18.000',
    },
    { world: queued(run(normal)), type: 'WorkerFreed', forge: () => null, words: 'which has ended, at 00:00:18.000' },
    { world: crashed, type: 'JobMissedWorker', forge: () => null, words: 'still runs on ep-a-w1, which is lost, at 00:00:12.000' },
    {
      world: crashed,
      type: 'WorkerCrashed',
      forge: (event: object) => ({ ...event, jobId: 'job-x' }),
      words: 'ep-a-w1 was lost with job-x, which it does not have, at 00:00:12.000',
    },
    {
      world: crashed,
      type: 'WorkerCrashed',
      forge: (event: object) => ({ ...event, crashes: 2 }),
      words: 'ep-a-w1 goes on after 1 crashes in a row, as after 2, of 3',
    },
    {
      world: crashed,
      type: 'WorkerCrashed',
      forge: (event: object) => ({ ...event, type: 'WorkerTurnedUnhealthy' }),
      words: 'ep-a-w1 gave up after 1 crashes in a row, and not 3, at 00:00:12.000',
    },
    {
      world: madeExternal,
      type: 'EndpointHandlerSet',
      nth: 1,
      forge: () => null,
      words: 'ep-a-w1 gave up after 1 crashes in a row, and not 3, at 00:00:10.000',
    },
    {
      world: crashed,
      type: 'JobRequeued',
      forge: (event: object) => [{ type: 'SettingsChanged', settings: { job: { retriesMax: 0 } } }, event],
      words: 'waits again after it lost ep-a-w1, which makes 1 times, and not 0',
    },
    {
      world: balanced,
      type: 'WorkerTookRequest',
      nth: 1,
      forge: (event: object) => [{ type: 'SettingsChanged', settings: { request: { perWorker: 1 } } }, event],
      words: 'and has 1 already, at 00:00:01.000',
    },
    {
      world: external,
      type: 'WorkerEndedJob',
      forge: (event: object) => ({ ...event, type: 'WorkerFreed' }),
      words: 'as its last, and has 1 more, at 00:00:05.000',
    },
  ],
  'minimum-recounted': [
    {
      world: fleet('{ min: 1, max: 2 }'),
      type: 'EndpointCreated',
      forge: withWorkers({ min: 2, max: 2 }),
      words: 'ep-a has 1 workers that are up or on their way, of the 2 of its minimum, at 00:00:00.000',
    },
    {
      world: fleet('{ min: 1, max: 2 }'),
      type: 'WorkerLaunched',
      forge: (event: object) => ({ ...event, kept: false }),
      words: 'ep-a has 0 workers that hold its minimum of 1, of 1',
    },
    {
      world: fleet('{ min: 1, max: 2 }', run(normal).repeat(2), 'faults: [{ fault: worker-crash, match: { worker: ep-a-w1 }, at: 2s }]\n'),
      type: 'WorkerRetuned',
      nth: 'all',
      forge: () => null,
      words: 'beside ones that are up and do not, at 00:00:02.000',
    },
  ],
};
