import { expect, test } from 'vitest';
import { createWorld, type TestWorld } from '../../../adapters/testing/testWorld.ts';
import { findProfile, type Kind, kinds } from '../../../engine/cloud/entities.ts';
import { listActions } from '../../../engine/cloud/offered.ts';

const scenario = `title: everything that can be acted on
world:
  settings: { pod: { imagePull: 2m }, job: { retentionRun: 1m, webhookAnswers: [500], webhookEvery: 2m } }
  hosts:
    - { id: h-1, gpu: NVIDIA GeForce RTX 4090, gpus: 3 }
    - { id: h-2, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }
    - { id: h-3, gpu: NVIDIA H100 80GB HBM3, gpus: 8 }
    - { id: h-4, vcpus: 16 }
  endpoints:
    - { id: ep-fails, cpu: [{ id: cpu3c, vcpuCount: 2 }], workers: { min: 0, max: 1 }, handler: { duration: { fixed: 20s }, outcomes: [fail] } }
    - { id: ep-slow, cpu: [{ id: cpu3c, vcpuCount: 2 }], workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2m } } }
    - { id: ep-gone, cpu: [{ id: cpu3c, vcpuCount: 2 }], workers: { min: 0, max: 1 } }
    - { id: ep-lb, type: LOAD_BALANCER, cpu: [{ id: cpu3c, vcpuCount: 2 }], workers: { min: 1, max: 1 } }
faults:
  - { fault: host-failure, match: { host: h-2 }, at: 5m }
  - { fault: image-pull-failure, match: { image: acme/broken }, window: { to: 1h } }
`;

/** Pods, clusters, endpoints and jobs that come, as time passes, into every status that callers can find them in. */
const populate = async (world: TestWorld): Promise<void> => {
  const { call } = world;
  const pod = async (name: string, image: string, compute: object): Promise<string> =>
    (await call.createPod({ body: { name, image, ...compute } }).orThrow()).id;
  const gpu = { gpu: { id: 'NVIDIA GeForce RTX 4090' } };
  const cpu = { cpu: { id: 'cpu3c', vcpuCount: 2 } };
  await pod('plain', 'acme/box', gpu);
  const [stopped, held, deleted] = [await pod('b', 'acme/box', gpu), await pod('c', 'acme/box', gpu), await pod('d', 'acme/box', cpu)];
  await pod('broken', 'acme/broken', cpu);
  const compute = { gpuTypeId: 'NVIDIA H100 80GB HBM3', gpuCountPerPod: 8, podCount: 2 };
  await call.createCluster({ body: { name: 'pair', type: 'TRAINING', image: 'acme/train', compute } }).orThrow();
  await call.run({ endpoint_id: 'ep-fails', body: { input: {}, webhook: 'https://example.com/done' } }).orThrow();
  const run = (policy = {}) => call.run({ endpoint_id: 'ep-slow', body: { input: {}, policy } }).orThrow();
  await run({ executionTimeout: 30_000 });
  await run();
  const cancelled = await run();
  await run();
  await world.advance('1m');
  await call.cancel({ endpoint_id: 'ep-slow', job_id: cancelled.id }).orThrow();
  await call.podAction({ id: stopped, body: { action: 'stop' } }).orThrow();
  for (const id of [stopped, held]) await call.updatePod({ id, body: { locked: true } }).orThrow();
  await call.deletePod({ id: deleted }).orThrow();
  await call.deleteEndpoint({ id: 'ep-gone' }).orThrow();
  await pod('new', 'acme/box', cpu);
};

type Call = (
  world: TestWorld,
  id: string,
  endpointId: string,
) => PromiseLike<{ readonly ok: boolean; readonly status: number; readonly rule?: string }>;

const acting =
  (action: 'start' | 'stop' | 'restart' | 'terminate'): Call =>
  (world, id) =>
    world.call.podAction({ id, body: { action } });

/** What a caller can ask of each kind, as the calls that ask it. */
const calls: { readonly [K in Kind]?: Readonly<Record<string, Call>> } = {
  pod: { start: acting('start'), stop: acting('stop'), restart: acting('restart'), terminate: acting('terminate') },
  cluster: {
    updateCluster: (world, id) => world.call.updateCluster({ id, body: { name: 'another' } }),
    deleteCluster: (world, id) => world.call.deleteCluster({ id }),
  },
  endpoint: {
    run: (world, id) => world.call.run({ endpoint_id: id, body: { input: {} } }),
    runsync: (world, id) => world.call.runsync({ endpoint_id: id, body: { input: {} }, query: { wait: '1000' } }),
    purgeQueue: (world, id) => world.call.purgeQueue({ endpoint_id: id }),
    updateEndpoint: (world, id) => world.call.updateEndpoint({ id, body: { name: 'another' } }),
    deleteEndpoint: (world, id) => world.call.deleteEndpoint({ id }),
    setHandler: (world, id) => world.call.setHandler({ id, body: { duration: { fixed: '1s' } } }),
  },
  job: {
    cancel: (world, id, endpointId) => world.call.cancel({ endpoint_id: endpointId, job_id: id }),
    retry: (world, id, endpointId) => world.call.retry({ endpoint_id: endpointId, job_id: id }),
  },
};

test('what is offered is what is allowed, whatever the kind and the status', async () => {
  await using world = createWorld({ scenario, clock: 'auto' });
  await populate(world);
  const met = new Set<string>();
  for (let k = 0; k < 80; k++) {
    const { state, settings, now } = world.engine;
    for (const kind of kinds) {
      for (const entity of state.all(kind)) {
        const traits = Object.entries({
          locked: 'config' in entity && 'locked' in entity.config && entity.config.locked,
          member: 'member' in entity && entity.member !== null,
          dropped: 'resultDropped' in entity && entity.resultDropped,
        }).flatMap(([trait, isSo]) => (isSo ? [trait] : []));
        const like = [kind, entity.status, ...traits].join(' ');
        const offered = listActions(kind, entity, { now, settings });
        if (offered === null || met.has(like)) continue;
        met.add(like);
        const allowed: string[] = [];
        for (const [name, call] of Object.entries(calls[kind] ?? {})) {
          await using fork = world.fork();
          const answer = await call(fork, entity.id, 'endpointId' in entity ? entity.endpointId : '');
          // An entity of which the caller may ask it may still find no host.
          if (answer.ok || answer.rule === 'pod.capacity' || answer.rule === 'pod.same-host') allowed.push(name);
        }
        expect(offered, like).toStrictEqual(allowed);
        if (kind === 'pod' && traits.length === 0)
          expect((await world.fork().call.getPod({ id: entity.id }).orThrow()).actions, like).toStrictEqual(allowed);
      }
    }
    await world.advance({ next: true });
  }
  // biome-ignore format: a table
  expect([...met].filter((like) => !like.startsWith('worker')).sort()).toStrictEqual([
    'cluster ACTIVE', 'cluster DEGRADED', 'cluster FORMING',
    'endpoint ACTIVE',
    'job CANCELLED', 'job COMPLETED', 'job FAILED', 'job FAILED dropped', 'job IN_PROGRESS', 'job IN_QUEUE', 'job TIMED_OUT',
    'pod ERROR', 'pod ERROR member', 'pod EXITED locked', 'pod PROVISIONING', 'pod RUNNING', 'pod RUNNING locked', 'pod RUNNING member',
    'pod STARTING', 'pod STARTING locked', 'pod STARTING member',
  ]);
});

test('every kind that is listed with what could be done is tried here', () => {
  expect(kinds.filter((kind) => findProfile(kind).actions !== null && kind !== 'worker').sort()).toStrictEqual(Object.keys(calls).sort());
});
