import type { Mutable } from '../kernel/decider.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { DelegationEvent, DelegationShape } from './events.ts';
import { type DelegationStatus, delegationLifecycle } from './lifecycle.ts';

/** All that is known of a registry delegation. */
export interface Delegation {
  readonly id: string;
  readonly status: DelegationStatus;
  readonly accountId: string;
  readonly shape: DelegationShape;
  readonly createdAt: VirtualTime | null;
}

export const newDelegation = (id: string): Delegation => ({ id, status: 'NEW', accountId: '', shape: noDelegation, createdAt: null });

const noDelegation: DelegationShape = { name: null, resource: '', awsRegion: '', awsUser: '', repository: '', tag: '' };

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveDelegation = (delegation: Mutable<Delegation>, event: DelegationEvent, at: VirtualTime): void => {
  delegation.status = delegationLifecycle.to(delegation.status, event.type);
  switch (event.type) {
    case 'DelegationCreated':
      delegation.accountId = event.accountId;
      delegation.shape = event.shape;
      delegation.createdAt = at;
      return;
    case 'DelegationRevoked':
      return;
    default:
      event satisfies never;
  }
};
