import type { Rate } from '../catalog/prices.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { hours, type VirtualTime } from '../kernel/time.ts';

/**
 * An amount that grows at a rate, which changes from time to time. The changes are stored as steps of the rate; the amount is
 * their integral, exactly (billing.amounts). Bills are by the hour of the calendar. So only the last step within an hour is
 * stored, and there are never more steps than hours.
 */
export class Meter implements Dumpable<readonly Step[]> {
  readonly #from: VirtualTime[] = [];
  readonly #rates: Rate[] = [];
  /** The amount when each step began. */
  readonly #amounts: bigint[] = [];
  readonly #startMs: number;

  /** `startMs`: the instant of virtual time 0, in ms since 1970. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Changes the rate from `at` on. `at` is never earlier than the change before. */
  change(by: Rate, at: VirtualTime): void {
    const last = this.#from.length - 1;
    const amount = this.amount(at);
    const rate = (this.#rates[last] ?? 0n) + by;
    const before = this.#from[last];
    // No caller asks for an amount between two steps of one hour. For the beginning of the hour, the step before both gives it.
    const place = before !== undefined && this.#hour(before) === this.#hour(at) ? last : last + 1;
    this.#from[place] = at;
    this.#rates[place] = rate;
    this.#amounts[place] = amount;
  }

  /** The amount at the start of an hour of the calendar, or at any time since the newest change; in rate × milliseconds. */
  amount(at: VirtualTime): bigint {
    const step = this.#stepAt(at);
    const from = this.#from[step];
    if (from === undefined) return 0n;
    return (this.#amounts[step] ?? 0n) + (this.#rates[step] ?? 0n) * BigInt(at - from);
  }

  dump(): readonly Step[] {
    return this.#from.map((from, k) => [from, this.#rates[k] ?? 0n, this.#amounts[k] ?? 0n]);
  }

  load(dump: readonly Step[]): void {
    for (const [from, rate, amount] of dump) {
      this.#from.push(from);
      this.#rates.push(rate);
      this.#amounts.push(amount);
    }
  }

  #hour(at: VirtualTime): number {
    return Math.floor((this.#startMs + at) / hours(1));
  }

  /** The last step that has begun by then; -1 before the first. */
  #stepAt(at: VirtualTime): number {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#from[middle] as VirtualTime) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

type Step = readonly [from: VirtualTime, rate: Rate, amount: bigint];
