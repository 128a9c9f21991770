import { type Owned, registerOwned } from './owned.ts';

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

/** The state of a registry delegation. */
export type Delegation = Owned<DelegationShape>;

/** A delegation: the right to pull from a repository in the registry of another owner. */
export const delegationEntity = registerOwned<DelegationShape>()({
  kind: 'delegation',
  life: {
    created: { command: 'CreateDelegation', event: 'DelegationCreated', rule: 'container.registry' },
    deleted: { command: 'RevokeDelegation', event: 'DelegationRevoked', rule: 'registry.delete-used', words: 'its owner revokes it' },
  },
  blank: { name: null, resource: '', awsRegion: '', awsUser: '', repository: '', tag: '' },
  createdBy: 'createDelegation',
  example: 'd0w3z6n9q4o1yb',
});
