import { Agent, request as httpRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { parseList } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { engineVersion } from '../../../engine/simulator/version.ts';
import skeleton from '../../api/management-v2.skeleton.json' with { type: 'json' };
import { apiDocument, controlDocument } from '../../support/contract/contractMonitor.ts';
import { type Got, type Served, served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

const counted = { ...keyOf('bob'), rateLimitExempt: false };
const definition: WorldDefinition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 }, account: { perMinute: 3, purgePerWindow: 1 } },
  accounts: [{ id: 'acc-a', keys: [keyOf('alice'), counted] }],
  endpoints: [
    endpointOf('ep-a', { workers: { min: 1, max: 1 } }),
    endpointOf('ep-streams', { workers: { min: 1, max: 1 } }, { chunks: { outputs: ['a', 'b'] } }),
  ],
});
const bob = { key: 'key-of-bob' };
const job = { input: { prompt: 'hi' } };

const problem = ({ status, headers, body }: Got) => [status, headers.get('content-type'), headers.get('x-podsim-rule'), body.detail];

const finishedJob = async (server: Served, endpoint = 'ep-a'): Promise<string> => {
  const { body } = await server.post(`/v2/${endpoint}/run`, job);
  await server.advance({ by: '1m' });
  return body.id;
};

describe('every answer', () => {
  test('has headers for the virtual time, the length of the log, and the world', async () => {
    await using server = await served({ definition });
    await server.advance({ to: '1h30m0s250ms' });
    for (const path of ['/v2/pods', '/v2/pods/nowhere', '/v2/nowhere', '/_podsim/v1/clock', '/v2/ep-a/health']) {
      const { headers } = await server.get(path);
      expect(headers.get('date')).toBe('Thu, 01 Jan 2026 01:30:00 GMT');
      expect(headers.get('x-podsim-time')).toBe('2026-01-01T01:30:00.250Z');
      expect(headers.get('x-podsim-world')).toBe('default');
      expect(headers.get('x-podsim-seq')).toBe(String(server.world.log.length));
    }
  });

  test('has the same text when the same calls are made again', async () => {
    const told = async () => {
      await using server = await served({ definition });
      const answers = [await server.post('/v2/ep-a/run', job), await server.get('/v2/pods'), await server.get('/v2/ep-b/health')];
      return answers.map(({ status, headers, body }) => [status, headers.get('date'), headers.get('x-podsim-seq'), body]);
    };
    expect(await told()).toStrictEqual(await told());
  });

  test('has the id of the request: the caller’s, or else a generated one', async () => {
    await using server = await served({ definition });
    const idOf = async (headers: Readonly<Record<string, string>>) =>
      (await server.get('/v2/pods', { headers })).headers.get('x-request-id');
    expect(await idOf({ 'x-request-id': 'my-request:1' })).toBe('my-request:1');
    const others = [
      await idOf({}),
      await idOf({}),
      await idOf({ 'x-request-id': 'with spaces' }),
      await idOf({ 'x-request-id': 'x'.repeat(129) }),
    ];
    expect(new Set(others).size).toBe(4);
    for (const id of others) expect(id).toMatch(/^req-\d+$/);
    expect((await server.get('/v2/nowhere', { headers: { 'x-request-id': 'lost' } })).headers.get('x-request-id')).toBe('lost');
  });

  test('forbids caches, frames, and content sniffing', async () => {
    await using server = await served({ definition });
    const { headers } = await server.get('/v2/pods');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });
});

describe('errors.unknown-route', () => {
  // biome-ignore format: a table
  test.each([
    ['a path of an older API',        'GET',  '/v2/networkvolumes', ' Did you mean /v2/network-volumes?'],
    ['an action that has its own',    'POST', '/v2/pods/a-pod/start', ' An action stands in the body: POST /v2/pods/a-pod/action with {"action": "start"}.'],
    ['another way to update',         'POST', '/v2/pods/a-pod/update', ' Below /v2/pods/a-pod are action, logs.'],
    ['such a path with a slash',      'GET',  '/v2/tags/'],
    ['a path with two slashes too many', 'GET', '/v2/pods//'],
    ['a path in capitals',            'GET',  '/V2/pods', ' Did you mean /v2/pods?'],
  ])('%s is 404', async (_, method, path, meant = '') => {
    await using server = await served({ definition });
    expect(problem(await server.ask(method, path))).toStrictEqual([
      404,
      'application/problem+json',
      'errors.unknown-route',
      `The requested path was not found.${meant}`,
    ]);
  });

  test('a path beside the control plane is 404, and says what is there', async () => {
    await using server = await served({ definition });
    expect(problem(await server.get('/_podsim/v1/nothing'))).toStrictEqual([
      404,
      'application/problem+json',
      'errors.unknown-route',
      expect.stringMatching(/^The requested path was not found\. It is none of \/_podsim\/v1\. Below it are .*\bfaults, /),
    ]);
  });

  test.each([
    ['a path cut short', '/v2', 'pods', '{endpoint_id}'],
    ['an endpoint without its operation', '/v2/ep-a', 'run', 'status'],
  ])('%s is 404, and says what is below it', async (_, path, ...below) => {
    await using server = await served({ definition });
    const [status, , rule, detail] = problem(await server.ask('GET', path));
    expect([status, rule]).toStrictEqual([404, 'errors.unknown-route']);
    const [, words] = /^The requested path was not found\. Below it are ([^.]+)\./.exec(String(detail)) ?? [];
    expect(words?.split(', ')).toStrictEqual(expect.arrayContaining(below));
  });

  // biome-ignore format: a table
  test.each([
    ['PUT',    '/v2/pods',                   'GET, HEAD, POST, OPTIONS'],
    ['POST',   '/v2/pods/a-pod',             'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['GET',    '/v2/ep-a/run',               'POST, OPTIONS'],
    ['HEAD',   '/v2/ep-a/run',               'POST, OPTIONS'],
    ['DELETE', '/v2/ep-a/status/a-job',      'GET, POST, HEAD, OPTIONS'],
    ['HEAD',   '/v2/ep-a/stream/a-job',      'GET, POST, OPTIONS'],
    ['GET',    '/_podsim/v1/clock/advance',  'POST, OPTIONS'],
    ['POST',   '/v2/openapi.json',           'GET, HEAD, OPTIONS'],
    ['TRACE',  '/v2/pods',                   'GET, HEAD, POST, OPTIONS'],
  ])('%s %s is 405, and says what is allowed', async (method, path, allow) => {
    await using server = await served({ definition });
    const { status, headers } = await plain(server, method, path);
    expect([status, sorted(headers['allow']), headers['x-podsim-rule']]).toStrictEqual([405, sorted(allow), 'errors.unknown-route']);
    const asked = await server.ask('OPTIONS', path);
    expect([asked.status, sorted(asked.headers.get('allow')), asked.body]).toStrictEqual([204, sorted(allow), undefined]);
  });

  test('OPTIONS of a path without an operation is 404', async () => {
    await using server = await served({ definition });
    expect((await server.ask('OPTIONS', '/v2/tags')).status).toBe(404);
  });
});

describe('a path that is nearly a path of the API', () => {
  // A client that writes `base + '/' + path + '/'` means the path, and most follow a 308 with their method and body. It
  // is said, and not taken for the same, so that an id that is empty by mistake (`/v2/pods/` + id) shows in the client's log.
  // biome-ignore format: a table
  test.each([
    ['GET',     '/v2/pods/?includeClusterPods=true', '/v2/pods?includeClusterPods=true'],
    ['POST',    '/v2/pods/',                         '/v2/pods'],
    ['DELETE',  '/v2/pods/a-pod/',                   '/v2/pods/a-pod'],
    ['POST',    '/v2/ep-a/run/',                     '/v2/ep-a/run'],
    ['GET',     '/_podsim/v1/clock/',                '/_podsim/v1/clock'],
    ['GET',     '/docs/',                            '/docs'],
    ['GET',     '/worlds/default/v2/pods/',          '/worlds/default/v2/pods'],
  ])('%s %s is led to %s', async (method, path, location) => {
    await using server = await served({ definition });
    const { status, headers, text } = await plain(server, method, path);
    expect([status, headers['location'], text]).toStrictEqual([308, location, '']);
  });

  test('a client that follows is answered there, with its method, its body and its key', async () => {
    await using server = await served({ definition });
    const { status, body } = await server.post('/v2/ep-a/run/', job);
    expect([status, body.status]).toStrictEqual([200, 'IN_QUEUE']);
  });

  // A caller who knows only the address is a person with a browser.
  test.each([
    ['/', '/docs'],
    ['/worlds/default/', '/worlds/default/docs'],
  ])('%s leads people to the documents', async (path, location) => {
    await using server = await served({ definition });
    const { status, headers } = await plain(server, 'GET', path);
    expect([status, headers['location']]).toStrictEqual([302, location]);
    expect((await plain(server, 'POST', path)).status).toBe(405);
  });

  // OPTIONS * asks about the server as a whole (RFC 9110, 9.3.7).
  test('OPTIONS * names every method that any path takes', async () => {
    await using server = await served({ definition });
    const { status, headers } = await plain(server, 'OPTIONS', '*');
    expect([status, headers['allow']]).toStrictEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
  });
});

describe('HEAD', () => {
  test('answers as GET does, without the body', async () => {
    await using server = await served({ definition });
    const id = await finishedJob(server);
    for (const path of [
      '/v2/pods',
      '/v2/pods/nowhere',
      `/v2/ep-a/status/${id}`,
      '/_podsim/v1/rules',
      '/_podsim/v1/log',
      '/v2/openapi.json',
    ]) {
      const [got, head] = [await plain(server, 'GET', path), await plain(server, 'HEAD', path)];
      const told = ({ headers }: Plain) => [headers['content-type'], headers['content-length'], headers['x-podsim-rule']];
      expect([head.status, ...told(head)]).toStrictEqual([got.status, ...told(got)]);
      expect([head.text, got.text.length > 0]).toStrictEqual(['', true]);
    }
  });

  test('takes no partial output away', async () => {
    await using server = await served({ definition });
    const id = await finishedJob(server, 'ep-streams');
    await plain(server, 'HEAD', `/v2/ep-streams/stream/${id}`);
    expect((await server.get(`/v2/ep-streams/stream/${id}`)).body.stream).toHaveLength(2);
  });
});

describe('queue.methods', () => {
  test('status and status-sync answer GET and POST alike', async () => {
    await using server = await served({ definition });
    const id = await finishedJob(server);
    for (const path of [`/v2/ep-a/status/${id}`, `/v2/ep-a/status-sync/${id}`]) {
      const [got, posted] = [await server.get(path), await server.post(path)];
      expect([posted.status, posted.body]).toStrictEqual([200, got.body]);
      expect((await server.post(path, {})).body).toStrictEqual(got.body);
    }
  });

  test('stream answers GET and POST alike', async () => {
    await using server = await served({ definition });
    const [a, b] = [await finishedJob(server, 'ep-streams'), await finishedJob(server, 'ep-streams')];
    expect((await server.post(`/v2/ep-streams/stream/${a}`)).body).toStrictEqual((await server.get(`/v2/ep-streams/stream/${b}`)).body);
  });

  test('all other queue operations have one method', async () => {
    await using server = await served({ definition });
    const id = await finishedJob(server);
    for (const path of ['run', 'runsync', 'purge-queue', `cancel/${id}`, `retry/${id}`])
      expect((await server.get(`/v2/ep-a/${path}`)).status).toBe(405);
    expect((await server.post('/v2/ep-a/health')).status).toBe(405);
  });
});

describe('errors.body-size', () => {
  const volume = { name: 'v', size: 20, dataCenter: 'EU-RO-1' };
  // biome-ignore format: a table
  const limits: readonly (readonly [string, string, number, object])[] = [
    ['run',                  '/v2/ep-a/run',            10_000_000, { input: {} }],
    ['runsync',              '/v2/ep-a/runsync',        20_000_000, { input: {} }],
    ['the management API',   '/v2/network-volumes',      1_000_000, volume],
    ['the control plane',    '/_podsim/v1/keys',         1_000_000, { name: 'ci' }],
  ];

  /** JSON of so many bytes. */
  const padded = (body: object, bytes: number): string => {
    const text = JSON.stringify(body);
    return `${text}${' '.repeat(bytes - text.length)}`;
  };

  test.each(limits)(
    '%s: a body too large is 413, one that just fits is taken, and the connection survives',
    async (_, path, most, body) => {
      await using server = await served({ definition, clock: { clock: 'auto' } });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (text: string) => plain(server, 'POST', path, { text, agent });
      const large = await send(padded(body, most + 1));
      expect([large.status, large.headers['content-type'], large.headers['x-podsim-rule']]).toStrictEqual([
        413,
        'application/problem+json',
        'errors.body-size',
      ]);
      expect(JSON.parse(large.text).detail).toStrictEqual(
        expect.stringMatching(
          new RegExp(`^the body has more than the ${most} bytes that this operation takes \\(this server's limit \\w+; `),
        ),
      );
      const fitting = await send(padded(body, most));
      expect(fitting.status).toBeLessThan(300);
      expect(fitting.localPort).toBe(large.localPort);
      agent.destroy();
    },
  );

  test('a body of unknown length is cut off where it has become too large', async () => {
    await using server = await served({ definition });
    const { status } = await plain(server, 'POST', '/v2/network-volumes', { text: padded(volume, 1_100_000), chunked: true });
    expect(status).toBe(413);
    expect((await server.get('/v2/network-volumes')).body.networkVolumes).toStrictEqual([]);
  });
});

describe('errors.malformed', () => {
  // biome-ignore format: a table
  test.each([
    ['is not JSON',         '{"input":',            /^the body is not JSON: /],
    ['is empty',            '',                     /^the body is empty: send JSON, or no body at all$/],
    ['is not UTF-8',        Buffer.from([0x22, 0xff, 0x22]), /^the body is not UTF-8$/],
    ['is nested too deep',  `${'['.repeat(300)}${']'.repeat(300)}`, /^the body is nested more than 200 deep: flatten it \(this server's limit bodyDepth; /],
  ])('a body that %s is 400', async (_, text, detail) => {
    await using server = await served({ definition });
    const { status, text: answer } = await plain(server, 'POST', '/v2/ep-a/run', { text, chunked: true });
    expect([status, JSON.parse(answer).detail]).toStrictEqual([400, expect.stringMatching(detail)]);
  });

  test('JSON is read whatever content type the client sends', async () => {
    await using server = await served({ definition });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const { status } = await server.post('/v2/ep-a/run', job, { headers: { 'content-type': type } });
      expect(status).toBe(200);
    }
  });
});

describe('limits.headers', () => {
  test('answers of the management API say how much of each window is left', async () => {
    await using server = await served({ definition });
    await server.advance({ to: '20s' });
    const { headers } = await server.get('/v2/pods', bob);
    expect(listOf(headers.get('ratelimit'))).toStrictEqual([
      ['minute', { r: 2, t: 40 }],
      ['hour', { r: 2_999, t: 3_580 }],
      ['day', { r: 49_999, t: 86_380 }],
    ]);
    expect(listOf(headers.get('ratelimit-policy'))).toStrictEqual([
      ['minute', { q: 3, w: 60 }],
      ['hour', { q: 3_000, w: 3_600 }],
      ['day', { q: 50_000, w: 86_400 }],
    ]);
    expect(listOf((await server.get('/v2/pods/nowhere', bob)).headers.get('ratelimit'))[0]).toStrictEqual(['minute', { r: 1, t: 40 }]);
  });

  test('exempt keys, unknown callers and the queue get none', async () => {
    await using server = await served({ definition });
    const { id } = (await server.post('/v2/ep-a/run', job, bob)).body;
    const answers = [
      await server.get('/v2/pods'),
      await server.get('/v2/pods', { key: null }),
      await server.get('/v2/pods', { key: 'no-such-key' }),
      await server.get(`/v2/ep-a/status/${id}`, bob),
      await server.get('/v2/nowhere', bob),
    ];
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 401, 401, 200, 404]);
    for (const { headers } of answers) expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toStrictEqual([null, null]);
  });

  test('a caller above the limit is told when to retry, and may retry then', async () => {
    await using server = await served({ definition });
    for (let k = 0; k < 3; k++) await server.get('/v2/pods', bob);
    await server.advance({ to: '45s' });
    const refused = await server.get('/v2/pods', bob);
    expect(problem(refused)).toStrictEqual([
      429,
      'application/problem+json',
      'limits.exceeded',
      'rate limit exceeded for the minute window',
    ]);
    expect(refused.headers.get('retry-after')).toBe('15');
    expect(listOf(refused.headers.get('ratelimit'))[0]).toStrictEqual(['minute', { r: 0, t: 15 }]);
    await server.advance({ by: '15s' });
    expect((await server.get('/v2/pods', bob)).status).toBe(200);
  });

  test('so does a caller of the queue above the limit', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/purge-queue', {}, bob);
    const { status, headers } = await server.post('/v2/ep-a/purge-queue', {}, bob);
    expect([status, headers.get('x-podsim-rule'), headers.get('retry-after')]).toStrictEqual([429, 'limits.queue', '10']);
  });
});

describe('beside the call itself', () => {
  const runAs = async (server: Served, headers: Readonly<Record<string, string>>) => {
    const { status, body } = await server.post('/v2/ep-a/run', job, { headers });
    return status === 200 ? body.id : [status, body.errors ?? body.detail];
  };

  test('x-podsim-handler says how the job runs', async () => {
    await using server = await served({ definition });
    const id = await runAs(server, { 'x-podsim-handler': '{"outcomes":["fail"],"error":"out of memory"}' });
    await server.advance({ by: '1m' });
    expect((await server.get(`/v2/ep-a/status/${id}`)).body).toMatchObject({ status: 'FAILED', error: 'out of memory' });
    expect(await runAs(server, { 'x-podsim-handler': '{' })).toStrictEqual([
      400,
      'x-podsim-handler: is not JSON: line 1, column 2: expected a name in double quotes or }, found the end of the text',
    ]);
    expect(await runAs(server, { 'x-podsim-handler': '{"duration":"x"}' })).toStrictEqual([
      422,
      [expect.stringContaining('podsim.handler.duration: must be one of { fixed: 5s }')],
    ]);
  });

  test('x-podsim-key is the key for its ids and draws, and is accepted once', async () => {
    const ids: unknown[] = [];
    for (let k = 0; k < 2; k++) {
      await using server = await served({ definition });
      if (k === 1) await server.advance({ by: '1h' });
      ids.push(await runAs(server, { 'x-podsim-key': 'mine' }));
      expect(await runAs(server, { 'x-podsim-key': 'mine' })).toStrictEqual([
        409,
        expect.stringContaining('a call with the key "mine" has been carried out already'),
      ]);
      expect(await runAs(server, { 'x-podsim-key': '' })).toStrictEqual([400, 'x-podsim-key: from 1 to 200 characters']);
      expect(await runAs(server, {})).not.toBe(ids[0]);
    }
    expect(new Set(ids).size).toBe(1);
  });

  test('no two keys collide, whatever characters they contain', async () => {
    await using server = await served({ definition });
    const gpu = 'NVIDIA GeForce RTX 4090';
    const pod = { name: 'p', image: 'an-image', gpu: { id: gpu } };
    const cluster = { name: 'c', type: 'RAY', image: 'an-image', compute: { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 } };
    const put = async (path: string, key: string, body: Json) =>
      (await server.post(path, body, { headers: { 'x-podsim-key': key } })).status;
    expect(await put('/v2/pods', 'c/0', pod)).toBe(201);
    expect(await put('/v2/clusters', 'c', cluster)).toBe(201);
    expect(await put('/v2/pods', 'c', pod)).toBe(409);
    expect((await server.get('/v2/pods')).status).toBe(200);
  });
});

describe('the documents of the APIs', () => {
  test('are those that every answer is checked against here', async () => {
    await using server = await served({ definition });
    const [api, control] = [await server.get('/v2/openapi.json'), await server.get('/_podsim/v1/openapi.json')];
    for (const [{ body }, document] of [
      [api, apiDocument],
      [control, controlDocument],
    ] as const) {
      expect(body.paths).toStrictEqual(document.paths);
      expect(body.components).toStrictEqual(document['components']);
      expect(body.servers).toStrictEqual([{ url: server.url }]);
    }
    expect(api.body.info.version).toBe(skeleton.info.version);
    expect(control.body.info.version).toBe(engineVersion);
    await server.post('/_podsim/v1/worlds', { id: 'w' });
    expect((await server.get('/worlds/w/v2/openapi.json')).body.servers).toStrictEqual([{ url: `${server.url}/worlds/w` }]);
  });
});

describe('auth.queue-key', () => {
  test('the queue takes the key bare as well; the management API does not', async () => {
    await using server = await served({ definition });
    const bare = { key: null, headers: { authorization: server.apiKey } };
    expect((await server.get('/v2/ep-a/health', bare)).status).toBe(200);
    expect((await server.get('/v2/pods', bare)).status).toBe(401);
  });
});

/** A list of strings with parameters, as a parser of structured fields reads it. */
const listOf = (field: string | null): readonly unknown[] =>
  parseList(field ?? '').map(([name, parameters]) => [name, Object.fromEntries(parameters)]);

const sorted = (allow: string | null | undefined): readonly string[] => (allow ?? '').split(', ').sort();

interface Plain {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly localPort: number | undefined;
}

/** A raw call: any method and any bytes, on a connection of its own unless an agent is given. */
const plain = (
  server: Served,
  method: string,
  path: string,
  { text, agent, chunked = false }: { readonly text?: string | Buffer; readonly agent?: Agent; readonly chunked?: boolean } = {},
): Promise<Plain> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${server.apiKey}`,
      ...(text === undefined ? {} : chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(Buffer.byteLength(text)) }),
    };
    const req = httpRequest({ host: '127.0.0.1', port: server.port, method, path, headers, agent: agent ?? false }, async (res) => {
      const { localPort } = req.socket ?? {};
      resolve({ status: res.statusCode, headers: res.headers as Plain['headers'], text: await textOf(res), localPort });
    });
    req.once('error', reject);
    req.end(text);
  });
