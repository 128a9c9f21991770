import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { finish } from '../../engine/kernel/steps.ts';
import { later, seconds, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import { playInputs, rerun } from '../../engine/world/history/rerun.ts';
import { type ForkOptions, forkAt, makeHistory, type Point } from '../../engine/world/history/rewind.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';
import { stateSnapshot } from '../../engine/world/reports/stateSnapshot.ts';
import type { WorldSnapshot } from '../../engine/world/snapshot.ts';
import { World } from '../../engine/world/world.ts';
import { checkProperty } from '../support/checkProperty.ts';
import { fewOrAll } from '../support/long.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';
import { reread } from '../support/worlds/reread.ts';
import { jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** A fork, or an error if it was refused. */
const forkOf = (world: Parameters<typeof forkAt>[0], point: Point, options?: ForkOptions): World => {
  const fork = finish(forkAt(world, point, options));
  if (isLeft(fork)) throw new Error(fork.left);
  return fork.right;
};

const texts = (world: World, after = 0): readonly unknown[] => JSON.parse(JSON.stringify([...world.log.entries(after)]));
const at = (ms: number): VirtualTime => later(worldStart, ms);

/** One job of two seconds on one worker, and another behind it. */
const twoJobs = () => {
  const world = new World(worldOf({ settings: { worker: { imagePull: 0, start: 0 } } }));
  const first = jobIdOf(world.call(runOf('ep-a', { n: 1 }, 0)));
  world.advance({ to: at(500) });
  const second = jobIdOf(world.call(runOf('ep-a', { n: 2 }, 600)));
  world.advance({ to: at(5_000) });
  return { world, first, second };
};

describe('a fork', () => {
  const busy = new World(busyWorld());
  playBusily(busy);
  const all = [...busy.log.entries()];

  test('at any entry has the same past, has no due work left, and reruns exactly', () => {
    checkProperty(
      fc.property(fc.nat(busy.log.length), fc.boolean(), (seq, isSeeded) => {
        const fork = forkOf(busy, { seq }, isSeeded ? { seed: 'another' } : {});
        const own = [...fork.log.entries()];
        expect(own.slice(0, seq)).toStrictEqual(all.slice(0, seq));
        expect(fork.nextDue === undefined || fork.nextDue >= fork.now).toBe(true);
        expect(fork.now).toBe(all[seq - 1]?.at ?? 0);
        // All events of the instant have happened, and no later input.
        const inputs = own.slice(seq).filter(({ event }) => ['InputReceived', 'CallerLeft'].includes(event.type));
        expect(inputs).toStrictEqual([]);
        expect(rerun(fork.header, reread(fork)).fingerprint()).toBe(fork.fingerprint());
      }),
      fewOrAll(8, 60),
    );
  });

  test('that gets the inputs of its parent gets the same log', () => {
    const seq = all.find(({ event }) => event.type === 'ClockAdvanced')?.seq ?? 0;
    const fork = forkOf(busy, { seq });
    finish(playInputs(fork, all.slice(seq)));
    expect(fork.fingerprint()).toBe(busy.fingerprint());
  });

  test('gives the same state from a snapshot as from the start, and leaves the snapshot’s world unchanged', () => {
    const { world } = twoJobs();
    const before = new World(world.header.definition);
    finish(playInputs(before, [...world.log.entries()].slice(0, 8)));
    const snapshot: WorldSnapshot = before.snapshot({ apart: true });
    const [short, long] = [forkOf(world, { at: at(2_000) }, { snapshot }), forkOf(world, { at: at(2_000) })];
    expect(short.fingerprint()).toBe(long.fingerprint());
    const picture = structuredClone(stateSnapshot(before.state, before.now));
    for (const one of [short, long]) one.advance({ to: at(9_000) });
    expect(short.fingerprint()).toBe(long.fingerprint());
    expect(stateSnapshot(before.state, before.now)).toStrictEqual(picture);
  });

  test('passes over a snapshot of later', () => {
    const { world } = twoJobs();
    expect(forkOf(world, { seq: 3 }, { snapshot: world.snapshot({ apart: true }) }).fingerprint()).toBe(
      forkOf(world, { seq: 3 }).fingerprint(),
    );
  });

  test('of a fork has the past of both', () => {
    const { world } = twoJobs();
    const child = forkOf(world, { at: at(2_000) }, { snapshot: world.snapshot({ apart: true }) });
    child.call(runOf('ep-a', { n: 3 }, 2_500));
    const grandchild = forkOf(child, { seq: child.log.length }, { snapshot: child.snapshot({ apart: true }) });
    grandchild.advance({ to: at(8_000) });
    child.advance({ to: at(8_000) });
    expect(grandchild.fingerprint()).toBe(child.fingerprint());
    expect(rerun(child.header, reread(child)).fingerprint()).toBe(child.fingerprint());
  });

  test('continues alone: events of one world are not seen in the other', () => {
    const { world } = twoJobs();
    const was = world.fingerprint();
    const fork = forkOf(world, { seq: world.log.length }, { snapshot: world.snapshot({ apart: true }) });
    fork.call(runOf('ep-a', { only: 'there' }, 6_000));
    fork.advance({ by: seconds(60) });
    expect(world.fingerprint()).toBe(was);
    expect(fork.log.length).toBeGreaterThan(world.log.length);
  });

  test('inside a long advance says that the clock was moved there', () => {
    const { world, first } = twoJobs();
    const done = [...world.log.entries()].find(({ event }) => event.type === 'JobCompleted' && event.jobId === first);
    const fork = forkOf(world, { seq: done?.seq ?? 0 });
    expect([fork.now, [...fork.log.entries()].at(-1)?.event]).toStrictEqual([1_000, { type: 'ClockAdvanced', from: 600, ran: 2 }]);
  });

  test('between two inputs of one instant has the first and not the second', () => {
    const world = new World(worldOf());
    const seqs = ['a', 'b'].map((letter) => world.call(runOf('ep-a', { letter }, 1_000)).seq);
    const fork = forkOf(world, { seq: seqs[0] ?? 0 });
    expect(fork.state.count('job')).toBe(1);
    fork.call(runOf('ep-a', { letter: 'b' }, 1_000));
    expect(fork.fingerprint()).toBe(world.fingerprint());
  });

  test('at a time has that time, and all events up to it', () => {
    const { world } = twoJobs();
    const fork = forkOf(world, { at: at(600) });
    expect([fork.now, fork.state.count('job')]).toStrictEqual([600, 2]);
    expect(forkOf(world, { at: at(599) }).state.count('job')).toBe(1);
    expect(forkOf(world, { seq: 0 }).log.length).toBe(new World(world.header.definition).log.length);
  });

  // biome-ignore format: a table
  test.each([
    ['an entry that has not come',  { seq: 10_000 },          'the log ends at entry '],
    ['a time that has not come',    { at: at(3_600_000) },    'it is only 00:00:05.000: the clock has not reached 01:00:00.000'],
  ])('is refused at %s', (_, point, words) => {
    const fork = finish(forkAt(twoJobs().world, point));
    expect(isLeft(fork) && fork.left).toContain(words);
  });

  test('is refused where the inputs do not give the same log, because handlers are functions that are missing', () => {
    const handlers = { 'ep-a': () => ({ runsMs: 7, ending: 'complete' as const }) };
    const world = new World(worldOf(), { handlers });
    world.call(runOf('ep-a', {}, 0));
    world.advance({ to: at(1_000) });
    expect(forkOf(world, { seq: world.log.length }).fingerprint()).toBe(world.fingerprint());
    const fork = finish(forkAt(makeHistory(world.header, [...world.log.entries()]), { seq: world.log.length }));
    expect(isLeft(fork) && fork.left).toMatch(/^a rerun of its inputs gives another log from entry \d+ on: /);
  });
});

describe('draws', () => {
  const drawn = (world: World): readonly number[] =>
    [...world.log.entries()].flatMap(({ event }) => (event.type === 'JobStarted' ? [event.attempt.runsMs] : []));
  /** A fork of a world before its first job, and ten jobs in it. */
  const tenJobs = (seed?: string): World => {
    const origin = new World(busyWorld());
    const fork = forkOf(origin, { seq: origin.log.length }, seed === undefined ? {} : { seed });
    for (let k = 0; k < 10; k++) fork.call({ ...runOf('ep-a', { k }, 30_000 * k), key: `load/${k}` });
    fork.advance({ to: at(600_000) });
    return fork;
  };

  test('are shared by parent and fork, until a seed is given; and the seed is an input', () => {
    const [one, other, seeded] = [tenJobs(), tenJobs(), tenJobs('other')];
    expect(divergence([...one.log.entries()], [...other.log.entries()])).toBeUndefined();
    expect(drawn(seeded)).not.toStrictEqual(drawn(one));
    expect([seeded.seed, seeded.header.definition.seed]).toStrictEqual(['other', busyWorld().seed]);
    expect(texts(seeded).filter((entry) => (entry as { event: { type: string } }).event.type === 'SeedChanged')).toHaveLength(1);
    expect(rerun(seeded.header, reread(seeded)).fingerprint()).toBe(seeded.fingerprint());
  });

  test('follow the new seed after a snapshot, too', () => {
    const origin = new World(busyWorld());
    const fork = forkOf(origin, { seq: origin.log.length }, { seed: 'other' });
    const again = forkOf(fork, { seq: fork.log.length }, { snapshot: fork.snapshot({ apart: true }) });
    for (const world of [fork, again]) {
      for (let k = 0; k < 10; k++) world.call({ ...runOf('ep-a', { k }, 1_000 * k), key: `load/${k}` });
      world.advance({ to: at(60_000) });
    }
    expect(again.fingerprint()).toBe(fork.fingerprint());
  });
});
