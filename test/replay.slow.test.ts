import { describe, expect, test } from 'vitest';
import { HostList } from '../engine/cloud/catalog/hosts.ts';
import { kinds } from '../engine/cloud/entities.ts';
import { State } from '../engine/cloud/state/state.ts';
import { hours, later, worldStart } from '../engine/kernel/time.ts';
import { stateSnapshot } from '../engine/world/reports/stateSnapshot.ts';
import { World } from '../engine/world/world.ts';
import { fewOrAll } from './support/long.ts';
import { busyWorld, playBusily } from './support/worlds/busyWorld.ts';

/** A copy of the whole state. Amounts are those of a later instant: they depend on past holdings and on current rates. */
const pictureOf = (state: State) => structuredClone(stateSnapshot(state, farAhead));

const farAhead = later(worldStart, hours(1_000));

/** Snapshots are taken after every seventh entry, or after each in the long version. */
const every = fewOrAll(7, 1);

/** Plays the busy world, and takes a snapshot of its state after every entry. */
const watched = () => {
  const pictures = new Map<number, ReturnType<typeof pictureOf>>();
  let state: State | undefined;
  const world = new World(busyWorld(), {
    // The first events happen in the constructor, before the state can be read.
    onChange: ({ seq }) => {
      if (state !== undefined && seq % every === 0) pictures.set(seq, pictureOf(state));
    },
  });
  state = world.state;
  playBusily(world);
  return { world, pictures };
};

/** A state before any event, on the hosts of the busy world. */
const stateOf = ({ sharing }: { readonly sharing: boolean }) => new State({ sharing, hosts: new HostList(busyWorld().hosts ?? []) });

describe('a replay', () => {
  const { world, pictures } = watched();

  test('of every prefix of the log gives the state at that entry', () => {
    const replayed = stateOf({ sharing: false });
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

  test('of the whole log gives the current state', () => {
    const replayed = stateOf({ sharing: false });
    for (const entry of world.log.entries()) replayed.replay(entry);
    expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
  });

  test('that shares its entities leaves those handed out as they were', () => {
    const replayed = stateOf({ sharing: true });
    for (const entry of world.log.entries()) {
      const before = entry.seq % every === 0 ? kinds.flatMap((kind) => [...replayed.all(kind)]) : [];
      const copies = structuredClone(before);
      replayed.replay(entry);
      expect(before, `at entry ${entry.seq}`).toStrictEqual(copies);
    }
    expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
  });

  test('that lacks an entry is detected', () => {
    const replayed = stateOf({ sharing: false });
    const entries = [...world.log.entries()];
    const lost = entries.findLast(({ event }) => event.type === 'JobCompleted')?.seq;
    expect(() => {
      for (const entry of entries) if (entry.seq !== lost) replayed.replay(entry);
      expect(pictureOf(replayed)).toStrictEqual(pictureOf(world.state));
    }).toThrow();
  });
});
