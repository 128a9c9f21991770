import { isLeft } from 'fp-ts/lib/Either.js';
import type { Mutable } from '../../engine/kernel/decider.ts';
import { continueFromSnapshot, logFromFork, snapshotPlaces } from '../../engine/scenario/laws/continued.ts';
import type { LawName } from '../../engine/scenario/laws/lawNames.ts';
import { differenceFrom, type Law, lawNamed } from '../../engine/scenario/laws/laws.ts';
import type { World } from '../../engine/world/world.ts';

/**
 * From now on, the laws of snapshots and forks are checked at each place of a run, and not at one that is drawn: before each input, and after each
 * entry. A run takes as many times as long as it has places.
 */
export const checkEachPlace = (): void => {
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

const entriesOf = ({ log }: World): readonly number[] => Array.from({ length: log.length + 1 }, (_, seq) => seq);

/** The first of these that is wrong, in words. */
const firstOf = (places: readonly number[], wrong: (seq: number) => string | undefined): string | undefined => {
  for (const seq of places) {
    const words = wrong(seq);
    if (words !== undefined) return words;
  }
  return undefined;
};
