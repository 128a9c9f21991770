import { request as httpRequest, Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventStream } from '../support/serving/eventStream.ts';
import { type Served, served } from '../support/serving/served.ts';

const job = { input: { prompt: 'hi' } };

const stopped = (server: Served): Promise<void> => server.listening.close();

/** A server that cannot cut connections. If stopping needs that, it never stops and the test fails. */
beforeEach(() => {
  vi.spyOn(Server.prototype, 'closeAllConnections').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a server that stops', () => {
  test('answers pending calls: their clients may retry', async () => {
    await using server = await served();
    const answers = [1, 2, 3].map(() => server.post('/v2/ep-a/runsync', job));
    await server.untilWaiting(3);
    await stopped(server);
    for (const { status, headers, body } of await Promise.all(answers)) {
      expect([status, headers.get('content-type'), headers.get('retry-after')]).toStrictEqual([503, 'application/problem+json', '1']);
      expect(body).toStrictEqual({
        title: 'Service Unavailable',
        status: 503,
        detail: 'the server is stopping; ask again when it is back',
      });
    }
    expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 0 });
  });

  test('ends open streams, and accepts no new connections', async () => {
    await using server = await served();
    const stream = await EventStream.open(`${server.url}/_podsim/v1/events`, {});
    await stopped(server);
    await stream.ended();
    await expect(server.get('/v2/pods')).rejects.toThrow('fetch failed');
  });

  test('does not wait for idle connections', async () => {
    await using server = await served();
    const silent = connect(server.port, '127.0.0.1');
    const unfinished = connect(server.port, '127.0.0.1', () => unfinished.write('GET /v2/pods HTTP/1.1\r\nhost:'));
    await Promise.all([silent, unfinished].map((socket) => new Promise((connected) => socket.once('connect', connected))));
    await server.get('/v2/pods');
    await stopped(server);
  });

  test('cuts off no answer that is on its way', async () => {
    await using server = await served();
    const input = { text: 'x'.repeat(9_000_000) };
    const { body } = await server.post('/v2/ep-a/run', { input });
    await server.advance({ by: '1m' });
    const headers = { authorization: `Bearer ${server.apiKey}` };
    const reading = httpRequest({ host: '127.0.0.1', port: server.port, path: `/v2/ep-a/status/${body.id}`, headers, agent: false }).end();
    const res = await new Promise<NodeJS.ReadableStream>((answered) => reading.once('response', answered));
    const stopping = stopped(server);
    let length = 0;
    for await (const piece of res) length += piece.length;
    expect(length).toBeGreaterThan(9_000_000);
    await stopping;
  });

  test('answers a call whose body was still on its way', async () => {
    await using server = await served();
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
    const sending = httpRequest({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/v2/ep-a/runsync', headers });
    sending.write('{"input":');
    const answer = new Promise<number | undefined>((answered) => sending.once('response', ({ statusCode }) => answered(statusCode)));
    await server.until(() => server.hearing.begun === 1, 'the request has begun');
    const stopping = stopped(server);
    sending.end('{}}');
    expect(await answer).toBe(503);
    await stopping;
  });

  test('may be stopped several times at once', async () => {
    await using server = await served();
    await Promise.all([stopped(server), stopped(server)]);
  });
});
