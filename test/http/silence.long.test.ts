import { describe, expect, test } from 'vitest';
import { play } from '../../engine/scenario/play/play.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { HandWall } from '../support/handWall.ts';
import { type Served, type ServedOptions, served } from '../support/serving/served.ts';
import { scenariosOf } from '../support/worlds/playing.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

/** One worker, which is up at once, and whose jobs a real process takes. It may take an hour for one. */
const definition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 }, timeout: 7_200_000 }, { external: { scale: 1, timeoutMs: 7_200_000 } })],
});

const begun = async (options: ServedOptions = {}) => {
  const wall = new HandWall();
  const server = await served({ definition, wall, watchesSilence: true, ...options });
  await server.advance({ by: '0s' });
  return { wall, server };
};

const ping = (server: Served, ...jobs: readonly string[]) =>
  server.get(`/v2/ep-a/ping/ep-a-w1${jobs.length === 0 ? '' : `?job_id=${jobs.join(',')}`}`);

/** A job that the process has taken, with a ping before. */
const taken = async (server: Served): Promise<string> => {
  await ping(server);
  const job: string = (await server.post('/v2/ep-a/run', { input: {} })).body.id;
  expect((await server.get('/v2/ep-a/job-take/ep-a-w1?gpu=x')).body.id).toBe(job);
  return job;
};

const statusOf = async (server: Served, job: string): Promise<string> => (await server.get(`/v2/ep-a/status/${job}`)).body.status;

const operations = ({ world }: Served) =>
  [...world.log.entries()].flatMap(({ at, event }) =>
    event.type === 'InputReceived' && /Silent|watch/.test(event.operation) ? [[event.operation, at]] : [],
  );

const expectRerun = ({ world }: Served) => expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());

describe('the silence of a real process (worker-api.silence)', () => {
  test('is none where virtual time jumps: the wall clock counts, and what it counts is an input', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    await server.advance({ by: '1h' });
    wall.pass(29_999);
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
    expect(operations(server)).toStrictEqual([
      ['watchWorker', 0],
      ['workerSilent', 3_600_000],
    ]);
    expectRerun(server);
  });

  test('ends with each ping, also while virtual time stands still', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    for (let k = 0; k < 6; k++) {
      wall.pass(25_000);
      await ping(server, job);
    }
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    wall.pass(30_000);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is not ended by a ping that is refused', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    wall.pass(25_000);
    await server.post('/_podsim/v1/faults', { fault: 'api-error', match: { operation: 'pingWorker' }, limit: 1 });
    expect((await ping(server, job)).status).toBe(503);
    wall.pass(5_000);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is what follows the end of its poll for jobs to stop, whatever still pings for it', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const leaving = new AbortController();
    const job = await taken(server);
    const poll = server.get('/v2/ep-a/job-stop/ep-a-w1', { signal: leaving.signal }).catch(() => 'left');
    await server.untilWaiting(1);
    leaving.abort();
    expect(await poll).toBe('left');
    await server.untilWaiting(0);
    await server.advance({ by: '1m' });
    wall.pass(9_999);
    await ping(server, job);
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
    expectRerun(server);
  });

  test('begins again where this process itself could hear nothing', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    wall.sleep(600_000);
    wall.pass(29_999);
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is counted for the next process of the worker, too, and no longer for the one before', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    await ping(server);
    wall.pass(20_000);
    await server.post('/_podsim/v1/workers/ep-a-w1/gone', { start: 1 });
    await server.advance({ by: '2s' });
    await ping(server);
    wall.pass(29_999);
    expect(server.world.state.find('worker', 'ep-a-w1')?.status).toBe('IDLE');
    wall.pass(1);
    expect(server.world.state.find('worker', 'ep-a-w1')?.status).toBe('INITIALIZING');
    expect(operations(server).map(([operation]) => operation)).toStrictEqual(['watchWorker', 'watchWorker', 'workerSilent']);
  });

  test('is counted from its beginning in a world that goes on from a log', async () => {
    const { server: before } = await begun();
    const job = await taken(before);
    await before[Symbol.asyncDispose]();
    const { header, log } = before.world;
    const { wall, server } = await begun({ making: (onChange) => rerun(header, log.entries(), { onChange }) });
    await using _ = server;
    wall.pass(29_999);
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is none in a fork, whose worker had its process in the original, until the fork hears one of its own', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    await server.post('/_podsim/v1/forks', { id: 'branch' });
    const inFork = async () => (await server.get(`/worlds/branch/v2/ep-a/status/${job}`)).body.status;
    expect(await inFork()).toBe('IN_PROGRESS');
    wall.pass(600_000);
    expect([await statusOf(server, job), await inFork()]).toStrictEqual(['IN_QUEUE', 'IN_PROGRESS']);
    await server.get(`/worlds/branch/v2/ep-a/ping/ep-a-w1?job_id=${job}`);
    wall.pass(29_999);
    expect(await inFork()).toBe('IN_PROGRESS');
    wall.pass(1);
    expect(await inFork()).toBe('IN_QUEUE');
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is recorded: the scenario ends as the session did, without a process', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    const job = await taken(server);
    await server.advance({ by: '1h' });
    wall.pass(30_000);
    const { body } = await server.get('/_podsim/v1/scenario');
    expect(body.scenario).toMatch(/act: workerSilent/);
    const [scenario] = scenariosOf(body.scenario);
    const run = scenario && play(scenario);
    expect([run?.verdict, run?.world.fingerprint()]).toStrictEqual(['pass', server.world.fingerprint()]);
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
  });

  test('is counted in virtual time where no host watches the process', async () => {
    const { wall, server } = await begun({ watchesSilence: false });
    await using _ = server;
    const job = await taken(server);
    wall.pass(600_000);
    await server.advance({ by: '29s' });
    expect(await statusOf(server, job)).toBe('IN_PROGRESS');
    await server.advance({ by: '1s' });
    expect(await statusOf(server, job)).toBe('IN_QUEUE');
    expect(operations(server)).toStrictEqual([]);
  });
});
