import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createWorld, type FaultInjected, type TestWorld } from '../../../adapters/testing/index.ts';

/** A fault says what a call is answered, whatever that is (fault.answer). */
const worlds: TestWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.dispose()));
});

const worldWith = async (answer: FaultInjected['answer'], operation: 'createPod' | 'listPods' = 'createPod'): Promise<TestWorld> => {
  const world = createWorld();
  worlds.push(world);
  await world.inject({ fault: 'answer-is', match: { operation }, limit: 1, answer });
  return world;
};

const init = (world: TestWorld) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'p', image: 'a:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } }),
});

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe.each(['without', 'with'] as const)('a client %s a socket', (how) => {
  const create = async (world: TestWorld): Promise<Response> => {
    const [send, url] = how === 'without' ? [world.fetch, world.url] : [fetch, (await world.listen()).url];
    return await send(`${url}/v2/pods`, init(world));
  };

  test('gets the status, the headers and each byte of a text, and the pod is there', async () => {
    const body = '<html>\r\n <p title="a">Grüße 🚀</p>\n</html>\n';
    const world = await worldWith({ status: 203, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': 'a=1' }, body });
    const answer = await create(world);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([203, 'text/html; charset=utf-8']);
    expect([answer.headers.get('set-cookie'), answer.headers.get('x-podsim-rule')]).toEqual(['a=1', 'fault.answer']);
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect((await bytesOf(answer)).equals(Buffer.from(body))).toBe(true);
    expect(world.events({ type: 'PodCreated' })).toHaveLength(1);
    expect((await create(world)).headers.get('ratelimit')).not.toBeNull();
  });

  test('gets half of a JSON text as JSON', async () => {
    const world = await worldWith({ headers: { 'content-type': 'application/json' }, body: '{"id": "' });
    const answer = await create(world);
    expect([answer.headers.get('content-type'), (await bytesOf(answer)).toString()]).toEqual(['application/json', '{"id": "']);
    await expect((await world.call.listPods().orThrow()).pods).toHaveLength(1);
  });

  test('gets a text without a type as text, a value as JSON, and no body where there is none', async () => {
    const text = await create(await worldWith({ body: 'moved' }));
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', 'moved']);
    const value = await create(await worldWith({ status: 201, body: { name: 'p' } }));
    expect([value.headers.get('content-type'), await value.text()]).toEqual(['application/json; charset=utf-8', '{"name":"p"}']);
    const empty = await create(await worldWith({ status: 201 }));
    expect([empty.status, await empty.text()]).toEqual([201, '']);
    expect((await create(await worldWith({ status: 204 }))).status).toBe(204);
  });

  test('gets a header of podsim as it is given', async () => {
    const answer = await create(await worldWith({ headers: { 'X-Request-Id': 'mine', 'cache-control': 'max-age=60' } }));
    expect([answer.headers.get('x-request-id'), answer.headers.get('cache-control')]).toEqual(['mine', 'max-age=60']);
  });

  test('has no pod where the call has no effect', async () => {
    const world = await worldWith({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>', effect: false });
    const answer = await create(world);
    expect([answer.status, await answer.text()]).toEqual([502, '<h1>Bad Gateway</h1>']);
    expect(world.events({ type: 'PodCreated' })).toHaveLength(0);
    expect(world.events({ type: 'InputRefused' })).toMatchObject([{ status: 502, rule: 'fault.answer' }]);
  });
});

test('the length on the wire is that of the bytes', async () => {
  const world = await worldWith({ body: 'Grüße' });
  const { url } = await world.listen();
  const { method, headers, body } = init(world);
  const heard = await new Promise<readonly [string | undefined, string]>((resolve) => {
    request(`${url}/v2/pods`, { method, headers }, (res) => {
      let text = '';
      res.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      res.on('end', () => resolve([res.headers['content-length'], text]));
    }).end(body);
  });
  expect(heard).toEqual(['7', 'Gr\u00c3\u00bc\u00c3\u009fe']);
});

test('a call of the world itself gets it, too, and a call without a key is 401 as always', async () => {
  const world = await worldWith({ body: '<html></html>' }, 'listPods');
  expect(await world.call.listPods({ as: 'no-such-key' })).toMatchObject({ status: 401 });
  expect(await world.call.listPods()).toMatchObject({ ok: true, status: 200, body: '<html></html>' });
  expect(await world.call.listPods()).toMatchObject({ body: { pods: [] } });
});

test('a read that is refused is answered so, and the log has both', async () => {
  const world = createWorld();
  worlds.push(world);
  await world.inject({ fault: 'answer-is', match: { operation: 'getPod' }, limit: 1, answer: { status: 200, body: '[]' } });
  expect(await world.call.getPod({ id: 'none' })).toMatchObject({ ok: true, status: 200, body: '[]' });
  expect(world.events({ type: 'InputRefused' })).toMatchObject([{ status: 404, rule: 'auth.tenancy' }]);
  expect(world.events({ type: 'FaultStruck' })).toMatchObject([{ target: 'getPod' }]);
});

describe('what an answer may not be', () => {
  const refusal = async (answer: object): Promise<string> => {
    const world = createWorld();
    worlds.push(world);
    const injected = await world.call.injectFault({ body: { fault: 'answer-is', limit: 1, answer } as FaultInjected });
    return injected.ok ? 'taken' : JSON.stringify(injected.body);
  };

  test.each(['content-length', 'Transfer-Encoding', 'CONNECTION', 'keep-alive', 'upgrade', 'trailer', 'date'])(
    '%s is refused',
    async (name) => {
      expect(await refusal({ headers: { [name]: '1' } })).toContain('$.answer.headers: may not name connection, content-length');
    },
  );

  test('what is no header, no answer yet, or has no body', async () => {
    expect(await refusal({ headers: { 'a b': '1' } })).toContain('has a name that is not allowed');
    expect(await refusal({ headers: { a: 'b\r\nc: d' } })).toContain('must be printable ASCII');
    expect(await refusal({ status: 101 })).toContain('$.answer.status');
    for (const status of [204, 205, 304]) expect(await refusal({ status, body: 'a' })).toContain(`an answer ${status} has no body`);
    expect(await refusal({ status: 304 })).toBe('taken');
  });

  test('it belongs to answer-is, which needs it', async () => {
    const world = createWorld();
    worlds.push(world);
    const inject = async (body: object) => JSON.stringify((await world.call.injectFault({ body: body as FaultInjected })).body);
    expect(await inject({ fault: 'api-error', limit: 1, answer: {} })).toContain('`answer` belongs to answer-is');
    expect(await inject({ fault: 'answer-is', limit: 1 })).toContain('answer-is needs `answer`');
    const injected = await inject({ fault: 'answer-is', limit: 1, answer: { headers: { 'X-A': 'b' }, body: 'c' } });
    expect(JSON.parse(injected)).toMatchObject({ answers: 200, answer: { status: 200, headers: { 'x-a': 'b' }, body: 'c', effect: true } });
  });
});
