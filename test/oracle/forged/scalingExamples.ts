import type { Examples } from './example.ts';

const run = (at = '') => `  - { ${at}act: run, with: { endpoint: ep-a, body: { input: { n: 1 } } } }\n`;

/** An endpoint that adds workers for its work. */
const scaled = (scaling: string, steps: string, workers = '{ min: 0, max: 3 }', settings = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 10s${settings} } }
  endpoints: [{ id: ep-a, workers: ${workers}, scaling: ${scaling}, handler: { duration: { fixed: 8s } } }]
steps:
${steps}  - { at: 5m, act: listPods, with: {} }
`;

const counted = scaled('{ type: REQUEST_COUNT, requestCount: 2 }', run() + run() + run());
const delayed = scaled('{ type: QUEUE_DELAY, queueDelay: 4 }', run() + run() + run());
/** Its worker is up before there is work. */
const ready = scaled('{ type: REQUEST_COUNT, requestCount: 1 }', run('at: 1m, ') + run('at: 61s, '), '{ min: 1, max: 1 }');
const called = scaled('{ type: REQUEST_COUNT, requestCount: 1 }', run('at: 1m, '), '{ min: 1, max: 1 }', ', takeDelay: 2s');
const patched = scaled(
  '{ type: REQUEST_COUNT, requestCount: 1 }',
  `  - { at: 1m, act: updateEndpoint, with: { endpoint: ep-a, body: { image: 'a/b:2' } } }\n${run('at: 61s, ')}`,
  '{ min: 1, max: 1 }',
);
const balanced = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 4s } } }]
steps:
  - { at: 1s, name: asks, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
  - { at: 2s, name: again, act: requestEndpoint, with: { endpoint: ep-lb, path: /b } }
  - { at: 1m, name: last, act: requestEndpoint, with: { endpoint: ep-lb, path: /c } }
`;

type Scaled = { readonly config: { readonly scaling: object } };

const withScaling = (changes: object) => (event: Scaled) => ({
  ...event,
  config: { ...event.config, scaling: { ...event.config.scaling, ...changes } },
});
const set = (changes: object) => (event: object) => ({ ...event, ...changes });
const drop = () => null;

export const scalingExamples: Examples = {
  'scaling-recounted': [
    {
      world: counted,
      type: 'EndpointCreated',
      forge: withScaling({ requestCount: 3 }),
      words: 'ep-a-w2 joined at 00:00:00.000, and ep-a does not want it: 1 were expected, of 1 that are wanted (scaling.request-count)',
    },
    {
      world: counted,
      type: 'EndpointCreated',
      forge: withScaling({ requestCount: 1 }),
      words: 'ep-a has 2 workers, and wants 3 (scaling.request-count), at 00:00:00.000',
    },
    {
      world: delayed,
      type: 'EndpointScalerArmed',
      forge: set({ checkAt: 5_000 }),
      words: 'is to look at 00:00:05.000, and its first job has waited',
    },
    {
      world: delayed,
      type: 'JobQueued',
      forge: (event: object) => [event, { type: 'EndpointScalerChecked', endpointId: 'ep-a' }],
      words: 'the scaler of ep-a looked at 00:00:00.000, and was not to',
    },
    { world: delayed, type: 'EndpointScalerArmed', forge: drop, words: 'ep-a has 3 jobs that wait, and its scaler will not look' },
    {
      world: delayed,
      type: 'EndpointScalerArmed',
      nth: 1,
      forge: drop,
      words: 'ep-a has 3 jobs that wait, and its scaler will not look (scaling.queue-delay), at 00:00:04.000',
    },
    { world: delayed, type: 'EndpointScalerChecked', forge: drop, words: 'ep-a does not want it: its scaler has not looked' },
    {
      world: delayed,
      type: 'EndpointCreated',
      forge: withScaling({ queueDelay: 3 }),
      words: 'is to look at 00:00:04.000, and its first job has waited long enough at 00:00:03.000',
    },
    {
      world: delayed,
      type: 'WorkerLaunched',
      forge: (event: object) => [event, set({ workerId: 'ep-a-w9', number: 9 })(event)],
      words: 'ep-a-w9 joined at 00:00:04.000, and ep-a does not want it: its scaler has not looked, or has added one',
    },
    {
      world: patched,
      type: 'WorkerLaunched',
      nth: 1,
      forge: drop,
      words: 'ep-a has no worker in place of ep-a-w1, which was stopped to be replaced (worker.rollout), at 00:01:00.000',
    },
  ],
  'idle-recounted': [
    { world: ready, type: 'WorkerTookJob', forge: drop, words: 'ep-a has work that waits (1), and idle workers that could take it (1)' },
    { world: called, type: 'WorkerCalled', forge: drop, words: 'ep-a has work that waits (1), and idle workers that could take it (1)' },
    {
      world: balanced,
      type: 'RequestReceived',
      forge: (event: object) => [event, set({ requestId: 'request-x' })(event)],
      words: 'ep-lb has work that waits (1), and idle workers that could take it (1), at 00:00:06.000',
    },
  ],
};
