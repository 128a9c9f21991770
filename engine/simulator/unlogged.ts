import type { InputEvent } from '../cloud/input.ts';
import { Quotas } from '../cloud/projections/quotas.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** A call as it is written to the log, if it is. */
export type Arrival = Extract<InputEvent, { readonly type: 'InputReceived' }>;

/** How many calls count towards which limits. */
export type Counted = Extract<InputEvent, { readonly type: 'CallsCounted' }>['counted'];

/** A limit, and the length of its window. */
type Quota = Omit<Counted[number], 'calls'>;

/**
 * Arrivals that are not in the log: the call in progress, until something follows from it, and the number of calls without consequences, by
 * the limits that they count towards. These counts are lost with the process unless they were written to the log before.
 */
export class Unlogged {
  /** How many calls have left no entry. */
  calls = 0;
  readonly #quotas = new Quotas();
  #call: Arrival | undefined;

  arrive(call: Arrival): void {
    this.#call = call;
  }

  /** Takes the call in progress, to write it to the log. */
  take(): Arrival | undefined {
    const call = this.#call;
    this.#call = undefined;
    return call;
  }

  /** Drops the call in progress, except for its count; false if there is none. */
  drop(at: VirtualTime): boolean {
    const call = this.take();
    if (call === undefined) return false;
    this.calls += 1;
    for (const { of, windowMs } of call.counted ?? []) this.#quotas.count(of, at, windowMs);
    return true;
  }

  /** How many calls count towards a limit of the call in progress, itself included. */
  countUsed({ of, windowMs }: Quota, at: VirtualTime): number {
    return this.#quotas.countUsed(of, at, windowMs) + (this.#call === undefined ? 0 : 1);
  }

  /** Takes the counts of these limits, or of all if none are given, to write them to the log. */
  takeCounts(at: VirtualTime, limits: Iterable<Quota> = this.#quotas.present(at)): Counted {
    let counted = none;
    for (const { of, windowMs } of limits) {
      const calls = this.#quotas.take(of, at, windowMs);
      if (calls > 0) counted = [...counted, { of, windowMs, calls }];
    }
    return counted;
  }
}

const none: Counted = [];
