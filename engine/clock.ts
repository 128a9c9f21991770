import type { AdvanceTarget } from './input.ts';
import { later, type VirtualTime } from './kernel/time.ts';
import type { Fired, SimulationLoop } from './simulation.ts';

/** What an advance of the clock came to. */
export interface Advance {
  readonly from: VirtualTime;
  readonly to: VirtualTime;
  /** How many calendar entries ran. */
  readonly ran: number;
  /** The first of them, `firedMax` at most. */
  readonly fired: readonly Fired[];
  /** How many are still to come. */
  readonly remaining: number;
  readonly stoppedBecause: 'reached' | 'idle' | 'next' | 'enough' | 'nothing-due' | 'entriesMax';
}

/** `untilIdle` gives up after so many calendar entries. */
export const entriesMax = 1_000_000;

/**
 * Moves the clock, and runs what comes due on the way, whole instants at a time. The target is computed once; the
 * advance is itself an entry of the log. `enough` is asked after each instant, and stops the advance there.
 */
export const advanced = (loop: SimulationLoop, target: AdvanceTarget, enough?: () => boolean): Advance => {
  loop.fired = [];
  const from = loop.now;
  const until = targetTime(loop, target);
  const byIdle = 'untilIdle' in target;
  const bounded = (ran: number): boolean => (byIdle && (loop.idle || ran >= entriesMax)) || enough?.() === true;
  const ran = byIdle && loop.idle ? 0 : loop.advanceTo(until, byIdle || enough !== undefined ? bounded : undefined);
  loop.input({ type: 'ClockAdvanced', from, ran });
  return { from, to: loop.now, ran, fired: loop.fired, remaining: loop.calendar.size, stoppedBecause: reason(loop, target, until, ran) };
};

const targetTime = ({ now, idle, calendar }: SimulationLoop, target: AdvanceTarget): VirtualTime => {
  if ('by' in target) return later(now, target.by);
  if ('to' in target) return target.to;
  if ('next' in target) return calendar.next()?.due ?? now;
  return idle ? now : (Number.MAX_SAFE_INTEGER as VirtualTime);
};

const reason = ({ now, idle }: SimulationLoop, target: AdvanceTarget, until: VirtualTime, ran: number): Advance['stoppedBecause'] => {
  if ('untilIdle' in target) return idle ? 'idle' : ran >= entriesMax ? 'entriesMax' : 'enough';
  if (now < until) return 'enough';
  return 'next' in target ? (ran === 0 ? 'nothing-due' : 'next') : 'reached';
};
