import type { Steps } from '../../../engine/kernel/index.ts';
import type { World, WorldSnapshot } from '../../../engine/world/index.ts';
import { thinSnapshots } from '../../store/snapshotRetention.ts';
import { decodeInSteps, encodeInSteps } from './snapshotCode.ts';

/** The least number of entries between two checkpoints. */
const entriesApart = 10_000;
/** Limits for one world: the number of checkpoints, and their bytes in total. */
const checkpointsMax = 16;
const bytesMax = 64_000_000;

/**
 * Checkpoints of a hosted world, in memory. Going back in history restores one of them and replays only the entries after it. The cost of a
 * checkpoint is proportional to the number of live entities, so a world with more of them gets fewer checkpoints.
 */
export class Checkpoints {
  readonly #world: World;
  readonly #bytes = new Map<number, Uint8Array>();
  #newest = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Call when the world is quiescent. Returns the steps that take a checkpoint, if enough entries were added since the last one. */
  passing(): Steps<void> | undefined {
    const { length } = this.#world.log;
    if (length - this.#newest < entriesApart || length - this.#newest < 4 * this.#countLive()) return undefined;
    this.#newest = length;
    return this.#take();
  }

  *#take(): Steps<void> {
    const { length } = this.#world.log;
    this.#bytes.set(length, yield* encodeInSteps(yield* this.#world.snapshotInSteps()));
    this.#thin();
  }

  /** A copy of the last checkpoint at or before an entry. For the newest entry, a snapshot of the world as it is now. */
  *before(seq: number): Steps<WorldSnapshot | undefined> {
    if (seq === this.#world.log.length && seq > entriesApart / 10) return yield* this.#world.snapshotInSteps({ apart: true });
    const at = [...this.#bytes.keys()].findLast((each) => each <= seq);
    return at === undefined ? undefined : yield* decodeInSteps<WorldSnapshot>(this.#bytes.get(at) as Uint8Array);
  }

  #countLive(): number {
    const { state } = this.#world;
    return state.count('job') + state.count('pod') + state.count('worker');
  }

  #thin(): void {
    this.#retain(checkpointsMax);
    while (this.#bytes.size > 1 && [...this.#bytes.values()].reduce((sum, { length }) => sum + length, 0) > bytesMax)
      this.#retain(this.#bytes.size - 1);
  }

  #retain(max: number): void {
    const retained = new Set(thinSnapshots([...this.#bytes.keys()], max));
    for (const seq of [...this.#bytes.keys()]) if (!retained.has(seq)) this.#bytes.delete(seq);
  }
}
