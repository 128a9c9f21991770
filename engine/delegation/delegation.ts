import type { Decider } from '../kernel/decider.ts';
import { type DelegationCommand, decideDelegation } from './decide.ts';
import type { DelegationEvent } from './events.ts';
import { type Delegation, evolveDelegation, newDelegation } from './evolve.ts';
import { delegationLifecycle } from './lifecycle.ts';
import type { DelegationSettings } from './settings.ts';
import { delegationTimers } from './timers.ts';

/** A delegation: the right to pull from a repository in somebody else’s registry. */
export const delegationDecider: Decider<Delegation, DelegationCommand, DelegationEvent, DelegationSettings> = {
  kind: 'delegation',
  lifecycle: delegationLifecycle,
  initial: newDelegation,
  decide: decideDelegation,
  evolve: evolveDelegation,
  timers: delegationTimers,
};
