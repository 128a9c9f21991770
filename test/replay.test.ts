import { describe, expect, test } from 'vitest';
import { type Kind, kinds } from '../engine/entities.ts';
import { State } from '../engine/state.ts';
import { World } from '../engine/world.ts';
import { busyWorld, playBusily } from './support/busyWorld.ts';

/** All that a state says: its entities, oldest first, and its read models; a copy. */
const pictureOf = (state: State) =>
  structuredClone({
    entities: Object.fromEntries(kinds.map((kind) => [kind, [...state.all(kind as Kind)]])),
    endpoints: [...state.all('endpoint')].map(({ id }) => ({
      id,
      waiting: [...state.queues.of(id).normal, '|', ...state.queues.of(id).low],
      health: state.health.of(id),
      crew: { ...state.fleet.of(id), idle: [...state.fleet.of(id).idle] },
    })),
    throttled: [...state.fleet.throttled],
    gpusHeld: state.fleet.gpusHeld('ADA_24'),
    heldCalls: [...state.all('call')].map(({ jobId }) => [...(state.heldCalls.waitingFor(jobId ?? '') ?? [])]),
    activeFaults: (['worker-crash', 'slow-image-pull', 'api-error', 'api-latency'] as const).map((kind) =>
      [...state.activeFaults.of(kind)].map(({ id }) => id),
    ),
    alice: state.keyring.find('key-of-alice')?.accountId,
  });

const every = 7;

/** Plays the busy world, and keeps a picture of it after every so many of its entries. */
const watched = () => {
  const pictures = new Map<number, ReturnType<typeof pictureOf>>();
  let state: State | undefined;
  const world = new World(busyWorld(), {
    // What the world is made of happens before there is a world to look at.
    onChange: ({ seq }) => {
      if (state !== undefined && seq % every === 0) pictures.set(seq, pictureOf(state));
    },
  });
  state = world.state;
  playBusily(world);
  return { world, pictures };
};

describe('a replay', () => {
  const { world, pictures } = watched();

  test('of every prefix of the log gives the state that was', () => {
    const replayed = new State({ sharing: false });
    let compared = 0;
    for (const entry of world.log.entries()) {
      replayed.replay(entry);
      const picture = pictures.get(entry.seq);
      if (picture === undefined) continue;
      expect(pictureOf(replayed), `at entry ${entry.seq}`).toStrictEqual(picture);
      compared += 1;
    }
    expect(compared).toBe(pictures.size);
    expect(compared).toBeGreaterThan(50);
  });

  test('of the whole log gives the state that is', () => {
    const replayed = new State({ sharing: false });
    for (const entry of world.log.entries()) replayed.replay(entry);
    expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
  });

  test('that shares its entities leaves those handed out as they were', () => {
    const replayed = new State({ sharing: true });
    for (const entry of world.log.entries()) {
      const before = [...replayed.all('job'), ...replayed.all('worker')];
      const copies = structuredClone(before);
      replayed.replay(entry);
      if (entry.seq % every === 0) expect(before, `at entry ${entry.seq}`).toStrictEqual(copies);
    }
    expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
  });

  test('would be seen to lack an entry', () => {
    const replayed = new State({ sharing: false });
    const entries = [...world.log.entries()];
    const lost = entries.findLast(({ event }) => event.type === 'JobCompleted')?.seq;
    expect(() => {
      for (const entry of entries) if (entry.seq !== lost) replayed.replay(entry);
      expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
    }).toThrow();
  });
});
