import { clearTimeout as clearNodeTimeout, setTimeout as setNodeTimeout } from 'node:timers';

/** The wall clock, as a port. A test has one of its own, and moves it by hand. */
export interface WallClock {
  /** In ms from any beginning; it never goes back. */
  now(): number;
  /** Calls `ring` once after a delay in ms, unless the returned function is called first. The timer keeps an otherwise idle process alive only if it `waits`. */
  after(ms: number, ring: () => void, waits?: boolean): () => void;
}

export const realWallClock: WallClock = {
  now: () => performance.now(),
  after: (ms, ring, waits = false) => {
    if (waits) return afterInAnyTest(ms, ring);
    const timer = setTimeout(ring, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** A test's fake timers do not replace functions that are imported by name. */
const afterInAnyTest: WallClock['after'] = (ms, ring) => {
  const timer = setNodeTimeout(ring, ms);
  return () => clearNodeTimeout(timer);
};

/** The longest delay of a Node timer. A timer that fires early finds nothing due, and is set again. */
export const delayMax = 2_147_483_647;
