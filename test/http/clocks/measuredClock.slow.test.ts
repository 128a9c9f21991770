import { describe, expect, test } from 'vitest';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import { allPermissions } from '../../../engine/simulator/definition.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { HandWall } from '../../support/handWall.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

const real = (scale: number, timeoutMs = 600_000): Partial<HandlerSpec> => ({ external: { scale, timeoutMs } });
const one = { workers: { min: 1, max: 1 } };

/** A GPU of ep-slow is sixty times slower than this machine. ep-sim is simulated. ep-cold has no worker yet, and an image that no host has. */
const definition = worldOf({
  accounts: [
    { id: 'acc-a', keys: [keyOf('alice'), { ...keyOf('reader'), permissions: { ...allPermissions, queue: 'read' } }] },
    { id: 'acc-b', keys: [keyOf('bob')] },
  ],
  settings: { worker: { imagePull: 8_000, start: 2_000 } },
  endpoints: [
    endpointOf('ep-a', one, real(1)),
    endpointOf('ep-b', one, real(1)),
    endpointOf('ep-slow', one, real(60)),
    endpointOf('ep-cold', { workers: { min: 0, max: 1 }, container: { image: 'another-image' } }, real(1, 90_000)),
    endpointOf('ep-sim', one, { duration: { kind: 'fixed', ms: 5_000 } }),
  ],
});

/** When the workers that are there from the start are up: the tests begin then, and count from then. */
const up = 10_000;

const begun = async () => {
  const wall = new HandWall();
  const server = await served({ definition, wall, pollWaitMs: 5_000, watchesSilence: true });
  await server.advance({ by: '10s' });
  await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'measured' } });
  return { wall, server };
};

const submitted = async (server: Served, endpoint: string): Promise<string> =>
  (await server.post(`/v2/${endpoint}/run`, { input: {} })).body.id;

const taken = async (server: Served, endpoint: string): Promise<string> =>
  (await server.get(`/v2/${endpoint}/job-take/${endpoint}-w1?gpu=x`)).body.id;

const posted = (server: Served, endpoint: string, job: string, body: Readonly<Record<string, string>> = { output: 'done' }) =>
  server.post(`/v2/${endpoint}/job-done/${endpoint}-w1/${job}?gpu=x`, body);

/** Posts a result, and returns once the server has it; `answer` comes when the world has heard it. */
const sent = (server: Served, endpoint: string, job: string) => arrived(server, () => posted(server, endpoint, job));

const arrived = async <Answer>(server: Served, send: () => Promise<Answer>) => {
  let isThere = false;
  server.default.tap = (_, input) => {
    isThere = true;
    return { input, answered: () => undefined, failed: () => undefined };
  };
  const answer = send();
  await server.until(() => isThere, 'the result is there');
  server.default.tap = undefined;
  return { answer };
};

/** Submits a job, which the endpoint's worker takes at once. */
const started = async (server: Served, endpoint: string): Promise<string> => {
  const job = await submitted(server, endpoint);
  expect(await taken(server, endpoint)).toBe(job);
  return job;
};

/** When each job ended, in the order of the log. */
const ends = ({ world }: Served) =>
  [...world.log.entries()].flatMap(({ at, event }) => (event.type === 'JobCompleted' ? [[event.jobId, at - up, event.executionTime]] : []));

const expectRerun = ({ world }: Served) => expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());

describe('a measured clock (clock.policy)', () => {
  test('stands still while a real worker works, and then counts how long it took, times the scale', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await started(server, 'ep-slow');
    wall.pass(700);
    expect((await server.get(`/v2/ep-slow/status/${job}`)).body.status).toBe('IN_PROGRESS');
    expect(server.world.now).toBe(up);
    wall.pass(300);
    await posted(server, 'ep-slow', job);
    expect(ends(server)).toStrictEqual([[job, 60_000, 60_000]]);
    wall.pass(10_000);
    expect(server.world.now).toBe(up + 60_000);
    expectRerun(server);
  });

  test('hears several workers in the order of virtual time, whichever answers first', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const slow = await started(server, 'ep-slow');
    const quick = await started(server, 'ep-a');
    wall.pass(1_000);
    // A minute of virtual time after its start: until then the other may end before it.
    const first = await sent(server, 'ep-slow', slow);
    wall.pass(40_000);
    expect(ends(server)).toStrictEqual([]);
    await posted(server, 'ep-a', quick);
    expect((await first.answer).status).toBe(200);
    expect(ends(server)).toStrictEqual([
      [quick, 41_000, 41_000],
      [slow, 60_000, 60_000],
    ]);
    expectRerun(server);
  });

  test('holds an answer until every other job has been out for as long', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const a = await started(server, 'ep-a');
    wall.pass(5_000);
    const b = await started(server, 'ep-b');
    wall.pass(1_000);
    const first = await sent(server, 'ep-a', a);
    wall.pass(4_999);
    expect(ends(server)).toStrictEqual([]);
    wall.pass(2);
    await first.answer;
    expect(ends(server)).toStrictEqual([[a, 6_000, 6_000]]);
    wall.pass(999);
    await posted(server, 'ep-b', b);
    expect(ends(server)).toStrictEqual([
      [a, 6_000, 6_000],
      [b, 7_000, 7_000],
    ]);
    expectRerun(server);
  });

  test('hears what is said at one time in an order of its own, whichever answer comes first', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const a = await started(server, 'ep-a');
    const b = await started(server, 'ep-b');
    wall.pass(1_000);
    const first = await sent(server, 'ep-b', b);
    expect(ends(server)).toStrictEqual([]);
    await posted(server, 'ep-a', a);
    expect((await first.answer).status).toBe(200);
    expect(ends(server)).toStrictEqual([
      [a, 1_000, 1_000],
      [b, 1_000, 1_000],
    ]);
    expectRerun(server);
  });

  test('does not count how long a chunk is held: its worker waits for the answer', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const slow = await started(server, 'ep-slow');
    const other = await started(server, 'ep-a');
    wall.pass(1_000);
    const chunk = await arrived(server, () => server.post(`/v2/ep-slow/job-stream/ep-slow-w1/${slow}?isStream=false`, { output: 1 }));
    wall.pass(40_000);
    await posted(server, 'ep-a', other);
    expect((await chunk.answer).status).toBe(200);
    wall.pass(500);
    await posted(server, 'ep-slow', slow);
    // A second and a half of its own, times sixty.
    expect(ends(server)).toStrictEqual([
      [other, 41_000, 41_000],
      [slow, 90_000, 90_000],
    ]);
    expectRerun(server);
  });

  test('is not stopped by a call that only seems to come from the process of the worker', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const slow = await started(server, 'ep-slow');
    const other = await started(server, 'ep-a');
    wall.pass(1_000);
    const seems = async (path: string, key: string) => (await server.post(path, { output: 1 }, { key })).status;
    // Nothing would be answered here that waits until the other job has come as far.
    expect(await seems(`/v2/ep-slow/job-stream/ep-slow-w1/${slow}`, 'key-of-bob')).toBe(404);
    expect(await seems(`/v2/ep-slow/job-done/ep-slow-w1/${slow}`, 'key-of-bob')).toBe(404);
    expect(await seems(`/v2/ep-slow/job-done/ep-slow-w1/${slow}`, 'key-of-reader')).toBe(403);
    expect(await seems(`/v2/ep-b/job-done/ep-slow-w1/${slow}`, 'key-of-alice')).toBe(404);
    wall.pass(1_000);
    const done = await sent(server, 'ep-slow', slow);
    wall.pass(118_000);
    await posted(server, 'ep-a', other);
    expect((await done.answer).status).toBe(200);
    // Two seconds of its own, times sixty; the other took as long as the wall clock says.
    expect(ends(server)).toStrictEqual([
      [other, 120_000, 120_000],
      [slow, 120_000, 120_000],
    ]);
    expectRerun(server);
  });

  test('lets happen what is due as soon as all real work has come as far, at its scale', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    // Its time limit is five minutes, which pass in five seconds.
    const slow = await started(server, 'ep-slow');
    wall.pass(4_999);
    expect(server.world.state.find('job', slow)?.status).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(server.world.state.find('job', slow)?.status).toBe('TIMED_OUT');
  });

  test('has progress and chunks at their virtual time', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await started(server, 'ep-slow');
    wall.pass(100);
    await posted(server, 'ep-slow', job, { status: 'IN_PROGRESS', output: 'half' });
    expect((await server.get(`/v2/ep-slow/status/${job}`)).body.output).toBe('half');
    wall.pass(100);
    await server.post(`/v2/ep-slow/job-stream/ep-slow-w1/${job}?isStream=false`, { output: 1 });
    wall.pass(50);
    await posted(server, 'ep-slow', job);
    const said = [...server.world.log.entries()].flatMap(({ at, event }) =>
      ['JobProgressed', 'JobStreamed', 'JobCompleted'].includes(event.type) ? [[event.type, at - up]] : [],
    );
    expect(said).toStrictEqual([
      ['JobProgressed', 6_000],
      ['JobStreamed', 12_000],
      ['JobCompleted', 15_000],
    ]);
    expectRerun(server);
  });

  test('runs forward to a cold start, waits for the process, and lets one that hangs run into its time limit', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const answer = server.post('/v2/ep-cold/runsync?wait=300000', { input: {} });
    await server.until(() => server.world.now === up + 10_000, 'the container is up');
    wall.pass(2_500);
    const job = await taken(server, 'ep-cold');
    expect(server.world.state.find('job', job)?.startedAt).toBe(up + 12_500);
    wall.pass(89_999);
    expect(server.world.state.find('job', job)?.status).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(server.world.state.find('job', job)).toMatchObject({ status: 'IN_QUEUE', requeues: 1 });
    await server.until(() => server.world.state.find('worker', 'ep-cold-w1')?.real?.isAwaited === true, 'it is up again');
    expect(await taken(server, 'ep-cold')).toBe(job);
    wall.pass(1_000);
    await posted(server, 'ep-cold', job);
    expect((await answer).body).toMatchObject({ status: 'COMPLETED', executionTime: 1_000 });
    expectRerun(server);
  });

  test('is as auto while there is no real work: a pending call runs time forward, a held take does not', async () => {
    const { server } = await begun();
    await using _ = server;
    const held = server.get('/v2/ep-a/job-take/ep-a-w1?gpu=x');
    await server.untilWaiting(1);
    expect(server.world.now).toBe(up);
    expect((await server.post('/v2/ep-sim/runsync', { input: {} })).body).toMatchObject({ status: 'COMPLETED', executionTime: 5_000 });
    const polled = await submitted(server, 'ep-sim');
    await server.get(`/v2/ep-sim/status/${polled}`);
    expect((await server.get(`/v2/ep-sim/status/${polled}`)).body.status).toBe('COMPLETED');
    expect(server.world.now).toBe(up + 10_000);
    const job = await submitted(server, 'ep-a');
    expect((await held).body.id).toBe(job);
  });

  test('loses no process because virtual time runs quicker than it pings, nor while its ping is held back', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const ping = (job: string) => server.get(`/v2/ep-slow/ping/ep-slow-w1?job_id=${job}`);
    const slow = await started(server, 'ep-slow');
    await ping(slow);
    wall.pass(4_000);
    await ping(slow);
    expect(server.world.now).toBe(up + 240_000);
    // Another job began long before, in virtual time, and might still say something before this.
    const other = await started(server, 'ep-a');
    wall.pass(1_000);
    const held = await arrived(server, () => ping(slow));
    wall.pass(50_000);
    expect(server.world.state.find('job', slow)).toMatchObject({ status: 'IN_PROGRESS', requeues: 0 });
    await posted(server, 'ep-a', other);
    expect((await held.answer).status).toBe(200);
    wall.pass(30_000);
    expect(server.world.state.find('worker', 'ep-slow-w1')?.crashes).toBe(1);
    expectRerun(server);
  });

  test('runs no call of another endpoint past real work that may end before', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await started(server, 'ep-a');
    const simulated = server.post('/v2/ep-sim/runsync', { input: {} });
    await server.untilWaiting(1);
    wall.pass(4_000);
    expect(server.world.now).toBe(up);
    await posted(server, 'ep-a', job);
    expect((await simulated).body).toMatchObject({ status: 'COMPLETED', executionTime: 5_000 });
    expect(ends(server).map(([, at]) => at)).toStrictEqual([4_000, 5_000]);
    expectRerun(server);
  });

  test('lets go of what it holds when another policy is set', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const slow = await started(server, 'ep-slow');
    await started(server, 'ep-a');
    wall.pass(1_000);
    const held = await sent(server, 'ep-slow', slow);
    expect(ends(server)).toStrictEqual([]);
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'manual' } });
    expect((await held.answer).status).toBe(200);
    expect(ends(server)).toStrictEqual([[slow, 60_000, 60_000]]);
  });
});
