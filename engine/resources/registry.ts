import { setup } from 'xstate';
import { allowEvent, type Decision } from '../kernel/decider.ts';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { evolveOwned, newOwned, type Owned } from './owned.ts';

/** The events of a registry credential. */
export type RegistryEvent =
  | { readonly type: 'RegistryCreated'; readonly registryId: string; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'RegistryDeleted'; readonly registryId: string };

/** What the world stores of a registry credential. Its password is not stored. */
export interface RegistryShape {
  readonly name: string;
  readonly username: string;
}

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const registryMachine = setup({ types: { events: {} as Pick<RegistryEvent, 'type'> } }).createMachine({
  id: 'registry',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'does not exist yet', tags: ['before'], meta: { rule: 'container.registry' },
      on: {
        RegistryCreated: { target: 'ACTIVE', meta: { rule: 'container.registry' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'container.registry' },
      on: {
        RegistryDeleted: { target: 'DELETED', meta: { rule: 'registry.delete-used' }, description: 'its owner deletes it' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'registry.delete-used' } },
  },
});

export const registryLifecycle = lifecycleOf(registryMachine);

/** The state of a registry credential. */
export type Registry = Owned<RegistryShape>;

const noRegistry: RegistryShape = { name: '', username: '' };

export type RegistryCommand =
  | { readonly type: 'CreateRegistry'; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'DeleteRegistry' };

export const decideRegistry = (command: RegistryCommand, registry: Registry): Decision<RegistryEvent> => {
  const registryId = registry.id;
  switch (command.type) {
    case 'CreateRegistry':
      return occurs(registry, 'container.registry', {
        type: 'RegistryCreated',
        registryId,
        accountId: command.accountId,
        shape: command.shape,
      });
    case 'DeleteRegistry':
      return occurs(registry, 'registry.delete-used', { type: 'RegistryDeleted', registryId });
  }
};

const occurs = (registry: Registry, rule: string, event: RegistryEvent): Decision<RegistryEvent> =>
  allowEvent(registryLifecycle, registry, rule, event);

/** A container registry credential, for private images. */
export const registryEntity = entity({
  kind: 'registry',
  lifecycle: registryLifecycle,
  initial: (id) => newOwned(id, noRegistry),
  decide: decideRegistry,
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
