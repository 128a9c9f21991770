import { setTimeout as pause } from 'node:timers/promises';

/** The clock by which leases run. Tests replace it. */
export interface LeaseClock {
  /** In ms; it never goes back. */
  now(): number;
  pause(ms: number): Promise<unknown>;
  /** Calls `act` again and again until the returned function is called. This keeps no process alive. */
  every(ms: number, act: () => void): () => void;
}

/** More than the clocks of a running machine differ by. */
const sleepMsMin = 1_000;

/**
 * The monotonic clock of this machine. It stops while the machine sleeps, though leases expire: such a gap is taken from the wall
 * clock.
 */
export const machineClock = (): LeaseClock => {
  const read = () => ({ mono: performance.now(), wall: Date.now() });
  let [last, passed] = [read(), 0];
  const now = () => {
    const next = read();
    const [mono, wall] = [next.mono - last.mono, next.wall - last.wall];
    passed += wall - mono > sleepMsMin ? wall : mono;
    last = next;
    return passed;
  };
  const every = (ms: number, act: () => void) => {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  };
  return { now, pause: (ms) => pause(ms), every };
};
