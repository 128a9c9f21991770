// `npm run bench -- scaling`: what each operation of the table costs among 1,000, 10,000 and 100,000 others, in CPU time.
// One that is said to be constant fails the run where it costs more than twice as much among the most as among the fewest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { worldOperations } from '../../dist/engine/api/operations.js';
import { EventLog } from '../../dist/engine/kernel/log.js';
import { allPermissions, defaultStartMs } from '../../dist/engine/simulator/definition.js';
import { World } from '../../dist/engine/world/world.js';

const sizes = [1_000, 10_000, 100_000];
const growthMax = 2;
/** Below this many µs, what is measured is the clock. */
const noise = 2;

const times = 10;
const rounds = 23;

const gpu = 'NVIDIA GeForce RTX 4090';
const otherGpu = 'NVIDIA A40';
const scarceGpu = 'NVIDIA H100 80GB HBM3';
const centers = ['EU-RO-1', 'US-KS-2', 'EU-SE-1', 'US-TX-3'];
const anHour = 3_600_000;

const key = (name) => ({
  name,
  secret: `key-${name}`,
  permissions: allPermissions,
  queueEndpoints: null,
  rateLimitExempt: true,
  expiresAt: null,
});

const endpoint = (id, accountId, config = {}) => ({
  id,
  accountId,
  config: {
    name: id,
    type: 'QUEUE',
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
    workers: { min: 0, max: 2 },
    idleTimeoutMs: 100 * anHour,
    timeout: 100 * anHour,
    flashboot: 'OFF',
    dataCenterIds: [],
    networkVolumes: [],
    container: { image: 'a/b:1' },
    gpu: { pools: ['AMPERE_80'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
    cpu: null,
    templateId: null,
    ...config,
  },
  handler: { duration: { kind: 'fixed', ms: 50 * anHour }, outcomes: ['complete'] },
});

const ofRealWorkers = { duration: { kind: 'fixed', ms: 0 }, outcomes: ['complete'], external: { scale: 1, timeoutMs: 100 * anHour } };
const real = { endpoint_id: 'ep-real', worker: 'ep-real-w1' };
const ofWorker = { worker_id: real.worker };

const workersEach = 100;
const delegated = 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1';
const podOf = (more = {}) => ({ name: 'p', image: 'a/b:1', gpu: { id: gpu }, ...more });
const clusterOf = { name: 'c', type: 'TRAINING', image: 'a/b:1', compute: { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 } };
const volumeOf = { name: 'v', size: 10, dataCenter: 'EU-RO-1' };
const registryOf = { name: 'r', username: 'u', password: 'p' };
const templateOf = { name: 't', image: 'a/b:1' };
const starvedOf = {
  name: 's',
  type: 'QUEUE',
  image: 'a/b:1',
  gpu: { pools: ['ADA_80_PRO'] },
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  workers: { min: workersEach, max: workersEach },
};
const endpointOf = {
  name: 'e',
  type: 'QUEUE',
  image: 'a/b:1',
  gpu: { pools: ['AMPERE_80'] },
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  workers: { min: 0, max: 0 },
};

/** A world in which another account has many of everything, and `own` has few. */
const grown = (size) => {
  const host = (id, gpuTypeId, gpus, k) => ({
    id,
    dataCenterId: centers[k % centers.length],
    cloud: 'SECURE',
    gpuTypeId,
    gpus,
    vcpus: 0,
    cudaVersion: '12.8',
  });
  const full = Array.from({ length: size / 4 }, (_, k) => host(`full-${k}`, gpu, 8, k));
  const spare = Array.from({ length: 4 }, (_, k) => host(`spare-${k}`, gpu, 2_000, k));
  const forWorkers = [0, 1].map((k) => host(`workers-${k}`, 'NVIDIA A100 80GB PCIe', 500, k));
  const oneOther = host('other', otherGpu, 4_000, 0);
  const scarce = host('scarce', scarceGpu, times * (rounds + 1), 0);
  const definition = {
    seed: 'scaling',
    startMs: defaultStartMs,
    settings: {
      worker: { imagePull: 0, start: 0 },
      endpoint: { queuePerWorkerMax: 1_000_000 },
      account: { workersQuota: 1_000_000, contract: '2026-11' },
      batch: { activeMax: 1_000_000 },
    },
    hosts: [...full, ...spare, ...forWorkers, oneOther, scarce],
    faults: [],
    accounts: [
      { id: 'own', keys: [key('own')] },
      { id: 'rest', keys: [key('rest')] },
    ],
    endpoints: [
      endpoint('ep-own', 'own'),
      endpoint('ep-idle', 'own', { workers: { min: 1, max: 1 } }),
      endpoint('ep-lb', 'own', { type: 'LOAD_BALANCER', workers: { min: 1, max: 1 } }),
      { ...endpoint('ep-real', 'own', { workers: { min: 1, max: 1 } }), handler: ofRealWorkers },
      endpoint('ep-rest', 'rest'),
    ],
  };
  const world = new World(definition, { invariants: false, sink: () => {} });
  const told = (client, operation, params = {}, body = undefined, query = {}) => {
    const reply = world.call({ operation, client, request: { params, query, ...(body === undefined ? {} : { body }) } });
    const { answer } = reply;
    if (answer !== undefined && answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
    return answer?.body;
  };
  const client =
    (name) =>
    (operation, ...others) =>
      told({ key: `key-${name}` }, operation, ...others);
  const rest = client('rest');
  const call = client('own');
  const operator = (operation, ...others) => told({ key: null, because: 'operator' }, operation, ...others);
  const stopping = Array.from({ length: scarce.gpus }, () => call('createPod', {}, podOf({ gpu: { id: scarceGpu } })).id);
  for (let n = 0; n < size / workersEach; n++) rest('createEndpoint', {}, starvedOf);
  const fleetId = call('createEndpoint', {}, { ...starvedOf, workers: { min: size / 100, max: size / 100 } }).id;
  for (let n = 0; n < size; n++) {
    rest('createPod', {}, podOf());
    rest('run', { endpoint_id: 'ep-rest' }, { input: { n } });
    rest('createTemplate', {}, templateOf);
    rest('createRegistry', {}, registryOf);
    rest('createDelegation', {}, { resource: delegated });
    rest('createNetworkVolume', {}, volumeOf);
    rest('createEndpoint', {}, endpointOf);
    rest('createGlobalVolume', {}, { name: 'g' });
    rest('createTag', {}, { key: `t-${n}`, value: '' });
    rest('createCostCenter', {}, { value: `c-${n}` });
    // One more is looked for among all secrets of its account, and batches of its endpoint: as many as of the others would take hours.
    if (n % 100 === 0) {
      rest('createSecret', {}, { name: `S_${n}`, value: 's' });
      rest('createBatch', { endpoint_id: 'ep-rest' }, [{ input: { n } }]);
    }
    if (n % 2 === 0) rest('createCluster', {}, clusterOf);
  }
  world.advance({ by: 120_000 });
  const log = new EventLog();
  for (let n = 0; n < size; n++) log.append(world.now, 0, { type: 'InputReceived', operation: 'status' });
  return { world, call, operator, stopping, fleetId, log };
};

/**
 * What is measured: an operation of the table, or what happens by itself; whether its cost is constant, or why it grows; what is made
 * ready, unmeasured, for each time; and what is then done with it.
 */
const measurements = ({ world, call, operator, stopping, fleetId, log }) => {
  const none = () => undefined;
  const made = (operation, body) => () => call(operation, {}, body).id;
  const pod = made('createPod', podOf());
  const cluster = made('createCluster', clusterOf);
  const template = made('createTemplate', templateOf);
  const volume = made('createNetworkVolume', volumeOf);
  const registry = made('createRegistry', registryOf);
  const newEndpoint = made('createEndpoint', endpointOf);
  const globalVolume = made('createGlobalVolume', { name: 'g' });
  // No two may have the same name.
  let named = 0;
  const secret = () => call('createSecret', {}, { name: `S_${++named}`, value: 's' }).id;
  const tag = () => call('createTag', {}, { key: `t-${++named}`, value: '' }).id;
  const costCenter = () => call('createCostCenter', {}, { value: `c-${++named}` }).id;
  const own = { endpoint_id: 'ep-own' };
  const job = () => call('run', own, { input: {} }).id;
  const batch = () => ({ ...own, batch_id: call('createBatch', own, [{ input: {} }]).id });
  const finalized = () => {
    const it = batch();
    call('finalizeBatch', it);
    return it;
  };
  const requestOf = (it) => ({ ...it, request_id: call('listBatchRequests', it).requests[0].id });
  /** Of a tag or a cost center, and a pod to which nothing is attached yet. */
  const apart = (make) => () => ({ id: make(), resourceType: 'POD', resourceId: pod() });
  const attached = (operation, make) => () => {
    const it = apart(make)();
    call(operation, it);
    return it;
  };
  const read = (operation, make) => {
    const id = make();
    return [operation, 'constant', () => id, (it) => call(operation, { id: it })];
  };
  const list = (operation) => [operation, 'constant', none, () => call(operation)];
  const constantOf = (operation, make, act) => [operation, 'constant', make, act];
  const started = (() => {
    const id = pod();
    world.advance({ by: 60_000 });
    return id;
  })();
  // A process that is watched is not lost while virtual time jumps.
  call('pingWorker', real);
  operator('watchWorker', ofWorker);
  const held = [];
  const submit = () => call('run', { endpoint_id: real.endpoint_id }, { input: {} });
  const post = (id) => call('postOutput', { ...real, job: id }, { output: 1 });
  const waiting = () => {
    for (const id of held.splice(0)) post(id);
    submit();
  };
  const taken = () => {
    submit();
    return call('takeJob', real).id;
  };
  let nextHost = 0;
  const fleetSize = call('getEndpoint', { id: fleetId }).workers.max;
  // A checkpoint is as long as the world is large, and made in steps between which others are served.
  const aCheckpoint = () => {
    const checkpoint = world.snapshotInSteps({ apart: true });
    for (let step = 0; step < 20; step++) checkpoint.next();
    return checkpoint;
  };
  const hostFailure = (k) => ({ fault: 'host-failure', match: { host: `full-${k}` }, limit: 1 });
  const faultBody = { fault: 'image-pull-failure', match: { endpoint: 'ep-own' }, limit: 1 };
  return [
    list('listPods'),
    constantOf('createPod', none, () => call('createPod', {}, podOf())),
    read('getPod', pod),
    constantOf('updatePod', pod, (id) => call('updatePod', { id }, { name: 'q' })),
    constantOf('deletePod', pod, (id) => call('deletePod', { id })),
    constantOf('podAction', pod, (id) => call('podAction', { id }, { action: 'stop' })),
    ['getPodLogs', 'reads the log', () => started, (id) => call('getPodLogs', { id })],
    list('listClusters'),
    constantOf('createCluster', none, () => call('createCluster', {}, clusterOf)),
    read('getCluster', cluster),
    constantOf('updateCluster', cluster, (id) => call('updateCluster', { id }, { name: 'q' })),
    constantOf('deleteCluster', cluster, (id) => call('deleteCluster', { id })),
    read('listClusterPods', cluster),
    list('listEndpoints'),
    constantOf('createEndpoint', none, () => call('createEndpoint', {}, endpointOf)),
    read('getEndpoint', newEndpoint),
    constantOf('updateEndpoint', newEndpoint, (id) => call('updateEndpoint', { id }, { name: 'q' })),
    constantOf('deleteEndpoint', newEndpoint, (id) => call('deleteEndpoint', { id })),
    constantOf('listEndpointWorkers', none, () => call('listEndpointWorkers', { id: 'ep-idle' })),
    constantOf('listEndpointReleases', none, () => call('listEndpointReleases', { id: 'ep-idle' })),
    ['getWorkerLogs', 'reads the log', none, () => call('getWorkerLogs', { id: 'ep-idle', workerId: 'ep-idle-w1' })],
    list('listTemplates'),
    constantOf('createTemplate', none, () => call('createTemplate', {}, templateOf)),
    read('getTemplate', template),
    constantOf('updateTemplate', template, (id) => call('updateTemplate', { id }, { name: 'q' })),
    constantOf('deleteTemplate', template, (id) => call('deleteTemplate', { id })),
    list('listNetworkVolumes'),
    constantOf('createNetworkVolume', none, () => call('createNetworkVolume', {}, volumeOf)),
    read('getNetworkVolume', volume),
    constantOf('updateNetworkVolume', volume, (id) => call('updateNetworkVolume', { id }, { name: 'q' })),
    constantOf('deleteNetworkVolume', volume, (id) => call('deleteNetworkVolume', { id })),
    list('listDelegations'),
    constantOf('createDelegation', none, () => call('createDelegation', {}, { resource: delegated })),
    constantOf('revokeDelegation', made('createDelegation', { resource: delegated }), (id) => call('revokeDelegation', { id })),
    list('listRegistries'),
    constantOf('createRegistry', none, () => call('createRegistry', {}, registryOf)),
    read('getRegistry', registry),
    constantOf('deleteRegistry', registry, (id) => call('deleteRegistry', { id })),
    list('listGlobalVolumes'),
    constantOf('createGlobalVolume', none, globalVolume),
    constantOf('deleteGlobalVolume', globalVolume, (id) => call('deleteGlobalVolume', { id })),
    list('listSecrets'),
    constantOf('createSecret', none, secret),
    read('getSecret', secret),
    constantOf('updateSecret', secret, (id) => call('updateSecret', { id }, { value: 't' })),
    constantOf('deleteSecret', secret, (id) => call('deleteSecret', { id })),
    list('listTags'),
    constantOf('createTag', none, tag),
    read('getTag', tag),
    constantOf('updateTag', tag, (id) => call('updateTag', { id }, { value: 'v' })),
    constantOf('deleteTag', tag, (id) => call('deleteTag', { id })),
    read('listTagResources', tag),
    constantOf('attachTag', apart(tag), (it) => call('attachTag', it)),
    constantOf('detachTag', attached('attachTag', tag), (it) => call('detachTag', it)),
    list('listCostCenters'),
    constantOf('createCostCenter', none, costCenter),
    read('getCostCenter', costCenter),
    constantOf('updateCostCenter', costCenter, (id) => call('updateCostCenter', { id }, { value: `c-${++named}` })),
    constantOf('deleteCostCenter', costCenter, (id) => call('deleteCostCenter', { id })),
    read('listCostCenterResources', costCenter),
    constantOf('attachCostCenter', apart(costCenter), (it) => call('attachCostCenter', it)),
    constantOf('detachCostCenter', attached('attachCostCenter', costCenter), (it) => call('detachCostCenter', it)),
    list('getSshKeys'),
    constantOf('updateSshKeys', none, () => call('updateSshKeys', {}, { keys: [] })),
    list('listGpuTypes'),
    constantOf('getGpuType', none, () => call('getGpuType', { id: otherGpu })),
    list('listCpuTypes'),
    constantOf('getCpuType', none, () => call('getCpuType', { id: 'cpu3c' })),
    list('listDataCenters'),
    constantOf('getDataCenter', none, () => call('getDataCenter', { id: 'EU-RO-1' })),
    list('listPublicTemplates'),
    list('listBilling'),
    list('listPodBilling'),
    list('listServerlessBilling'),
    list('listEndpointBilling'),
    list('listNetworkVolumeBilling'),
    list('listClusterBilling'),
    constantOf('run', none, job),
    constantOf('runsync', none, () => call('runsync', own, { input: {} })),
    constantOf('status', job, (job_id) => call('status', { ...own, job_id })),
    constantOf('statusSync', job, (job_id) => call('statusSync', { ...own, job_id })),
    constantOf('stream', job, (job_id) => call('stream', { ...own, job_id })),
    constantOf('cancel', job, (job_id) => call('cancel', { ...own, job_id })),
    constantOf(
      'retry',
      () => {
        const job_id = job();
        call('cancel', { ...own, job_id });
        return job_id;
      },
      (job_id) => world.call({ operation: 'retry', client: { key: 'key-own' }, request: { params: { ...own, job_id }, query: {} } }),
    ),
    constantOf('listBatches', none, () => call('listBatches', own)),
    constantOf('createBatch', none, batch),
    constantOf('getBatch', batch, (it) => call('getBatch', it)),
    constantOf('updateBatch', batch, (it) => call('updateBatch', it, { name: 'q' })),
    constantOf('finalizeBatch', batch, (it) => call('finalizeBatch', it)),
    constantOf('cancelBatch', finalized, (it) => call('cancelBatch', it)),
    constantOf('listBatchRequests', batch, (it) => call('listBatchRequests', it)),
    constantOf('addBatchRequests', batch, (it) => call('addBatchRequests', it, { requests: [{ input: {} }] })),
    constantOf(
      'removeBatchRequest',
      () => requestOf(batch()),
      (it) => call('removeBatchRequest', it),
    ),
    constantOf('openaiChat', none, () => call('openaiChat', own, { messages: [{ role: 'user', content: 'Hi' }] })),
    constantOf('openaiCompletion', none, () => call('openaiCompletion', own, { prompt: 'Hi' })),
    constantOf('openaiEmbedding', none, () => call('openaiEmbedding', own, { input: ['one'] })),
    constantOf('openaiModels', none, () => call('openaiModels', own)),
    constantOf('purgeQueue', none, () => call('purgeQueue', { endpoint_id: 'ep-idle' })),
    constantOf('health', none, () => call('health', own)),
    constantOf('requestEndpoint', none, () => call('requestEndpoint', { endpoint_id: 'ep-lb', path: '/x' })),
    constantOf('setHandler', none, () => operator('setHandler', { id: 'ep-own' }, { duration: { fixed: '50h' } })),
    constantOf('injectFault', none, () => operator('injectFault', {}, faultBody)),
    constantOf(
      'clearFault',
      () => operator('injectFault', {}, faultBody).id,
      (id) => operator('clearFault', { id }),
    ),
    constantOf(
      'clearFaults',
      () => operator('injectFault', {}, faultBody).id,
      () => operator('clearFaults'),
    ),
    constantOf('createKey', none, () => operator('createKey', {}, { account: 'own' })),
    constantOf(
      'revokeKey',
      () => operator('createKey', {}, { account: 'own' }).name,
      (name) => operator('revokeKey', { key: name }),
    ),
    ['one of those throttled is placed', 'constant', () => stopping.pop(), (id) => call('podAction', { id }, { action: 'stop' })],
    ['a host of eight pods fails', 'constant', () => nextHost++, (k) => operator('injectFault', {}, hostFailure(k))],
    constantOf('a fleet is changed to what it is', none, () =>
      call('updateEndpoint', { id: fleetId }, { workers: { min: fleetSize, max: fleetSize } }),
    ),
    constantOf('a bill of pods by the hour', none, () => call('listPodBilling', {}, undefined, { bucketSize: 'hour' })),
    constantOf('the last ten entries of a log', none, () => [...log.entries(log.length - 10)]),
    ['a step of a checkpoint', 'a step copies 128 things', aCheckpoint, (checkpoint) => checkpoint.next()],
    constantOf('takeJob', waiting, () => held.push(call('takeJob', real).id)),
    constantOf('takeJobBatch', waiting, () => held.push(...call('takeJobBatch', real).map(({ id }) => id))),
    constantOf('postOutput', taken, post),
    constantOf('postStream', taken, (id) => {
      call('postStream', { ...real, job: id }, { output: 1 });
      held.push(id);
    }),
    constantOf('pingWorker', none, () => call('pingWorker', real, undefined, { job_id: held.join(',') })),
    constantOf('jobStop', taken, (id) => {
      call('cancel', { endpoint_id: real.endpoint_id, job_id: id });
      call('jobStop', real);
    }),
    constantOf('returnJobs', taken, (id) => operator('returnJobs', ofWorker, { jobs: [id] })),
    constantOf('watchWorker', none, () => operator('watchWorker', ofWorker)),
    constantOf('workerPrinted', none, () => operator('workerPrinted', ofWorker, { lines: ['a line'] })),
    ['workerGone', 'not measured: it ends its worker', none, undefined],
    ['workerSilent', 'not measured: it ends its worker', none, undefined],
    ['reportWebhook', 'not measured: it needs a webhook that was really posted', none, undefined],
  ];
};

/** Microseconds of CPU time that each costs: the median of rounds, for the collector is at work in some of them. */
const measured = (size) => {
  const taken = measurements(grown(size)).map(([name, expected, prepare, act]) => ({ name, expected, prepare, act, costs: [] }));
  for (let round = 0; round <= rounds; round++)
    for (const { prepare, act, costs } of taken) {
      if (act === undefined) continue;
      const things = Array.from({ length: times }, () => prepare());
      const before = process.cpuUsage();
      for (const thing of things) act(thing);
      const { user, system } = process.cpuUsage(before);
      // The first round warms up the compiler.
      if (round > 0) costs.push((user + system) / times);
    }
  return taken.map(({ name, expected, costs }) => ({
    name,
    expected,
    micros: costs.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? null,
  }));
};

const inOwnProcess = (size) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=12000', '--max-semi-space-size=64', fileURLToPath(import.meta.url), String(size)],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
  );
  if (status !== 0) throw new Error(`${size}: ${stderr}`);
  return JSON.parse(stdout);
};

export const scaling = () => {
  const columns = sizes.map(inOwnProcess);
  const named = new Set(columns[0].map(({ name }) => name));
  const missing = worldOperations.filter(({ id }) => !named.has(id)).map(({ id }) => `${id} has no row in test/bench/scaling.mjs`);
  const shown = (micros) => (micros === null ? '-' : micros.toFixed(1)).padStart(10);
  process.stdout.write(
    `${'µs each, among so many others'.padEnd(32)}${sizes.map((size) => size.toLocaleString('en-US').padStart(10)).join('')}\n`,
  );
  const grew = columns[0].flatMap(({ name, expected }, k) => {
    const costs = columns.map((column) => column[k].micros);
    const [first, last] = [costs[0], costs.at(-1)];
    const isTooMuch = expected === 'constant' && last > noise && last > growthMax * Math.max(first, noise);
    process.stdout.write(`${name.padEnd(32)}${costs.map(shown).join('')}   ${isTooMuch ? 'GREW' : expected}\n`);
    return isTooMuch
      ? [`${name} is said to be constant, and costs ${(last / first).toFixed(1)} times as much among ${sizes.at(-1)} as among ${sizes[0]}`]
      : [];
  });
  for (const problem of [...missing, ...grew]) process.stderr.write(`${problem}\n`);
  return missing.length + grew.length === 0;
};

if (process.argv[2] !== undefined && process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(measured(Number(process.argv[2]))));
