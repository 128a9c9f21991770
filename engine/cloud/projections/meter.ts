import { firstIndex } from '../../kernel/collections/firstIndex.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { hours, type VirtualTime } from '../../kernel/time.ts';
import type { Rate } from '../catalog/prices.ts';

/**
 * An amount that grows at a rate, which changes from time to time. The changes are stored as steps of the rate; the amount is
 * their integral, exactly (billing.amounts). Bills are by the hour of the calendar, and a page of a bill may be asked for as of any instant of
 * the last hour (list.pages). So all steps of the hour before the newest change are stored, and of each hour before that the last one.
 */
export class Meter implements Dumpable<readonly StepDump[]> {
  /** Of its own: most meters have one step, and bills outlive what they bill. A list for it would take twice the room. */
  #newest: Step | undefined = undefined;
  #earlier: Step[] = none;
  readonly #startMs: number;

  /** `startMs`: the instant of virtual time 0, in ms since 1970. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Changes the rate from `at` on. `at` is never earlier than the change before. */
  change(by: Rate, at: VirtualTime): void {
    const last = this.#newest;
    if (last !== undefined && last.from < at) this.#store(last, at);
    this.#newest = { from: at, rate: (last?.rate ?? 0n) + by, amount: last === undefined ? 0n : amountOf(last, at) };
  }

  /** The rate since the newest change. */
  get rate(): Rate {
    return this.#newest?.rate ?? 0n;
  }

  /** The amount at the start of an hour of the calendar, or at any time since an hour before the newest change; in rate × milliseconds. */
  amount(at: VirtualTime): bigint {
    const step = this.#stepAt(at);
    return step === undefined ? 0n : amountOf(step, at);
  }

  dump(): readonly StepDump[] {
    const steps: readonly Step[] = this.#newest === undefined ? none : [...this.#earlier, this.#newest];
    return steps.map(({ from, rate, amount }) => [from, rate, amount]);
  }

  load(dump: readonly StepDump[]): void {
    const steps = dump.map(([from, rate, amount]): Step => ({ from, rate, amount }));
    this.#newest = steps.at(-1);
    this.#earlier = steps.slice(0, -1);
  }

  /** Stores a step before a change. Steps that are then more than an hour old are given up, if another of their hour follows that is as old. */
  #store(step: Step, at: VirtualTime): void {
    const steps = this.#earlier.length === 0 ? [] : this.#earlier;
    this.#earlier = steps;
    steps.push(step);
    const first = Math.max(0, firstIndex(steps.length, (k) => (steps[k] as Step).from > step.from - keptMs) - 1);
    const end = firstIndex(steps.length, (k) => (steps[k] as Step).from > at - keptMs);
    let kept = first;
    for (let k = first; k < end; k++) {
      const [one, next] = [steps[k] as Step, k + 1 < end ? steps[k + 1] : undefined];
      if (next === undefined || this.#hour(one.from) !== this.#hour(next.from)) steps[kept++] = one;
    }
    if (kept < end) steps.splice(kept, end - kept);
  }

  #hour(at: VirtualTime): number {
    return Math.floor((this.#startMs + at) / hours(1));
  }

  /** The last step that has begun by then. */
  #stepAt(at: VirtualTime): Step | undefined {
    if (this.#newest !== undefined && this.#newest.from <= at) return this.#newest;
    return this.#earlier[firstIndex(this.#earlier.length, (k) => (this.#earlier[k] as Step).from > at) - 1];
  }
}

interface Step {
  readonly from: VirtualTime;
  readonly rate: Rate;
  /** The amount when the step began. */
  readonly amount: bigint;
}

export type StepDump = readonly [from: VirtualTime, rate: Rate, amount: bigint];

/** Shared by all meters that have one step, and never changed. */
const none: Step[] = [];

/** For so long all steps are stored. */
const keptMs = hours(1);

const amountOf = ({ from, rate, amount }: Step, until: VirtualTime): bigint => amount + rate * BigInt(until - from);
