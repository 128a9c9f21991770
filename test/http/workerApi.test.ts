import { describe, expect, test } from 'vitest';
import type { WorldDefinition } from '../../engine/definition.ts';
import { rerun } from '../../engine/history/rerun.ts';
import { type Served, served } from '../support/served.ts';
import { endpointOf, worldOf } from '../support/worlds.ts';

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
});
