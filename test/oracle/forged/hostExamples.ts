import type { Examples } from './example.ts';

const gpu = 'NVIDIA GeForce RTX 4090';

/** Two hosts, of which one is down for a while; a pod, an endpoint, and steps. */
const hosts = (steps: string, endpoint = '') => `title: a scenario
world:
  settings: { pod: { provision: 0s, imagePull: 0s, start: 0s }, worker: { imagePull: 0s, start: 0s } }
  hosts:
    - { id: a, gpu: ${gpu}, gpus: 2, cuda: '12.4' }
    - { id: b, gpu: ${gpu}, dataCenter: EU-CZ-1 }
${endpoint}faults:
  - { fault: host-failure, match: { host: a }, window: { from: 1m, to: 2m } }
steps:
${steps}  - { at: 5m, act: listPods, with: {} }
`;

const pod = `  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} } } }, save: { pod: id } }\n`;
const stop = '  - { at: 10s, act: podAction, with: { pod: $pod, body: { action: stop } } }\n';
const startLate = '  - { at: 3m, act: podAction, with: { pod: $pod, body: { action: start } } }\n';
const start = '  - { at: 20s, act: podAction, with: { pod: $pod, body: { action: start } } }\n';

const endpoint = '  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 8s } } }]\n';
const run = '  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }\n';
const patch = '  - { at: 5s, act: updateEndpoint, with: { endpoint: ep-a, body: { name: other } } }\n';

const cluster = `title: a scenario
world:
  settings: { pod: { provision: 0s, imagePull: 0s, start: 0s } }
steps:
  - act: createCluster
    with: { body: { name: c, type: TRAINING, image: 'a/b:1', compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 2 } } }
    save: { cluster: id }
  - { at: 1m, act: deleteCluster, with: { cluster: $cluster } }
  - { at: 2m, act: listPods, with: {} }
`;

type Configured = { readonly config: { readonly gpu: object } };
const withConfig = (config: object) => (event: Configured) => ({ ...event, config: { ...event.config, ...config } });
const withGpu = (more: object) => (event: Configured) => withConfig({ gpu: { ...event.config.gpu, ...more } })(event);
const onHost = (hostId: string) => (event: { readonly placement: object }) => ({ ...event, placement: { ...event.placement, hostId } });
const inCz = withConfig({ dataCenterIds: ['EU-CZ-1'] });

/** A pod that is created on host a, and what is forged of it. */
const created = (forge: (event: never) => object, words: string) => ({ world: hosts(pod), type: 'PodCreated' as const, forge, words });

const volume = `title: a scenario
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 10, dataCenter: EU-RO-1 } }, save: { volume: id } }
  - { at: 10s, act: updateNetworkVolume, with: { volume: $volume, body: { size: 20 } } }
`;

/** A network volume that grows, and what is forged of that. */
const enlarged = (change: object, words: string) => ({
  world: volume,
  type: 'VolumeUpdated' as const,
  forge: (event: { readonly shape: object }) => ({ ...event, shape: { ...event.shape, ...change } }),
  words,
});

export const hostExamples: Examples = {
  'placement-recounted': [
    created(onHost('x'), 'is placed on x, which is no such host of the world, at 00:00:00.000'),
    created(inCz, 'is placed on a, which is in EU-RO-1, at 00:00:00.000'),
    created(withGpu({ count: 3 }), 'is placed on a, of which 3 of 2 GPUs and 0 of 0 vCPUs are held then'),
    created(withGpu({ id: 'NVIDIA A40' }), `is placed on a, which has ${gpu}`),
    created(withConfig({ cloud: 'COMMUNITY' }), 'which is in the SECURE cloud'),
    created(withGpu({ minCudaVersion: '12.8' }), 'which has CUDA 12.4'),
    created(withGpu({ allowedCudaVersions: ['12.8'] }), 'which has CUDA 12.4'),
    created(withGpu({ minRamPerGpu: 1_000 }), 'which has too little for each GPU'),
    { world: hosts(pod + stop + start), type: 'PodResumed', forge: onHost('b'), words: 'resumed on b, and has a, at 00:00:20.000' },
    {
      world: hosts(pod + startLate),
      type: 'PodResumed',
      forge: onHost('b'),
      words: 'resumed on b, and a, where it was, has room, at 00:03:00.000',
    },
    {
      world: hosts('', endpoint),
      type: 'WorkerLaunched',
      forge: (event: object) => ({ ...event, gpuCount: 2 }),
      words: 'ep-a-w1 has 2 GPUs, and ep-a wants 1',
    },
    {
      world: hosts(patch, endpoint),
      type: 'EndpointUpdated',
      forge: inCz,
      words: 'ep-a-w1 goes on on a, which is in EU-RO-1, at 00:00:05.000',
    },
    {
      world: hosts(run + run + patch, endpoint),
      type: 'EndpointUpdated',
      forge: inCz,
      words: 'ep-a-w1 took work where its endpoint no longer allows it, at 00:00:08.000',
    },
  ],
  'volumes-stay': [
    enlarged({ size: 9 }, 'has 9 GB, and had 10, at 00:00:10.000'),
    enlarged({ dataCenterId: 'EU-CZ-1' }, 'moved from EU-RO-1 to EU-CZ-1'),
    enlarged({ tier: 'HIGH_PERFORMANCE' }, 'is HIGH_PERFORMANCE, and was STANDARD'),
  ],
  'hosts-recounted': [
    {
      world: hosts(pod),
      type: 'HostRecovered',
      forge: () => null,
      words: 'a is still down, and no fault keeps it down, at 00:02:00.000',
    },
    { world: hosts(pod), type: 'FaultEnded', forge: () => null, words: 'a is up, and fault-1 keeps it down, at 00:02:00.000' },
    { world: hosts(pod), type: 'PodFailed', forge: () => null, words: 'goes on on a, which is down, at 00:01:00.000' },
    { world: hosts(pod + stop), type: 'PodFailed', forge: () => null, words: 'goes on on a, which is down, at 00:01:00.000' },
    {
      world: hosts(pod),
      type: 'PodCreated',
      forge: (event: object) => [{ type: 'HostFailed', hostId: 'a', faultId: 'fault-1' }, event],
      words: 'is placed on a, which is down, at 00:00:00.000',
    },
  ],
  'members-recounted': [
    { world: cluster, type: 'ClusterBecameActive', forge: () => null, words: 'is not active, and 2 of its 2 members run, at 00:00:00.000' },
    { world: cluster, type: 'PodTerminated', forge: () => null, words: 'is deleted, and 1 of its members are not, at 00:01:00.000' },
    {
      world: cluster,
      type: 'ClusterCreated',
      forge: (event: { readonly shape: { readonly compute: object } }) => ({
        ...event,
        shape: { ...event.shape, compute: { ...event.shape.compute, podCount: 3 } },
      }),
      words: 'has 2 members, and not 3, at 00:00:00.000',
    },
  ],
};
