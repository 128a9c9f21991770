import { defaultLimits } from '../api/reading/bounds.ts';
import type { AdvanceTarget } from '../cloud/input.ts';
import { lastInstantMs } from '../kernel/instant.ts';
import type { Steps } from '../kernel/steps.ts';
import { later, type VirtualTime } from '../kernel/time.ts';
import type { Fired } from '../simulator/options.ts';
import type { Simulator } from '../simulator/simulation.ts';

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
const entriesMax = defaultLimits.advanceEntries;

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
export function* advanceInSteps(sim: Simulator, target: AdvanceTarget, { shouldStop, entriesMax: given }: AdvanceLimits): Steps<Advance> {
  sim.fired = [];
  const from = sim.now;
  const until = targetTime(sim, target);
  const byIdle = 'untilIdle' in target;
  const most = given ?? (byIdle ? entriesMax : Number.POSITIVE_INFINITY);
  const hasReachedBound = (ran: number): boolean => (byIdle && sim.timers.idle) || ran >= most || shouldStop?.() === true;
  const isBounded = byIdle || given !== undefined || shouldStop !== undefined;
  const ran = byIdle && sim.timers.idle ? 0 : yield* sim.advanceInSteps(until, isBounded ? hasReachedBound : undefined);
  sim.recorder.recordClock();
  const stoppedBecause = reason(sim, target, until, { ran, most });
  return { from, to: sim.now, ran, fired: sim.fired.slice(), remaining: sim.timers.calendar.size, stoppedBecause };
}

/** No advance goes beyond the last instant. What is due later never runs. */
const targetTime = ({ now, timers: { idle, calendar }, configuration: { startMs } }: Simulator, target: AdvanceTarget): VirtualTime => {
  const last = Math.max(now, lastInstantMs - startMs) as VirtualTime;
  if ('by' in target) return later(now, target.by);
  if ('to' in target) return target.to;
  const due = calendar.next()?.due ?? now;
  if ('next' in target) return due > last ? now : due;
  return idle ? now : last;
};

const reason = (
  { now, timers: { idle } }: Simulator,
  target: AdvanceTarget,
  until: VirtualTime,
  { ran, most }: { readonly ran: number; readonly most: number },
): Advance['stoppedBecause'] => {
  if ('untilIdle' in target && idle) return 'idle';
  if (now < until) return ran >= most ? 'entriesMax' : 'enough';
  return 'next' in target ? (ran === 0 ? 'nothing-due' : 'next') : 'reached';
};
