import { stateFor } from '../../engine/cloud/state/state.ts';
import { isSame } from '../../engine/kernel/canonical.ts';
import type { Mutable } from '../../engine/kernel/decider.ts';
import { snapshotPlaces } from '../../engine/scenario/laws/continued.ts';
import { differsFromForkAt, differsFromSnapshotAt, type Law, lawNamed } from '../../engine/scenario/laws/laws.ts';
import type { LawName } from '../../engine/scenario/properties/lawNames.ts';
import { Keyframes } from '../../engine/world/history/keyframes.ts';
import { stateSnapshot } from '../../engine/world/reports/stateSnapshot.ts';
import type { World } from '../../engine/world/world.ts';

/**
 * From now on, the laws of snapshots and forks are checked at each place of a run, and not at one that is drawn: before each input, and after each
 * entry. A run takes as many times as long as it has places. With the law of replays, the states that keyframes give are checked.
 */
export const checkEachPlace = (): void => {
  const { broken } = lawNamed('replay');
  setLaw('replay', (world, draw) => broken(world, draw) ?? differsFromKeyframes(world));
  setLaw('snapshot', (world) => firstOf(snapshotPlaces(world), (seq) => differsFromSnapshotAt(world, seq)));
  setLaw('fork', (world) => firstOf(entriesOf(world), (seq) => differsFromForkAt(world, seq)));
};

const setLaw = (name: LawName, broken: Law['broken']): void => {
  (lawNamed(name) as Mutable<Law>).broken = broken;
};

/** The states at places all over the log, by keyframes and folded from the start: by jumps back, and by others on. A state is dear to compare. */
const differsFromKeyframes = ({ header, log, now }: World): string | undefined => {
  const keyframes = new Keyframes(header);
  const state = stateFor(header.definition);
  const folded = new Map<number, object>();
  for (const entry of log.entries()) {
    keyframes.append(entry);
    state.replay(entry);
    if (entry.seq % Math.ceil(log.length / jumps) === 0) folded.set(entry.seq, structuredClone(stateSnapshot(state, now)));
  }
  const places = [...folded.keys()];
  return firstOf([...places].reverse().concat(places), (seq) =>
    isSame(stateSnapshot(keyframes.at(seq), now), folded.get(seq))
      ? undefined
      : `the state after entry ${seq}, by its keyframes, is another`,
  );
};

const jumps = 10;

const entriesOf = ({ log }: World): readonly number[] => Array.from({ length: log.length + 1 }, (_, seq) => seq);

/** The first of these that is wrong, in words. */
const firstOf = (places: readonly number[], wrong: (seq: number) => string | undefined): string | undefined => {
  for (const seq of places) {
    const words = wrong(seq);
    if (words !== undefined) return words;
  }
  return undefined;
};
