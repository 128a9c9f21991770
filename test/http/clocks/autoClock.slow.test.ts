import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../adapters/testing/testWorld.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

const clock = { clock: 'auto' } as const;

const balanced = { type: 'LOAD_BALANCER', workers: { min: 1, max: 1 } } as const;
const definition = (settings = {}) =>
  worldOf({
    accounts: [{ id: 'acc-a', keys: [{ ...keyOf('alice'), rateLimitExempt: false }] }],
    endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 2 } }), endpointOf('ep-lb', balanced)],
    settings,
  });

const pod = { image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } };
const job = { input: {} };

/** Calls again and again, as a client that waits, until the answer is as wanted; what was seen on the way. */
const poll = async <Seen>(look: () => Promise<Seen>, isWanted: (seen: Seen) => boolean): Promise<readonly Seen[]> => {
  const seen: Seen[] = [];
  for (let last: Seen | undefined; seen.length < 40 && (last === undefined || !isWanted(last)); seen.push(last)) last = await look();
  expect(isWanted(seen.at(-1) as Seen)).toBe(true);
  return seen;
};

describe('under an automatic clock, a client that waits by listing', () => {
  const statuses = async (server: Served, path: string, under: string): Promise<string> =>
    (await server.get(path)).body[under].map(({ status }: { readonly status: string }) => status).join();

  test('sees each change of its pods, and no poll runs further than to the next', async () => {
    await using server = await served({ definition: definition(), clock });
    await server.post('/v2/pods', { ...pod, name: 'a' });
    await server.advance({ by: '1s' });
    await server.post('/v2/pods', { ...pod, name: 'b' });
    const seen = await poll(
      () => statuses(server, '/v2/pods', 'pods'),
      (list) => list === 'RUNNING,RUNNING',
    );
    expect(new Set(seen)).toContain('RUNNING,STARTING');
    expect(seen.length).toBeLessThanOrEqual(6);
    const { now } = server.world;
    await server.get('/v2/pods');
    expect(server.world.now).toBe(now);
  });

  test('sees its cluster become active', async () => {
    await using server = await served({ definition: definition(), clock });
    const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
    expect((await server.post('/v2/clusters', { name: 'c', type: 'TRAINING', image: 'an-image', compute })).status).toBe(201);
    await poll(
      async () => (await server.get('/v2/clusters')).body.clusters[0].pods.byStatus.RUNNING,
      (running) => running === 2,
    );
  });

  test('sees the job on its endpoint completed', async () => {
    await using server = await served({ definition: definition(), clock });
    await server.post('/v2/ep-a/run', job);
    const completed = async () => {
      await server.get('/v2/serverless');
      return server.world.state.jobCounters.of('ep-a').completed;
    };
    await poll(completed, (count) => count === 1);
  });

  test('lets no time pass where nothing of the list changes by itself', async () => {
    await using server = await served({ definition: definition(), clock });
    const { body } = await server.post('/v2/pods', { ...pod, name: 'a' });
    await poll(
      () => statuses(server, '/v2/pods', 'pods'),
      (list) => list === 'RUNNING',
    );
    await server.post(`/v2/pods/${body.id}/action`, { action: 'stop' });
    await server.post('/v2/ep-a/run', job);
    const { now } = server.world;
    for (const path of ['/v2/pods', '/v2/clusters', '/v2/templates', '/v2/network-volumes', '/v2/catalog/gpus']) {
      expect((await server.get(path)).status).toBe(200);
      expect(server.world.now, path).toBe(now);
    }
  });

  test('sees its load balancer become healthy', async () => {
    await using server = await served({ definition: definition(), clock });
    const seen = await poll(
      async () => (await server.get('/lb/ep-lb/ping')).status,
      (status) => status === 200,
    );
    expect(seen[0]).toBe(204);
  });
});

describe('under an automatic clock, a client that is told to wait', () => {
  test('has waited when it calls again: the window of the queue is over', async () => {
    await using server = await served({ definition: definition({ account: { runPerWindow: 1 } }), clock });
    const run = async () => await server.post('/v2/ep-a/run', job);
    expect((await run()).status).toBe(200);
    const refused = await run();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-podsim-time')]).toStrictEqual([
      429,
      '10',
      '2026-01-01T00:00:00.000Z',
    ]);
    expect(server.world.now).toBe(10_000);
    expect((await run()).status).toBe(200);
  });

  test('has waited for the window of the management API, too', async () => {
    await using server = await served({ definition: definition({ account: { perMinute: 1 } }), clock });
    const list = async () => (await server.get('/v2/templates')).status;
    expect([await list(), await list(), await list()]).toStrictEqual([200, 429, 200]);
    expect(server.world.now).toBe(60_000);
  });

  test('has waited until the queue has room', async () => {
    await using server = await served({ definition: definition({ endpoint: { queuePerWorkerMax: 1 } }), clock });
    const run = async () => (await server.post('/v2/ep-a/run', job)).status;
    const seen: number[] = [];
    while (seen.length < 40 && seen.at(-1) !== 429) seen.push(await run());
    expect(seen.at(-1)).toBe(429);
    await poll(run, (status) => status === 200);
  });

  test('has not waited on a clock that is moved by hand', async () => {
    await using server = await served({ definition: definition({ account: { runPerWindow: 1 } }) });
    for (let k = 0; k < 3; k++) await server.post('/v2/ep-a/run', job);
    expect(server.world.now).toBe(0);
  });
});

test('in the process of a test, calls and fetch let time run as well', async () => {
  await using world = createWorld({ clock: 'auto', settings: { account: { runPerWindow: 1 } } });
  const headers = { authorization: `Bearer ${world.apiKey}` };
  await world.call.createPod({ body: { ...pod, name: 'a' } }).orThrow();
  const listed = async () => {
    const { pods } = (await (await world.fetch(`${world.url}/v2/pods`, { headers })).json()) as { pods: { status: string }[] };
    return pods[0]?.status;
  };
  await poll(listed, (status) => status === 'RUNNING');
  await world.call.createPod({ body: { ...pod, name: 'b' } }).orThrow();
  await poll(
    async () => (await world.call.listPods().orThrow()).pods.map(({ status }) => status).join(),
    (list) => list === 'RUNNING,RUNNING',
  );
  const run = async () => (await world.call.run({ endpoint_id: 'ep-demo', body: { input: {} } })).status;
  expect([await run(), await run(), await run()]).toStrictEqual([200, 429, 200]);
});
