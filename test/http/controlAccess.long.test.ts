import { expect, test } from 'vitest';
import { controlOperations } from '../../engine/control/table.ts';
import { type RawAnswer, RawConnection, type RawHeaders } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';

/** Every way into the control plane, in the default world and in another. */
const ways = controlOperations
  .map(({ id, methods: [method = 'GET'], path }) => [id, method, path.replaceAll(/\{\w+\}/g, 'x')] as const)
  .flatMap((row) => [row, ['in a world of its own', row[1], `/worlds/other${row[2]}`] as const])
  .concat([['its document', 'GET', '/_podsim/v1/openapi.json']]);

/** Makes one request for each way, without a body: only access is checked here, not the answer of the operation. */
const everyWay = async (server: Served, headers: RawHeaders): Promise<ReadonlyMap<string, RawAnswer>> => {
  const { port } = server;
  const connection = await RawConnection.open(port);
  const answers = new Map<string, RawAnswer>();
  for (const [id, method, path] of ways) {
    const host: RawHeaders = headers.some(([name]) => name === 'host') ? [] : [['host', `127.0.0.1:${port}`]];
    answers.set(`${id} ${method} ${path}`, await connection.ask(method, path, [...host, ...headers]));
  }
  connection.destroy();
  server.hearing.expectNoComplaints();
  return answers;
};

/** The ways with another status, or with another rule. */
const otherThan = (status: number, answers: ReadonlyMap<string, RawAnswer>, rule = 'control.access'): readonly string[] =>
  [...answers]
    .filter(([, { status: got, headers }]) => got !== status || headers['x-podsim-rule'] !== rule)
    .map(([way, { status: got }]) => `${way}: ${got}`);

/** The ways that were refused. */
const refused = (answers: ReadonlyMap<string, RawAnswer>): readonly string[] =>
  [...answers].filter(([, { headers }]) => /^(?:control|server)\.access$/.test(headers['x-podsim-rule'] ?? '')).map(([way]) => way);

const withOther = async (options: Parameters<typeof served>[0] = {}): Promise<Served> => {
  const server = await served(options);
  const { definition } = server.world.header;
  server.serving.createWorld('other', definition, { clock: 'manual' });
  return server;
};

test('the control plane has many operations', () => {
  expect(ways.length).toBeGreaterThan(50);
});

// biome-ignore format: a table
test.each<readonly [what: string, headersOf: (port: number) => RawHeaders]>([
  ['a page of another origin',                (_) => [['origin', 'http://example.com']]],
  ['a page of another origin on the port',    (port) => [['origin', `http://example.com:${port}`]]],
  ['a page of another port of this machine',  (port) => [['origin', `http://127.0.0.1:${port - 1}`]]],
  ['a page of a name that begins like it',    (port) => [['origin', `http://127.0.0.1:${port}.example.com`]]],
  ['a page that will not say where it is of', (_) => [['origin', 'null']]],
  ['a page of no origin at all',              (_) => [['origin', '']]],
  ['a name that leads to this machine',       (port) => [['host', `rebound.example.com:${port}`]]],
  ['that name, and the page of that origin',  (port) => [['host', `rebound.example.com:${port}`], ['origin', `http://rebound.example.com:${port}`]]],
  ['a name that begins like its own',         (port) => [['host', `127.0.0.1.example.com:${port}`]]],
])('%s does not get into the control plane: 403', async (_, headersOf) => {
  await using server = await withOther();
  expect(otherThan(403, await everyWay(server, headersOf(server.port)), 'server.names')).toStrictEqual([]);
});

test('a request of two names gets nowhere: 400', async () => {
  await using server = await withOther();
  const names: RawHeaders = [
    ['host', 'example.com'],
    ['host', `127.0.0.1:${server.port}`],
  ];
  for (const { status } of (await everyWay(server, names)).values()) expect(status).toBe(400);
});

// biome-ignore format: a table
test.each<readonly [what: string, headers: RawHeaders]>([
  ['a picture in a page of another site',              [['sec-fetch-site', 'cross-site'], ['sec-fetch-mode', 'no-cors'], ['sec-fetch-dest', 'image']]],
  ['a picture in a page of another port of this host', [['sec-fetch-site', 'same-site'], ['sec-fetch-mode', 'no-cors'], ['sec-fetch-dest', 'image']]],
  ['a link in a page of another site',                 [['sec-fetch-site', 'cross-site'], ['sec-fetch-mode', 'navigate'], ['sec-fetch-dest', 'document']]],
])('%s does not get into the control plane: 403', async (_, headers) => {
  await using server = await withOther();
  expect(otherThan(403, await everyWay(server, headers))).toStrictEqual([]);
});

// biome-ignore format: a table
test.each<readonly [what: string, headersOf: (port: number) => RawHeaders]>([
  ['its own name on another port, which leads here', (_) => [['host', '127.0.0.1:1']]],
  ['its own name without a port',     (_) => [['host', '127.0.0.1']]],
  ['its own page, as a browser says', (_) => [['sec-fetch-site', 'same-origin']]],
  ['an address that was typed in',    (_) => [['sec-fetch-site', 'none']]],
  ['who calls it by its address',     (_) => []],
  ['who calls it localhost',          (port) => [['host', `localhost:${port}`]]],
  ['a page of its own',               (port) => [['origin', `http://127.0.0.1:${port}`]]],
  ['a page of its own, as localhost', (port) => [['host', `localhost:${port}`], ['origin', `http://localhost:${port}`]]],
])('%s gets in', async (_, headersOf) => {
  await using server = await withOther();
  expect(refused(await everyWay(server, headersOf(server.port)))).toStrictEqual([]);
});

test('a server that goes by a public name answers to that as well', async () => {
  await using server = await withOther({ publicUrl: 'https://podsim.example.com/base/' });
  const answers = await everyWay(server, [
    ['host', 'podsim.example.com'],
    ['origin', 'https://podsim.example.com'],
  ]);
  expect(refused(answers)).toStrictEqual([]);
});

/** The ways that ask for a token where there is one: health checks and the documents are open. */
const guarded = (answers: ReadonlyMap<string, RawAnswer>): ReadonlyMap<string, RawAnswer> =>
  new Map([...answers].filter(([way]) => !/\/health\/|\/openapi\.json$/.test(way)));

test('with a token set, calls without it are refused, and calls with it succeed: 401, 200', async () => {
  const token = 'a token, with spaces';
  await using server = await withOther({ controlToken: token });
  const bearer = (words: string): RawHeaders => [['authorization', words]];
  const wrong = ['', 'Bearer', `Bearer ${token}.`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token, `Bearer ${server.apiKey}`];
  for (const words of wrong) expect([words, otherThan(401, guarded(await everyWay(server, bearer(words))))]).toStrictEqual([words, []]);
  const [all, asked] = [await everyWay(server, []), guarded(await everyWay(server, []))];
  expect(otherThan(401, asked)).toStrictEqual([]);
  expect(all.size).toBe(asked.size + 5);
  expect(refused(all)).toHaveLength(asked.size);
  expect(refused(await everyWay(server, bearer(`Bearer ${token}`)))).toStrictEqual([]);
  // Another name, and a page of another origin, are refused even with the token.
  for (const foreign of [
    ['host', 'anything.example.com'],
    ['origin', 'http://example.com'],
  ] as const) {
    const answers = await everyWay(server, [foreign, ...bearer(`Bearer ${token}`)]);
    expect(otherThan(403, answers, 'server.names')).toStrictEqual([]);
  }
});

/** An address that leads to this machine only, but which the server takes for a remote one. */
const another = '127.1';

test('on another address it is closed without a token, and open with one', async () => {
  const closed = await withOther({ host: another });
  expect(otherThan(403, guarded(await everyWay(closed, [])))).toStrictEqual([]);
  expect((await closed.get('/v2/pods')).status).toBe(200);
  await closed[Symbol.asyncDispose]();
  await using open = await withOther({ host: another, controlToken: 'token' });
  expect(otherThan(401, guarded(await everyWay(open, [])))).toStrictEqual([]);
  expect(refused(await everyWay(open, [['authorization', 'Bearer token']]))).toStrictEqual([]);
});

test('headers for the simulator need the control token as well, where there is one', async () => {
  await using server = await served({ controlToken: 'hush' });
  const at = (headers: Readonly<Record<string, string>>) => server.get('/v2/pods', { headers: { 'x-podsim-at': '1h', ...headers } });
  const refused = await at({ 'x-podsim-token': 'guessed' });
  expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('x-podsim-token') } });
  expect((await at({})).status).toBe(400);
  expect(server.world.now).toBe(0);
  expect((await at({ 'x-podsim-token': 'hush' })).status).toBe(200);
  expect(server.world.now).toBe(3_600_000);
});
