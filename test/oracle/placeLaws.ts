import { isLeft } from 'fp-ts/lib/Either.js';
import { isSame } from '../../engine/kernel/canonical.ts';
import type { Mutable } from '../../engine/kernel/decider.ts';
import { continueFromSnapshot, logFromFork, snapshotPlaces } from '../../engine/scenario/laws/continued.ts';
import type { LawName } from '../../engine/scenario/laws/lawNames.ts';
import { differenceFrom, type Law, lawNamed } from '../../engine/scenario/laws/laws.ts';
import { Keyframes } from '../../engine/world/history/keyframes.ts';
import { replay } from '../../engine/world/history/rerun.ts';
import { stateSnapshot } from '../../engine/world/reports/stateSnapshot.ts';
import type { World } from '../../engine/world/world.ts';

/**
 * From now on, the laws are checked at each place of a run: of snapshots before each input and not at one that is drawn, of forks and of a replay
 * after each entry, with the state that keyframes give there. A run takes as many times as long as it has places.
 */
export const checkEachPlace = (): void => {
  const { broken } = lawNamed('replay');
  setLaw('replay', (world, draw) => broken(world, draw) ?? differsFromKeyframes(world));
  setLaw('snapshot', (world) => firstOf(snapshotPlaces(world), (seq) => differsFromSnapshot(world, seq)));
  setLaw('fork', (world) => firstOf(entriesOf(world), (seq) => differsFromFork(world, seq)));
};

const setLaw = (name: LawName, broken: Law['broken']): void => {
  (lawNamed(name) as Mutable<Law>).broken = broken;
};

const differsFromSnapshot = (world: World, seq: number): string | undefined =>
  differenceFrom(world, [...continueFromSnapshot(world, seq).log.entries()], `from a snapshot before entry ${seq} on`);

const differsFromFork = (world: World, seq: number): string | undefined => {
  const log = logFromFork(world, seq);
  if (isLeft(log)) return `there is no fork after entry ${seq}: ${log.left}`;
  return differenceFrom(world, log.right, `from a fork after entry ${seq} on`);
};

/** The state after each entry, by keyframes that are asked for the last first, and folded from the start. */
const differsFromKeyframes = ({ header, log, now }: World): string | undefined => {
  const entries = [...log.entries()];
  const keyframes = new Keyframes(header);
  for (const entry of entries) keyframes.append(entry);
  return firstOf(entries.map(({ seq }) => seq).reverse(), (seq) => {
    const folded = stateSnapshot(
      replay(header, entries, (entry) => entry.seq > seq),
      now,
    );
    return isSame(stateSnapshot(keyframes.at(seq), now), folded) ? undefined : `the state after entry ${seq}, by its keyframes, is another`;
  });
};

const entriesOf = ({ log }: World): readonly number[] => Array.from({ length: log.length + 1 }, (_, seq) => seq);

/** The first of these that is wrong, in words. */
const firstOf = (places: readonly number[], wrong: (seq: number) => string | undefined): string | undefined => {
  for (const seq of places) {
    const words = wrong(seq);
    if (words !== undefined) return words;
  }
  return undefined;
};
