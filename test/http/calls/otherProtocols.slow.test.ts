import { request } from 'node:http';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { connect as connectTo } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { LoggedRequest } from '../../../adapters/http/loggedRequest.ts';
import { makeContexts } from '../../support/serving/authority.ts';
import { served } from '../../support/serving/served.ts';

/** Protocols of the platform that podsim does not speak (errors.unknown-route). */
const { ca, contexts } = makeContexts(['podsim.test', 'api.runpod.ai']);

const askHttp2 = async (client: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string) => {
  const stream = client.request(headers);
  stream.end(body);
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const answered = await new Promise<Record<string, unknown>>((resolve, reject) => {
    stream.once('response', (got) => stream.once('end', () => resolve({ ...got })));
    stream.once('error', reject);
    client.once('error', reject);
  });
  await new Promise((resolve) => client.close(() => resolve(undefined)));
  return { ...answered, text };
};

const overHttp1 = (port: number, headers: Record<string, string>, path = '/v2/pods') =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const req = request({ port, host: '127.0.0.1', path, method: 'GET', headers }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      res.once('end', () => resolve({ status: res.statusCode, text }));
    });
    req
      .once('error', reject)
      .once('upgrade', () => reject(new Error('it was upgraded')))
      .end();
  });

describe('a request by HTTP/1.1', () => {
  const asked = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };

  test.each(['/v2/ep-a/run', '/lb/ep-a/ws', '/anything'])('for a websocket is refused with words at %s', async (path) => {
    await using server = await served();
    const { status, text } = await overHttp1(server.port, asked, path);
    expect([status, JSON.parse(text).detail]).toEqual([
      501,
      expect.stringMatching(/^podsim does not simulate websockets: read GET \/v2\/\{endpoint\}\/stream/),
    ]);
  });

  test('of gRPC is refused with words, also one for browsers; an upgrade to HTTP/2 is not taken', async () => {
    await using server = await served();
    for (const type of ['application/grpc', 'application/grpc+proto', 'application/grpc-web+proto']) {
      const { status, text } = await overHttp1(server.port, { 'content-type': type });
      expect([status, JSON.parse(text).detail]).toEqual([
        501,
        expect.stringContaining('podsim does not simulate gRPC: send the call as JSON'),
      ]);
    }
    const { status } = await overHttp1(server.port, {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      authorization: `Bearer ${server.apiKey}`,
    });
    expect(status).toBe(200);
  });
});

describe('a client of HTTP/2 alone', () => {
  test.each(['plain', 'secure'] as const)('is told over a %s connection to speak 1.1, and that is logged', async (how) => {
    const logged: LoggedRequest[] = [];
    await using server = await served({ contexts, allowHosts: ['podsim.test'], logRequest: (one) => logged.push(one) });
    const at = how === 'plain' ? `http://127.0.0.1:${server.port}` : `https://127.0.0.1:${server.port}`;
    const heard = await askHttp2(
      connect(at, { ca, servername: 'podsim.test' }),
      { ':method': 'POST', ':path': '/v2/ep-a/run' },
      '{"input":{}}',
    );
    expect(heard).toMatchObject({ ':status': 501, 'content-type': 'application/problem+json', 'x-podsim-rule': 'errors.unknown-route' });
    expect(JSON.parse(heard.text).detail).toContain('podsim does not simulate HTTP/2: let the client speak HTTP/1.1');
    expect(logged).toMatchObject([{ method: 'POST', path: '/v2/ep-a/run', status: 501, detail: JSON.parse(heard.text).detail }]);
  });

  test('that speaks gRPC hears it as a status of gRPC', async () => {
    await using server = await served();
    const asked = { ':method': 'POST', ':path': '/runpod.Pods/Create', 'content-type': 'application/grpc', te: 'trailers' };
    const heard = await askHttp2(connect(`http://127.0.0.1:${server.port}`), asked, 'body');
    expect(heard).toMatchObject({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' });
    expect(decodeURI(String((heard as Record<string, unknown>)['grpc-message']))).toMatch(
      /^podsim does not simulate gRPC: send the call as JSON/,
    );
  });

  test('is answered where its first bytes come apart', async () => {
    await using server = await served();
    const pieces = ['PRI * HTTP/2.0\r\n\r\nSM', '\r\n\r\n\0\0\0\u0004\0\0\0\0\0'];
    const socket = connectTo(server.port, '127.0.0.1').setNoDelay(true);
    const first = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    for (const piece of pieces) {
      socket.write(piece, 'latin1');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // A frame of settings: what a session of HTTP/2 begins with.
    expect((await first)[3]).toBe(4);
    socket.destroy();
  });
});

test('a client of both speaks HTTP/1.1', async () => {
  await using server = await served({ contexts, allowHosts: ['podsim.test'] });
  const socket = connectSecurely({
    port: server.port,
    host: '127.0.0.1',
    servername: 'podsim.test',
    ca,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  expect(socket.alpnProtocol).toBe('http/1.1');
  socket.destroy();
});

describe('a request in GraphQL', () => {
  const ask = async (query: string) => {
    await using server = await served();
    const { body, status } = await server.ask('POST', '/graphql', { body: { query } });
    return [status, body.detail] as const;
  };

  test.each([
    ['mutation { podFindAndDeployOnDemand(input: { name: "a" }) { id } }', 'GraphQL (podFindAndDeployOnDemand): call POST /v2/pods with'],
    ['\n  query Pod($id: String) {\n  one: pod(input: {podId: $id}) { id } }', 'GraphQL (pod): call GET /v2/pods/{id} with'],
    ['{ myself { id } }', 'GraphQL (myself): call GET /v2/pods, /v2/serverless or'],
    ['query { somethingElse }', 'GraphQL (somethingElse): call the management API below /v2'],
    ['nothing', 'GraphQL: call the management API below /v2'],
  ])('%j is refused by its name', async (query, words) => {
    expect(await ask(query)).toEqual([404, expect.stringContaining(`podsim does not simulate ${words}`)]);
  });

  test('of any length is answered', async () => {
    expect(await ask(`mutation { podStop(input: { a: "${'x'.repeat(200_000)}" }) }`)).toEqual([404, expect.stringContaining('(podStop)')]);
  });
});
