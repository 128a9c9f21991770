import { describe, expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../adapters/http/inProcess.ts';
import { appWithout } from '../../adapters/http/server.ts';
import { defaultWorldId } from '../../engine/control/operation.ts';
import { seconds } from '../../engine/kernel/time.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { World } from '../../engine/world/world.ts';
import { RawConnection } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, eventTypes, worldOf } from '../support/worlds/worlds.ts';

const balancer = { type: 'LOAD_BALANCER', workers: { min: 1, max: 1 } } as const;
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 } },
  endpoints: [
    endpointOf('ep-lb', balancer, { duration: { kind: 'fixed', ms: seconds(2) } }),
    endpointOf('ep-text', balancer, { output: 'first\nsecond', status: 203, headers: { 'Content-Type': 'text/plain' } }),
    endpointOf('ep-zero', { ...balancer, workers: { min: 0, max: 1 } }),
  ],
});

const auto = { definition, clock: { clock: 'auto' } } as const;

/** A request to an endpoint's base URL, as any client makes one. */
const ask = (server: Served, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${server.apiKey}`, ...init.headers } });

/** The request that the worker got, as it echoes it. */
const echoed = async (server: Served, path: string, init: RequestInit = {}): Promise<Readonly<Record<string, unknown>>> =>
  (await (await ask(server, path, init)).json()) as Readonly<Record<string, unknown>>;

describe('a request to a load balancer reaches the worker unchanged', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('by the method %s', async (method) => {
    await using server = await served(auto);
    const answer = await ask(server, '/lb/ep-lb/v1/models', { method });
    expect([answer.status, await answer.json()]).toStrictEqual([200, { method, path: '/v1/models', headers: { accept: '*/*' } }]);
    expect(answer.headers.get('x-runpod-worker-id')).toBe('ep-lb-w1');
  });

  test('by HEAD, whose answer has no body', async () => {
    await using server = await served(auto);
    const answer = await ask(server, '/lb/ep-lb/v1', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toStrictEqual([200, '']);
    expect(eventTypes(server.world)).toContain('RequestAnswered');
  });

  test('by a method that the document does not name', async () => {
    await using server = await served(auto);
    const answer = await ask(server, '/lb/ep-lb/files', { method: 'PROPFIND' });
    expect(await answer.json()).toMatchObject({ method: 'PROPFIND', path: '/files' });
  });

  // biome-ignore format: a table
  test.each([
    ['/lb/ep-lb',                 '/',            undefined],
    ['/lb/ep-lb/',                '/',            undefined],
    ['/lb/ep-lb/a/b/c/',          '/a/b/c/',      undefined],
    ['/lb/ep-lb/a%2Fb/%C3%BC',    '/a%2Fb/%C3%BC', undefined],
    ['/lb/ep-lb/a?x=1&x=2&y=',    '/a',           { x: ['1', '2'], y: '' }],
  ])('by the path %s', async (path, below, query) => {
    await using server = await served(auto);
    const { path: passed, query: asked } = await echoed(server, path);
    expect([passed, asked]).toStrictEqual([below, query]);
  });

  // biome-ignore format: a table
  test.each<[string, string | undefined, string | Uint8Array<ArrayBuffer>, unknown]>([
    ['JSON by its type',        'application/json',          '{"a":[1]}',                { a: [1] }],
    ['JSON of a kind',          'application/problem+json',  '7',                        7],
    ['JSON that says nothing',  undefined,                   new TextEncoder().encode('{"a":1}'), { a: 1 }],
    ['a form',                  'application/x-www-form-urlencoded', 'a=1&b=2',          'a=1&b=2'],
    ['text that looks so',      'text/plain',                '{"a":1}',                  '{"a":1}'],
    ['bytes',                   'image/png',                 new Uint8Array([255, 254]), 'data:image/png;base64,//4='],
  ])('with a body that is %s', async (_, type, body, passed) => {
    await using server = await served(auto);
    const headers = type === undefined ? {} : { 'content-type': type };
    expect((await echoed(server, '/lb/ep-lb/x', { method: 'POST', body, headers }))['body']).toStrictEqual(passed);
  });

  test('but not with a body that is not what it says, or too long', async () => {
    await using server = await served(auto);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await ask(server, '/lb/ep-lb', { ...json, body: '{' })).status).toBe(400);
    expect((await ask(server, '/lb/ep-lb', { method: 'POST', body: 'x'.repeat(30_000_001) })).status).toBe(413);
    expect((await ask(server, '/lb/ep-lb', { method: 'POST', body: 'x'.repeat(30_000_000) })).status).toBe(200);
  });
});

describe('a load balancer', () => {
  test('returns the answer of its worker: status, type, text', async () => {
    await using server = await served(auto);
    const answer = await ask(server, '/lb/ep-text');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toStrictEqual([203, 'text/plain', 'first\nsecond']);
  });

  test('publishes the addresses at which it answers', async () => {
    await using server = await served(auto);
    const { requestUrls } = (await server.get('/v2/serverless/ep-lb')).body;
    const health = await ask(server, new URL(requestUrls.health).pathname);
    expect([requestUrls.health, health.status]).toStrictEqual([`${requestUrls.base}/ping`, 200]);
    expect((await ask(server, new URL(requestUrls.base).pathname)).status).toBe(200);
    expect((await ask(server, '/lb/ep-zero/ping')).status).toBe(503);
  });

  test('works in every world, and without a socket', async () => {
    await using server = await served(auto);
    server.serving.createWorld('w-1', definition, { clock: 'auto' });
    expect(await echoed(server, '/worlds/w-1/lb/ep-lb/a/b')).toMatchObject({ path: '/a/b' });
    const serving = new WorldHost({ clock: { clock: 'auto' }, apiKey: '' });
    serving.serve(defaultWorldId, (onChange) => new World(definition, { onChange }), { clock: 'auto' });
    const inProcess = fetchThrough(appWithout(serving));
    const answer = await inProcess('http://podsim.test/lb/ep-lb/echo?a=1', { headers: { authorization: 'Bearer key-of-alice' } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { method: 'GET', path: '/echo', query: { a: '1' } }]);
  });

  test('takes the handler and the idempotency key of a request from headers of the simulator', async () => {
    await using server = await served({ definition });
    const pending = ask(server, '/lb/ep-lb', {
      headers: { 'x-podsim-handler': '{"status":418,"duration":{"fixed":"9s"}}', 'x-podsim-key': 'k' },
    });
    await expect.poll(() => eventTypes(server.world)).toContain('RequestStarted');
    await server.advance({ by: '9s' });
    expect((await pending).status).toBe(418);
  });

  test('drops a request whose client has disconnected, and frees its worker', async () => {
    await using server = await served({ definition });
    const connection = await RawConnection.open(server.port);
    void connection
      .ask('GET', '/lb/ep-lb', [
        ['host', 'localhost'],
        ['authorization', `Bearer ${server.apiKey}`],
      ])
      .catch(() => undefined);
    await expect.poll(() => eventTypes(server.world)).toContain('RequestStarted');
    connection.destroy();
    await expect.poll(() => eventTypes(server.world)).toContain('WorkerFreed');
    expect(eventTypes(server.world).slice(-4)).toStrictEqual(['CallerLeft', 'CallAbandoned', 'RequestClosed', 'WorkerFreed']);
    expect(server.world.state.find('worker', 'ep-lb-w1')?.status).toBe('IDLE');
  });

  test('is in the journal, and a rerun gives the same log', async () => {
    await using server = await served(auto);
    await ask(server, '/lb/ep-lb/v1?a=1', { method: 'PUT', body: 'hi', headers: { 'content-type': 'text/plain' } });
    const [call] = (await server.get('/_podsim/v1/requests?operation=requestEndpoint')).body.requests;
    expect(call).toMatchObject({ path: '/lb/ep-lb/v1', request: { method: 'PUT', query: { a: '1' }, body: 'hi' }, status: 200 });
    const { world } = server;
    expect([...rerun(world.header, world.log.entries()).log.entries()]).toStrictEqual([...world.log.entries()]);
  });
});

test('a chunk of more than a megabyte comes in pieces over HTTP, none of them longer than that, and nothing of it is lost', async () => {
  const long = `${'ü'.repeat(700_000)}"${'x'.repeat(800_000)}`;
  await using server = await served({
    ...auto,
    definition: worldOf({
      endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { chunks: { outputs: [long, 'short'], metrics: { n: 1 } } })],
    }),
  });
  const { id } = (await server.post('/v2/ep-a/runsync', { input: {} })).body;
  const { body } = await server.get(`/v2/ep-a/stream/${id}`);
  const pieces = body.stream as readonly { readonly output: string; readonly metrics?: unknown }[];
  expect(pieces.map(({ metrics }) => metrics !== undefined)).toStrictEqual([false, false, true, true]);
  expect(pieces.every(({ output }) => Buffer.byteLength(JSON.stringify(output)) <= 1_000_000)).toBe(true);
  expect(
    pieces
      .slice(0, -1)
      .map(({ output }) => output)
      .join(''),
  ).toBe(long);
  expect(pieces.at(-1)?.output).toBe('short');
});
