import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a registry credential. */
type RegistryEvent =
  | { readonly type: 'RegistryCreated'; readonly registryId: string; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'RegistryDeleted'; readonly registryId: string };

/** What the world stores of a registry credential. Its password is not stored. */
export interface RegistryShape {
  readonly name: string;
  readonly username: string;
}

type RegistryCommand =
  | { readonly type: 'CreateRegistry'; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'DeleteRegistry' };

/** Its life, and the rules of it. */
const registryLife: OwnedLife<RegistryCommand, RegistryEvent> = {
  created: { command: 'CreateRegistry', event: 'RegistryCreated', rule: 'container.registry' },
  deleted: { command: 'DeleteRegistry', event: 'RegistryDeleted', rule: 'registry.delete-used', words: 'its owner deletes it' },
};

const registryLifecycle = defineLifecycle<RegistryEvent>()({
  id: 'registry',
  initial: 'NEW',
  states: statusesOfOwned(registryLife),
});

/** The state of a registry credential. */
export type Registry = Owned<RegistryShape>;

const noRegistry: RegistryShape = { name: '', username: '' };

/** A container registry credential, for private images. */
export const registryEntity = registerOwned({
  kind: 'registry',
  lifecycle: registryLifecycle,
  life: registryLife,
  blank: noRegistry,
  createdBy: 'createRegistry',
  example: 'r6t1m8e5u2i7kc',
});
