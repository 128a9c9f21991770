import type { Rate } from '../catalog/prices.ts';
import type { Dumpable } from '../kernel/dump.ts';
import type { VirtualTime } from '../kernel/time.ts';

/**
 * Something held at a rate that changes from time to time, and what it has come to by any instant. What was held, when
 * and at which rate is kept as the steps of the rate; the amount is their integral, exactly (billing.amounts).
 */
export class Meter implements Dumpable<readonly Step[]> {
  readonly #from: VirtualTime[] = [];
  readonly #rates: Rate[] = [];
  /** The amount when each step began. */
  readonly #amounts: bigint[] = [];

  /** From now on so much more is held, or less. Never earlier than the change before. */
  change(by: Rate, at: VirtualTime): void {
    const last = this.#from.length - 1;
    const rate = (this.#rates[last] ?? 0n) + by;
    if (this.#from[last] === at) {
      this.#rates[last] = rate;
      return;
    }
    const amount = this.amount(at);
    this.#from.push(at);
    this.#rates.push(rate);
    this.#amounts.push(amount);
  }

  /** What it has come to, in rate × milliseconds. */
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
