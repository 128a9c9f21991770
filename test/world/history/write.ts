import { writeFileSync } from 'node:fs';
import { LogFileWriter } from '../../../adapters/store/file/logFile.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { seconds } from '../../../engine/kernel/time.ts';
import { setStandIns } from '../../../engine/scenario/standIn/setStandIns.ts';
import { World } from '../../../engine/world/world.ts';
import { RealWorkers } from '../../support/serving/realWorkers.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';
import { toldBy } from './told.ts';

/** Calls that leave no entry but count towards limits, before one that leaves an entry. */
const readQuietly = (world: World): void => {
  world.call({ operation: 'createKey', client: operator, request: { params: {}, query: {}, body: { name: 'counted' } } });
  const digest = world.state.keyring.findByName('counted')?.key.digest ?? '';
  for (const operation of ['listPods', 'listTemplates']) world.call({ ...callOf(operation, {}), client: { digest } });
  world.call({ ...callOf('deletePod', { id: 'nosuch' }), client: { digest } });
};

const operator = { key: null, because: 'operator' } as const;

/** A world with real workers: what only their endpoints have in a log. */
const playExternal = (): World => {
  const world = new World(
    worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 2 } }, { external: { scale: 1, timeoutMs: 60_000 } })] }),
  );
  const workers = new RealWorkers(world, 'ep-a');
  for (let k = 0; k < 4; k++) world.call(runOf('ep-a', { nth: k }));
  workers.pass(1_000);
  for (const process of workers.running) workers.take(process, 2);
  const [first, second] = workers.running;
  if (first === undefined || second === undefined) throw new Error('two workers are up');
  workers.post(first.worker, first.jobs[0] ?? '', { status: 'IN_PROGRESS', output: 'half' });
  workers.finish(first, { output: 'done', stopPod: true });
  workers.finish(second, { error: { code: 5 } });
  second.jobs.length = 0;
  workers.pass(90_000);
  return world;
};

/** The same workers, and what goes on without them: what only a stand-in has in a log. */
const playStandIn = (): World => {
  const world = new World(
    worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 60_000 } })] }),
  );
  const workers = new RealWorkers(world, 'ep-a');
  for (let k = 0; k < 4; k++) world.call(runOf('ep-a', { nth: k % 2 }));
  workers.pass(1_000);
  for (const process of workers.running) {
    workers.finish(process, { output: 'done' });
    workers.take(process, 2);
  }
  workers.pass(2_000);
  for (const process of workers.running) workers.finish(process, { error: 'no' });
  finish(setStandIns(world, [...world.log.entries()]));
  world.advance({ by: seconds(60) });
  return world;
};

/**
 * What was measured on the platform, which the textbook does not have: a cancel under way, a call that is cut, a pod that cannot be reached
 * yet, a result that is posted by one of several jobs on a worker.
 */
const playMeasured = (): World => {
  const world = new World(
    worldOf({
      settings: {
        job: {
          cancelAnswers: 250,
          cancelEnds: 310,
          unnamedLostAfter: seconds(40),
          webhookGaps: [seconds(5), seconds(15)],
          webhookAnswers: [500],
          postDelay: 200,
        },
        worker: { sleep: 'on', remove: seconds(3), takeEvery: seconds(1), takeDelay: { kind: 'uniform', fromMs: 100, toMs: 200 } },
        call: { edgeCut: seconds(20) },
        pod: { pullIn: 'RUNNING', reach: seconds(30) },
        request: { affinity: 'by-word', noWorker: '400' },
      },
      endpoints: [
        endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { emptyInput: 'ignored' }),
        endpointOf('ep-lb', { type: 'LOAD_BALANCER', workers: { min: 0, max: 1 } }),
        endpointOf('ep-shared', { workers: { min: 1, max: 1 } }, { concurrency: 2, sharing: { kind: 'processor', from: 1 } }),
      ],
    }),
  );
  const ofQueue = (operation: string, more: object) => world.call(callOf(operation, { endpoint_id: 'ep-a' }, { body: more as never }));
  ofQueue('runsync', { input: {}, webhook: 'https://hooks.example.com/done' });
  for (const n of [1, 2]) world.call(runOf('ep-shared', { n }));
  const cancelled = jobIdOf(ofQueue('run', { input: { n: 1 } }));
  const boxed = jobIdOf(
    world.call(callOf('createPod', {}, { body: { name: 'box', image: 'an-image', gpu: { id: 'NVIDIA A40' }, ports: ['22/tcp'] } })),
  );
  for (const said of ['ep-lb-w1', 'strict ep-lb-w9', 'strict-resume ep-lb-w1']) {
    const { request, ...call } = callOf('requestEndpoint', { endpoint_id: 'ep-lb', path: '' });
    world.call({ ...call, request: { ...request, method: 'GET', headers: { 'x-runpod-worker-id': said } } });
  }
  world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: cancelled }, {}));
  world.advance({ by: seconds(300) });
  world.call(callOf('podPrinted', { id: boxed }, { body: { lines: ['epoch 1'] } }));
  world.call(callOf('updateEndpoint', { id: 'ep-a' }, { body: { workers: { min: 0 } } }));
  world.advance({ by: seconds(60) });
  ofQueue('run', { input: { n: 2 } });
  world.advance({ by: seconds(60) });
  world.reconfigure({ worker: { shortHours: 100, heldShare: 100, held: seconds(30) } });
  world.call(callOf('updateEndpoint', { id: 'ep-shared' }, { body: { workers: { min: 2, max: 2 } } }));
  world.advance({ by: seconds(60) });
  return world;
};

/** What only a world of a later contract has. */
const playDated = (): World => {
  const world = new World(
    worldOf({
      settings: { account: { contract: '2026-11' } },
      endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 1 } }), endpointOf('ep-b')],
    }),
  );
  const made = (operation: string, body: object): string => {
    const reply = world.call(callOf(operation, {}, { body: body as never }));
    return 'answer' in reply ? String((reply.answer.body as { readonly id?: string } | undefined)?.id) : '';
  };
  const secret = made('createSecret', { name: 'HF_TOKEN', value: 'hush' });
  const other = made('createSecret', { name: 'team/key', value: 'hush', description: 'of the team' });
  world.advance({ by: seconds(60) });
  world.call(callOf('updateSecret', { id: secret }, { body: { value: 'hush hush' } }));
  world.call(callOf('deleteSecret', { id: other }, {}));
  const globalVolume = made('createGlobalVolume', { name: 'models' });
  const unused = made('createGlobalVolume', { name: 'datasets' });
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const pod = made('createPod', { name: 'p', image: 'i:1', gpu, mounts: { global: [{ volumeId: globalVolume, path: '/models' }] } });
  const resources = [{ resourceType: 'POD', resourceId: pod }];
  const labels = [
    ['Tag', made('createTag', { key: 'team', value: 'ml', resources }), made('createTag', { key: 'env', value: '' }), { value: 'nlp' }],
    [
      'CostCenter',
      made('createCostCenter', { value: 'research', resources }),
      made('createCostCenter', { value: 'sales' }),
      { value: 'rnd' },
    ],
  ] as const;
  for (const [name, label, second, change] of labels) {
    const ofPod = { id: second, resourceType: 'POD', resourceId: pod };
    world.call(callOf(`attach${name}`, ofPod, {}));
    world.advance({ by: seconds(600) });
    world.call(callOf(`detach${name}`, ofPod, {}));
    world.call(callOf(`update${name}`, { id: label }, { body: change }));
    world.call(callOf(`delete${name}`, { id: second }, {}));
  }
  world.call(callOf('deleteGlobalVolume', { id: unused }, {}));
  const onBatch = (operation: string, batch: string, endpoint: string, body?: Json) => {
    const reply = world.call(callOf(operation, { endpoint_id: endpoint, batch_id: batch }, body === undefined ? {} : { body }));
    return ('answer' in reply ? reply.answer.body : undefined) as {
      readonly id: string;
      readonly requests: readonly { readonly id: string }[];
    };
  };
  const asked = [{ input: { n: 1 } }, { input: { n: 2 } }];
  const [batch, lost] = ['ep-a', 'ep-b'].map((endpoint) => onBatch('createBatch', '', endpoint, asked).id) as [string, string];
  onBatch('addBatchRequests', batch, 'ep-a', { requests: asked });
  const { requests } = onBatch('listBatchRequests', batch, 'ep-a');
  world.call(callOf('removeBatchRequest', { endpoint_id: 'ep-a', batch_id: batch, request_id: requests[0]?.id ?? '' }, {}));
  onBatch('updateBatch', batch, 'ep-a', { name: 'nightly' });
  onBatch('finalizeBatch', batch, 'ep-a', {});
  world.advance({ by: seconds(26) });
  onBatch('cancelBatch', batch, 'ep-a', {});
  world.call(callOf('deleteEndpoint', { id: 'ep-b' }, {}));
  onBatch('getBatch', lost, 'ep-b');
  world.advance({ by: seconds(60) });
  return world;
};

/** A world in which every type of event occurs that a world without real workers may have. Its seed, its settings and its clock policy change during the run. */
const playBusy = (): World => {
  const world = new World(busyWorld());
  playBusily(world);
  world.setClockPolicy({ clock: 'realtime', speed: 6 });
  world.reseed('busier');
  world.reconfigure({ worker: { start: seconds(2) }, job: { retentionRun: seconds(90) } });
  for (let k = 0; k < 5; k++) world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { late: k } } }));
  world.advance({ by: seconds(30) });
  readQuietly(world);
  return world;
};

/** The worlds whose logs are kept, by the names of their files. */
const worlds: Readonly<Record<string, () => World>> = {
  busy: playBusy,
  external: playExternal,
  standIn: playStandIn,
  measured: playMeasured,
  dated: playDated,
};

/** Plays the worlds, and writes the log of each and the state that it folds to. */
export const writeKept = (folder: string): void => {
  for (const [name, play] of Object.entries(worlds)) write(`${folder}/${name}.ndjson`, play());
};

const write = (path: string, world: World): void => {
  const writer = new LogFileWriter(path, world.header);
  writer.sink(world.log.entries());
  writer.close();
  writeFileSync(path.replace(/ndjson$/, 'json'), `${JSON.stringify(toldBy(world.header, [...world.log.entries()]), null, 2)}\n`);
};
