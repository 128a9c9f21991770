import { defaultLimits } from './api/bounds.ts';
import type { AdvanceTarget } from './input.ts';
import { lastInstantMs } from './kernel/instant.ts';
import type { Steps } from './kernel/steps.ts';
import { later, type VirtualTime } from './kernel/time.ts';
import type { Fired, Simulator } from './simulation.ts';

/** The result of an advance of the clock. */
export interface Advance {
  readonly from: VirtualTime;
  readonly to: VirtualTime;
  /** How many calendar entries ran. */
  readonly ran: number;
  /** The first of them, `firedMax` at most. */
  readonly fired: readonly Fired[];
  /** How many calendar entries are left. */
  readonly remaining: number;
  readonly stoppedBecause: 'reached' | 'idle' | 'next' | 'enough' | 'nothing-due' | 'entriesMax';
}

/** `untilIdle` stops after this many calendar entries unless another number is given. */
export const entriesMax = defaultLimits.advanceEntries;

/** When an advance stops before its target. */
export interface AdvanceLimits {
  /** Asked after each instant. */
  readonly shouldStop?: (() => boolean) | undefined;
  /** How many calendar entries may run; only `untilIdle` has a bound where none is given. */
  readonly entriesMax?: number | undefined;
}

/**
 * Advances the clock and runs everything due on the way, one whole instant at a time. The target is computed once. The advance
 * itself is recorded in the log, unless no time passed and nothing ran.
 */
export function* advanceInSteps(loop: Simulator, target: AdvanceTarget, { shouldStop, entriesMax: given }: AdvanceLimits): Steps<Advance> {
  loop.fired = [];
  const from = loop.now;
  const until = targetTime(loop, target);
  const byIdle = 'untilIdle' in target;
  const most = given ?? (byIdle ? entriesMax : Number.POSITIVE_INFINITY);
  const bounded = (ran: number): boolean => (byIdle && loop.idle) || ran >= most || shouldStop?.() === true;
  const isBounded = byIdle || given !== undefined || shouldStop !== undefined;
  const ran = byIdle && loop.idle ? 0 : yield* loop.advanceInSteps(until, isBounded ? bounded : undefined);
  loop.recordClock();
  const stoppedBecause = reason(loop, target, until, { ran, most });
  return { from, to: loop.now, ran, fired: loop.fired.slice(), remaining: loop.calendar.size, stoppedBecause };
}

/** No advance goes beyond the last instant. What is due later never runs. */
const targetTime = ({ now, idle, calendar, startMs }: Simulator, target: AdvanceTarget): VirtualTime => {
  const last = Math.max(now, lastInstantMs - startMs) as VirtualTime;
  if ('by' in target) return later(now, target.by);
  if ('to' in target) return target.to;
  const due = calendar.next()?.due ?? now;
  if ('next' in target) return due > last ? now : due;
  return idle ? now : last;
};

const reason = (
  { now, idle }: Simulator,
  target: AdvanceTarget,
  until: VirtualTime,
  { ran, most }: { readonly ran: number; readonly most: number },
): Advance['stoppedBecause'] => {
  if ('untilIdle' in target && idle) return 'idle';
  if (now < until) return ran >= most ? 'entriesMax' : 'enough';
  return 'next' in target ? (ran === 0 ? 'nothing-due' : 'next') : 'reached';
};
