import type { VirtualTime } from '../kernel/time.ts';
import type { Run } from '../scenario/run.ts';

/** At most so many moments of a story are remembered, from its beginning to its end. */
const momentsMax = 64;

/**
 * The moments at which a timer fired in a run, and those at which one is still to fire: where a step may meet a timer. A timer's first
 * entry is caused by an earlier one, from the time at which the timer was set.
 */
export const momentsOf = ({ world }: Run): readonly VirtualTime[] => {
  const moments = new Set<VirtualTime>();
  const times: VirtualTime[] = [];
  for (const { at, cause } of world.log.entries()) {
    times.push(at);
    if (cause > 0 && (times[cause - 1] ?? at) < at) moments.add(at);
  }
  for (const { due } of world.calendar.soonest(pendingMax)) moments.add(due);
  return thinned([...moments]);
};

/** How many of the timers that are still to fire are looked at. */
const pendingMax = 24;

const thinned = (moments: readonly VirtualTime[]): readonly VirtualTime[] =>
  moments.length <= momentsMax
    ? moments
    : Array.from({ length: momentsMax }, (_, k) => moments[Math.floor((k * moments.length) / momentsMax)] as VirtualTime);
