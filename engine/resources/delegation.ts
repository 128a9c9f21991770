import { setup } from 'xstate';
import { allowEvent, type Decision } from '../kernel/decider.ts';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { evolveOwned, newOwned, type Owned } from './owned.ts';

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

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const delegationMachine = setup({ types: { events: {} as Pick<DelegationEvent, 'type'> } }).createMachine({
  id: 'delegation',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'does not exist yet', tags: ['before'], meta: { rule: 'container.registry' },
      on: {
        DelegationCreated: { target: 'ACTIVE', meta: { rule: 'container.registry' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'container.registry' },
      on: {
        DelegationRevoked: { target: 'DELETED', meta: { rule: 'registry.delete-used' }, description: 'its owner revokes it' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'registry.delete-used' } },
  },
});

export const delegationLifecycle = lifecycleOf(delegationMachine);

/** The state of a registry delegation. */
export type Delegation = Owned<DelegationShape>;

const noDelegation: DelegationShape = { name: null, resource: '', awsRegion: '', awsUser: '', repository: '', tag: '' };

export type DelegationCommand =
  | { readonly type: 'CreateDelegation'; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'RevokeDelegation' };

export const decideDelegation = (command: DelegationCommand, delegation: Delegation): Decision<DelegationEvent> => {
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
  allowEvent(delegationLifecycle, delegation, rule, event);

/** A delegation: the right to pull from a repository in the registry of another owner. */
export const delegationEntity = entity({
  kind: 'delegation',
  lifecycle: delegationLifecycle,
  initial: (id) => newOwned(id, noDelegation),
  decide: decideDelegation,
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
