import type { Steps, World, WorldSnapshot } from '../../engine/index.ts';
import { thinSnapshots } from '../store/snapshotRetention.ts';
import { decodeInSteps, encodeInSteps } from './snapshotCode.ts';

/** How many entries there are between two of them, at least. */
const entriesApart = 10_000;
/** How many are kept of a world, and how many bytes of all of them together. */
const landmarksMax = 16;
const bytesMax = 64_000_000;

/**
 * What a served world was at some instants of its past, in memory: whoever goes back goes back to one of these, and plays
 * only what came after it. They cost what is alive when they are made: so there are fewer where more is.
 */
export class Checkpoints {
  readonly #world: World;
  readonly #bytes = new Map<number, Uint8Array>();
  #newest = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The world is settled: where it has come far enough since the last one, what makes another. */
  passing(): Steps<void> | undefined {
    const { length } = this.#world.log;
    if (length - this.#newest < entriesApart || length - this.#newest < 4 * this.#alive()) return undefined;
    this.#newest = length;
    return this.#passing();
  }

  *#passing(): Steps<void> {
    const { length } = this.#world.log;
    this.#bytes.set(length, yield* encodeInSteps(yield* this.#world.snapshotInSteps()));
    this.#thin();
  }

  /** The last one at or before an entry; of the newest entry, the world as it is. Each time a copy. */
  *before(seq: number): Steps<WorldSnapshot | undefined> {
    if (seq === this.#world.log.length && seq > entriesApart / 10) return yield* this.#world.snapshotInSteps({ apart: true });
    const at = [...this.#bytes.keys()].findLast((each) => each <= seq);
    return at === undefined ? undefined : yield* decodeInSteps<WorldSnapshot>(this.#bytes.get(at) as Uint8Array);
  }

  #alive(): number {
    const { state } = this.#world;
    return state.count('job') + state.count('pod') + state.count('worker');
  }

  #thin(): void {
    this.#keep(landmarksMax);
    while (this.#bytes.size > 1 && [...this.#bytes.values()].reduce((sum, { length }) => sum + length, 0) > bytesMax)
      this.#keep(this.#bytes.size - 1);
  }

  #keep(max: number): void {
    const kept = new Set(thinSnapshots([...this.#bytes.keys()], max));
    for (const seq of [...this.#bytes.keys()]) if (!kept.has(seq)) this.#bytes.delete(seq);
  }
}
