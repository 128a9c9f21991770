import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contractBodyMax } from '../../../engine/api/admission/bodySize.ts';
import { defaultLimits, type LimitName } from '../../../engine/api/reading/bounds.ts';
import { contracts } from '../../../engine/cloud/account/contracts.ts';
import { fewOrAll } from '../../support/long.ts';
import { type RawAnswer, RawConnection, type RawHeaders } from '../../support/serving/rawHttp.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { populatedWorld } from '../../support/worlds/populatedWorld.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';
import { allRows, goodCall } from './goodCalls.ts';

/** The operations that take a body, and how many bytes of it. */
const rows = allRows.filter(({ body }) => body !== undefined);

test('runsync takes 20 MB, run 10 MB, and the management API 1 MB', () => {
  const limits = new Map(rows.map(({ id, bodyMax }) => [id, defaultLimits[bodyMax ?? 'body']]));
  expect([limits.get('runsync'), limits.get('run')]).toStrictEqual([20_000_000, 10_000_000]);
  expect(rows.filter(({ api, bodyMax }) => api === 'management' && bodyMax !== 'body')).toStrictEqual([]);
});

/** Bodies as long as servers take them are sent in the long version; here, limits are a fifth of that. */
const limits = Object.fromEntries(rows.map(({ bodyMax = 'body' }) => [bodyMax, defaultLimits[bodyMax] / fewOrAll(5, 1)])) as {
  readonly [Name in LimitName]: number;
};

describe.each(rows.map((row) => [row.id, row] as const))('%s', (_, row) => {
  test('takes a body just under its limit, refuses one just over, and the connection survives', async () => {
    const { world, stage } = populatedWorld(row.since === undefined ? undefined : contracts.at(-1));
    await using server = await served({ making: () => world, clock: { clock: 'auto' }, limits });
    const connection = await RawConnection.open(server.port);
    const { success } = row;
    const bodyMax = Math.min(
      limits[row.bodyMax ?? 'body'],
      contractBodyMax(row, world.settings.account.contract) ?? Number.POSITIVE_INFINITY,
    );
    const { method, path, body } = goodCall(row, stage);
    const put = (bytes: string | Uint8Array, headers: RawHeaders = []) => exchange(server, connection, method, path, bytes, headers);

    // A worker is refused as on the platform, where too much is 400 (worker-api.done).
    const refused = { ...tooLarge(bodyMax), status: row.api === 'worker' ? 400 : 413 };
    const good = JSON.stringify(body ?? null);
    // JSON may have white space before and after it.
    const over = `${good}${' '.repeat(bodyMax + 1 - good.length)}`;
    expect([await put(over), await alive(server, connection)]).toMatchObject([refused, { status: 200 }]);
    expect([await put(over, chunked), await alive(server, connection)]).toMatchObject([refused, { status: 200 }]);
    // The limit is for the decompressed size, not for the bytes on the wire.
    expect([await put(gzipSync(over), gzipped), await alive(server, connection)]).toMatchObject([refused, { status: 200 }]);
    const under = await put(over.slice(0, -1));
    // The answer to a webhook report does not wait for its receiver; all other calls have succeeded.
    expect(under.status).toBe(row.id === 'reportWebhook' ? 409 : success.status);
    expect(await alive(server, connection)).toMatchObject({ status: 200 });
    connection.destroy();
  });
});

test('a body that is refused before it is read does not end the connection either', async () => {
  await using server = await served();
  const connection = await RawConnection.open(server.port);
  const large = Buffer.alloc(2_000_000, ' ');
  for (const [method, path, status] of [
    ['GET', '/v2/pods', 200],
    ['DELETE', '/v2/pods/nowhere', 404],
    ['POST', '/v2/nothing/here/at/all', 404],
    ['PUT', '/v2/pods', 405],
    ['POST', '/worlds/nowhere/v2/pods', 404],
  ] as const) {
    expect(await exchange(server, connection, method, path, large)).toMatchObject({ status });
    expect(await alive(server, connection)).toMatchObject({ status: 200 });
  }
  connection.destroy();
});

describe('of several reasons for a refusal, the first is given:', () => {
  /** Alice may do everything. `used` may do nothing, and has used up its limit with calls that were refused. */
  const busy = async (): Promise<Served> => {
    const server = await served({
      definition: worldOf({
        settings: { worker: { imagePull: 0, start: 0 }, account: { perMinute: 1, cancelPerWindow: 1 } },
        accounts: [
          { id: 'acc-a', keys: [keyOf('alice')] },
          { id: 'acc-b', keys: [{ ...keyOf('used'), rateLimitExempt: false }] },
        ],
        endpoints: [endpointOf('ep-a')],
      }),
    });
    for (const [name, exempt] of [
      ['spent', false],
      ['bare', true],
    ] as const) {
      const body = { name, account: 'acc-a', permissions: {}, rateLimitExempt: exempt };
      keys[name] = String((await server.post('/_podsim/v1/keys', body)).body.key);
    }
    const spend = [
      server.get('/v2/pods', { key: keys['spent'] ?? '' }),
      server.post('/v2/ep-a/cancel/x', {}, { key: keys['spent'] ?? '' }),
    ];
    expect((await Promise.all(spend)).map(({ status }) => status)).toStrictEqual([403, 403]);
    return server;
  };
  const keys: Record<string, string> = {};

  test('401, 429, 403, 404, 413, 400, 409 on the management API', async () => {
    await using server = await busy();
    const pod = await server.post('/v2/pods', { name: 'p', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } });
    const connection = await RawConnection.open(server.port);
    const large = ' '.repeat(1_000_001);
    const act = (key: string, id: string, body: string) =>
      exchange(server, connection, 'POST', `/v2/pods/${id}/action`, body, [['authorization', `Bearer ${key}`]]);
    const here = String(pod.body.id);
    await server.advance({ by: '10m' });
    // The clock has advanced, so the key that had used up its limit has a new window.
    expect((await server.get('/v2/pods', { key: keys['spent'] ?? '' })).status).toBe(403);
    expect([
      (await act('nobody', 'nowhere', large)).status,
      (await act(keys['spent'] ?? '', 'nowhere', large)).status,
      (await act(keys['bare'] ?? '', 'nowhere', large)).status,
      (await act('key-of-alice', 'nowhere', large)).status,
      (await act('key-of-alice', here, large)).status,
      (await act('key-of-alice', here, '{"action": "dance"}')).status,
      (await act('key-of-alice', here, '{"action": "start"')).status,
      (await act('key-of-alice', here, '{"action": "start"}')).status,
    ]).toStrictEqual([401, 429, 403, 404, 413, 422, 400, 409]);
    connection.destroy();
  });

  test('401, 429, 403, 404, 422, 400, 409 on the queue API', async () => {
    await using server = await busy();
    const job = await server.post('/v2/ep-a/run', { input: {} });
    await server.advance({ by: '10s' });
    const connection = await RawConnection.open(server.port);
    const put = async (key: string, path: string, body: string) =>
      (await exchange(server, connection, 'POST', path, body, [['authorization', key]])).status;
    expect((await server.post('/v2/ep-a/cancel/x', {}, { key: keys['spent'] ?? '' })).status).toBe(403);
    const done = `/v2/ep-a/cancel/${job.body.id}`;
    expect([
      await put('nobody', '/v2/ep-a/cancel/x', '{'),
      await put(keys['spent'] ?? '', '/v2/ep-a/cancel/x', '{'),
      await put(keys['bare'] ?? '', '/v2/ep-a/cancel/x', '{'),
      await put('key-of-alice', '/v2/ep-a/cancel/x', '{'),
      await put('key-of-alice', '/v2/ep-a/runsync?wait=1000&wait=1000', '{'),
      await put('key-of-alice', '/v2/ep-a/runsync?wait=1000', '{'),
      await put('key-of-alice', done, '{"oneTooMany": 1}'),
      await put('key-of-alice', done, '{'),
      await put('key-of-alice', done, '{}'),
    ]).toStrictEqual([401, 429, 403, 404, 422, 400, 422, 400, 409]);
    connection.destroy();
  });
});

const chunked: RawHeaders = [['transfer-encoding', 'chunked']];
const gzipped: RawHeaders = [['content-encoding', 'gzip']];

const tooLarge = (limit: number) => ({
  status: 413,
  headers: { 'content-type': 'application/problem+json', 'x-podsim-rule': 'errors.body-size' },
  body: expect.stringContaining(String(limit)),
});

/** Sends one request on this connection, as alice unless another key is given, and returns the answer. */
const exchange = async (
  server: Served,
  connection: RawConnection,
  method: string,
  path: string,
  body: string | Uint8Array | undefined,
  more: RawHeaders = [],
): Promise<RawAnswer> => {
  const authorization: RawHeaders = more.some(([name]) => name === 'authorization') ? [] : [['authorization', `Bearer ${server.apiKey}`]];
  const headers: RawHeaders = [['host', `127.0.0.1:${server.port}`], ...authorization, ...more];
  const asked = connection.ask(method, path, headers, more === chunked ? undefined : body);
  if (more === chunked && body !== undefined)
    for (const piece of [`${Buffer.byteLength(body).toString(16)}\r\n`, body, '\r\n0\r\n\r\n']) connection.send(piece);
  const answer = await asked;
  server.hearing.expectNoComplaints();
  return answer;
};

/** Whether the same connection can take another request. */
const alive = (server: Served, connection: RawConnection): Promise<RawAnswer> =>
  exchange(server, connection, 'GET', '/_podsim/v1/health/live', undefined);
