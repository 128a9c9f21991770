import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createWorld, type TestWorld } from '../../../adapters/testing/index.ts';

/** Faults break the answers of calls that had their effect (fault.socket). */
const worlds: TestWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.dispose()));
});

const worldWith = (fault: 'answer-lost' | 'answer-cut' | 'answer-500-after-effect'): TestWorld => {
  const world = createWorld();
  worlds.push(world);
  void world.call.injectFault({ body: { fault, limit: 1 } });
  return world;
};

const pod = { name: 'p', image: 'a:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } };
const init = (world: TestWorld) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify(pod),
});

describe.each(['without', 'with'] as const)('a client %s a socket', (how) => {
  const reach = async (world: TestWorld) => {
    if (how === 'without') return { send: world.fetch, url: world.url };
    return { send: fetch, url: (await world.listen()).url };
  };

  test('hears nothing of an answer that is lost, and the pod is there', async () => {
    const world = worldWith('answer-lost');
    const { send, url } = await reach(world);
    await expect(send(`${url}/v2/pods`, init(world))).rejects.toThrow(new TypeError('fetch failed'));
    expect(world.events({ type: 'PodCreated' })).toHaveLength(1);
    expect((await send(`${url}/v2/pods`, init(world))).status).toBe(201);
  });

  test('gets the head and half of the body of an answer that is cut', async () => {
    const world = worldWith('answer-cut');
    const { send, url } = await reach(world);
    const answer = await send(`${url}/v2/pods`, init(world));
    expect(answer.status).toBe(201);
    await expect(answer.json()).rejects.toThrow();
    expect(world.events({ type: 'PodCreated' })).toHaveLength(1);
  });

  test('gets 500 for a call that had its effect', async () => {
    const world = worldWith('answer-500-after-effect');
    const { send, url } = await reach(world);
    const answer = await send(`${url}/v2/pods`, init(world));
    expect([answer.status, answer.headers.get('x-podsim-rule')]).toEqual([500, 'fault.socket']);
    expect(world.events({ type: 'PodCreated' })).toHaveLength(1);
  });
});

test('the first half of an answer that is cut is that of the answer', async () => {
  const world = worldWith('answer-cut');
  const { url } = await world.listen();
  const { method, headers, body } = init(world);
  const heard = await new Promise<{ readonly length: number; readonly text: string }>((resolve) => {
    request(`${url}/v2/pods`, { method, headers }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      res.on('error', () => resolve({ length: Number(res.headers['content-length']), text }));
    }).end(body);
  });
  expect(heard.text.startsWith('{"id":')).toBe(true);
  expect(heard.text).toHaveLength(Math.floor(heard.length / 2));
});

test('a call of the world itself says that its answer was lost', async () => {
  const world = worldWith('answer-lost');
  expect(await world.call.createPod({ body: pod })).toMatchObject({ ok: false, status: 520, rule: 'fault.socket' });
});

describe('an edge that cuts an answer of a language model after a minute', () => {
  const chat = { model: 'm', stream: true, messages: [{ role: 'user', content: 'count' }] };
  test.each(['without', 'with'] as const)('ends it %s a socket, and its job goes on', async (how) => {
    const handler = { duration: { fixed: '3m' }, chunks: ['one', 'two', 'three', 'four', 'five', 'six'] };
    const world = createWorld({ clock: 'auto', world: { endpoints: [{ id: 'llm', workers: { min: 1, max: 1 }, handler }] } });
    worlds.push(world);
    await world.call.injectFault({ body: { fault: 'edge-timeout', limit: 1 } });
    const [send, url] = how === 'without' ? [world.fetch, world.url] : [fetch, (await world.listen()).url];
    const answer = await send(`${url}/v2/llm/openai/v1/chat/completions`, { ...init(world), body: JSON.stringify(chat) });
    let heard = '';
    const hear = async (): Promise<void> => {
      for await (const piece of answer.body ?? []) heard += new TextDecoder().decode(piece as Uint8Array);
    };
    await expect(hear()).rejects.toThrow();
    expect(heard).toContain('one');
    expect(heard).not.toContain('six');
    expect(heard).not.toContain('[DONE]');
    await world.advance('5m');
    expect(world.events({ type: 'JobCompleted' })).toHaveLength(1);
  });
});
