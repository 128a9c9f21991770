import { type Owned, registerOwned } from './owned.ts';

/** What the world stores of a registry credential. Its password is not stored. */
export interface RegistryShape {
  readonly name: string;
  readonly username: string;
}

/** The state of a registry credential. */
export type Registry = Owned<RegistryShape>;

/** A container registry credential, for private images. */
export const registryEntity = registerOwned<RegistryShape>()({
  kind: 'registry',
  life: {
    created: { command: 'CreateRegistry', event: 'RegistryCreated', rule: 'container.registry' },
    deleted: { command: 'DeleteRegistry', event: 'RegistryDeleted', rule: 'registry.delete-used', words: 'its owner deletes it' },
  },
  blank: { name: '', username: '' },
  createdBy: 'createRegistry',
  example: 'r6t1m8e5u2i7kc',
});
