import type { InputEvent } from './input.ts';
import type { VirtualTime } from './kernel/time.ts';
import { Quotas } from './projections/quotas.ts';

/** A call as the log has it, if it has it. */
export type Arrival = Extract<InputEvent, { readonly type: 'InputReceived' }>;

/** How many calls count towards which limits. */
export type Counted = Extract<InputEvent, { readonly type: 'CallsCounted' }>['counted'];

/** What calls are counted by. */
type Quota = Omit<Counted[number], 'calls'>;

/**
 * What has come and is not in the log: the call under way, until something follows from it; and how many calls, from which
 * nothing followed, count towards which limits. These are forgotten with the process, unless the log was told of them before.
 */
export class Unlogged {
  /** How many calls have left nothing. */
  calls = 0;
  readonly #quotas = new Quotas();
  #call: Arrival | undefined;

  arrive(call: Arrival): void {
    this.#call = call;
  }

  /** The call under way, which is so no more: the log is to have it. */
  take(): Arrival | undefined {
    const call = this.#call;
    this.#call = undefined;
    return call;
  }

  /** The call under way leaves nothing but its count; false where there is none. */
  drop(at: VirtualTime): boolean {
    const call = this.take();
    if (call === undefined) return false;
    this.calls += 1;
    for (const { of, windowMs } of call.counted ?? []) this.#quotas.count(of, at, windowMs);
    return true;
  }

  /** How many calls count towards a limit of the call under way, itself included. */
  used({ of, windowMs }: Quota, at: VirtualTime): number {
    return this.#quotas.used(of, at, windowMs) + (this.#call === undefined ? 0 : 1);
  }

  /** Takes the counts of these limits away, of all where none are given: the log is to have them. */
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
