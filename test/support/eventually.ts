import { vi } from 'vitest';
import { patienceMs } from './patience.ts';

/** Looks again and again until what is expected is so. It gives up only where that never comes, however busy the machine is. */
export const eventually = (expected: () => unknown): Promise<unknown> => vi.waitFor(expected, { timeout: patienceMs, interval: 5 });

/** The same for a condition; `what` says in the error what did not happen. */
export const until = async (holds: () => boolean, what: string): Promise<void> => {
  await eventually(() => {
    if (!holds()) throw new Error(`it never happened that ${what}`);
  });
};
