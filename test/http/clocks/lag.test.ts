import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../adapters/host/clock/clock.ts';
import { clockFor } from '../../../adapters/host/clock/clocks.ts';
import { finish, type Steps } from '../../../engine/kernel/steps.ts';
import { World } from '../../../engine/world/world.ts';
import { HandWall } from '../../support/handWall.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const alone = { workers: { min: 1, max: 1 } };
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 1_000 } },
  endpoints: [
    endpointOf('ep-a', alone, { duration: { kind: 'fixed', ms: 60_000 } }),
    endpointOf('ep-real', alone, { external: { scale: 1, timeoutMs: 600_000 } }),
  ],
});

const begun = async (speed = 1) => {
  const wall = new HandWall();
  const server = await served({ definition, wall, clock: { clock: 'realtime', speed }, lagMaxMs: 2_000 });
  return { wall, server };
};

const lags = 'virtual time lags 2 s behind the realtime clock, and may lag 2 s';

describe('a realtime clock that may lag (clock.lag)', () => {
  test('goes on where virtual time lags by no more than it may', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    // The workers were to be up after 1 s.
    wall.sleep(3_000);
    expect((await server.get('/_podsim/v1/health/ready')).status).toBe(200);
    expect((await server.get('/v2/ep-a/health')).body.workers.idle).toBe(1);
  });

  test('counts by the wall clock, however quick virtual time is', async () => {
    const { wall, server } = await begun(60);
    await using _ = server;
    // The workers were to be up after 17 ms. A lag of 2 s is one of two minutes of virtual time.
    wall.sleep(2_016);
    expect((await server.get('/v2/ep-a/health')).body.workers.idle).toBe(1);
    await server.post('/v2/ep-a/run', { input: {} });
    wall.sleep(3_001);
    expect((await server.get('/v2/ep-a/health')).body.detail).toMatch('virtual time lags 2 s behind the realtime clock');
  });

  test('stands still where it lags more: every call says so, and what to do; and so does the health of the server', async () => {
    const { wall, server } = await begun();
    await using _ = server;
    wall.pass(1_000);
    const pending = server.post('/v2/ep-a/runsync', { input: {} });
    const poll = server.get('/v2/ep-real/job-take/ep-real-w1?gpu=x');
    await server.untilWaiting(2);
    wall.sleep(62_001);
    const answers = [await pending, await server.get('/v2/ep-a/health'), await server.post('/v2/ep-a/run', { input: {} })];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('x-podsim-rule')]).toStrictEqual([503, 'clock.lag']);
      expect(body.detail).toMatch(new RegExp(`^${lags}: .*PUT /_podsim/v1/clock/policy`));
    }
    const ready = await server.get('/_podsim/v1/health/ready');
    expect([ready.status, ready.body.detail]).toStrictEqual([503, answers[0]?.body.detail]);
    // A worker waits a while after 429, and would ask again at once after 503. Its held call stays.
    const refused = await server.get('/v2/ep-real/job-take/ep-real-w1?gpu=x');
    expect([refused.status, refused.headers.get('x-podsim-rule')]).toStrictEqual([429, 'clock.lag']);
    expect(server.default.stats.waiting).toBe(1);
    const now = server.world.now;
    wall.pass(100_000);
    expect(server.world.now).toBe(now);
    // The operator may still say something, and what hosts report of processes is heard.
    expect((await server.post('/_podsim/v1/workers/ep-real-w1/watch', {})).status).toBe(204);
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'realtime', speed: 1 } });
    wall.pass(60_000);
    expect((await server.get('/v2/ep-a/health')).body.jobs).toMatchObject({ completed: 1, inQueue: 0 });
    await server.post('/v2/ep-real/run', { input: {} });
    expect((await poll).status).toBe(200);
  });

  test('stops in the middle of what it catches up with, as soon as that takes too long', () => {
    const wall = new HandWall();
    let eventMs = 0;
    const quick = worldOf({ settings: { worker: { imagePull: 0, start: 0 } }, endpoints: [endpointOf('ep-a', alone)] });
    const world = new World(quick, { onChange: () => wall.spend(eventMs) });
    const options = {
      stallAfterMs: 60_000,
      wall,
      lagMaxMs: 30_000,
      inTurn: (steps: () => Steps<void>) => {
        finish(steps());
        clock.onWorldChange();
      },
    };
    const clock: Clock = clockFor({ clock: 'realtime', speed: 1 }, world, options);
    for (let k = 0; k < 20; k++) world.call(runOf('ep-a', { k }));
    clock.onWorldChange();
    // A second of work each; this machine takes longer for each than that.
    eventMs = 500;
    wall.sleep(20_000);
    expect(clock.problem?.rule).toBe('clock.lag');
    const { completed } = world.state.jobCounters.of('ep-a');
    expect(completed).toBeGreaterThan(3);
    expect(completed).toBeLessThan(15);
    clock.stop();
  });
});
