import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { RawConnection, type RawHeaders, requestBytes } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';

/** A stranger asks for a document hundreds of times in one piece, and reads no answer (server.limits). */

const count = 1_100;

const nameHost = (server: Served): RawHeaders => [['host', `127.0.0.1:${server.port}`]];

/** All that a connection has asked for, and what the server does for it. */
class Watched {
  readonly sockets: Socket[] = [];
  /** The answers that have begun. */
  readonly begun: ServerResponse[] = [];
  asked = 0;
  /** The most answers that were under way at once. */
  underWayMost = 0;

  constructor({ listening: { server } }: Served) {
    server.on('connection', (socket) => this.sockets.push(socket));
    server.prependListener('request', (_: IncomingMessage, res: ServerResponse) => {
      this.asked += 1;
      const { writeHead } = res;
      res.writeHead = (...args: unknown[]) => {
        this.begun.push(res);
        this.underWayMost = Math.max(this.underWayMost, this.begun.filter(({ writableFinished }) => !writableFinished).length);
        return Reflect.apply(writeHead, res, args);
      };
    });
  }

  get unsent(): number {
    return this.sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  }
}

// biome-ignore format: a table
test.each([
  ['/v2/openapi.json'],
  ['/_podsim/v1/openapi.json'],
  ['/docs'],
  ['/_podsim/v1/rules'],
])('one answer to GET %s is under way, however many are asked for in one piece', async (path) => {
  await using server = await served();
  const { length } = (await (await fetch(`${server.url}${path}`)).text());
  const watched = new Watched(server);
  const connection = await RawConnection.open(server.port);
  connection.stopReading();
  connection.send(Buffer.concat(Array.from({ length: count }, () => requestBytes('GET', path, nameHost(server)))));
  // What one read brings is parsed; the operating system takes some answers.
  await server.until(() => watched.asked >= 500 && watched.begun.length > 0, 'the requests have come');
  await server.until(() => watched.sockets.some(({ writableNeedDrain }) => writableNeedDrain) || watched.begun.length === watched.asked, 'the connection is full, or all is sent');
  expect(watched.underWayMost).toBe(1);
  expect(watched.unsent).toBeLessThan(length + 10_000);
  connection.destroy();
});

describe('a client that reads', () => {
  test('gets all answers, in their order', async () => {
    await using server = await served();
    const etag = (await fetch(`${server.url}/v2/openapi.json`)).headers.get('etag') ?? '';
    const connection = await RawConnection.open(server.port);
    const ids = Array.from({ length: count }, (_, k) => `r-${k}`);
    const ask = (id: string) =>
      requestBytes('GET', '/v2/openapi.json', [...nameHost(server), ['if-none-match', etag], ['x-request-id', id]]);
    connection.send(Buffer.concat(ids.map(ask)));
    const answers = [];
    for (const _ of ids) answers.push(await connection.answer());
    expect(answers.map((answer) => typeof answer === 'object' && [answer.status, answer.headers['x-request-id']])).toStrictEqual(
      ids.map((id) => [304, id]),
    );
    connection.destroy();
  });

  test('may go on with the connection afterwards', async () => {
    await using server = await served();
    const connection = await RawConnection.open(server.port);
    connection.send(Buffer.concat(Array.from({ length: 200 }, () => requestBytes('HEAD', '/docs', nameHost(server)))));
    for (let k = 0; k < 200; k++) expect(await connection.answer('HEAD')).toMatchObject({ status: 200 });
    expect(await connection.ask('GET', '/_podsim/v1/health/live', nameHost(server))).toMatchObject({ status: 200 });
    connection.destroy();
  });
});

test('requests that wait behind others are counted over all connections, and the connection of one too many is closed', async () => {
  await using server = await served({ limits: { pipelined: 1_000 } });
  const open = async () => {
    const connection = await RawConnection.open(server.port);
    connection.stopReading();
    connection.send(Buffer.concat(Array.from({ length: 600 }, () => requestBytes('GET', '/_podsim/v1/openapi.json', nameHost(server)))));
    return connection;
  };
  const closed: Socket[] = [];
  server.listening.server.on('connection', (socket) => socket.once('close', () => closed.push(socket)));
  const connections = [await open(), await open(), await open()];
  await server.until(() => closed.length === 2, 'two of them are closed');
  expect((await server.get('/v2/pods')).status).toBe(200);
  for (const connection of connections) connection.destroy();
});

describe('a document', () => {
  test('is not made for a client: the build has made it, whatever URL the client uses', async () => {
    await using server = await served();
    const stringify = vi.spyOn(JSON, 'stringify');
    const made = () => stringify.mock.results.filter(({ value }) => String(value).length > 50_000).length;
    for (const path of ['/v2/openapi.json', '/worlds/default/v2/openapi.json', '/v2/openapi.json']) {
      const { servers } = (await (await fetch(`${server.url}${path}`)).json()) as { readonly servers: readonly object[] };
      expect(servers).toStrictEqual([{ url: `${server.url}${path.replace('/v2/openapi.json', '')}` }]);
    }
    expect(made()).toBe(0);
    stringify.mockRestore();
  });

  test('has an ETag, by which a client that has it gets 304 without a body; another URL of the server makes another document', async () => {
    await using server = await served();
    const ask = (path: string, tag?: string) => server.get(path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
    for (const path of ['/v2/openapi.json', '/_podsim/v1/openapi.json', '/docs']) {
      const etag = (await ask(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, headers, body } = await ask(path, tag);
        expect([status, headers.get('etag'), headers.get('content-length'), body]).toStrictEqual([304, etag, null, undefined]);
      }
      expect((await ask(path, '"other"')).status).toBe(200);
    }
    const elsewhere = (await ask('/worlds/default/v2/openapi.json')).headers.get('etag');
    expect(elsewhere).not.toBe((await ask('/v2/openapi.json')).headers.get('etag'));
  });
});
