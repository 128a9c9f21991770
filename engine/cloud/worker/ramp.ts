import { seconds, type VirtualTime } from '../../kernel/time.ts';
import type { Worker } from './state.ts';

/**
 * The number of jobs that a process takes at once if it raises this poll by poll, as one of the Python SDK does (worker.ramp): one more at
 * each poll, from one on. All jobs taken at one instant count as one poll. While the number grows, the process polls only when it has no
 * job: the SDK changes its places when it is empty.
 */
export const placesAt = (worker: Worker, most: number, now: VirtualTime): number => {
  const { status, since, tookAt, places } = worker;
  if (status === 'RUNNING') return places < most && tookAt !== now ? 0 : Math.min(places, most);
  const heldMs = now - (since ?? now);
  const inVain = (heldMs - (heldMs % pollMs)) / pollMs;
  return Math.min(most, Math.max(1, places) + 1 + inVain);
};

/** For so long the SDK holds a poll open that finds no job, and polls again. */
const pollMs = seconds(90);
