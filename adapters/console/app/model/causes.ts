import type { LogEntry } from '../../../../engine/index.ts';

/** What followed from each entry, and the first cause of each: the log names the nearest cause only. */
export class Causes {
  /** By seq: the first effect of an entry, its last one, and the next effect of the same cause; 0 = none. */
  readonly #first: number[] = [0];
  readonly #last: number[] = [0];
  readonly #next: number[] = [0];
  readonly #roots: number[] = [0];

  add({ seq, cause }: LogEntry): void {
    this.#first.push(0);
    this.#last.push(0);
    this.#next.push(0);
    const isCaused = cause !== 0 && cause < seq;
    this.#roots.push(isCaused ? (this.#roots[cause] ?? seq) : seq);
    if (!isCaused) return;
    const before = this.#last[cause] ?? 0;
    if (before === 0) this.#first[cause] = seq;
    else this.#next[before] = seq;
    this.#last[cause] = seq;
  }

  /** The entries that an entry brought about at once, at most so many, oldest first. */
  effects(seq: number, most: number): readonly number[] {
    const found: number[] = [];
    for (let next = this.#first[seq] ?? 0; next !== 0 && found.length < most; next = this.#next[next] ?? 0) found.push(next);
    return found;
  }

  /** The entry at the beginning of the chain of causes. */
  root(seq: number): number {
    return this.#roots[seq] ?? seq;
  }
}
