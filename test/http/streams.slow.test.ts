import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../adapters/http/inProcess.ts';
import { appWithout } from '../../adapters/http/server.ts';
import { defaultWorldId } from '../../engine/control/operation.ts';
import { World } from '../../engine/world/world.ts';
import { ContractMonitor } from '../support/contract/contractMonitor.ts';
import { EventStream } from '../support/serving/eventStream.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

/** Containers that take some time to start, so that there are lines to follow. */
const definition = worldOf({
  settings: {},
  endpoints: [
    endpointOf(
      'ep-a',
      { workers: { min: 0, max: 1 }, scaling: { type: 'QUEUE_DELAY', queueDelay: 0.5 }, idleTimeoutMs: 5_000 },
      {
        duration: { kind: 'fixed', ms: 3_000 },
      },
    ),
  ],
});

const job = { input: { prompt: 'hi' } };

const opened = (server: Served, path: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> =>
  EventStream.open(`${server.url}${path}`, { authorization: `Bearer ${server.apiKey}`, ...headers });

/** A pod whose image is being pulled. */
const podIn = async (server: Served): Promise<string> => {
  const { body } = await server.post('/v2/pods', { name: 'p', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } });
  await server.advance({ next: true });
  return body.id;
};

const linesOf = ({ events }: EventStream): readonly string[] => events.map(({ data }) => data.line);

describe("a pod's log", () => {
  test('is sent from its beginning at once, and continues as time advances', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    const stream = await opened(server, `/v2/pods/${pod}/logs`);
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('x-podsim-world')]).toStrictEqual([
      200,
      'text/event-stream',
      'default',
    ]);
    await stream.until(2);
    expect(linesOf(stream)).toStrictEqual(['create container an-image', 'pull image an-image']);
    await server.advance({ by: '5m' });
    await stream.until(5);
    expect(linesOf(stream).slice(2)).toStrictEqual([
      'start container for an-image: begin',
      'Pod Started',
      'Start script(s) finished, pod is ready to use.',
    ]);
    expect(new Set(stream.events.map(({ data }) => Object.keys(data).sort().join()))).toStrictEqual(new Set(['line,source,ts']));
    expect(stream.events.map(({ data }) => data.ts)).toStrictEqual(stream.events.map(({ data }) => data.ts).sort());
  });

  test('is resumed where its reader was cut off: no line is lost, and none is sent twice', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    await server.advance({ by: '5m' });
    await server.post(`/v2/pods/${pod}/action`, { action: 'restart' });
    await server.advance({ by: '5m' });
    const whole = await opened(server, `/v2/pods/${pod}/logs?tail=5000`);
    await whole.until(4);
    for (const [k, { id }] of whole.events.entries()) {
      const rest = await opened(server, `/v2/pods/${pod}/logs`, { 'last-event-id': id });
      await rest.until(whole.events.length - k - 1);
      expect(rest.events).toStrictEqual(whole.events.slice(k + 1));
    }
  });

  test('is the same for a reader who follows it and for one who comes later', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    const follower = await opened(server, `/v2/pods/${pod}/logs?source=system`);
    await server.advance({ by: '5m' });
    await server.post(`/v2/pods/${pod}/action`, { action: 'stop' });
    await server.post(`/v2/pods/${pod}/action`, { action: 'start' });
    await server.advance({ by: '5m' });
    const later = await opened(server, `/v2/pods/${pod}/logs?source=system&tail=5000`);
    await later.until(6);
    await follower.until(later.events.length);
    expect(follower.events).toStrictEqual(later.events);
  });

  test('ends when the pod is terminated', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    const stream = await opened(server, `/v2/pods/${pod}/logs`);
    await server.ask('DELETE', `/v2/pods/${pod}`);
    await stream.ended();
    expect(linesOf(stream).at(-1)).toBe('remove container');
    expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 0 });
    expect((await server.get(`/v2/pods/${pod}/logs`)).status).toBe(404);
  });

  test('is refused to unknown keys, for unknown pods, and for unknown positions', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    expect((await server.get(`/v2/pods/${pod}/logs`, { key: null })).status).toBe(401);
    expect((await server.get('/v2/pods/nowhere/logs')).status).toBe(404);
    expect((await server.get(`/v2/pods/${pod}/logs?tail=-1`)).status).toBe(422);
    const { status, headers } = await server.get(`/v2/pods/${pod}/logs`, { headers: { 'last-event-id': 'somewhere' } });
    expect([status, headers.get('content-type')]).toStrictEqual([422, 'application/problem+json']);
    expect(server.default.stats.watching).toBe(0);
  });

  test('answers HEAD with its headers', async () => {
    await using server = await served({ definition });
    const { status, headers, body } = await server.ask('HEAD', `/v2/pods/${await podIn(server)}/logs`);
    expect([status, headers.get('content-type'), body]).toStrictEqual([200, 'text/event-stream', undefined]);
    expect(server.default.stats.watching).toBe(0);
  });
});

describe("a worker's log", () => {
  test('is followed from its cold start to its end', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/run', job);
    await server.advance({ by: '2s' });
    const { body } = await server.get('/v2/serverless/ep-a/workers');
    const stream = await opened(server, `/v2/serverless/ep-a/workers/${body.workers[0].id}/logs`);
    await stream.until(2);
    await server.advance({ by: '10m' });
    await server.ask('DELETE', '/v2/serverless/ep-a');
    await stream.ended();
    const lines = linesOf(stream);
    expect(lines.at(0)).toMatch(/^create container/);
    expect(lines.at(-1)).toBe('remove container');
    expect(lines.findIndex((line) => /^start container/.test(line))).toBeLessThan(lines.length - 2);
    expect(server.default.stats.watching).toBe(0);
  });
});

describe('the events of a world', () => {
  const path = '/_podsim/v1/events';

  test('are sent from the first, inputs included, and continue as the world advances', async () => {
    await using server = await served({ definition });
    const stream = await opened(server, path);
    await server.post('/v2/ep-a/run', job);
    await server.post('/v2/ep-a/run', { input: 'no object' });
    await server.advance({ by: '10m' });
    await stream.until(server.world.log.length);
    expect(stream.events.map(({ data }) => data)).toStrictEqual(
      [...server.world.log.entries()].map(({ seq, at, cause, event }) => JSON.parse(JSON.stringify({ seq, at, cause, ...event }))),
    );
    expect(stream.events.map(({ id }) => Number(id))).toStrictEqual(stream.events.map((_, k) => k + 1));
  });

  test('are resumed after any of them', async () => {
    await using server = await served({ definition });
    const first = await opened(server, path);
    await server.post('/v2/ep-a/run', job);
    await first.until(server.world.log.length);
    first.leave();
    await server.advance({ by: '10m' });
    const second = await opened(server, path, { 'last-event-id': first.events.at(-1)?.id ?? '' });
    const { length } = server.world.log;
    await second.until(length - first.events.length);
    const ids = [...first.events, ...second.events].map(({ id }) => Number(id));
    expect(ids).toStrictEqual(Array.from({ length }, (_, k) => k + 1));
  });

  test('can be filtered by type and by entity', async () => {
    await using server = await served({ definition });
    const jobs = await opened(server, `${path}?type=JobQueued,JobCompleted&after=1`);
    const one = await opened(server, `${path}?entity=job-2`);
    for (let k = 0; k < 2; k++) await server.post('/v2/ep-a/run', job);
    await server.advance({ by: '10m' });
    await jobs.until(4);
    expect(jobs.events.map(({ data }) => data.type)).toStrictEqual(['JobQueued', 'JobQueued', 'JobCompleted', 'JobCompleted']);
    const later = await opened(server, `${path}?entity=job-2`);
    await later.until(3);
    expect(later.events.map(({ data }) => data.type)).toStrictEqual(['JobQueued', 'JobStarted', 'JobCompleted']);
    expect(one.events).toStrictEqual([]);
  });

  test('continue without calls under a realtime clock', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1_000 } });
    const stream = await opened(server, `${path}?type=JobCompleted`);
    await server.post('/v2/ep-a/run', job);
    expect((await stream.until(1))[0]?.data).toMatchObject({ type: 'JobCompleted' });
  });

  test('end when the server stops', async () => {
    const server = await served({ definition });
    const streams = [await opened(server, path), await opened(server, `/v2/pods/${await podIn(server)}/logs`)];
    expect(server.default.stats.watching).toBe(2);
    await server[Symbol.asyncDispose]();
    for (const stream of streams) await stream.ended();
    expect(server.default.stats.watching).toBe(0);
  });
});

describe('a reader of a stream', () => {
  test('a client that disconnects leaves nothing behind', async () => {
    await using server = await served({ definition });
    const pod = await podIn(server);
    const readers = await Promise.all(
      Array.from({ length: 20 }, (_, k) => opened(server, k % 2 === 0 ? `/v2/pods/${pod}/logs` : '/_podsim/v1/events')),
    );
    expect(server.default.stats.watching).toBe(20);
    for (const reader of readers) reader.leave();
    await server.until(() => server.default.stats.watching === 0, 'no stream is open');
    await server.advance({ by: '5m' });
  });

  test('a client that does not read is cut off, and its buffers are freed', async () => {
    await using server = await served({ definition });
    const reader = get({
      port: server.port,
      host: '127.0.0.1',
      path: '/_podsim/v1/events',
      headers: { accept: 'text/event-stream' },
      agent: false,
    });
    reader.on('error', () => undefined).on('response', (res) => res.on('error', () => undefined).pause());
    await server.until(() => server.default.stats.watching === 1, 'a stream is open');
    const large = { input: { text: 'x'.repeat(8_000_000) } };
    for (let k = 0; k < 4 && server.default.stats.watching > 0; k++) await server.post('/v2/ep-a/run', large);
    expect(server.default.stats.watching).toBe(0);
    reader.destroy();
  });

  test('a client that is cut off, and then reads, is told why', async () => {
    await using server = await served({ definition, limits: { streamUnread: 1_000 } });
    const answer = await new Promise<IncomingMessage>((answered) => {
      get({ port: server.port, host: '127.0.0.1', path: '/_podsim/v1/events', headers: { accept: 'text/event-stream' } }, answered);
    });
    answer.pause();
    await server.until(() => server.default.stats.watching === 1, 'a stream is open');
    for (let k = 0; k < 20 && server.default.stats.watching > 0; k++)
      await server.post('/v2/ep-a/run', { input: { text: 'x'.repeat(2_000_000) } });
    let last = '';
    answer.on('data', (bytes: Buffer) => {
      last = `${last}${bytes}`.slice(-300);
    });
    const cut = await new Promise<Error>((broken) => answer.once('error', broken).resume());
    expect(cut.message).toBe('aborted');
    expect(last).toMatch(/\n\n: this stream ends here, because too much of it is unread: this server's limit streamUnread; .*\n\n$/);
  });
});

describe('without a socket', () => {
  const clock = { clock: 'manual' } as const;
  const inside = () => {
    const serving = new WorldHost({ clock, apiKey: '' });
    const hosted = serving.serve(defaultWorldId, (onChange) => new World(definition, { onChange }), clock);
    const hearing = new ContractMonitor();
    return { hosted, hearing, serving, fetch: hearing.through(fetchThrough(appWithout(serving))) };
  };
  const events = 'http://podsim.test/_podsim/v1/events';

  test('a stream works as well, and ends with an abort', async () => {
    const { hosted, hearing, fetch } = inside();
    const stream = await EventStream.open(events, {}, fetch);
    const before = (await stream.until(hosted.world.log.length)).length;
    hosted.look(() => hosted.world.advance({ by: 60_000 }));
    await stream.until(before + 1);
    stream.leave();
    await expect.poll(() => hosted.stats.watching).toBe(0);
    hearing.expectNoComplaints();
  });

  test('it may be left unread, with more to come', async () => {
    const { hosted, fetch } = inside();
    const { body } = await fetch(events, { headers: { accept: 'text/event-stream' } });
    expect(hosted.stats.watching).toBe(1);
    await body?.cancel();
    await expect.poll(() => hosted.stats.watching).toBe(0);
    hosted.look(() => hosted.world.advance({ by: 60_000 }));
  });

  test('it ends when nothing is served any more', async () => {
    const { serving, fetch } = inside();
    const stream = await EventStream.open(events, {}, fetch);
    serving.close();
    await stream.ended();
  });
});
