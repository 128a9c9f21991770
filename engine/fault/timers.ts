import type { Timer } from '../kernel/decider.ts';
import type { NoSettings } from '../kernel/settings.ts';
import type { FaultCommand } from './decide.ts';
import { endsLater, type Fault, isSpent } from './evolve.ts';

// biome-ignore format: a table
export const faultTimers: readonly Timer<Fault, FaultCommand, NoSettings>[] = [
  { name: 'begin', runs: ['WAITING'],           rings: (fault) => fault.spec.from,                                               then: { type: 'BeginFault' }, inSteps: true },
  { name: 'spent', runs: ['ACTIVE'],            rings: (fault) => (endsLater(fault) && isSpent(fault) ? fault.struckAt : null),   then: { type: 'EndFault', reason: 'limit' }, inSteps: true },
  { name: 'end',   runs: ['WAITING', 'ACTIVE'], rings: (fault) => fault.spec.until,                                              then: { type: 'EndFault', reason: 'window' }, inSteps: true },
];
