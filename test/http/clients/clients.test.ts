import { expect, test } from 'vitest';
import { type RawAnswer, RawConnection, type RawHeaders } from '../../support/serving/rawHttp.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

/** The calls of a client, as they came over a wire from it: none of these is ours to change. */
interface Client {
  readonly name: string;
  /** What it puts into a call without a body, beside host and key. */
  readonly headers: RawHeaders;
  /** Of its call for partial output. */
  readonly stream: { readonly method: string; readonly query: string };
}

const json = ['Content-Type', 'application/json'] as const;
const get = { method: 'GET', query: '' };

const clients: readonly Client[] = [
  {
    name: 'the JavaScript SDK',
    headers: [
      ['connection', 'keep-alive'],
      json,
      ['User-Agent', 'RunPod-JS-SDK/1.1.2 (Unknown Environment)'],
      ['accept', '*/*'],
      ['accept-language', '*'],
      ['sec-fetch-mode', 'cors'],
      ['accept-encoding', 'gzip, deflate'],
    ],
    stream: get,
  },
  {
    name: 'the Python SDK',
    headers: [
      ['User-Agent', 'python-requests/2.28.1'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['Accept', '*/*'],
      ['Connection', 'keep-alive'],
      json,
    ],
    stream: get,
  },
  {
    name: 'the Python SDK with asyncio',
    headers: [
      json,
      ['X-Request-ID', 'a-job'],
      ['Accept', '*/*'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['User-Agent', 'Python/3.11 aiohttp/3.8.4'],
    ],
    stream: get,
  },
  {
    name: 'the Go SDK',
    headers: [['User-Agent', 'Go-http-client/1.1'], ['Content-Length', '0'], json, ['Accept-Encoding', 'gzip']],
    stream: { method: 'POST', query: '?wait=90000' },
  },
  {
    name: 'an SDK of another name',
    headers: [
      ['User-Agent', 'reqwest/0.12'],
      ['content-type', 'application/json; charset=utf-8'],
    ],
    stream: get,
  },
  {
    name: 'the Python SDK behind a proxy that takes types of no body away',
    headers: [['User-Agent', 'python-requests/2.28.1']],
    stream: get,
  },
  {
    name: 'curl',
    headers: [
      ['User-Agent', 'curl/7.88.1'],
      ['Accept', '*/*'],
    ],
    stream: get,
  },
  {
    name: 'curl that posts',
    headers: [
      ['User-Agent', 'curl/7.88.1'],
      ['Accept', '*/*'],
      ['Content-Length', '0'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    stream: { method: 'POST', query: '' },
  },
  {
    name: 'fetch',
    headers: [
      ['accept', '*/*'],
      ['accept-language', '*'],
      ['sec-fetch-mode', 'cors'],
      ['user-agent', 'node'],
      ['accept-encoding', 'gzip, deflate'],
    ],
    stream: get,
  },
  {
    name: 'httpx',
    headers: [
      ['Accept', '*/*'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['Connection', 'keep-alive'],
      ['User-Agent', 'python-httpx/0.28.1'],
    ],
    stream: get,
  },
  { name: "Java's HttpClient", headers: [['User-Agent', 'Java-http-client/17.0.16']], stream: get },
  { name: 'a client that says nothing of itself', headers: [], stream: get },
];

const definition = worldOf({
  endpoints: [
    endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 4_000 }, chunks: { outputs: ['a', 'b'] } }),
  ],
});

const bodyOf = ({ status, body }: RawAnswer) => {
  expect(status).toBe(200);
  return JSON.parse(body);
};

test.each(clients)(
  '$name gets its stream in an envelope, from its first piece to its last',
  async ({ headers, stream: { method, query } }) => {
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const connection = await RawConnection.open(server.port);
    const always: RawHeaders = [
      ['host', `127.0.0.1:${server.port}`],
      ['authorization', `Bearer ${server.apiKey}`],
    ];
    const submitted = bodyOf(await connection.ask('POST', '/v2/ep-a/run', [...always, json], '{"input":{}}'));
    const target = `/v2/ep-a/stream/${submitted.id}${query}`;
    const pieces: unknown[] = [];
    let answer = bodyOf(await connection.ask(method, target, [...always, ...headers]));
    for (let call = 1; call <= 5; call++) {
      expect(Object.keys(answer)).toStrictEqual(['status', 'stream']);
      pieces.push(...answer.stream);
      if (answer.stream.length === 0) break;
      answer = bodyOf(await connection.ask(method, target, [...always, ...headers]));
    }
    expect(pieces).toStrictEqual([{ output: 'a' }, { output: 'b' }]);
    expect(answer).toStrictEqual({ status: 'COMPLETED', stream: [] });
    connection.destroy();
  },
);
