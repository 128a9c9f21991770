import { isRight } from 'fp-ts/lib/Either.js';
import { describe, expect, test, vi } from 'vitest';
import { drawsFrom } from '../../engine/kernel/rng.ts';
import { logFromFork, snapshotPlaces } from '../../engine/scenario/laws/continued.ts';
import { checkLaw, lawNamed, laws } from '../../engine/scenario/laws/laws.ts';
import { World } from '../../engine/world/world.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';
import { runOf, worldOf } from '../support/worlds/worlds.ts';

/** A job that runs, a call that is refused, and a pause in which timers fire. */
const story = scenarioText(`steps:\n  - ${submit}\n  - { delay: 1m, act: status, with: { endpoint: ep-a, job: none } }\n  - { delay: 2h }`);
const { world } = playedText(story);

describe('every law holds', () => {
  const busy = new World(busyWorld());
  playBusily(busy);

  test.each(laws)('of a short run and of a busy one: $name', (law) => {
    expect(checkLaw(law, world)).toBeUndefined();
    expect(checkLaw(law, busy)).toBeUndefined();
  });

  test('whichever entry the fork is from, and whichever input the snapshot is taken before', () => {
    for (let seq = 0; seq <= world.log.length; seq++) {
      const log = logFromFork(world, seq);
      expect(isRight(log) ? log.right : log.left, `after entry ${seq}`).toStrictEqual([...world.log.entries()]);
    }
    expect(snapshotPlaces(world).length).toBeGreaterThan(2);
  });
});

test('a place in the log is picked by the seed of the run: the same each time, and another by another seed', () => {
  const placeBy = (seed: string): number => Math.floor(drawsFrom(seed)('law', 'fork') * world.log.length);
  const seeds = ['a', 'b', 'c', 'd', 'e'];
  expect(seeds.map(placeBy)).toStrictEqual(seeds.map(placeBy));
  expect(new Set(seeds.map(placeBy)).size).toBeGreaterThan(2);
});

describe('a law is broken', () => {
  /** A handler that answers another duration each time: what the engine asks its users not to write. */
  const unrepeatable = (): World => {
    let asked = 0;
    const impure = new World(worldOf(), { handlers: { 'ep-a': () => ({ runsMs: 1_000 + asked++, ending: 'complete' }) } });
    for (let k = 0; k < 20; k++) impure.call(runOf('ep-a', { k }, k * 60_000));
    impure.advance({ untilIdle: true });
    return impure;
  };

  test.each(['rerun', 'recording', 'snapshot', 'fork'] as const)('by a run that cannot be repeated: %s', (name) => {
    expect(checkLaw(lawNamed(name), unrepeatable())).toMatch(/the log differs: entry \d+ is|there is no fork/);
  });

  test('by a state that the events do not explain: replay', () => {
    const { world: changed } = playedText(story);
    const [endpoint] = changed.state.all('endpoint');
    Object.assign(endpoint as object, { status: 'DELETED' });
    expect(checkLaw(lawNamed('replay'), changed)).toBe('folded from its events, the world has other entities');
  });

  test('by a snapshot that forgets something: snapshot alone', () => {
    const { snapshot } = World.prototype;
    const forgetful = vi.spyOn(World.prototype, 'snapshot').mockImplementation(function (this: World, how) {
      const whole = snapshot.call(this, how);
      return { ...whole, loop: { ...whole.loop, seed: 'forgotten' } };
    });
    const broken = ['a', 'b', 'c', 'd'].flatMap((seed) => {
      const { world: seeded } = playedText(`seed: ${seed}\n${story}`);
      return laws.filter((law) => checkLaw(law, seeded) !== undefined).map(({ name }) => name);
    });
    forgetful.mockRestore();
    expect(new Set(broken)).toStrictEqual(new Set(['snapshot']));
  });

  test('by an error that checking it throws', () => {
    const failing = { ...lawNamed('rerun'), broken: () => expect.fail('there is no such thing') };
    expect(checkLaw(failing, world)).toBe('an error is thrown: there is no such thing');
  });
});

describe('a law that a scenario names', () => {
  const text = `${scenarioText(`steps:\n  - ${submit}\n`)}properties:\n  - law: replay\n  - law: http\n`;

  test('is checked once the run is over; one that needs a server is not', () => {
    const { verdict, properties } = playedText(text);
    expect(verdict).toBe('pass');
    expect(properties.map(({ evaluated }) => evaluated)).toStrictEqual([true, false]);
  });

  test('fails the run that breaks it, at its place in the file; what is alike in other runs has the same shape', () => {
    const broken = vi.spyOn(lawNamed('replay'), 'broken').mockReturnValue('the job job-12 is another');
    const { verdict, failed, properties, world: played } = playedText(text);
    broken.mockRestore();
    expect(verdict).toBe('fail');
    expect(failed).toStrictEqual([{ path: ['properties', 0, 'law'], message: 'properties.0: the job job-12 is another' }]);
    expect(properties[0]?.broken).toStrictEqual({ words: 'the job job-12 is another', shape: 'the job · is another', at: played.now });
  });
});
