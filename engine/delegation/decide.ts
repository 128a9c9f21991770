import { type Context, type Decision, happens } from '../kernel/decider.ts';
import type { DelegationEvent, DelegationShape } from './events.ts';
import type { Delegation } from './evolve.ts';
import { delegationLifecycle } from './lifecycle.ts';
import type { DelegationSettings } from './settings.ts';

export type DelegationCommand =
  | { readonly type: 'CreateDelegation'; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'RevokeDelegation' };

export const decideDelegation = (
  command: DelegationCommand,
  delegation: Delegation,
  _context: Context<DelegationSettings>,
): Decision<DelegationEvent> => {
  const delegationId = delegation.id;
  switch (command.type) {
    case 'CreateDelegation':
      return occurs(delegation, 'container.registry', {
        type: 'DelegationCreated',
        delegationId,
        accountId: command.accountId,
        shape: command.shape,
      });
    case 'RevokeDelegation':
      return occurs(delegation, 'registry.delete-used', { type: 'DelegationRevoked', delegationId });
  }
};

const occurs = (delegation: Delegation, rule: string, event: DelegationEvent): Decision<DelegationEvent> =>
  happens(delegationLifecycle, delegation, rule, event);
