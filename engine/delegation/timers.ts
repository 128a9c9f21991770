import type { Timer } from '../kernel/decider.ts';
import type { DelegationCommand } from './decide.ts';
import type { Delegation } from './evolve.ts';
import type { DelegationSettings } from './settings.ts';

/** None: nothing happens to it by itself. */
export const delegationTimers: readonly Timer<Delegation, DelegationCommand, DelegationSettings>[] = [];
