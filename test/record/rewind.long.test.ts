import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../adapters/store/sha256.ts';
import type { State } from '../../engine/cloud/state/state.ts';
import { deepCopy } from '../../engine/kernel/copy.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { later, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import { findPlace, forkAt, makeHistory, stateAt } from '../../engine/world/history/rewind.ts';
import { stateSnapshot } from '../../engine/world/reports/stateSnapshot.ts';
import type { WorldSnapshot } from '../../engine/world/snapshot.ts';
import { World } from '../../engine/world/world.ts';
import { fewOrAll } from '../support/long.ts';
import { callOf, endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const entriesWanted = 100_000;
/** The checked positions, drawn with a fixed seed. More than a hundred of them are not inputs, which change no entity. */
const positions = [...new Set(fc.sample(fc.integer({ min: 1, max: entriesWanted }), { seed: 1, numRuns: 200 }))].sort((a, b) => a - b);

const inWords = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** A digest of the whole state: a hundred copies of it would not fit into memory. Even the order of the fields must be the same. */
const digestOf = (state: State, at: VirtualTime): string => sha256(JSON.stringify(stateSnapshot(state, at), inWords));

/** A world of a hundred thousand events, with a digest of what it was at some of them, and snapshots on the way. */
const lived = () => {
  const digests = new Map<number, string>();
  const wanted = new Set(positions);
  let state: State | undefined;
  const world = new World(
    worldOf({
      endpoints: [
        endpointOf('ep-a', { workers: { min: 2, max: 6 } }, { duration: { kind: 'exponential', meanMs: 4_000 } }),
        endpointOf('ep-b', { workers: { min: 0, max: 3 } }, { chances: [{ ending: 'fail', of: 1, among: 4 }] }),
      ],
      settings: { worker: { imagePull: 2_000, start: 500 }, job: { retentionRun: 60_000 } },
    }),
    {
      invariants: false,
      onChange: ({ seq, at }) => {
        if (state !== undefined && wanted.has(seq)) digests.set(seq, digestOf(state, at));
      },
    },
  );
  state = world.state;
  const snapshots: WorldSnapshot[] = [];
  for (let k = 0; world.log.length < entriesWanted; k++) {
    world.call(runOf(k % 3 === 0 ? 'ep-b' : 'ep-a', { k }, 700 * k));
    if (k % 10 === 0) world.call(callOf('health', { endpoint_id: 'ep-a' }, { at: 700 * k + 100 }));
    if (world.log.length - (snapshots.at(-1)?.seq ?? 0) > 20_000) snapshots.push(world.snapshot({ apart: true }));
  }
  return { world, digests, snapshots };
};

describe('in a world of a hundred thousand events', () => {
  const { world, digests, snapshots } = lived();
  const newestBefore = (seq: number): WorldSnapshot | undefined => {
    const snapshot = snapshots.findLast((one) => one.seq <= seq);
    return snapshot && deepCopy(snapshot);
  };

  test('the state at more than a hundred positions is the one at that time', () => {
    const wrong = [...digests].filter(([seq, was], k) => {
      const at = world.log.entry(seq)?.at ?? worldStart;
      // From the start it takes a hundred thousand entries for some positions, so only some of them are reached from there.
      const fromStart = k % fewOrAll(40, 1) === 0 ? [undefined] : [];
      return [...fromStart, newestBefore(seq)].some((snapshot) => digestOf(finish(stateAt(world, seq, snapshot)), at) !== was);
    });
    expect(wrong.map(([seq]) => seq)).toStrictEqual([]);
    expect(digests.size).toBeGreaterThanOrEqual(100);
    expect(snapshots.length).toBe(4);
  });

  test('so is the state at a time', () => {
    const { at, seq } = world.log.entry(54_321) ?? { at: worldStart, seq: 0 };
    let last = seq;
    while (world.log.entry(last + 1)?.at === at) last += 1;
    expect(findPlace(world, { at })).toMatchObject({ right: { seq: last, at } });
    expect(findPlace(world, { at: later(at, -1) })).toMatchObject({ right: { at: at - 1 } });
    expect(findPlace(world, { at: worldStart })).toMatchObject({ right: { at: 0 } });
  });

  test('a fork plays only what came after the snapshot before it', () => {
    let played = 0;
    const seq = 87_654;
    const snapshot = newestBefore(seq);
    const fork = finish(forkAt(world, { seq }, { snapshot, options: { invariants: false, onChange: () => played++ } }));
    if (isLeft(fork)) throw new Error(fork.left);
    expect(played).toBeGreaterThan(0);
    expect(played).toBeLessThan(seq - (snapshot?.seq ?? 0) + 10);
    const own = [...fork.right.log.entries()].slice(0, seq).at(-1);
    expect(own).toStrictEqual(world.log.entry(seq));
  });
});

test('a history can also be a log that was read', () => {
  const world = new World(worldOf());
  world.call(runOf('ep-a', {}, 0));
  world.advance({ to: later(worldStart, 5_000) });
  const history = makeHistory(world.header, [...world.log.entries()]);
  for (const seq of [0, 4, world.log.length])
    expect(stateSnapshot(finish(stateAt(history, seq)), world.now)).toStrictEqual(stateSnapshot(finish(stateAt(world, seq)), world.now));
  expect([history.now, makeHistory(world.header, []).now]).toStrictEqual([5_000, 0]);
});
