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
  /** A separate field, because most meters have one step, and bills outlive their resources. A list for it would take twice the room. */
  #newest: MeterStep | undefined = undefined;
  /** Those before it, the oldest first: the last of each hour, then all of the newest hour, of which the first `#givenUp` are given up. */
  #old: MeterStep[] = none;
  #recent: MeterStep[] = none;
  #givenUp = 0;
  readonly #start: WorldStart;

  constructor(start: WorldStart) {
    this.#start = start;
  }

  /** Changes the rate from `at` on. `at` is never earlier than the change before. */
  change(by: Rate, at: VirtualTime): void {
    const last = this.#newest;
    if (last !== undefined && last.from < at) this.#store(last, at);
    this.#newest = { from: at, rate: (last?.rate ?? 0n) + by, amount: last === undefined ? 0n : sumStep(last, at) };
  }

  /** The rate since the newest change. */
  get rate(): Rate {
    return this.#newest?.rate ?? 0n;
  }

  /** The amount at the start of an hour of the calendar, or at any time since an hour before the newest change; in rate × milliseconds. */
  amount(at: VirtualTime): bigint {
    const step = this.#stepAt(at);
    return step === undefined ? 0n : sumStep(step, at);
  }

  /** Forgets the steps that were over by then: amounts are right from then on. */
  forget(before: VirtualTime): void {
    this.load(this.dump().filter((_, k, steps) => (steps[k + 1]?.[0] ?? Number.POSITIVE_INFINITY) > before));
  }

  dump(): readonly StepDump[] {
    const steps = this.#newest === undefined ? none : [...this.#old, ...this.#recent.slice(this.#givenUp), this.#newest];
    return steps.map(({ from, rate, amount }) => [from, rate, amount]);
  }

  load(dump: readonly StepDump[]): void {
    const steps = dump.map(([from, rate, amount]): MeterStep => ({ from, rate, amount }));
    this.#newest = steps.at(-1);
    [this.#old, this.#recent, this.#givenUp] = [none, steps.length > 1 ? steps.slice(0, -1) : none, 0];
  }

  /** Stores a step before a change. Of those that are then more than an hour old, the last of each hour of the calendar stays. */
  #store(step: MeterStep, at: VirtualTime): void {
    if (this.#recent.length === 0) this.#recent = [];
    const recent = this.#recent;
    recent.push(step);
    if (this.#start.forgetsNothing === true) return;
    for (let next = recent[this.#givenUp + 1]; next !== undefined && next.from <= at - keptMs; next = recent[this.#givenUp + 1]) {
      const one = recent[this.#givenUp++] as MeterStep;
      if (this.#hour(one.from) === this.#hour(next.from)) continue;
      if (this.#old.length === 0) this.#old = [];
      this.#old.push(one);
    }
    if (this.#givenUp < recent.length / 2) return;
    this.#recent = recent.slice(this.#givenUp);
    this.#givenUp = 0;
  }

  #hour(at: VirtualTime): number {
    return Math.floor((this.#start.ms + at) / hours(1));
  }

  /** The last step that has begun by then. */
  #stepAt(at: VirtualTime): MeterStep | undefined {
    if (this.#newest !== undefined && this.#newest.from <= at) return this.#newest;
    return findStep(this.#recent, at, this.#givenUp) ?? findStep(this.#old, at, 0);
  }
}

/** Shared by all meters of a world. */
export interface WorldStart {
  /** The instant of virtual time 0, in ms since 1970. */
  readonly ms: number;
  /** All steps stay, so that the amount is right at any time. */
  readonly forgetsNothing?: boolean;
}

interface MeterStep {
  readonly from: VirtualTime;
  readonly rate: Rate;
  /** The amount when the step began. */
  readonly amount: bigint;
}

export type StepDump = readonly [from: VirtualTime, rate: Rate, amount: bigint];

/** Shared by all meters that have one step, and never changed. */
const none: MeterStep[] = [];

/** For so long all steps are stored, and the pages of a bill can be shown as of its first one (list.pages). */
export const keptMs = hours(1);

/** The last of the steps that has begun by then, from a place on. */
const findStep = (steps: readonly MeterStep[], at: VirtualTime, first: number): MeterStep | undefined => {
  const index = firstIndex(steps.length, (k) => (steps[k] as MeterStep).from > at) - 1;
  return index < first ? undefined : steps[index];
};

const sumStep = ({ from, rate, amount }: MeterStep, until: VirtualTime): bigint => amount + rate * BigInt(until - from);
