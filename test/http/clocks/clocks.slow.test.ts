import { describe, expect, test } from 'vitest';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import { HandWall } from '../../support/handWall.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, eventTypes, worldOf } from '../../support/worlds/worlds.ts';

const lasting = (seconds: number): Partial<HandlerSpec> => ({ duration: { kind: 'fixed', ms: seconds * 1_000 } });

const alone = { workers: { min: 1, max: 1 } };

const definition = worldOf({
  endpoints: [endpointOf('ep-a', alone, lasting(60)), endpointOf('ep-cold', { workers: { min: 0, max: 1 } }, lasting(60))],
});

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

const runsync = '/v2/ep-a/runsync';
const job = { input: { prompt: 'hi' } };

describe('under a realtime clock (clock.policy)', () => {
  test('a call that waits is answered when its time has come', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 400 } });
    const { body } = await server.post(runsync, job);
    expect(body).toMatchObject({ status: 'COMPLETED', delayTime: 0, executionTime: 60_000 });
  });

  test('due timers fire though no call is made', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1_000 } });
    await server.post('/v2/ep-a/run', job);
    await server.until(() => eventTypes(server.world).includes('JobCompleted'), 'the job has completed');
    const completed = [...server.world.log.entries()].find(({ event }) => event.type === 'JobCompleted');
    const started = [...server.world.log.entries()].find(({ event }) => event.type === 'JobStarted');
    expect((completed?.at ?? 0) - (started?.at ?? 0)).toBe(60_000);
  });

  test('calls that wait leave nothing in the log', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1 } });
    const leaving = new AbortController();
    const waiting = Array.from({ length: 100 }, () => server.post(runsync, job, { signal: leaving.signal }).catch(() => 'left'));
    await server.untilWaiting(100);
    const { length } = server.world.log;
    await pause(50);
    expect(server.world.log.length).toBe(length);
    leaving.abort();
    expect(new Set(await Promise.all(waiting))).toStrictEqual(new Set(['left']));
    await server.untilWaiting(0);
  });

  test('an advance moves the clock ahead of the wall clock: time continues from there', async () => {
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1 } });
    const answer = server.post(runsync, job);
    await server.untilWaiting(1);
    await server.advance({ by: '1m' });
    expect((await answer).body.status).toBe('COMPLETED');
    const { body: clock } = await server.get('/_podsim/v1/clock');
    expect(clock.now.ms).toBeGreaterThanOrEqual(60_000);
    await pause(20);
    expect((await server.get('/_podsim/v1/info')).body.now.ms).toBeGreaterThanOrEqual(clock.now.ms);
  });
});

describe('under a manual clock', () => {
  test('a call that waits is answered when the clock is moved to its time, and not before', async () => {
    await using server = await served({ definition });
    const answer = server.post(runsync, job);
    await server.untilWaiting(1);
    await server.advance({ by: '59s' });
    await pause(20);
    expect(server.default.stats.waiting).toBe(1);
    await server.advance({ by: '10m' });
    const { status, headers, body } = await answer;
    expect([status, body.status, body.executionTime]).toStrictEqual([200, 'COMPLETED', 60_000]);
    expect(headers.get('x-podsim-time')).toBe('2026-01-01T00:01:00.000Z');
    expect(headers.get('date')).toBe('Thu, 01 Jan 2026 00:01:00 GMT');
  });

  test('time stands still, however many calls are made', async () => {
    await using server = await served({ definition });
    const { body } = await server.post('/v2/ep-a/run', job);
    for (let k = 0; k < 5; k++) {
      const { headers, body: seen } = await server.get(`/v2/ep-a/status/${body.id}`);
      expect([seen.status, headers.get('x-podsim-time')]).toStrictEqual(['IN_PROGRESS', '2026-01-01T00:00:00.000Z']);
    }
  });

  test('a call that says when it arrives lets time run there first', async () => {
    await using server = await served({ definition });
    const { body } = await server.post('/v2/ep-a/run', job);
    const at = (time: string) => server.get(`/v2/ep-a/status/${body.id}`, { headers: { 'x-podsim-at': time } });
    expect((await at('30s')).body.status).toBe('IN_PROGRESS');
    expect((await at('2026-01-01T00:01:00Z')).body.status).toBe('COMPLETED');
    const late = await at('59s');
    expect([late.status, late.body.detail]).toStrictEqual([
      400,
      'x-podsim-at: time never runs backwards, and it is 2026-01-01T00:01:00.000Z already',
    ]);
    expect((await at('tomorrow')).body.detail).toContain("'tomorrow' is neither a duration since the start, such as 1m30s, nor an instant");
  });

  describe('clock.stall', () => {
    test('a call does not hang while the clock is not moved: its answer says what to do', async () => {
      const wall = new HandWall();
      await using server = await served({ definition, stallAfterMs: 50, wall });
      const answer = server.post(runsync, job);
      await server.untilWaiting(1);
      wall.pass(49);
      expect(server.default.stats.waiting).toBe(1);
      wall.pass(1);
      const { status, headers, body } = await answer;
      expect([status, headers.get('x-podsim-rule'), headers.get('retry-after')]).toStrictEqual([503, 'clock.stall', '1']);
      expect(body.detail).toBe('the clock is manual, and it has not been moved for 50 ms; POST /_podsim/v1/clock/advance moves it');
      expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 0 });
      await server.advance({ by: '1m' });
      expect((await server.get('/v2/ep-a/health')).body.jobs).toMatchObject({ completed: 1, inProgress: 0 });
    });

    test('it keeps waiting as long as the clock is moved', async () => {
      const wall = new HandWall();
      await using server = await served({ definition, stallAfterMs: 400, wall });
      const answer = server.post(runsync, job);
      await server.untilWaiting(1);
      for (let k = 0; k < 6; k++) {
        await server.advance({ by: '10s' });
        wall.pass(300);
      }
      expect((await answer).body.status).toBe('COMPLETED');
    });
  });
});

describe('under an automatic clock', () => {
  const clock = { clock: 'auto' } as const;

  test('a call that waits moves time to what it waits for, and no further', async () => {
    await using server = await served({ definition, clock });
    const { headers, body } = await server.post(runsync, job);
    expect([body.status, headers.get('x-podsim-time')]).toStrictEqual(['COMPLETED', '2026-01-01T00:01:00.000Z']);
    expect(server.world.now).toBe(60_000);
  });

  test('calls that wait together are all answered', async () => {
    await using server = await served({ definition, clock });
    const answers = await Promise.all([1, 2, 3].map(() => server.post(`${runsync}?wait=300000`, job)));
    expect(answers.map(({ body }) => body.status)).toStrictEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
  });

  test('a poll shows the job as it is, and lets time run, after the answer, to its next change', async () => {
    await using server = await served({ definition: { ...definition, settings: {} }, clock });
    const { body } = await server.post('/v2/ep-cold/run', job);
    const seen: string[] = [];
    while (seen.length < 10 && seen.at(-1) !== 'COMPLETED') seen.push((await server.get(`/v2/ep-cold/status/${body.id}`)).body.status);
    expect(seen).toStrictEqual(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']);
    const { now } = server.world;
    await server.get(`/v2/ep-cold/status/${body.id}`);
    expect(server.world.now).toBe(now);
  });

  test('a pod on its way is polled until it runs', async () => {
    await using server = await served({ definition: { ...definition, settings: {} }, clock });
    const { status, body } = await server.post('/v2/pods', { name: 'p', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } });
    const seen = [body.status];
    while (seen.length < 10 && seen.at(-1) !== 'RUNNING') seen.push((await server.get(`/v2/pods/${body.id}`)).body.status);
    expect([status, ...seen]).toStrictEqual([201, 'PROVISIONING', 'PROVISIONING', 'STARTING', 'RUNNING']);
    const { now } = server.world;
    await server.get(`/v2/pods/${body.id}`);
    expect(server.world.now).toBe(now);
  });

  test('a cluster, and an endpoint with work, can be polled until they are quiescent', async () => {
    await using server = await served({ definition: { ...definition, settings: {} }, clock });
    const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
    const made = await server.post('/v2/clusters', { name: 'c', type: 'TRAINING', image: 'an-image', compute });
    expect(made.status).toBe(201);
    const running = async () => (await server.get(`/v2/clusters/${made.body.id}`)).body.pods.byStatus.RUNNING;
    for (let k = 0; k < 20 && (await running()) !== 2; k++);
    expect(await running()).toBe(2);
    await server.post('/v2/ep-cold/run', job);
    const health = async () => (await server.get('/v2/ep-cold/health')).body;
    const inProgress = new Set<number>();
    for (let k = 0, jobs = (await health()).jobs; k < 20 && jobs.completed !== 1; k++, jobs = (await health()).jobs)
      inProgress.add(jobs.inProgress);
    // No poll ran past what was seen.
    expect([...inProgress]).toStrictEqual([0, 1]);
    expect((await health()).jobs).toMatchObject({ completed: 1, inProgress: 0, inQueue: 0 });
  });

  test('a poll of what has ended does not advance time, though another job runs', async () => {
    await using server = await served({ definition, clock });
    const ended = await server.post(runsync, job);
    await server.post('/v2/ep-cold/run', job);
    await server.get(`/v2/ep-a/status/${ended.body.id}`);
    expect(server.world.now).toBe(60_000);
  });

  test('reads do not advance time for a quiescent entity', async () => {
    await using server = await served({ definition, clock });
    for (const path of ['/v2/pods', '/v2/serverless', '/v2/serverless/ep-a', '/v2/ep-a/health', '/v2/catalog/gpus']) await server.get(path);
    expect(server.world.now).toBe(0);
  });
});

describe('when the policy changes while a call waits', () => {
  // biome-ignore format: a table
  test.each([
    ['an automatic clock', { clock: 'auto' }],
    ['a realtime clock',   { clock: 'realtime', speed: 1_000 }],
  ])('%s answers it', async (_, policy) => {
    await using server = await served({ definition, stallAfterMs: 60_000 });
    const answer = server.post(runsync, job);
    await server.untilWaiting(1);
    const changed = await server.ask('PUT', '/_podsim/v1/clock/policy', { body: policy });
    expect([changed.status, changed.body]).toStrictEqual([200, policy]);
    expect((await answer).body).toMatchObject({ status: 'COMPLETED', executionTime: 60_000 });
    expect((await server.get('/_podsim/v1/clock')).body.policy).toStrictEqual(policy);
  });

  test('a manual clock lets it wait until the clock is moved, or stalls', async () => {
    const wall = new HandWall();
    await using server = await served({ definition, clock: { clock: 'realtime', speed: 1 }, stallAfterMs: 150, wall });
    const [first, second] = [server.post(runsync, job), server.post(`${runsync}?wait=300000`, job)];
    await server.untilWaiting(2);
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'manual' } });
    await server.advance({ by: '1m' });
    expect((await first).body.status).toBe('COMPLETED');
    expect(server.default.stats.waiting).toBe(1);
    wall.pass(150);
    expect((await second).headers.get('x-podsim-rule')).toBe('clock.stall');
  });

  test('an unknown policy is refused, and time passes as before', async () => {
    await using server = await served({ definition });
    const { status, body } = await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'realtime', speed: 0 } });
    expect([status, body.errors]).toStrictEqual([422, [expect.stringContaining('speed')]]);
    expect((await server.get('/_podsim/v1/clock')).body.policy).toStrictEqual({ clock: 'manual' });
  });
});
