import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a registry delegation. */
type DelegationEvent =
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

type DelegationCommand =
  | { readonly type: 'CreateDelegation'; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'RevokeDelegation' };

/** Its life, and the rules of it. */
const delegationLife: OwnedLife<DelegationCommand, DelegationEvent> = {
  created: { command: 'CreateDelegation', event: 'DelegationCreated', rule: 'container.registry' },
  deleted: { command: 'RevokeDelegation', event: 'DelegationRevoked', rule: 'registry.delete-used', words: 'its owner revokes it' },
};

const delegationLifecycle = defineLifecycle<DelegationEvent>()({
  id: 'delegation',
  initial: 'NEW',
  states: statusesOfOwned(delegationLife),
});

/** The state of a registry delegation. */
export type Delegation = Owned<DelegationShape>;

const noDelegation: DelegationShape = { name: null, resource: '', awsRegion: '', awsUser: '', repository: '', tag: '' };

/** A delegation: the right to pull from a repository in the registry of another owner. */
export const delegationEntity = registerOwned({
  kind: 'delegation',
  lifecycle: delegationLifecycle,
  life: delegationLife,
  blank: noDelegation,
  createdBy: 'createDelegation',
  example: 'd0w3z6n9q4o1yb',
});
