import { setup } from 'xstate';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { decideOwned, evolveOwned, newOwned, type Owned, type OwnedLife, ownedStatuses } from './owned.ts';

/** The events of a registry credential. */
export type RegistryEvent =
  | { readonly type: 'RegistryCreated'; readonly registryId: string; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'RegistryDeleted'; readonly registryId: string };

/** What the world stores of a registry credential. Its password is not stored. */
export interface RegistryShape {
  readonly name: string;
  readonly username: string;
}

export type RegistryCommand =
  | { readonly type: 'CreateRegistry'; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'DeleteRegistry' };

/** Its life, and the rules of it. */
const registryLife: OwnedLife<RegistryCommand, RegistryEvent> = {
  created: { command: 'CreateRegistry', event: 'RegistryCreated', rule: 'container.registry' },
  deleted: { command: 'DeleteRegistry', event: 'RegistryDeleted', rule: 'registry.delete-used', words: 'its owner deletes it' },
};

export const registryMachine = setup({ types: { events: {} as Pick<RegistryEvent, 'type'> } }).createMachine({
  id: 'registry',
  initial: 'NEW',
  states: ownedStatuses(registryLife),
});

export const registryLifecycle = lifecycleOf(registryMachine);

/** The state of a registry credential. */
export type Registry = Owned<RegistryShape>;

const noRegistry: RegistryShape = { name: '', username: '' };

/** A container registry credential, for private images. */
export const registryEntity = entity({
  kind: 'registry',
  lifecycle: registryLifecycle,
  initial: (id) => newOwned(id, noRegistry),
  decide: decideOwned<RegistryShape, RegistryCommand, RegistryEvent>(registryLifecycle, registryLife),
  evolve: evolveOwned<RegistryShape, RegistryEvent>(registryLifecycle),
  relations: { account: ({ accountId }) => accountId },
  profile: {
    createdBy: ['createRegistry'],
    found: { example: 'r6t1m8e5u2i7kc', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: [],
    actions: null,
    parts: [],
    inTransition: [],
    words: {},
  },
});
