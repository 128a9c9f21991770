import { setup } from 'xstate';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { decideOwned, evolveOwned, newOwned, type Owned, type OwnedLife, ownedStatuses } from './owned.ts';

/** The events of a registry delegation. */
export type DelegationEvent =
  | { readonly type: 'DelegationCreated'; readonly delegationId: string; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'DelegationRevoked'; readonly delegationId: string };

/** What a delegation lets the platform pull. */
export interface DelegationShape {
  readonly name: string | null;
  /** The ARN that was given. */
  readonly resource: string;
  readonly awsRegion: string;
  readonly awsUser: string;
  readonly repository: string;
  readonly tag: string;
}

export type DelegationCommand =
  | { readonly type: 'CreateDelegation'; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'RevokeDelegation' };

/** Its life, and the rules of it. */
const delegationLife: OwnedLife<DelegationCommand, DelegationEvent> = {
  created: { command: 'CreateDelegation', event: 'DelegationCreated', rule: 'container.registry' },
  deleted: { command: 'RevokeDelegation', event: 'DelegationRevoked', rule: 'registry.delete-used', words: 'its owner revokes it' },
};

export const delegationMachine = setup({ types: { events: {} as Pick<DelegationEvent, 'type'> } }).createMachine({
  id: 'delegation',
  initial: 'NEW',
  states: ownedStatuses(delegationLife),
});

export const delegationLifecycle = lifecycleOf(delegationMachine);

/** The state of a registry delegation. */
export type Delegation = Owned<DelegationShape>;

const noDelegation: DelegationShape = { name: null, resource: '', awsRegion: '', awsUser: '', repository: '', tag: '' };

/** A delegation: the right to pull from a repository in the registry of another owner. */
export const delegationEntity = entity({
  kind: 'delegation',
  lifecycle: delegationLifecycle,
  initial: (id) => newOwned(id, noDelegation),
  decide: decideOwned<DelegationShape, DelegationCommand, DelegationEvent>(delegationLifecycle, delegationLife),
  evolve: evolveOwned<DelegationShape, DelegationEvent>(delegationLifecycle),
  relations: { account: ({ accountId }) => accountId },
  profile: {
    createdBy: ['createDelegation'],
    found: { example: 'd0w3z6n9q4o1yb', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: [],
    actions: null,
    parts: [],
    inTransition: [],
    words: {},
  },
});
