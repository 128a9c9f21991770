import { serialize } from 'node:v8';
import { rulesetDigest, type Steps, type World } from '../../../engine/index.ts';
import { encodeInSteps } from './snapshotCode.ts';

/** What a stored snapshot holds beside the world itself. */
export interface SnapshotRecord {
  /** The rules under which it was made: a snapshot made under others may hold other things. */
  readonly ruleset: string;
  /** The hash chain's link at its entry. */
  readonly link: string;
  /** The world itself, encoded on its own. */
  readonly world: Uint8Array;
}

/** A snapshot of a world that is encoded, but for the link of the log's hash chain, which is known once its entries are written. */
interface EncodedSnapshot {
  /** The newest entry of the log then. */
  readonly seq: number;
  readonly bytes: (link: string) => Uint8Array;
}

/** Encodes a snapshot of a world. The world may not change before the last step: the snapshot shares objects with it. */
export function* encodeSnapshot(world: World): Steps<EncodedSnapshot> {
  const ruleset = rulesetDigest();
  const snapshot = yield* world.snapshotInSteps();
  const encoded = yield* encodeInSteps(snapshot);
  return { seq: snapshot.seq, bytes: (link) => serialize({ ruleset, link, world: encoded } satisfies SnapshotRecord) };
}

/** A snapshot costs as much as there are live entities, so a world with more of them gets fewer snapshots. */
export const countLive = ({ state }: World): number => 2 * (state.count('job') + state.count('pod') + state.count('worker'));
