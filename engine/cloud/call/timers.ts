import type { Timer } from '../../kernel/decider.ts';
import type { NoSettings } from '../../kernel/settings.ts';
import type { CallCommand } from './decide.ts';
import type { Call } from './evolve.ts';

// biome-ignore format: a table
export const callTimers: readonly Timer<Call, CallCommand, NoSettings>[] = [
  { name: 'deadline', runs: ['HELD'], dueAt: (call) => call.until, command: { type: 'EndWait' } },
];
