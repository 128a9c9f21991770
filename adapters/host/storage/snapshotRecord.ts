import type { Steps } from '../../../engine/kernel/index.ts';
import { rulesetDigest } from '../../../engine/simulator/index.ts';
import { snapshotForm, type World, type WorldSnapshot } from '../../../engine/world/index.ts';
import { decodeInSteps, encodeInSteps } from './snapshotCode.ts';

/** A snapshot of a world as it is stored. */
interface EncodedSnapshot {
  /** The newest entry of the log then. */
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/**
 * Encodes a snapshot of a world, after the rules under which it is made: under others it may hold other things. The world may not
 * change before the last step: the snapshot shares objects with it.
 */
export function* encodeSnapshot(world: World): Steps<EncodedSnapshot> {
  const snapshot = yield* world.snapshotInSteps();
  return { seq: snapshot.seq, bytes: yield* encodeInSteps(snapshot, { head: rulesetDigest() }) };
}

/** The snapshot in these bytes; undefined if it was made under other rules than these, or has another form. */
export function* decodeSnapshot(bytes: Uint8Array, ruleset: string): Steps<WorldSnapshot | undefined> {
  const snapshot = yield* decodeInSteps<WorldSnapshot>(bytes, ruleset);
  return snapshot?.form === snapshotForm ? snapshot : undefined;
}

/** The cost of a snapshot is proportional to the number of live entities, so a world with more of them gets fewer snapshots. */
export const countLive = ({ state }: World): number => 2 * (state.count('job') + state.count('pod') + state.count('worker'));
