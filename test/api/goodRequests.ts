import type { ApiRow } from '../../engine/api/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { type PopulatedWorld, realWorker } from '../support/worlds/populatedWorld.ts';

/** A request that succeeds: what its path names, and what it sends. It has every property that it may have at the same time. */
export interface Good {
  readonly named?: (stage: PopulatedWorld) => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: (stage: PopulatedWorld) => Json;
  /** Bodies with the properties that exclude those of `body`: together they have every property. */
  readonly others?: readonly Json[];
  /** A body must have one of these, by a rule that no schema contains. */
  readonly oneOf?: readonly string[];
}

const container = { image: 'an-image', args: '-v', disk: 20, env: { A: 'a' }, ports: ['22/tcp', '8888/http'] };
const gpu = { id: 'NVIDIA GeForce RTX 4090', count: 1, minCudaVersion: '12.4' };
const pools = { pools: ['ADA_24'], excludedTypes: [], count: 1, minCudaVersion: '12.4' };
const window = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z', bucketSize: 'hour' };
const lines = { source: 'system', tail: '5000', since: '2026-01-01T00:00:00Z' };
const narrowed = { include: 'AVAILABILITY', product: 'POD' };
const job = {
  webhookV2: 'https://example.com/hook',

  input: { prompt: 'hi' },
  webhook: 'https://example.com/hook',
  policy: { executionTimeout: 60_000, ttl: 60_000, lowPriority: false },
};
const s3Config = { accessId: 'a', accessSecret: 'b', bucketName: 'c', endpointUrl: 'https://example.com', objectPath: 'd' };

const persistent = { mounts: { persistent: { size: 20, path: '/data' } } };
const cpuShape = { id: 'cpu3c', vcpuCount: 2 };
const otherCompute = { allowedCudaVersions: ['12.8'], excludedTypes: ['NVIDIA L4'], pools: ['AMPERE_24'] };
const otherScaling = { scaling: { type: 'REQUEST_COUNT', requestCount: 2 } };

const of = (kind: keyof PopulatedWorld) => (stage: PopulatedWorld) => ({ [kind]: stage[kind] });
const attached = (kind: 'tag' | 'costCenter') => (stage: PopulatedWorld) => ({
  ...of(kind)(stage),
  resourceType: 'POD',
  resourceId: stage.pod,
});
const onQueue = (): Readonly<Record<string, string>> => ({ endpoint: 'ep-a' });
const ofBatch = ({ batch }: PopulatedWorld) => ({ endpoint: 'ep-a', batch });
const onWorker = () => realWorker;
const ofHeldJob = ({ heldJob }: PopulatedWorld) => ({ ...realWorker, job: heldJob });
const ofJob = (which: 'failedJob' | 'waitingJob') => (stage: PopulatedWorld) => ({ endpoint: 'ep-a', job: stage[which] });

/** One for every row of the table. */
export const goodRequests: Readonly<Record<string, Good>> & Readonly<Record<ApiRow['id'], Good>> = {
  listPods: { query: { includeClusterPods: 'true' } },
  createPod: {
    oneOf: ['image', 'templateId'],
    others: [
      { name: 'p', image: 'an-image', cpu: cpuShape },
      { name: 'p', image: 'an-image', gpu: { id: gpu.id, allowedCudaVersions: ['12.8'] }, ...persistent },
    ],
    body: ({ registry, template, volume }) => ({
      name: 'p',
      ...container,
      registry,
      templateId: template,
      gpu,
      cloud: 'SECURE',
      dataCenterIds: ['EU-RO-1'],
      globalNetworking: true,
      mounts: { network: [{ volumeId: volume, path: '/data' }] },
      startSsh: true,
      startJupyter: true,
    }),
  },
  getPod: { named: of('pod') },
  updatePod: {
    named: of('pod'),
    others: [{ mounts: { network: [{ volumeId: 'v', path: '/data' }] } }],
    body: ({ registry, template }) => ({
      name: 'q',
      ...container,
      registry,
      globalNetworking: false,
      locked: true,
      mounts: { persistent: { size: 30, path: '/data' } },
      templateId: template,
    }),
  },
  deletePod: { named: of('pod') },
  podAction: { named: of('pod'), body: () => ({ action: 'stop' }) },
  getPodLogs: { named: of('pod'), query: lines },
  listClusters: {},
  createCluster: {
    others: [{ name: 'c', type: 'RAY', compute: { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 }, ...persistent }],
    body: ({ volume }) => ({
      name: 'c',
      type: 'SLURM',
      compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 },
      ...container,
      dataCenterIds: ['EU-RO-1'],
      mounts: { network: [{ volumeId: volume, path: '/data' }] },
      startSsh: true,
      startJupyter: true,
    }),
  },
  getCluster: { named: of('cluster') },
  updateCluster: { named: of('cluster'), body: () => ({ name: 'd' }) },
  deleteCluster: { named: of('cluster') },
  listClusterPods: { named: of('cluster') },
  listEndpoints: {},
  createEndpoint: {
    oneOf: ['image', 'templateId'],
    others: [
      { name: 'e', type: 'QUEUE', image: 'an-image', ...otherScaling, gpu: otherCompute },
      { name: 'e', type: 'LOAD_BALANCER', image: 'an-image', ...otherScaling, cpu: [cpuShape] },
    ],
    body: ({ registry, serverlessTemplate, volume }) => ({
      name: 'e',
      type: 'QUEUE',
      scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
      ...container,
      registry,
      gpu: pools,
      dataCenterIds: ['EU-RO-1'],
      flashboot: 'FLASHBOOT',
      networkVolumes: [volume],
      templateId: serverlessTemplate,
      timeout: 60_000,
      workers: { min: 0, max: 2, idleTimeout: 20 },
    }),
  },
  getEndpoint: { named: of('endpoint') },
  updateEndpoint: {
    named: of('endpoint'),
    others: [{ ...otherScaling, gpu: otherCompute }, { cpu: [cpuShape] }],
    body: ({ registry, serverlessTemplate, volume }) => ({
      name: 'f',
      scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
      ...container,
      registry,
      gpu: pools,
      dataCenterIds: ['EU-RO-1'],
      networkVolumes: [volume],
      templateId: serverlessTemplate,
      flashboot: 'OFF',
      timeout: 60_000,
      workers: { min: 0, max: 2, idleTimeout: 20 },
    }),
  },
  deleteEndpoint: { named: of('endpoint') },
  listEndpointWorkers: { named: onQueue },
  listEndpointReleases: { named: onQueue },
  getWorkerLogs: { named: () => ({ endpoint: 'ep-a', worker: 'ep-a-w1' }), query: lines },
  listTemplates: {},
  createTemplate: {
    body: ({ registry }) => ({
      name: 't',
      ...container,
      registry,
      allowedCudaVersions: ['12.8'],
      category: 'NVIDIA',
      mounts: { persistent: { size: 20, path: '/data' } },
      public: false,
      serverless: false,
      startJupyter: true,
      startSsh: true,
    }),
  },
  getTemplate: { named: of('template') },
  updateTemplate: {
    named: of('template'),
    body: ({ registry }) => ({
      name: 'u',
      ...container,
      registry,
      ...persistent,
      allowedCudaVersions: [],
      category: 'CPU',
      public: false,
      serverless: false,
      startJupyter: false,
      startSsh: false,
    }),
    others: [{ allowedCudaVersions: ['12.8'] }],
  },
  deleteTemplate: { named: of('template') },
  listNetworkVolumes: {},
  createNetworkVolume: { body: () => ({ name: 'v', size: 20, dataCenter: 'EU-RO-1', type: 'STANDARD' }) },
  getNetworkVolume: { named: of('volume') },
  updateNetworkVolume: { named: of('volume'), body: () => ({ name: 'w', size: 30 }) },
  deleteNetworkVolume: { named: of('volume') },
  listDelegations: {},
  createDelegation: { body: () => ({ resource: 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1', name: 'd' }) },
  revokeDelegation: { named: of('delegation') },
  listRegistries: {},
  createRegistry: { body: () => ({ name: 'r', username: 'u', password: 'p' }) },
  getRegistry: { named: of('registry') },
  deleteRegistry: { named: of('registry') },
  getSshKeys: {},
  updateSshKeys: { body: () => ({ keys: ['ssh-ed25519 AAAA me@home'] }) },
  listSecrets: {},
  createSecret: { body: () => ({ name: 'OPENAI_KEY', value: 'hush', description: 'of the team' }) },
  getSecret: { named: of('secret') },
  updateSecret: { named: of('secret'), body: () => ({ value: 'hush', description: 'of another team' }) },
  deleteSecret: { named: of('secret') },
  listBatches: { named: onQueue },
  createBatch: { named: onQueue, body: () => [{ ...job, s3Config }] },
  getBatch: { named: ofBatch },
  updateBatch: { named: ofBatch, body: () => ({ name: 'nightly' }) },
  finalizeBatch: { named: ofBatch, body: () => ({}) },
  cancelBatch: { named: ofBatch, body: () => ({}) },
  listBatchRequests: { named: ofBatch, query: { offset: '0', limit: '10' } },
  addBatchRequests: { named: ofBatch, body: () => ({ requests: [{ ...job, s3Config }] }) },
  removeBatchRequest: { named: (stage) => ({ ...ofBatch(stage), request_id: stage.batchRequest }) },
  listTags: {},
  createTag: { body: ({ pod }) => ({ key: 'env', value: 'dev', resources: [{ resourceType: 'POD', resourceId: pod }] }) },
  getTag: { named: of('tag') },
  updateTag: { named: of('tag'), body: () => ({ key: 'env', value: '' }) },
  deleteTag: { named: of('tag') },
  listTagResources: { named: of('tag') },
  attachTag: { named: attached('tag') },
  detachTag: { named: attached('tag') },
  listCostCenters: { query: { value: 'sea' } },
  createCostCenter: { body: ({ volume }) => ({ value: 'sales', resources: [{ resourceType: 'NETWORK_VOLUME', resourceId: volume }] }) },
  getCostCenter: { named: of('costCenter') },
  updateCostCenter: { named: of('costCenter'), body: () => ({ value: 'development' }) },
  deleteCostCenter: { named: of('costCenter') },
  listCostCenterResources: { named: of('costCenter') },
  attachCostCenter: { named: attached('costCenter') },
  detachCostCenter: { named: attached('costCenter') },
  listGlobalVolumes: {},
  createGlobalVolume: { body: () => ({ name: 'datasets' }) },
  deleteGlobalVolume: { named: of('globalVolume') },
  listGpuTypes: { query: { ...narrowed, count: '1', cloud: 'SECURE', countryCodes: 'RO,US', cudaVersions: '12.8' } },
  getGpuType: { named: () => ({ gpuType: gpu.id }), query: { ...narrowed, minCudaVersion: '12' } },
  listCpuTypes: { query: { ...narrowed, vcpuCount: '4' } },
  getCpuType: { named: () => ({ cpuType: 'cpu3c' }), query: { ...narrowed, vcpuCount: '4' } },
  listDataCenters: {
    query: {
      include: 'GPU_AVAILABILITY',
      regions: 'EUROPE,ASIA',
      networkVolumeTypes: 'STANDARD',
      compliance: 'GDPR',
      globalNetwork: 'true',
    },
  },
  getDataCenter: { named: () => ({ dataCenter: 'EU-RO-1' }), query: { include: 'GPU_AVAILABILITY,CPU_AVAILABILITY' } },
  listPublicTemplates: { query: { source: 'official' } },
  listBilling: { query: window },
  listPodBilling: { query: window },
  listServerlessBilling: { query: window },
  listEndpointBilling: { query: window },
  listNetworkVolumeBilling: { query: window },
  listClusterBilling: { query: window },
  run: { named: onQueue, body: () => ({ ...job, s3Config }) },
  runsync: { named: onQueue, query: { wait: '1000' }, body: () => ({ ...job, s3Config }) },
  status: { named: ofJob('failedJob'), query: { ttl: '60000' } },
  statusSync: { named: ofJob('waitingJob'), query: { wait: '1000' } },
  stream: { named: ofJob('waitingJob'), query: { wait: '1000' } },
  cancel: { named: ofJob('waitingJob'), body: () => ({}) },
  retry: { named: ofJob('failedJob'), body: () => ({}) },
  purgeQueue: { named: onQueue, body: () => ({}) },
  health: { named: onQueue },
  openaiChat: { named: ({ endpoint }) => ({ endpoint }), body: () => ({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }) },
  openaiCompletion: { named: ({ endpoint }) => ({ endpoint }), body: () => ({ model: 'm', prompt: 'hi' }) },
  openaiEmbedding: { named: ({ endpoint }) => ({ endpoint }), body: () => ({ model: 'm', input: 'hi' }) },
  openaiModels: { named: ({ endpoint }) => ({ endpoint }) },
  takeJob: { named: onWorker },
  takeJobBatch: { named: onWorker, query: { batch_size: '2' } },
  jobStop: { named: onWorker },
  postOutput: { named: ofHeldJob, query: { isStream: 'false' }, body: () => ({ output: 'done' }) },
  postStream: { named: ofHeldJob, query: { isStream: 'false' }, body: () => ({ output: 'a chunk' }) },
  pingWorker: { named: onWorker, query: { job_id: 'a,b', status: 'well' } },
  requestEndpoint: { named: () => ({ endpoint: 'ep-lb', path: 'echo' }), body: () => ({ prompt: 'hi' }) },
};
