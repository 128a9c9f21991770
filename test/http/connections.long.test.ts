import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { serveOn } from '../../adapters/http/server.ts';
import { defaultWorldId } from '../../engine/control/operation.ts';
import { type Invariant, invariants } from '../../engine/simulator/invariants.ts';
import { World } from '../../engine/world/world.ts';
import { eventually } from '../support/eventually.ts';
import { HandWall } from '../support/handWall.ts';
import { type Outcome, type RawAnswer, RawConnection, type RawHeaders, requestBytes } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

const headersOf = ({ port }: { readonly port: number }): RawHeaders => [
  ['host', `127.0.0.1:${port}`],
  ['authorization', 'Bearer key-of-alice'],
];

/** The first answer on a connection on which exactly these bytes are sent. */
const answerTo = async (server: Served, bytes: string | Uint8Array): Promise<Outcome> => {
  const connection = await RawConnection.open(server.port);
  connection.send(bytes);
  const answer = await connection.answer();
  connection.destroy();
  return answer;
};

const problem = (status: number, detail: string) => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    'x-request-id': expect.stringMatching(/^req-\d+$/),
    'x-podsim-rule': 'errors.malformed',
  },
  body: expect.stringContaining(`"status":${status},"detail":"${detail}"`),
});

describe('bytes that are not a request are also refused with a problem document:', () => {
  // biome-ignore format: a table
  test.each<readonly [what: string, bytes: string, status: number, detail: string]>([
    ['bytes of another protocol',        '\u0016\u0003\u0001\r\n\r\n',                                            400, 'this is not an HTTP request'],
    ['a method that there is none of',   'BREW / HTTP/1.1\r\nhost: localhost\r\n\r\n',                                    400, 'this is not an HTTP request'],
    ['a request to be passed on',        'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n',         400, 'this is no proxy: ask for a path of the APIs'],
    ['no host',                          'GET /v2/pods HTTP/1.1\r\n\r\n',                                         400, 'the header host is missing'],
    ['a host that is none',              'GET /v2/pods HTTP/1.1\r\nhost: [::1\r\n\r\n',                           400, 'the header host names no host'],
    ['two hosts',                        'GET /v2/pods HTTP/1.1\r\nhost: localhost\r\nHost: localhost:1\r\n\r\n',               400, 'the header host is there more than once'],
    ['the same host twice',              'GET /v2/pods HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n',                 400, 'the header host is there more than once'],
    ['the same length twice',            'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\n{}', 400, 'this is not an HTTP request'],
    ['a length, and chunks',             'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400, 'this is not an HTTP request'],
    ['chunks, and a length',             'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n', 400, 'this is not an HTTP request'],
    ['an encoding after the chunks',     'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n', 400, 'this is not an HTTP request'],
    ['a space before a colon',           'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ncontent-length : 2\r\n\r\n{}',           400, 'this is not an HTTP request'],
    ['a target that is no URL',          'GET http://[::/v2/pods HTTP/1.1\r\nhost: localhost\r\n\r\n',                    400, 'the target of the request is no URL'],
    ['a path that cannot be decoded',    'GET /v2/pods/%ZZ HTTP/1.1\r\nhost: localhost\r\n\r\n',                          400, 'the path cannot be decoded: write %25 for a %'],
    ['a world that cannot be decoded',   'GET /worlds/%ZZ/v2/pods HTTP/1.1\r\nhost: localhost\r\n\r\n',                   400, 'the path cannot be decoded: write %25 for a %'],
    ['two lengths',                      'POST /v2/pods HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}', 400, 'this is not an HTTP request'],
    ['more headers than are read',       `GET /v2/pods HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431, 'the headers have more bytes than are read'],
  ])('%s', async (_, bytes, status, detail) => {
    await using server = await served();
    expect(await answerTo(server, bytes)).toMatchObject(problem(status, detail));
    expect(await server.get('/v2/pods')).toMatchObject({ status: 200 });
  });

  test('an Expect header with anything but 100-continue changes nothing in the answer', async () => {
    await using server = await served();
    const bytes = requestBytes('GET', '/v2/pods', [...headersOf(server), ['expect', 'miracles']]);
    expect(await answerTo(server, bytes)).toMatchObject({ status: 200, body: '{"pods":[]}' });
  });

  test.each([
    ['h2c', 'is answered as any other', { status: 200, body: '{"pods":[]}' }],
    ['websocket', 'is refused', { status: 501 }],
  ])('a request for an upgrade to %s %s, and its connection is closed: Node may read no further request on it', async (to, _, answered) => {
    await using server = await served();
    const asking: RawHeaders = [...headersOf(server), ['upgrade', to], ['connection', 'keep-alive, upgrade']];
    const connection = await RawConnection.open(server.port);
    connection.send(requestBytes('GET', '/v2/pods', [...asking, ['transfer-encoding', 'chunked']]));
    connection.send('0\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ ...answered, headers: { connection: 'close' } });
    connection.destroy();
  });

  test('a client that sends Expect: 100-continue gets 100 before it sends its body', async () => {
    await using server = await served();
    const connection = await RawConnection.open(server.port);
    const bytes = requestBytes('POST', '/v2/ep-a/run', [...headersOf(server), ['expect', '100-continue']], '{"input":{}}');
    connection.send(bytes.subarray(0, -12));
    expect(await connection.answer('POST', 50)).toBe('silence');
    connection.send(bytes.subarray(-12));
    expect(await connection.answer('POST')).toMatchObject({ status: 200 });
    connection.destroy();
  });
});

describe('a client that takes its time', () => {
  const timeouts = { headersMs: 100, requestMs: 150, checkMs: 20 };

  // biome-ignore format: a table
  test.each<readonly [what: string, bytes: string]>([
    ['over a head',             'POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\n'],
    ['over a body',             'POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\nauthorization: key-of-alice\r\ncontent-length: 100\r\n\r\n{'],
    ['over the chunks of one',  'POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\nauthorization: key-of-alice\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ])('%s is awaited up to the timeout: 408', async (_, bytes) => {
    await using server = await served({ timeouts });
    expect(await answerTo(server, bytes)).toMatchObject(problem(408, 'the request took too long to arrive'));
  });

  test('may do so while it waits for its answer', async () => {
    await using server = await served({ timeouts });
    const waiting = answerTo(server, requestBytes('POST', '/v2/ep-a/runsync', headersOf(server), '{"input":{}}'));
    await new Promise((later) => setTimeout(later, 400));
    await server.advance({ by: '1s' });
    expect(await waiting).toMatchObject({ status: 200 });
  });
});

describe('a connection', () => {
  test('answers what came in one piece in its order, and begins each after the answer to the one before it', async () => {
    await using server = await served();
    const connection = await RawConnection.open(server.port);
    const wait = requestBytes('POST', '/v2/ep-a/runsync', headersOf(server), '{"input":{"n":1}}');
    const look = requestBytes('GET', '/v2/ep-a/health', headersOf(server));
    connection.send(Buffer.concat([wait, look]));
    await server.untilWaiting(1);
    expect(await connection.answer('POST', 50)).toBe('silence');
    await server.advance({ by: '1s' });
    const [first, second] = [await connection.answer('POST'), await connection.answer()] as [RawAnswer, RawAnswer];
    expect(JSON.parse(first.body)).toMatchObject({ status: 'COMPLETED', output: { n: 1 } });
    expect(JSON.parse(second.body)).toMatchObject({ jobs: { completed: 1 } });
    connection.destroy();
  });

  test('is not cut off for the rest of a request that this server does not read, because another is under way', async () => {
    await using server = await served({ timeouts: { headersMs: 1_000, requestMs: 1_000, checkMs: 20 } });
    const connection = await RawConnection.open(server.port);
    const wait = requestBytes('POST', '/v2/ep-a/runsync', headersOf(server), '{"input":{"n":1}}');
    const large = requestBytes('POST', '/v2/ep-a/run', headersOf(server), JSON.stringify({ input: { text: 'x'.repeat(4_000_000) } }));
    connection.send(Buffer.concat([wait, large]));
    await server.untilWaiting(1);
    expect(await connection.answer('POST', 1_500)).toBe('silence');
    await server.advance({ by: '1s' });
    const answers = [await connection.answer('POST'), await connection.answer('POST')];
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    connection.destroy();
  });

  test('whose client has ended its side still gets its answers', async () => {
    await using server = await served();
    const connection = await RawConnection.open(server.port);
    connection.send(requestBytes('GET', '/v2/pods', headersOf(server)));
    connection.end();
    expect(await connection.answer()).toMatchObject({ status: 200 });
    connection.destroy();
  });

  test('with an open stream is cut when garbage arrives, because no answer can be written into the stream', async () => {
    await using server = await served();
    const connection = await RawConnection.open(server.port);
    connection.send(requestBytes('GET', '/_podsim/v1/events', [...headersOf(server), ['accept', 'text/event-stream']]));
    expect(await connection.answer()).toMatchObject({ status: 200, goesOn: true });
    connection.send('\u0000garbage\r\n\r\n');
    expect(await connection.answer()).toBe('closed');
    await server.until(() => server.default.stats.watching === 0, 'no stream is open');
  });
});

// biome-ignore format: a table
test.each<readonly [what: string, bytes: string]>([
  ['a request',                      'GET /_podsim/v1/rules HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ['half a request',                 'POST /v2/ep-a/run HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{'],
  ['one to be passed on',            'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n'],
  ['what is no request',             '\u0000\u0000\r\n\r\n'],
  ['nothing',                        ''],
])('a client that sends %s and disconnects at once does no harm', async (_, bytes) => {
  await using server = await served();
  for (let times = 0; times < 20; times++) {
    const connection = await RawConnection.open(server.port);
    connection.send(bytes);
    if (times % 2 === 0) await new Promise((later) => setTimeout(later, 1));
    connection.reset();
  }
  expect(await server.get('/v2/pods')).toMatchObject({ status: 200 });
});

describe('a world that broke', () => {
  /** A world with a broken audit function, because no call of a client can break a world. */
  const broken = async () => {
    const wall = new HandWall();
    const serving = new WorldHost({
      clock: { clock: 'manual' },
      apiKey: 'key-of-alice',
      stallAfterMs: 100,
      wall,
      onBreak: () => undefined,
    });
    const definition = worldOf({ endpoints: [endpointOf('ep-a'), endpointOf('ep-b')] });
    serving.serve(defaultWorldId, (onChange) => new World(definition, { onChange }), { clock: 'manual' });
    const server = await serveOn(serving, { host: '127.0.0.1', port: 0 });
    return { serving, server, wall };
  };

  const all = invariants as Invariant[];
  const wrong: Invariant = {
    name: 'wrong',
    about: 'a program that is wrong',
    broken: ({ event }) => {
      if (event.type === 'WorkerTookJob' && event.workerId.startsWith('ep-b')) throw new Error('a secret of the program');
      return undefined;
    },
  };
  beforeEach(() => {
    all.push(wrong);
  });
  afterEach(() => {
    all.splice(all.indexOf(wrong), 1);
  });

  test('answers 500 with a problem document that names the place and no internals; its pending calls are answered', async () => {
    const silenced = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { serving, server, wall } = await broken();
    serving.createWorld('other', worldOf(), { clock: 'manual' });
    const headers = headersOf(server);
    const [waiting, leaving, breaking] = await Promise.all([1, 2, 3].map(() => RawConnection.open(server.port)));
    for (const connection of [waiting, leaving]) connection?.send(requestBytes('POST', '/v2/ep-a/runsync', headers, '{"input":{}}'));
    await eventually(() => expect(serving.find(defaultWorldId)?.stats.waiting).toBe(2));
    // Its worker takes the job when the clock is moved.
    expect(await breaking?.ask('POST', '/v2/ep-b/run', headers, '{"input":{}}')).toMatchObject({ status: 200 });
    const failed = await breaking?.ask('POST', '/_podsim/v1/clock/advance', headers, '{"next":true}');
    expect(failed).toMatchObject({
      status: 500,
      headers: { 'content-type': 'application/problem+json', 'x-podsim-rule': 'server.broken' },
    });
    expect(JSON.parse(failed?.body ?? '')).toMatchObject({
      status: 500,
      detail: expect.stringMatching(/seed podsim, world default, entry \d+/),
    });
    expect(failed?.body).not.toMatch(/secret|\.ts|node_modules/);
    leaving?.destroy();
    wall.pass(100);
    expect(await waiting?.answer('POST')).toMatchObject({ status: 503 });
    expect(await breaking?.ask('GET', '/v2/pods', headers)).toMatchObject({ status: 500 });
    expect(await breaking?.ask('GET', '/worlds/other/v2/pods', headers)).toMatchObject({ status: 200 });
    await eventually(() => expect(serving.find(defaultWorldId)?.stats).toStrictEqual({ waiting: 0, watching: 0 }));
    for (const connection of [waiting, breaking]) connection?.destroy();
    await server.close();
    expect(silenced.mock.calls.join()).toContain('a secret of the program');
    silenced.mockRestore();
  });
});
