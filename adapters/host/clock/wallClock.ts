/** The wall clock, as those who measure see it. A test has one of its own, and moves it by hand. */
export interface WallClock {
  /** In ms from any beginning; it never goes back. */
  now(): number;
  /** Calls `ring` once, after so many ms, unless the returned function is called before. */
  after(ms: number, ring: () => void): () => void;
}

export const realWallClock: WallClock = {
  now: () => performance.now(),
  after: (ms, ring) => {
    const timer = setTimeout(ring, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** The longest delay of a Node timer. A timer that fires early finds nothing due, and is set again. */
export const delayMax = 2_147_483_647;
