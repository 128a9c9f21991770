import type { LogEntry } from '../../../../engine/kernel/index.ts';

/** The effects of each entry, and its first cause: the log names only the nearest cause. */
export class Causes {
  /** How many entries were forgotten. */
  #gone = 0;
  /** By the number of the entry: its first effect, its last one, and the next effect of the same cause; 0 = none. */
  #first: number[] = [];
  #last: number[] = [];
  #next: number[] = [];
  #roots: number[] = [];

  add({ seq, cause }: LogEntry): void {
    this.#first.push(0);
    this.#last.push(0);
    this.#next.push(0);
    const isCaused = cause !== 0 && cause < seq;
    this.#roots.push(isCaused ? (this.#roots[this.#place(cause)] ?? cause) : seq);
    if (!isCaused || cause <= this.#gone) return;
    const before = this.#last[this.#place(cause)] ?? 0;
    if (before === 0) this.#first[this.#place(cause)] = seq;
    else if (before > this.#gone) this.#next[this.#place(before)] = seq;
    this.#last[this.#place(cause)] = seq;
  }

  /** Forgets the effects of the entries up to one. */
  forget(seq: number): void {
    const by = seq - this.#gone;
    this.#gone = seq;
    this.#first = this.#first.slice(by);
    this.#last = this.#last.slice(by);
    this.#next = this.#next.slice(by);
    this.#roots = this.#roots.slice(by);
  }

  /** The direct effects of an entry, at most `most`, oldest first. */
  effects(seq: number, most: number): readonly number[] {
    const found: number[] = [];
    for (let next = this.#first[this.#place(seq)] ?? 0; next !== 0 && found.length < most; next = this.#next[this.#place(next)] ?? 0)
      found.push(next);
    return found;
  }

  /** The entry at the beginning of the chain of causes. */
  root(seq: number): number {
    return this.#roots[this.#place(seq)] ?? seq;
  }

  #place(seq: number): number {
    return seq - 1 - this.#gone;
  }
}
