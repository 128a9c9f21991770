import { vi } from 'vitest';
import { patienceMs } from './patience.ts';

/** Looks again and again until what is expected is so. It gives up only where that never comes, however busy the machine is. */
export const eventually = (expected: () => unknown): Promise<unknown> => vi.waitFor(expected, { timeout: patienceMs, interval: 5 });
