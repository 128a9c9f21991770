import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

/** One worker, which is up at once, and whose jobs a real process takes. */
const definition: WorldDefinition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 600_000 } })],
});

const worker = 'ep-a-w1';
const take = '/v2/ep-a/job-take/ep-a-w1?gpu=x&job_in_progress=0';

/** A result as the platform's own SDK posts it: JSON, whatever its content type says. */
const done = (server: Served, job: string, body: string, query = '&isStream=false') =>
  fetch(`${server.url}/v2/ep-a/job-done/${worker}/${job}?gpu=x${query}`, {
    method: 'POST',
    headers: { authorization: server.apiKey, 'content-type': 'application/x-www-form-urlencoded', charset: 'utf-8' },
    body,
  });

const submitted = async (server: Served, input: object = {}): Promise<string> =>
  (await server.post('/v2/ep-a/run', { input: { ...input } })).body.id;

describe('a real worker over HTTP', () => {
  test('takes a job and posts its result; the log reruns without it', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const taken = server.get(take);
    await server.untilWaiting(1);
    const job = await submitted(server, { prompt: 'hi' });
    expect((await taken).body).toStrictEqual({ id: job, input: { prompt: 'hi' }, delayTime: 0, retries: 0 });
    await server.advance({ by: '3s' });
    expect((await done(server, job, '{"output": {"größe": 1}}')).status).toBe(200);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({
      status: 'COMPLETED',
      output: { größe: 1 },
      executionTime: 3000,
    });
    const { world } = server;
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  });

  test('is held for a while of wall-clock time, and told that there is nothing: 204', async () => {
    await using server = await served({ definition, pollWaitMs: 50 });
    const { status, body } = await server.get(take);
    expect([status, body]).toStrictEqual([204, undefined]);
    expect(server.default.stats.waiting).toBe(0);
    // Virtual time has not moved, and the job that comes now is for the next call.
    const job = await submitted(server);
    expect((await server.get(take)).body.id).toBe(job);
  });

  test('is refused while another process waits as the same worker, and served once that one has closed its connection', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const leaving = new AbortController();
    const left = server.get(take, { signal: leaving.signal }).catch(() => 'left');
    await server.untilWaiting(1);
    const entries = server.world.log.length;
    const second = await server.get(take);
    expect([second.status, second.body.detail]).toStrictEqual([
      429,
      'another process asks as worker ep-a-w1 already: one process stands for one worker; give each its own with podsim worker-env --count',
    ]);
    expect(server.world.log.length).toBe(entries);
    leaving.abort();
    expect(await left).toBe('left');
    await server.untilWaiting(0);
    const again = server.get(take);
    await server.untilWaiting(1);
    const job = await submitted(server);
    expect((await again).body.id).toBe(job);
  });

  test('of a fork takes its jobs there, though a process of the original waits', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const original = server.get(take);
    await server.untilWaiting(1);
    expect((await server.post('/_podsim/v1/forks', { id: 'fork' })).status).toBe(201);
    const job = (await server.post('/worlds/fork/v2/ep-a/run', { input: {} })).body.id;
    expect((await server.get(`/worlds/fork${take}`)).body.id).toBe(job);
    const own = await submitted(server);
    expect((await original).body.id).toBe(own);
  });

  test('gets no job once it has closed its connection', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const leaving = new AbortController();
    const left = server.get(take, { signal: leaving.signal }).catch(() => 'left');
    await server.untilWaiting(1);
    leaving.abort();
    expect(await left).toBe('left');
    await server.untilWaiting(0);
    const job = await submitted(server);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body.status).toBe('IN_QUEUE');
    expect((await server.get(take)).body.id).toBe(job);
  });

  test.each([
    ['', take],
    [', also by a URL without a query', `/v2/ep-a/job-take/${worker}&job_in_progress=0`],
  ])('that closed its connection just as a job was given to it has not taken it: the job waits again%s', async (_, url) => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const job = await submitted(server);
    // The connection ends between the decision and the answer.
    let socket: Socket | undefined;
    server.listening.server.prependOnceListener('request', (request: IncomingMessage) => {
      socket = request.socket;
    });
    const unwatch = server.default.watch({ next: ({ event }) => event.type === 'JobStarted' && socket?.destroy() });
    await expect(server.get(url)).rejects.toThrow();
    unwatch();
    await server.until(() => server.world.state.find('job', job)?.status === 'IN_QUEUE', 'the job waits again');
    const again = await server.get(take);
    // It was no fault of the job: nothing counts it.
    expect(again.body).toMatchObject({ id: job, retries: 0 });
  });

  test('that closed its connection before the whole answer was out has not taken it, either', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    // More than the buffers of a connection hold.
    const job = await submitted(server, { text: 'x'.repeat(9_900_000) });
    const connected = once(server.listening.server, 'connection') as Promise<[Socket]>;
    get(`${server.url}${take}`, { agent: false, headers: { authorization: server.apiKey } }, (answer) => answer.destroy());
    const [socket] = await connected;
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'IN_QUEUE' });
    expect(server.world.state.find('job', job)).toMatchObject({ starts: 1, requeues: 0 });
  });

  test('is refused what is no JSON object, in the words of the platform: 400; and a job that it does not hold: 404', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const job = await submitted(server);
    await server.get(take);
    const statuses = [];
    for (const body of ['', '[1]', '7', 'null', '{', '"text"']) statuses.push((await done(server, job, body)).status);
    expect(statuses).toStrictEqual([400, 400, 400, 400, 400, 400]);
    expect((await done(server, 'another-job', '{}')).status).toBe(404);
    expect((await done(server, job, '{}')).status).toBe(200);
  });

  test('may post a result twice, as after an answer that was lost: 200, and nothing changes', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const job = await submitted(server);
    await server.get(take);
    expect((await done(server, job, '{"output": "first"}')).status).toBe(200);
    const { world } = server;
    const [entries, fingerprint] = [world.log.length, world.fingerprint()];
    for (const body of ['{"output": "first"}', '{"output": "second"}', '{"error": "no"}', '{"output": 1, "stopPod": true}'])
      expect((await done(server, job, body)).status).toBe(200);
    expect([world.log.length, world.fingerprint()]).toStrictEqual([entries, fingerprint]);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'COMPLETED', output: 'first' });
  });

  test('is refused a late result of a job that was requeued, and that is seen: in the answer, the requests and the log', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const job = await submitted(server);
    await server.get(`/v2/ep-a/ping/${worker}`);
    await server.get(take);
    await server.advance({ by: '30s' });
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'IN_QUEUE', retries: 1 });
    const late = await done(server, job, '{"output": "late"}');
    expect([late.status, late.headers.get('x-podsim-rule')]).toStrictEqual([404, 'worker-api.done']);
    expect(((await late.json()) as { detail: string }).detail).toContain(`the worker does not hold ${job}, which is IN_QUEUE`);
    const { requests } = (await server.get('/_podsim/v1/requests?operation=postOutput')).body;
    expect(requests).toMatchObject([{ status: 404, rule: 'worker-api.done' }]);
    const refused = [...server.world.log.entries()].filter(({ event }) => event.type === 'InputRefused');
    expect(refused.map(({ event }) => event)).toMatchObject([{ operation: 'postOutput', rule: 'worker-api.done' }]);
    // The next process of the worker ends it.
    await server.advance({ by: '2s' });
    expect((await server.get(take)).body).toMatchObject({ id: job, retries: 1 });
    expect((await done(server, job, '{"output": "again"}')).status).toBe(200);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'COMPLETED', output: 'again' });
  });

  test('is understood where its URL had no query to append to', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const job = await submitted(server);
    expect((await server.get(`/v2/ep-a/job-take/${worker}&job_in_progress=0`)).body.id).toBe(job);
    await server.post(`/v2/ep-a/job-stream/${worker}/${job}&isStream=false`, { output: 'a' });
    await server.post(`/v2/ep-a/job-done/${worker}/${job}&isStream=true`, { output: [] });
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'COMPLETED', output: ['a'] });
  });

  test('may give its key bare; without one it is refused: 401', async () => {
    await using server = await served({ definition });
    const ping = `/v2/ep-a/ping/${worker}`;
    const bare = await server.get(ping, { key: null, headers: { authorization: server.apiKey } });
    const none = await server.get(ping, { key: null });
    expect([bare.status, none.status, none.headers.get('x-podsim-rule')]).toStrictEqual([200, 401, 'auth.queue-key']);
  });

  test.each(['manual', 'auto'] as const)('moves no time by waiting: clock %s', async (clock) => {
    await using server = await served({ definition, clock: { clock }, pollWaitMs: 50, stallAfterMs: 20 });
    const polls = await Promise.all([server.get(take), server.get(`/v2/ep-a/job-stop/${worker}`)]);
    expect(polls.map(({ status }) => status)).toStrictEqual([204, 204]);
    expect(server.world.now).toBe(0);
  });

  test('keeps its call when the clock policy changes', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const taken = server.get(take);
    await server.untilWaiting(1);
    expect((await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'auto' } })).status).toBe(200);
    expect(server.world.now).toBe(0);
    const job = await submitted(server);
    expect((await taken).body.id).toBe(job);
  });

  test('whose connection for jobs to stop is closed is lost after a while, whatever still pings for it', async () => {
    await using server = await served({ definition });
    await server.advance({ by: '0s' });
    const leaving = new AbortController();
    const poll = server.get(`/v2/ep-a/job-stop/${worker}`, { signal: leaving.signal }).catch(() => 'left');
    await server.untilWaiting(1);
    const job = await submitted(server);
    await server.get(take);
    leaving.abort();
    await poll;
    await server.untilWaiting(0);
    const orphan = `/v2/ep-a/ping/${worker}?job_id=${job}`;
    await server.advance({ by: '9s' });
    await server.get(orphan);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body.status).toBe('IN_PROGRESS');
    await server.advance({ by: '1s' });
    await server.get(orphan);
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'IN_QUEUE', retries: 1 });
  });

  test('gets its answer when the server stops', async () => {
    const server = await served({ definition });
    const taken = server.get(take);
    await server.untilWaiting(1);
    await server[Symbol.asyncDispose]();
    expect((await taken).status).toBe(503);
  });
});
