import { isSame, type Json } from '../../../../engine/kernel/index.ts';
import type { RunLog } from './runLog.ts';

/** The most entries to compare at once, so that the page does not freeze. */
const atOnce = 20_000;

/** Finds where two growing logs part, and continues where the last search stopped. */
export class Parting {
  /** Up to which entry both are the same. */
  same = 0;
  /** The first entry in which they differ. */
  seq: number | undefined;

  /** Looks on; true once all that both have is compared, or they have parted. */
  look(a: RunLog, b: RunLog): boolean {
    const begin = Math.max(this.same, a.first, b.first);
    const end = Math.min(a.length, b.length, begin + atOnce);
    this.same = begin;
    for (let seq = begin + 1; seq <= end && this.seq === undefined; seq++) {
      const [one, other] = [a.entry(seq), b.entry(seq)];
      if (one?.at === other?.at && isSame(one?.event as unknown as Json, other?.event as unknown as Json)) this.same = seq;
      else this.seq = seq;
    }
    return this.seq !== undefined || end === Math.min(a.length, b.length);
  }
}
