import { after } from '../../kernel/decider.ts';
import type { Timer } from '../decisions.ts';
import type { CallCommand } from './decide.ts';
import type { Call } from './evolve.ts';
import type { CallSettings } from './settings.ts';

// biome-ignore format: a table
export const callTimers: readonly Timer<Call, CallCommand, CallSettings>[] = [
  { name: 'deadline', runs: ['HELD'], dueAt: (call) => call.until, command: { type: 'EndWait' } },
  { name: 'cut',      runs: ['HELD'], dueAt: (call) => after(call.since, call.cutMs), command: { type: 'CutCall' }, rule: 'edge.cut' },
];
