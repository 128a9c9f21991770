import type { StateChange } from '../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../engine/kernel/index.ts';
import { listTags } from '../marks.ts';

/** How many jobs and requests wait, or something else, over time: of each instant the largest number, and the one at its end. */
export class Depth {
  readonly times: number[] = [];
  readonly counts: number[] = [];
  #count = 0;
  max = 0;

  add({ kind, from, entity, at }: StateChange): void {
    if (kind !== 'job' && kind !== 'request') return;
    this.change(Number(isWaiting(kind, entity.status)) - Number(isWaiting(kind, from)), at);
  }

  /** So many more, or fewer. */
  change(by: number, at: number): void {
    if (by === 0) return;
    this.#count += by;
    // A wait that begins and ends at the same instant lasts no time.
    if (this.times.at(-1) === at) this.counts[this.counts.length - 1] = this.#count;
    else {
      this.times.push(at);
      this.counts.push(this.#count);
      this.max = Math.max(this.max, this.counts.at(-2) ?? 0);
    }
  }

  /** Forgets the changes before the last one at or before a time. */
  forget(before: number): void {
    const kept = Math.max(0, firstIndex(this.times.length, (k) => (this.times[k] as number) > before) - 1);
    this.times.splice(0, kept);
    this.counts.splice(0, kept);
  }

  /** The largest number that lasted, now that no more entries are known. */
  get peak(): number {
    return Math.max(this.max, this.counts.at(-1) ?? 0);
  }
}

const isWaiting = (kind: 'job' | 'request', status: string): boolean => listTags(kind, status).includes('waiting');
