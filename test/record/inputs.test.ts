import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../engine/kernel/sha256.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { hours, later, minutes, seconds, worldStart } from '../../engine/kernel/time.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import { timeline } from '../../engine/scenario/timeline/timeline.ts';
import { playInputs, replay, rerun } from '../../engine/world/history/rerun.ts';
import { forkAt, makeHistory } from '../../engine/world/history/rewind.ts';
import { World } from '../../engine/world/world.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';
import { reread } from '../support/worlds/reread.ts';
import { jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** A job that has ended, with a retention of half an hour. */
const oneJob = () => {
  const world = new World(worldOf());
  const id = jobIdOf(world.call(runOf('ep-a', {}, 0)));
  world.advance({ to: later(worldStart, minutes(20)) });
  return { world, id };
};

const goneAt = (world: World): number | undefined => [...world.log.entries()].find(({ event }) => event.type === 'JobExpired')?.at;

describe('settings that change', () => {
  test('apply from then on, leave the others unchanged, and are in the log', () => {
    const world = new World(worldOf({ settings: { worker: { imagePull: 0, start: 0 }, job: { retentionRun: minutes(5) } } }));
    const seq = world.reconfigure({ job: { retentionRun: minutes(10) } }, later(worldStart, 7_000));
    expect(world.log.entry(seq)).toStrictEqual({
      seq,
      at: 7_000,
      cause: 0,
      event: { type: 'SettingsChanged', settings: { job: { retentionRun: minutes(10) } } },
    });
    expect([world.settings.job.retentionRun, world.settings.worker.imagePull, world.now]).toStrictEqual([minutes(10), 0, 7_000]);
    world.call(runOf('ep-a', {}));
    world.advance({ by: hours(1) });
    expect(goneAt(world)).toBe(7_000 + 1_000 + minutes(10));
  });

  test('apply to running timers: those that are overdue fire at once', () => {
    const retryEvery = (world: World) => world.calendar.inOrder().map(({ due }) => Number(due));
    const stuck = new World(worldOf({ settings: { worker: { imagePull: 0, start: hours(1) } } }));
    stuck.call(runOf('ep-a', {}, 0));
    stuck.advance({ to: later(worldStart, minutes(1)) });
    const before = retryEvery(stuck);
    stuck.reconfigure({ endpoint: { scalerEvery: seconds(1) } });
    expect(stuck.calendar.size).toBe(before.length);
    expect(Math.min(...retryEvery(stuck))).toBeGreaterThanOrEqual(minutes(1));
  });

  test('change nothing that events have fixed: a job with a retention of half an hour keeps it', () => {
    const { world } = oneJob();
    world.reconfigure({ job: { retentionRun: minutes(1) } });
    world.advance({ by: hours(1) });
    expect(goneAt(world)).toBe(1_000 + minutes(30));
  });

  test('come again in a rerun, a replay and from a snapshot', () => {
    const { world } = oneJob();
    world.reconfigure({ worker: { start: seconds(9) }, job: { retentionRun: minutes(1) } });
    const snapshot = world.snapshot({ apart: true });
    const past = [...world.log.entries()];
    world.call(runOf('ep-a', { more: true }));
    world.advance({ by: hours(1) });
    expect(rerun(world.header, reread(world)).fingerprint()).toBe(world.fingerprint());
    expect([...replay(world.header, reread(world)).all('worker')]).toStrictEqual([...world.state.all('worker')]);
    const again = new World(world.header.definition, {}, { snapshot, past: makeHistory(world.header, past).log });
    expect(again.settings).toStrictEqual(world.settings);
    finish(playInputs(again, [...world.log.entries()].slice(past.length)));
    expect(again.fingerprint()).toBe(world.fingerprint());
  });
});

describe('a timeline', () => {
  test('shows changes of seed, settings and clock policy, and that the operator made them', () => {
    const world = new World(worldOf());
    world.reseed('b', later(worldStart, 1_000));
    world.reconfigure({ job: { retentionRun: 5 } });
    world.setClockPolicy({ clock: 'realtime', speed: 6 });
    expect(timeline(world.log.entries()).split('\n').slice(-4, -1)).toStrictEqual([
      expect.stringMatching(/^ *\d+ {2}00:00:01\.000 {2}operator {2}SeedChanged +b$/),
      expect.stringMatching(/^ *\d+ {2}00:00:01\.000 {2}operator {2}SettingsChanged +\{"job":\{"retentionRun":5\}\}$/),
      expect.stringMatching(/^ *\d+ {2}00:00:01\.000 {2}operator {2}ClockPolicySet +realtime × 6$/),
    ]);
  });
});

test('a step of a scenario may change settings', () => {
  const { verdict, world } = playedText(
    scenarioText(`steps:
  - ${submit}
  - { at: 10s, settings: { job: { retentionRun: 1m } } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { other: id } }
  - { when: job $other is gone, within: 5m }
  - { act: status, with: { endpoint: ep-a, job: $job }, expect: { body: { status: COMPLETED } } }
`),
  );
  expect(verdict).toBe('pass');
  expect(goneAt(world)).toBe(10_000 + 1_000 + minutes(1));
});

describe('the clock policy', () => {
  test('is in the log, and comes again in a rerun, a recording, a fork, and from a snapshot', () => {
    const world = new World(worldOf());
    world.setClockPolicy({ clock: 'manual' }, later(worldStart, 1_000));
    world.setClockPolicy({ clock: 'realtime', speed: 6 });
    world.call(runOf('ep-a', {}));
    const newest = { clock: 'realtime', speed: 6 };
    expect(world.state.clockPolicy.newest).toStrictEqual(newest);
    expect(world.log.entry(world.log.length)?.at).toBe(1_000);
    const again = rerun(world.header, reread(world));
    expect([again.fingerprint(), again.state.clockPolicy.newest]).toStrictEqual([world.fingerprint(), newest]);
    const text = record(world.header, reread(world), sha256Hex);
    if (isLeft(text)) throw new Error(text.left);
    expect(playedText(text.right)).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
    expect(playedText(text.right).world.fingerprint()).toBe(world.fingerprint());
    const first = [...world.log.entries()].find(({ event }) => event.type === 'ClockPolicySet')?.seq ?? 0;
    const fork = finish(forkAt(world, { seq: first }));
    expect(isLeft(fork) ? fork.left : fork.right.state.clockPolicy.newest).toStrictEqual({ clock: 'manual' });
    const snapshot = world.snapshot({ apart: true });
    const resumed = new World(world.header.definition, {}, { snapshot, past: world.log });
    expect(resumed.state.clockPolicy.newest).toStrictEqual(newest);
  });

  test('must be one: nothing is logged otherwise', () => {
    const world = new World(worldOf());
    const { length } = world.log;
    expect(() => world.setClockPolicy({ clock: 'realtime', speed: 0 })).toThrow(/^policy\.speed: /);
    expect(() => world.setClockPolicy({ clock: 'sun' } as never)).toThrow(/^policy\.clock: /);
    expect(world.log.length).toBe(length);
  });
});
