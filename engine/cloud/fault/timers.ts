import type { NoSettings } from '../../kernel/settings.ts';
import type { Timer } from '../decisions.ts';
import type { FaultCommand } from './decide.ts';
import { endsLater, type Fault, isSpent } from './evolve.ts';

// biome-ignore format: a table
export const faultTimers: readonly Timer<Fault, FaultCommand, NoSettings>[] = [
  { name: 'begin', runs: ['WAITING'],           dueAt: (fault) => fault.spec.from,                                               command: { type: 'BeginFault' }, inSteps: true },
  { name: 'spent', runs: ['ACTIVE'],            dueAt: (fault) => (endsLater(fault) && isSpent(fault) ? fault.struckAt : null),   command: { type: 'EndFault', reason: 'limit' }, inSteps: true },
  { name: 'end',   runs: ['WAITING', 'ACTIVE'], dueAt: (fault) => fault.spec.until,                                              command: { type: 'EndFault', reason: 'window' }, inSteps: true },
];
