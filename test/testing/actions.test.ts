import { describe, expect, test } from 'vitest';
import { createWorld } from '../../adapters/testing/index.ts';

const submit = { endpoint_id: 'ep-demo', body: { input: { prompt: 'hi' } } };

describe('what a test does to a world by one word', () => {
  test('failNext refuses the next calls, of one operation or all', async () => {
    await using world = createWorld();
    expect(await world.failNext(2, 502, { operation: 'run' })).toMatchObject({ fault: 'api-error', answers: 502, limit: 2 });
    expect(await world.call.health({ endpoint_id: 'ep-demo' })).toMatchObject({ status: 200 });
    for (const status of [502, 502, 200]) expect(await world.call.run(submit)).toMatchObject({ status });
    await world.failNext();
    expect(await world.call.health({ endpoint_id: 'ep-demo' })).toMatchObject({ status: 503, rule: 'fault.window' });
    expect(await world.call.health({ endpoint_id: 'ep-demo' })).toMatchObject({ status: 200 });
    expect(() => world.failNext('2' as unknown as number)).toThrow(
      "world.failNext: takes a number of calls, such as failNext(2, 503), and got '2'",
    );
    await expect(world.failNext(1, 200)).rejects.toThrow('$.status');
  });

  test('outOfStock takes a GPU off the shelf for a while', async () => {
    await using world = createWorld();
    const create = (id: string) => world.call.createPod({ body: { name: 'p', image: 'a:1', gpu: { id } } });
    await world.outOfStock('NVIDIA L4', { lasts: '10m' });
    expect(await create('NVIDIA L4')).toMatchObject({ ok: false, rule: 'pod.capacity' });
    expect(await create('NVIDIA A100 80GB PCIe')).toMatchObject({ ok: true });
    await world.advance('10m');
    expect(await create('NVIDIA L4')).toMatchObject({ ok: true });
    await world.outOfStock();
    expect(await create('NVIDIA A100 80GB PCIe')).toMatchObject({ ok: false, rule: 'pod.capacity' });
  });

  test('requests are in their order with their bodies, whichever way they came', async () => {
    await using world = createWorld();
    await world.advance('2s');
    const { id } = await world.call.run(submit).orThrow();
    await world.inject({ fault: 'api-latency', delay: '1s', limit: 1, match: { operation: 'cancel' } });
    await world.fetch(`/v2/ep-demo/status/${id}`, { headers: { authorization: `Bearer ${world.apiKey}` } });
    await world.call.run({ ...submit, as: 'no-such-key' });
    const of = { query: {}, at: 2_000 };
    expect(world.requests()).toStrictEqual([
      { operation: 'run', path: '/v2/ep-demo/run', body: submit.body, status: 200, rule: null, ...of },
      { operation: 'status', path: `/v2/ep-demo/status/${id}`, status: 200, rule: null, ...of },
      { operation: 'run', path: '/v2/ep-demo/run', status: 401, rule: 'auth.queue-key', ...of },
    ]);
    expect(world.requests({ operation: 'status' })).toHaveLength(1);
    expect(() => world.requests({ operation: 'runs' as 'run' })).toThrow("world.requests: there is no operation 'runs'");
  });

  test('logLine has a pod print', async () => {
    await using world = createWorld();
    const { id } = await world.call.createPod({ body: { name: 'p', image: 'a:1', gpu: { id: 'NVIDIA L4' } } }).orThrow();
    await expect(world.logLine(id, 'too early')).rejects.toThrow('409');
    await world.until(`pod ${id} is RUNNING`);
    await world.logLine(id, 'epoch 1', 'epoch 2');
    const printed = await world.call.getPodLogs({ id, query: { tail: '2', source: 'container' } }).orThrow();
    expect(printed).toMatchObject([{ line: 'epoch 1' }, { line: 'epoch 2' }]);
  });

  test('createKey makes a key that may less', async () => {
    await using world = createWorld();
    const { name, key } = await world.createKey({ name: 'reader', permissions: { pods: 'read' }, expiresIn: '1h' });
    expect(await world.call.listPods({ as: name })).toMatchObject({ ok: true });
    expect(await world.call.run({ ...submit, as: key })).toMatchObject({ status: 403 });
    await world.advance('1h');
    expect(await world.call.listPods({ as: key })).toMatchObject({ status: 401 });
  });

  test('until takes a function that reads the world', async () => {
    await using world = createWorld();
    expect(await world.until(() => world.events({ type: 'WorkerReady' }).length > 0)).toMatchObject({ to: 25_000 });
    await expect(world.until(() => false, { within: '1s' })).rejects.toThrow(
      /^world\.until: 'the function' was not met, and 1s have passed$/,
    );
    expect(world.clock.now).toBe(26_000);
  });
});
