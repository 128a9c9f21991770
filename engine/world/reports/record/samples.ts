import { firstIndex } from '../../../kernel/collections/firstIndex.ts';
import type { DurationMs } from '../../../kernel/time.ts';

/** A measured duration, and the log entry that ended it. */
export interface Sample {
  readonly ms: DurationMs;
  readonly seq: number;
}

/** Measured durations, in the order of the log. Two lists of numbers: a run may have millions. */
export class Samples {
  readonly ms: DurationMs[] = [];
  /** The entries that ended them. */
  readonly seqs: number[] = [];

  add(ms: DurationMs, seq: number): void {
    this.ms.push(ms);
    this.seqs.push(seq);
  }

  /** Forgets the samples that ended up to an entry. */
  forget(seq: number): void {
    const gone = firstIndex(this.seqs.length, (k) => (this.seqs[k] as number) > seq);
    this.ms.splice(0, gone);
    this.seqs.splice(0, gone);
  }

  /** The values at these percentiles, each with the first entry that has it; empty if nothing was measured. */
  at(percents: readonly number[]): readonly Sample[] {
    const sorted = ascending(this.ms);
    if (sorted.length === 0) return [];
    return percents.map((percent) => {
      const ms = nearestRank(sorted, percent, 100);
      return { ms, seq: this.seqs[this.ms.indexOf(ms)] ?? 0 };
    });
  }
}

/** The value below or at which `of` in `among` of the values lie (nearest rank); undefined for no values. */
export const percentile = (values: readonly number[], of: number, among: number): number | undefined =>
  values.length === 0 ? undefined : nearestRank(ascending(values), of, among);

const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

const nearestRank = (sorted: Float64Array, of: number, among: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * of) / among) - 1)] ?? 0;
