import { describe, expect, test } from 'vitest';
import { operations } from '../../engine/api/table.ts';
import { RawConnection, type RawHeaders } from '../support/serving/rawHttp.ts';
import { type Served, type ServedOptions, served } from '../support/serving/served.ts';

/** A stranger's web page tries to use a server on the machine of its reader, whose key it knows (server.names). */

/** Every operation of both APIs, in the default world and in another, and what a server offers beside them. */
const ways = operations
  .filter(({ api }) => api !== 'control')
  .map(({ methods: [method = 'GET'], path }) => [method, path.replaceAll(/\{\w+\}/g, 'x')] as const)
  .flatMap(([method, path]) => [[method, path] as const, [method, `/worlds/other${path}`] as const])
  .concat([
    ['GET', '/'],
    ['GET', '/console'],
    ['GET', '/docs'],
    ['GET', '/docs/start.mjs'],
    ['GET', '/v2/openapi.json'],
    ['GET', '/_podsim/v1/state'],
    ['OPTIONS', '/v2/pods'],
  ]);

const ask = async (server: Served, method: string, path: string, headers: RawHeaders) => {
  const connection = await RawConnection.open(server.port);
  const host: RawHeaders = headers.some(([name]) => name === 'host') ? [] : [['host', `127.0.0.1:${server.port}`]];
  const answer = await connection.ask(method, path, [...host, ['authorization', `Bearer ${server.apiKey}`], ...headers]);
  connection.destroy();
  server.hearing.expectNoComplaints();
  return answer;
};

/** How a server answers `GET /v2/pods` with these headers. */
const statusOf = async (headersOf: (port: number) => RawHeaders, options: ServedOptions = {}): Promise<number> => {
  await using server = await served(options);
  return (await ask(server, 'GET', '/v2/pods', headersOf(server.port))).status;
};

describe('a page whose own name leads to this machine', () => {
  test('gets 403 wherever it goes, before anything happens', async () => {
    await using server = await served();
    server.serving.createWorld('other', server.world.header.definition, { clock: 'manual' });
    const { length } = server.world.log;
    for (const [method, path] of ways) {
      const host = `rebound.example.com:${server.port}`;
      const answer = await ask(server, method, path, [
        ['host', host],
        ['origin', `http://${host}`],
        ['x-podsim-at', '1h'],
      ]);
      expect([path, answer.status, answer.headers['x-podsim-rule']]).toStrictEqual([path, 403, 'server.names']);
    }
    expect([server.world.now, server.world.log.length]).toStrictEqual([0, length]);
    expect(server.default.journal.newest().next().done).toBe(true);
  });

  test('is told how to be let in', async () => {
    await using server = await served();
    const { body } = await ask(server, 'GET', '/v2/pods', [['host', 'podsim.test:1']]);
    expect(body).toContain('podsim serve --allow-host podsim.test');
  });

  // biome-ignore format: a table
  test.each<readonly [what: string, headersOf: (port: number) => RawHeaders, options: ServedOptions, status: number]>([
    ['127.0.0.1',                       (port) => [['host', `127.0.0.1:${port}`]],            {},                                           200],
    ['localhost, of another port',      (_) => [['host', 'LocalHost:1']],                     {},                                           200],
    ['[::1]',                           (_) => [['host', '[::1]']],                           {},                                           200],
    ['a name that begins like its own', (_) => [['host', 'localhost.example.com']],           {},                                           403],
    ['no name',                         (_) => [['host', '']],                                {},                                           403],
    ['a name that is allowed',          (_) => [['host', 'podsim.test:8787']],                { allowHosts: ['Podsim.test'] },              200],
    ['one that is not',                 (_) => [['host', 'other.test']],                      { allowHosts: ['podsim.test'] },              403],
    ['that of its public URL',          (_) => [['host', 'podsim.example.com']],              { publicUrl: 'https://podsim.example.com/a' }, 200],
    ['any, on another address',         (_) => [['host', 'podsim.lan']],                      { host: '127.1' },                            200],
    ['one, where one is allowed there', (_) => [['host', 'podsim.lan']],                      { host: '127.1', allowHosts: ['podsim.test'] }, 403],
    ['its address, in the same case',   (_) => [['host', '127.1:80']],                        { host: '127.1', allowHosts: ['podsim.test'] }, 200],
  ])('by the name %s', async (_, headersOf, options, status) => {
    expect(await statusOf(headersOf, options)).toBe(status);
  });
});

describe('a page of another origin', () => {
  test('gets 403 wherever it goes', async () => {
    await using server = await served();
    for (const [method, path] of ways) {
      const { status, headers } = await ask(server, method, path, [['origin', 'http://localhost:3000']]);
      expect([path, status, headers['x-podsim-rule']]).toStrictEqual([path, 403, 'server.names']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  // biome-ignore format: a table
  test.each<readonly [what: string, headersOf: (port: number) => RawHeaders, status: number]>([
    ['its own',                            (port) => [['origin', `http://127.0.0.1:${port}`]],                        200],
    ['its own by another of its names',    (port) => [['origin', `http://localhost:${port}`]],                        200],
    ['its own through a port that leads to it', (_) => [['host', 'localhost:9000'], ['origin', 'http://localhost:9000']], 200],
    ['its own through a proxy with TLS',   (_) => [['host', 'localhost'], ['origin', 'https://localhost']],           200],
    ['of another port',                    (port) => [['origin', `http://127.0.0.1:${port - 1}`]],                    403],
    ['of a name that begins like it',      (port) => [['origin', `http://127.0.0.1:${port}.example.com`]],            403],
    ['of a file or a frame without one',   (_) => [['origin', 'null']],                                               403],
    ['of none',                            (_) => [['origin', '']],                                                   403],
  ])('where that is %s', async (_, headersOf, status) => {
    expect(await statusOf(headersOf)).toBe(status);
  });
});

describe('a page that --cors lets in', () => {
  const origin = 'http://localhost:3000';
  const options = { cors: ['http://localhost:4000', origin] };

  test('may call with its key, and read the headers of the answer', async () => {
    await using server = await served(options);
    const { status, headers } = await ask(server, 'GET', '/v2/pods', [['origin', origin]]);
    expect([status, headers['access-control-allow-origin'], headers['vary']]).toStrictEqual([200, origin, 'Origin']);
    expect(headers['access-control-expose-headers']).toContain('x-podsim-rule');
    expect(
      (
        await ask(server, 'GET', '/_podsim/v1/info', [
          ['origin', origin],
          ['sec-fetch-site', 'same-site'],
        ])
      ).status,
    ).toBe(200);
  });

  test('has its preflights answered, for each method and header', async () => {
    await using server = await served(options);
    for (const path of ['/v2/pods/some-pod', '/worlds/other/v2/ep-a/run', '/_podsim/v1/clock/policy']) {
      const { status, headers, body } = await ask(server, 'OPTIONS', path, [
        ['origin', origin],
        ['access-control-request-method', 'PATCH'],
        ['access-control-request-headers', 'authorization,content-type,x-podsim-at'],
      ]);
      expect([status, body]).toStrictEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': 'authorization,content-type,x-podsim-at',
      });
    }
  });

  test('does not let in another, nor one that begins like it', async () => {
    await using server = await served(options);
    for (const foreign of ['http://localhost:30000', 'https://localhost:3000', 'http://localhost'])
      expect((await ask(server, 'GET', '/v2/pods', [['origin', foreign]])).status).toBe(403);
  });
});
