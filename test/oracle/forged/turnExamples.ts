import type { Examples } from './example.ts';

const end = '  - { at: 10m, act: listPods, with: {} }\n';
const run = (endpoint: string, at = '0s', handler = '') =>
  `  - { at: ${at}, act: run, with: { endpoint: ${endpoint}, body: { input: {} }${handler} } }\n`;
const request = (path: string, at: string, worker = '') =>
  `  - { at: ${at}, act: requestEndpoint, with: { endpoint: ep-lb, path: /${path}${worker === '' ? '' : `, headers: { x-runpod-worker-id: ${worker} }`} } }\n`;

/** Two workers of a load balancer, each of which takes two requests. */
const balanced = (steps: string) => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s }, request: { affinity: by-word } }
  endpoints: [{ id: ep-lb, type: LOAD_BALANCER, workers: { min: 2, max: 2 }, handler: { duration: { fixed: 20s }, concurrency: 2 } }]
steps:
${steps}${end}`;

const onWorker = (workerId: string) => (event: object) => ({ ...event, workerId });

/** Two workers that fall asleep, one long after the other, and what becomes of them. */
const asleep = (steps: string) => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 1s, sleep: on } }
  endpoints:
    - { id: ep-a, workers: { min: 0, max: 2, idleTimeout: 5s }, scaling: { type: QUEUE_DELAY, queueDelay: 1 }, handler: { duration: { fixed: 1s } } }
steps:
${run('ep-a')}${run('ep-a', '0s', ', handler: { duration: { fixed: 20s } }')}${steps}${end}`;

/** Two endpoints that wait for the one GPU of a third. */
const waiting = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  hosts: [{ id: a, gpu: NVIDIA GeForce RTX 4090 }]
  endpoints:
    - { id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 20s } } }
    - { id: ep-b, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 20s } } }
    - { id: ep-c, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 20s } } }
steps:
${run('ep-a')}${run('ep-b', '1s')}${run('ep-c', '2s')}${end}`;

/** A host that fails, and forgets an image; and a worker that finds its image there before. */
const pulled = `title: a scenario
world:
  settings: { worker: { imagePull: 30s, start: 0s } }
  hosts: [{ id: a, gpu: NVIDIA GeForce RTX 4090, gpus: 2 }]
  endpoints: [{ id: ep-a, image: 'acme/a:1', workers: { min: 1, max: 2 }, handler: { duration: { fixed: 20s } } }]
faults: [{ fault: host-failure, match: { host: a }, window: { from: 5m, to: 6m } }]
steps:
${run('ep-a', '1m')}${run('ep-a', '1m')}${end}`;

/** Two pods of one image on a host that remembers it, and a third one after it has failed. */
const remembered = `title: a scenario
world:
  settings: { pod: { provision: 0s, imagePull: 20s, start: 0s, imageMemory: host } }
  hosts: [{ id: a, gpu: NVIDIA GeForce RTX 4090, gpus: 3 }]
faults: [{ fault: host-failure, match: { host: a }, window: { from: 5m, to: 6m } }]
steps:
${['0s', '1m', '7m'].map((at) => `  - { at: ${at}, act: createPod, with: { body: { name: p, image: 'acme/p:1', gpu: { id: NVIDIA GeForce RTX 4090 } } } }\n`).join('')}${end}`;

const purged = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 0 } }]
steps:
${run('ep-a')}  - { at: 5s, act: purgeQueue, with: { endpoint: ep-a } }
${run('ep-a', '1m')}`;

export const turnExamples: Examples = {
  'traffic-recounted': [
    {
      world: balanced(request('a', '1s') + request('b', '2s')),
      type: 'WorkerTookRequest',
      nth: 1,
      forge: onWorker('ep-lb-w1'),
      words: 'and ep-lb-w2, which comes first, has 0',
    },
    {
      world: balanced(request('a', '1s')),
      type: 'WorkerTookRequest',
      forge: onWorker('ep-lb-w2'),
      words: 'and ep-lb-w1, which comes first, has 0',
    },
    {
      world: balanced(request('a', '1s', 'ep-lb-w2')),
      type: 'WorkerTookRequest',
      forge: onWorker('ep-lb-w1'),
      words: 'and it would rather have ep-lb-w2, which has room',
    },
    {
      world: balanced(request('a', '1s', 'strict ep-lb-w2')),
      type: 'WorkerTookRequest',
      forge: onWorker('ep-lb-w1'),
      words: 'and it is bound to ep-lb-w2',
    },
    {
      world: balanced(request('a', '1s') + request('b', '2s')),
      type: 'RequestStarted',
      forge: () => null,
      words: 'came before it, and waits',
    },
  ],
  'images-recounted': [
    {
      world: remembered,
      type: 'PodStarting',
      forge: (event: object) => ({ ...event, imageOnHost: true }),
      words: 'finds acme/p:1, which a has not',
    },
    {
      world: remembered,
      type: 'PodStarting',
      nth: 1,
      forge: ({ imageOnHost: _, ...event }: { imageOnHost?: true }) => event,
      words: 'does not find acme/p:1, which a has',
    },
    {
      world: remembered,
      type: 'PodStarting',
      nth: 2,
      forge: (event: object) => ({ ...event, imageOnHost: true }),
      words: 'finds acme/p:1, which a has not',
    },
    {
      world: pulled,
      type: 'WorkerLaunched',
      forge: (event: object) => ({ ...event, imageOnHost: true }),
      words: 'ep-a-w1 does not pull acme/a:1, which a has not',
    },
    {
      world: pulled,
      type: 'WorkerLaunched',
      nth: 1,
      forge: ({ imageOnHost: _, ...event }: { imageOnHost?: true }) => event,
      words: 'ep-a-w2 pulls acme/a:1, which a has',
    },
    {
      world: pulled,
      type: 'WorkerPlaced',
      forge: (event: object) => ({ ...event, imageOnHost: true }),
      words: 'does not pull acme/a:1, which a has not',
    },
    {
      world: asleep(run('ep-a', '1m')),
      type: 'WorkerWoken',
      forge: (event: object) => ({ ...event, restored: true }),
      words: 'ep-a has no FlashBoot',
    },
  ],
  'turns-recounted': [
    {
      world: waiting,
      type: 'WorkerPlaced',
      forge: onWorker('ep-c-w1'),
      words: 'ep-c-w1 was placed, and ep-b-w1 waits longer for the same',
    },
    { world: asleep(run('ep-a', '1m')), type: 'WorkerWoken', forge: onWorker('ep-a-w2'), words: 'fell asleep after it' },
    {
      world: asleep('  - { at: 1m, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 0, max: 1 } } } }\n'),
      type: 'WorkerStopped',
      forge: onWorker('ep-a-w1'),
      words: 'ep-a-w1 was stopped in its sleep, and ep-a-w2 has slept longer',
    },
  ],
  'room-recounted': [
    {
      world: waiting,
      type: 'WorkerFreed',
      forge: (event: { workerId: string }) => [event, { type: 'WorkerSlept', workerId: event.workerId }],
      words: 'ep-b-w1 waits, and a has room for it',
    },
  ],
  'purge-recounted': [{ world: purged, type: 'JobPurged', forge: () => null, words: 'wait still, after the purge at 00:00:05.000' }],
};
