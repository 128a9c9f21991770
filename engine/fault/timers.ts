import type { Timer } from '../kernel/decider.ts';
import type { FaultCommand } from './decide.ts';
import { type Fault, isSpent } from './evolve.ts';
import type { FaultSettings } from './settings.ts';

/**
 * A fault that has reached its limit ends at the same instant, as a step of its own: only then does what it struck last wait,
 * and can be looked at again; and a call that it had refused changes nothing else.
 */
// biome-ignore format: a table
export const faultTimers: readonly Timer<Fault, FaultCommand, FaultSettings>[] = [
  { name: 'begin', runs: ['WAITING'],           rings: (fault) => fault.spec.from,                            then: { type: 'BeginFault' } },
  { name: 'spent', runs: ['ACTIVE'],            rings: (fault) => (isSpent(fault) ? fault.struckAt : null),   then: { type: 'EndFault', reason: 'limit' } },
  { name: 'end',   runs: ['WAITING', 'ACTIVE'], rings: (fault) => fault.spec.until,                           then: { type: 'EndFault', reason: 'window' } },
];
