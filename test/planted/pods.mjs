// Bugs in pods, clusters, hosts, what they refer to, limits and bills. See README.md.

const quick = '{ pod: { provision: 0s, imagePull: 0s, start: 0s }, worker: { imagePull: 0s, start: 0s } }';
const gpu = 'NVIDIA GeForce RTX 4090';
const h100 = 'NVIDIA H100 80GB HBM3';
const end = (at) => `  - { at: ${at}, act: listPods, with: {} }
`;

// biome-ignore format: a table
export const pods = [
  {
    id: 'cluster-ignores-what-its-host-holds', file: 'cloud/projections/placement.ts', was: 'let { gpus } = this.room(host, room);', is: 'let gpus = this.isDown(host.id) ? 0 : host.gpus;',
    about: 'several members of a cluster on one host are placed as if nothing else were there',
    seenBy: 'test/model/world/world.slow.test.ts',
  },
  {
    id: 'member-forgets-its-host', file: 'cloud/policies/clusters.ts', was: 'own && { host: own, request }', is: "pod.failure === 'image' ? undefined : own && { host: own, request }",
    about: 'a member whose image could not be pulled starts again on the first host with room, though its own has some',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${h100}, gpus: 8 }, { id: b, gpu: ${h100}, gpus: 8 }, { id: c, gpu: ${h100}, gpus: 8 }]
faults:
  - { fault: image-pull-failure, match: { image: 'a/b:1' }, window: { to: 5m } }
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/c:1', gpu: { id: ${h100}, count: 8 } } }, save: { pod: id } }
  - { act: createCluster, with: { body: { name: c, type: TRAINING, image: 'a/b:1', compute: { gpuTypeId: ${h100}, gpuCountPerPod: 8, podCount: 2 } } } }
  - { at: 2m, act: podAction, with: { pod: $pod, body: { action: terminate } } }
${end('6m')}`,
  },
  {
    id: 'locked-pod-outlives-its-host', file: 'cloud/policies/hostFailures.ts', was: "const isOnHost = ({ status, failure, assigned }: Pod): boolean => failure !== 'host' && (assigned || status !== 'EXITED');", is: "const isOnHost = ({ status, failure, assigned, config }: Pod): boolean => failure !== 'host' && !config.locked && (assigned || status !== 'EXITED');",
    about: 'a locked pod runs on, on a host that has failed',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${gpu} }, { id: b, gpu: ${gpu} }]
faults:
  - { fault: host-failure, match: { host: a }, at: 1m }
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} } } }, save: { pod: id } }
  - { at: 10s, act: updatePod, with: { pod: $pod, body: { locked: true } } }
${end('5m')}`,
  },
  {
    id: 'broken-member-outlives-its-cluster', file: 'cloud/policies/clusters.ts', was: "for (const podId of [...sim.state.members.of(id).podIds]) sim.dispatchOrThrow('pod', podId, { type: 'TerminatePod' });", is: "for (const podId of [...sim.state.members.of(id).podIds])\n    if (sim.find('pod', podId)?.status !== 'ERROR') sim.dispatchOrThrow('pod', podId, { type: 'TerminatePod' });",
    about: 'a member in ERROR stays when its cluster is deleted',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }, { id: b, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }]
faults:
  - { fault: host-failure, match: { host: a }, at: 1m }
steps:
  - { act: createCluster, with: { body: { name: c, type: TRAINING, image: 'a/b:1', compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 2 } } }, save: { cluster: id } }
  - { at: 2m, act: deleteCluster, with: { cluster: $cluster } }
${end('5m')}`,
  },
  {
    id: 'registry-stays-with-busy-endpoints', file: 'cloud/policies/registries.ts', was: "for (const { id: endpointId, config } of sim.state.findRelated('endpoint', 'registry', id)) {", is: "for (const { id: endpointId, config } of sim.state.findRelated('endpoint', 'registry', id)) {\n    if (config.workers.min > 0) continue;",
    about: 'an endpoint with a minimum of workers keeps a registry credential that was deleted',
    // The last instant of the story is the one that is wrong.
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createRegistry, with: { body: { name: hub, username: alice, password: correct horse } }, save: { registry: id } }
  - { act: createEndpoint, with: { body: { name: e, type: QUEUE, scaling: { type: REQUEST_COUNT, requestCount: 1 }, image: a/b, registry: $registry, gpu: { pools: [ADA_24] }, workers: { min: 1, max: 2 } } } }
  - { at: 10s, act: deleteRegistry, with: { registry: $registry } }
`,
  },
  {
    id: 'volume-of-a-stopped-pod-is-deleted', file: 'api/management/volumes.ts', was: "const [pod] = sim.state.findRelated('pod', 'volume', id);", is: "const pod = [...sim.state.findRelated('pod', 'volume', id)].find(({ status }) => status !== 'EXITED');",
    about: 'a network volume that a stopped pod mounts can be deleted',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${gpu} }]
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 10, dataCenter: EU-RO-1 } }, save: { volume: id } }
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} }, mounts: { network: [{ volumeId: $volume, path: /data }] } } }, save: { pod: id } }
  - { at: 10s, act: podAction, with: { pod: $pod, body: { action: stop } } }
  - { at: 20s, act: deleteNetworkVolume, with: { volume: $volume }, expect: { status: { lt: 600 } } }
${end('1m')}`,
  },
  {
    id: 'template-of-an-endpoint-is-deleted', file: 'api/management/templates.ts', was: "const endpoints = sim.state.countRelated('endpoint', 'template', id);", is: "const endpoints = pods === 0 ? 0 : sim.state.countRelated('endpoint', 'template', id);",
    about: 'a template that endpoints use, but no pod, can be deleted',
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createTemplate, with: { body: { name: t, image: a/b, serverless: true } }, save: { template: id } }
  - { act: createEndpoint, with: { body: { name: e, type: QUEUE, scaling: { type: REQUEST_COUNT, requestCount: 1 }, templateId: $template, gpu: { pools: [ADA_24] }, workers: { min: 0, max: 2 } } } }
  - { at: 10s, act: deleteTemplate, with: { template: $template }, expect: { status: { lt: 600 } } }
${end('1m')}`,
  },
  {
    id: 'each-key-has-a-limit', file: 'api/admission/limits.ts', was: 'principal.accountId} $', is: 'principal.key.name} $',
    about: 'the limit of queue calls is counted for each key of an account',
    story: `title: a story
world:
  settings: { account: { runPerWindow: 2 } }
  accounts: [{ id: team, keys: [{ name: dev }, { name: other }] }]
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { act: run, as: other, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } }, expect: { status: { lt: 600 } } }
  - { act: run, as: other, with: { endpoint: ep-a, body: { input: { a: 4 } } }, expect: { status: { lt: 600 } } }
`,
  },
  {
    id: 'next-window-has-no-limit', file: 'cloud/projections/quotas.ts', was: 'if (window === undefined || window.number !== number) {', is: 'if (window === undefined || window.number < number - 1) {',
    about: 'in a window right after one with calls, nothing is limited',
    story: `title: a story
world:
  settings: { account: { runPerWindow: 1 } }
  accounts: [{ id: team, keys: [{ name: dev }] }]
  endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { a: 1 } } } }
  - { at: 11s, act: run, with: { endpoint: ep-a, body: { input: { a: 2 } } } }
  - { at: 12s, act: run, with: { endpoint: ep-a, body: { input: { a: 3 } } }, expect: { status: { lt: 600 } } }
  - { at: 13s, act: run, with: { endpoint: ep-a, body: { input: { a: 4 } } }, expect: { status: { lt: 600 } } }
`,
  },
  {
    id: 'patch-forgets-the-other-endpoints', file: 'api/management/workersQuota.ts', was: 'sim.state.workersAsked(accountId) - had + workers.max <= workersQuota', is: '(before === undefined ? sim.state.workersAsked(accountId) : had) - had + workers.max <= workersQuota',
    about: 'a PATCH may raise the workers of an endpoint to the whole quota, whatever the others have',
    story: `title: a story
world:
  settings: { account: { workersQuota: 5 } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 3 } }, { id: ep-b, workers: { min: 0, max: 2 } }]
steps:
  - { act: updateEndpoint, with: { endpoint: ep-b, body: { workers: { max: 4 } } }, expect: { status: { lt: 600 } } }
${end('1m')}`,
  },
  {
    id: 'pod-leaves-its-volume-behind', file: 'api/management/pod/pods.ts', was: "const centers = pod.config.mounts.network === undefined ? pod.config.dataCenterIds", is: "const centers = pod.config.mounts.network === undefined || pod.failure === 'host' ? pod.config.dataCenterIds",
    about: 'a pod that lost its host starts in another data center than its network volume',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${gpu} }, { id: b, dataCenter: EU-CZ-1, gpu: ${gpu} }]
faults:
  - { fault: host-failure, match: { host: a }, at: 1m }
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 10, dataCenter: EU-RO-1 } }, save: { volume: id } }
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', gpu: { id: ${gpu} }, mounts: { network: [{ volumeId: $volume, path: /data }] } } }, save: { pod: id } }
  - { at: 2m, act: podAction, with: { pod: $pod, body: { action: start } }, expect: { status: { lt: 600 } } }
${end('5m')}`,
  },
  {
    id: 'stopped-community-pod-pays-less', file: 'cloud/projections/billing.ts', was: '{ disk: mountRate(kept) }', is: "{ disk: config.cloud === 'COMMUNITY' ? podRates({ ...config, container: { ...config.container, disk: 0 } }).disk : mountRate(kept) }",
    about: 'the mount of a stopped pod in the community cloud costs as while it ran',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${gpu}, cloud: COMMUNITY }]
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', cloud: COMMUNITY, gpu: { id: ${gpu} }, mounts: { persistent: { size: 10, path: /data } } } }, save: { pod: id } }
  - { at: 1m, act: podAction, with: { pod: $pod, body: { action: stop } } }
${end('2h')}`,
  },
  {
    id: 'fast-volume-beyond-a-terabyte', file: 'cloud/catalog/prices.ts', was: "const beyond = tier === 'STANDARD' ? Math.max", is: 'const beyond = size > 0 ? Math.max',
    about: 'a fast network volume costs less beyond a terabyte',
    story: `title: a story
world:
  settings: ${quick}
steps:
  - { act: createNetworkVolume, with: { body: { name: data, size: 2000, dataCenter: EU-RO-1, type: HIGH_PERFORMANCE } }, expect: { status: { lt: 600 } } }
  - { act: createNetworkVolume, with: { body: { name: data, size: 2000, dataCenter: US-KS-2, type: HIGH_PERFORMANCE } }, expect: { status: { lt: 600 } } }
${end('2h')}`,
  },
  {
    id: 'host-stays-down-after-both-faults', file: 'cloud/host/evolve.ts', was: "host.downBy = host.downBy.filter((id) => id !== event.faultId);", is: 'host.downBy = host.downBy.slice(1);',
    about: 'of two faults that keep a host down, the later one ends first: the host never recovers',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: ${gpu} }]
faults:
  - { fault: host-failure, match: { host: a }, window: { from: 1m, to: 10m } }
  - { fault: host-failure, match: { host: a }, window: { from: 2m, to: 5m } }
steps:
${end('20m')}`,
  },
  {
    id: 'cluster-is-active-too-early', file: 'cloud/policies/clusters.ts', was: 'if (sim.state.members.of(cluster.id).counts.RUNNING === cluster.shape.compute.podCount)', is: "if (sim.state.members.of(cluster.id).counts.RUNNING >= cluster.shape.compute.podCount - (cluster.status === 'DEGRADED' ? 1 : 0))",
    about: 'a degraded cluster is active again one member too early',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }, { id: b, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }, { id: c, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }]
faults:
  - { fault: host-failure, match: { host: a }, window: { from: 1m, to: 3m } }
  - { fault: host-failure, match: { host: b }, window: { from: 1m, to: 5m } }
steps:
  - { act: createCluster, with: { body: { name: c, type: TRAINING, image: 'a/b:1', compute: { gpuTypeId: NVIDIA H100 80GB HBM3, gpuCountPerPod: 8, podCount: 3 } } } }
${end('10m')}`,
  },
  {
    id: 'pull-of-a-pod-restarts-in-the-past', file: 'cloud/pod/evolve.ts', was: "['PodRestarted', 'PodPullTroubled', 'PodPullRestarted']", is: "['PodRestarted', 'PodPullTroubled']",
    about: 'a pull that begins again when its fault ends counts from the first try',
    story: `title: a story
world:
  settings: { pod: { provision: 0s, imagePull: 20s, start: 5s } }
faults:
  - { fault: slow-image-pull, match: { image: 'acme/slow:1' }, delay: 1h, window: { to: 30s } }
steps:
  - { act: createPod, with: { body: { name: slow, image: 'acme/slow:1', gpu: { id: ${gpu} } } } }
${end('5m')}`,
  },
  {
    id: 'cpu-pod-starts-without-room', file: 'cloud/projections/placement.ts', was: 'return gpus >= gpuCount && vcpus >= vcpuCount;', is: 'return gpus >= gpuCount && (vcpus >= vcpuCount || gpuCount === 0);',
    about: 'a pod without GPUs starts again on its host, whatever is left of its vCPUs',
    story: `title: a story
world:
  settings: ${quick}
  hosts: [{ id: a, vcpus: 4 }]
steps:
  - { act: createPod, with: { body: { name: p, image: 'a/b:1', cpu: { id: cpu3c, vcpuCount: 4 } } }, save: { pod: id } }
  - { at: 1s, act: podAction, with: { pod: $pod, body: { action: stop } } }
  - { at: 2s, act: createPod, with: { body: { name: q, image: 'a/b:1', cpu: { id: cpu3c, vcpuCount: 4 } } } }
  - { at: 3s, act: podAction, with: { pod: $pod, body: { action: start } }, expect: { status: { lt: 600 } } }
${end('1m')}`,
  },
];
