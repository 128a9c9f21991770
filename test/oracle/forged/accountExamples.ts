import type { Examples } from './example.ts';

const gpu = 'NVIDIA GeForce RTX 4090';

const mounted = `title: a scenario
world:
  settings: { pod: { provision: 0s, imagePull: 0s, start: 0s } }
  accounts: [{ id: team, keys: [{ name: dev }] }, { id: other, keys: [{ name: else }] }]
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 10, dataCenter: EU-RO-1 } }, save: { volume: id } }
  - act: createPod
    with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} }, mounts: { network: [{ volumeId: $volume, path: /data }] } } }
  - { at: 1m, act: listPods, with: {} }
`;

/** One run call a window, and one read. The second call at an instant is refused. */
const limited = (call: string, save = '') => `title: a scenario
world:
  settings: { account: { runPerWindow: 1, readPerWindow: 1 } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } }${save} }
  - { at: 11s, ${call} }
  - { at: 11s, ${call}, expect: { status: 429 } }
  - { at: 1m, act: listPods, with: {} }
`;
const runs = limited('act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } }');
const reads = limited('act: status, with: { endpoint: ep-a, job: $job }', ', save: { job: id }');

type Mounted = { readonly config: { readonly mounts: { readonly network: readonly { readonly volumeId: string }[] } } };
type Keyed = { readonly key: object };

/** A queue that is full with the second job; the third is refused. */
const full = `title: a scenario
world:
  settings: { endpoint: { queuePerWorkerMax: 1 } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { at: 1s, act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } }, expect: { status: 429 } }
  - { at: 1m, act: listPods, with: {} }
`;

/** Two endpoints together are to have more workers than the account may have. */
const overQuota = `title: a scenario
world:
  settings: { account: { workersQuota: 5 } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 3 } }]
steps:
  - act: createEndpoint
    with: { body: { name: b, type: QUEUE, scaling: { type: REQUEST_COUNT, requestCount: 1 }, image: a/b, gpu: { pools: [ADA_24] }, workers: { max: 3 } } }
    expect: { status: 400, rule: endpoint.quota }
  - { at: 1s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { max: 9 } } }, expect: { status: 400, rule: endpoint.quota } }
`;

const setQueue = (max: number) => (event: object) => [
  { type: 'SettingsChanged', settings: { endpoint: { queuePerWorkerMax: max } } },
  event,
];
const setQuota = (workersQuota: number) => (event: object) => [{ type: 'SettingsChanged', settings: { account: { workersQuota } } }, event];

const allowMore = (event: object) => [{ type: 'SettingsChanged', settings: { account: { runPerWindow: 2 } } }, event];

export const accountExamples: Examples = {
  'references-recounted': [
    {
      world: mounted,
      type: 'PodCreated',
      forge: (event: Mounted) => ({ ...event, config: { ...event.config, templateId: 'tpl' } }),
      words: 'names tpl, which is not there, at 00:00:00.000',
    },
    {
      world: mounted,
      type: 'PodCreated',
      forge: (event: object) => ({ ...event, accountId: 'other' }),
      words: 'which belongs to team, at 00:00:00.000',
    },
    {
      world: mounted,
      type: 'PodCreated',
      forge: (event: Mounted) => [event, { type: 'VolumeDeleted', volumeId: event.config.mounts.network[0]?.volumeId }],
      words: 'still names it, at 00:00:00.000',
    },
    {
      world: mounted,
      type: 'VolumeCreated',
      forge: (event: object) => ({ ...event, accountId: 'nowhere' }),
      words: 'belongs to nowhere, which is no account, at 00:00:00.000',
    },
    {
      world: mounted,
      type: 'AccountKeyCreated',
      forge: (event: Keyed) => ({ ...event, key: { ...event.key, digest: 'x' } }),
      words: 'was let in with a key that is not there, at 00:00:00.000',
    },
    {
      world: mounted,
      type: 'AccountKeyCreated',
      forge: (event: Keyed) => ({ ...event, key: { ...event.key, expiresAt: 0 } }),
      words: 'was let in with dev, which has expired, at 00:00:00.000',
    },
  ],
  'quotas-recounted': [
    {
      world: runs,
      type: 'InputRefused',
      forge: () => null,
      words: 'run was let in at 00:00:11.000, as call 2 of team in its window, where 1 are allowed (run)',
    },
    {
      world: runs,
      type: 'InputReceived',
      nth: 2,
      forge: allowMore,
      words: 'run was refused for a limit that is not used up, at 00:00:11.000',
    },
    { world: reads, type: 'CallsCounted', forge: () => null, words: 'status was refused for a limit that is not used up' },
    {
      world: runs,
      type: 'EndpointCreated',
      forge: (event: { readonly config: object }) => ({ ...event, config: { ...event.config, workers: { min: 0, max: 2_000 } } }),
      words: 'ep-a asks for 2000 workers at 00:00:00.000, which makes 2000 of team, and its quota is 1000',
    },
    {
      world: overQuota,
      type: 'InputRefused',
      forge: setQuota(6),
      words: 'createEndpoint was refused at 00:00:00.000 for the quota of 6 workers, and makes 6 of team',
    },
    {
      world: overQuota,
      type: 'InputRefused',
      nth: 1,
      forge: setQuota(9),
      words: 'updateEndpoint was refused at 00:00:01.000 for the quota of 9 workers, and makes 9 of team',
    },
  ],
  'queue-room-recounted': [
    { world: full, type: 'JobQueued', nth: 1, forge: setQueue(0), words: 'joined at 00:00:00.000, and the queue of ep-a is full' },
    {
      world: full,
      type: 'InputRefused',
      forge: setQueue(2),
      words: 'a job was refused at 00:00:01.000, because the queue of ep-a is full, and 2 jobs wait there',
    },
    {
      world: full,
      type: 'EndpointCreated',
      forge: (event: { readonly config: object }) => ({ ...event, config: { ...event.config, workers: { min: 0, max: 2 } } }),
      words: 'because the queue of ep-a is full, and 2 jobs wait there',
    },
  ],
};
