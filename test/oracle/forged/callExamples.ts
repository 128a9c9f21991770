import type { Examples } from './example.ts';

const run = '  - { name: job, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }\n';

/** A job of eight seconds, and calls that wait for it. */
const held = (steps: string, handler = '{ duration: { fixed: 8s } }', more = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s }${more} }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: ${handler} }]
steps:
${run}${steps}  - { at: 5m, act: listPods, with: {} }
`;

const waits = (wait: number) =>
  `  - { at: 1s, name: waits, act: statusSync, with: { endpoint: ep-a, job: $job, query: { wait: ${wait} } }, expect: { status: 200 } }\n`;
const ready = held(waits(60_000));
const over = held(waits(3_000));
const streamed = held(
  '  - { at: 1s, name: streams, act: stream, with: { endpoint: ep-a, job: $job, query: { wait: 60000 } }, expect: { status: 200 } }\n',
  '{ duration: { fixed: 9s }, chunks: [a, b] }',
);
const cut = held(
  '  - { at: 1s, name: waits, act: statusSync, with: { endpoint: ep-a, job: $job }, expect: { status: 524 } }\n',
  '{ duration: { fixed: 2m } }',
  ', call: { edgeCut: 20s }',
);
const slowed = held(waits(60_000)).replace(
  'steps:',
  'faults: [{ fault: api-latency, match: { operation: statusSync }, delay: 15s, window: { from: 0s, to: 50s } }]\nsteps:',
);
/** The fault that slows it ends before its job does. */
const spared = slowed.replace('to: 50s', 'to: 5s');
const balanced = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 4s } } }]
steps:
  - { at: 1s, name: asks, act: requestEndpoint, with: { endpoint: ep-lb, path: /a } }
  - { at: 1m, act: listPods, with: {} }
`;

const set = (changes: object) => (event: object) => ({ ...event, ...changes });

export const callExamples: Examples = {
  'calls-recounted': [
    {
      world: ready,
      type: 'JobCompleted',
      forge: () => null,
      words: 'call-1 was answered at 00:00:08.000, queue.status-sync says 00:01:01.000',
    },
    { world: ready, type: 'CallAnswered', forge: () => null, words: 'call-1 was not answered at 00:00:08.000, as queue.status-sync says' },
    { world: over, type: 'CallAnswered', forge: () => null, words: 'call-1 was not answered at 00:00:04.000, as queue.status-sync says' },
    {
      world: over,
      type: 'CallHeld',
      forge: set({ until: 9_000 }),
      words: 'call-1 was answered at 00:00:04.000, queue.status-sync says 00:00:09.000',
    },
    {
      world: streamed,
      type: 'JobStreamed',
      forge: () => null,
      words: 'call-1 was answered at 00:00:03.000, queue.status-sync says 00:01:01.000',
    },
    {
      world: streamed,
      type: 'CallAnswered',
      forge: () => null,
      words: 'call-1 was not answered at 00:00:03.000, as queue.status-sync says',
    },
    { world: cut, type: 'CallHeld', forge: set({ cutMs: 15_000 }), words: 'call-1 was not answered at 00:00:16.000, as edge.cut says' },
    { world: cut, type: 'CallHeld', forge: set({ cutMs: 25_000 }), words: 'call-1 was cut at 00:00:21.000, edge.cut says 00:00:26.000' },
    {
      world: slowed,
      type: 'CallDelayed',
      forge: set({ until: 20_000 }),
      words: 'call-1 is delayed until 00:00:20.000, its fault says 00:00:23.000',
    },
    {
      world: slowed,
      type: 'CallDelayed',
      forge: (event: object) => set({ type: 'CallAnswered', because: 'ready' })(event),
      words: 'call-1 was answered at 00:00:08.000, without the delay of fault-1',
    },
    { world: slowed, type: 'CallAnswered', forge: () => null, words: 'call-1 was not answered at 00:00:23.000, as queue.status-sync says' },
    { world: spared, type: 'CallHastened', forge: () => null, words: 'call-1 was not hastened at 00:00:05.000, as fault.match says' },
    { world: spared, type: 'FaultEnded', forge: () => null, words: 'call-1 was hastened at 00:00:05.000, and its fault goes on' },
    {
      world: balanced,
      type: 'RequestAnswered',
      forge: () => null,
      words: 'call-1 was answered at 00:00:05.000, queue.status-sync says that it does not',
    },
    {
      world: balanced,
      type: 'CallAnswered',
      forge: () => null,
      words: 'call-1 was not answered at 00:00:05.000, as queue.status-sync says',
    },
  ],
};
