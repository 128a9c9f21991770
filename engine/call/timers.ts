import type { Timer } from '../kernel/decider.ts';
import type { CallCommand } from './decide.ts';
import type { Call } from './evolve.ts';
import type { CallSettings } from './settings.ts';

// biome-ignore format: a table
export const callTimers: readonly Timer<Call, CallCommand, CallSettings>[] = [
  { name: 'deadline', runs: ['HELD'], rings: (call) => call.until, then: { type: 'EndWait' } },
];
