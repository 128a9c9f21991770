import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../engine/api/reading/bounds.ts';
import { RawConnection } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** A stranger sends small bodies that unpack to very large ones (limits.unknown-caller, errors.body-size, control.journal). */

/** 20 MB of JSON in 19 kB. */
const small = gzipSync(JSON.stringify({ input: 'x'.repeat(19_999_000) }));

const send = (url: string, path: string, body: Uint8Array, key?: string): Promise<Response> => {
  const headers = { 'content-encoding': 'gzip', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  return fetch(`${url}${path}`, { method: 'POST', headers, body });
};

test('26 of them, without a key, do not end a server whose heap has room for three', async () => {
  await using server = new ServingProcess(['serve', '--port', '0'], { NODE_OPTIONS: '--max-old-space-size=96' });
  const url = await server.url();
  for (let count = 0; count < 26; count++) expect((await send(url, '/v2/ep-demo/runsync', small)).status).toBe(401);
  const { requests } = (await (await fetch(`${url}/_podsim/v1/requests`)).json()) as { requests: readonly object[] };
  expect(requests).toHaveLength(26);
  expect(requests[0]).not.toHaveProperty('request.body');
});

test('a body is not unpacked at all without a valid key', async () => {
  await using server = await served();
  const broken = Buffer.from('no gzip at all');
  const statuses = await Promise.all(['guessed', undefined, 'key-of-alice'].map((key) => send(server.url, '/v2/ep-a/run', broken, key)));
  expect(statuses.map(({ status }) => status)).toStrictEqual([401, 401, 400]);
});

test('nor is it awaited: the answer comes before the rest of it', async () => {
  await using server = await served();
  const connection = await RawConnection.open(server.port);
  connection.send('POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\ncontent-encoding: gzip\r\ncontent-length: 100\r\n\r\n{');
  expect(await connection.answer('POST')).toMatchObject({ status: 401 });
  connection.destroy();
});

test('with a key, a body unpacks to no more than the limit unpackedBody', async () => {
  await using server = await served({ limits: { unpackedBody: 1_000 } });
  const alice = (length: number) => send(server.url, '/v2/ep-a/run', gzipSync('{"input":{}}'.padEnd(length)), 'key-of-alice');
  expect((await alice(1_000)).status).toBe(200);
  const refused = await alice(1_001);
  expect(refused.status).toBe(413);
  expect(((await refused.json()) as { readonly detail: string }).detail).toContain(
    'more than the 1000 bytes that a compressed body may unpack to',
  );
  // What is not compressed may be as long as its operation takes.
  expect((await server.post('/v2/ep-a/run', { input: { prompt: 'x'.repeat(2_000) } })).status).toBe(200);
});

/** All that the journal shows of bodies. */
const stored = async (server: Served): Promise<number> => {
  const { requests } = (await server.get('/_podsim/v1/requests')).body;
  return JSON.stringify(requests.map(({ request, answer }: { request: object; answer: string }) => [request, answer])).length;
};

test('the journal stores no more than its limits of the bodies of known callers either', async () => {
  await using server = await served({ limits: { journalBodies: 100_000 } });
  const body = { input: { prompt: 'x'.repeat(500_000) } };
  for (let count = 0; count < 20; count++) expect((await server.post('/v2/nowhere/run', body)).status).toBe(404);
  expect(await stored(server)).toBeLessThan(120_000);
  const { requests } = (await server.get('/_podsim/v1/requests')).body;
  expect(requests[0].request.body).toMatch(/^\{"input":\{"prompt":"x+ … \[cut: this server's limit journalBody;/);
  expect(requests[0].request.body.length).toBeLessThan(defaultLimits.journalBody + 200);
  expect(requests[19].request.body).toMatch(/^\[dropped: this server's limit journalBodies;/);
});
