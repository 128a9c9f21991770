import { setup } from 'xstate';
import { allowEvent, changes, type Decision } from '../kernel/decider.ts';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { evolveOwned, newOwned, type Owned } from './owned.ts';

/** The events of a network volume. */
export type VolumeEvent =
  | { readonly type: 'VolumeCreated'; readonly volumeId: string; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeUpdated'; readonly volumeId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeDeleted'; readonly volumeId: string };

/** The properties of a network volume. */
export interface VolumeShape {
  readonly name: string;
  /** GB. */
  readonly size: number;
  readonly dataCenterId: string;
  readonly tier: 'STANDARD' | 'HIGH_PERFORMANCE';
}

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const volumeMachine = setup({ types: { events: {} as Pick<VolumeEvent, 'type'> } }).createMachine({
  id: 'volume',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'does not exist yet', tags: ['before'], meta: { rule: 'volume.size' },
      on: {
        VolumeCreated: { target: 'ACTIVE', meta: { rule: 'volume.size' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'volume.size' },
      on: {
        VolumeUpdated: { target: 'ACTIVE', meta: { rule: 'volume.size' }, description: 'its owner changes it' },
        VolumeDeleted: { target: 'DELETED', meta: { rule: 'volume.delete-attached' }, description: 'its owner deletes it' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'volume.delete-attached' } },
  },
});

export const volumeLifecycle = lifecycleOf(volumeMachine);

/** The state of a network volume. */
export type Volume = Owned<VolumeShape>;

const noVolume: VolumeShape = { name: '', size: 0, dataCenterId: '', tier: 'STANDARD' };

export type VolumeCommand =
  | { readonly type: 'CreateVolume'; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'UpdateVolume'; readonly shape: VolumeShape }
  | { readonly type: 'DeleteVolume' };

export const decideVolume = (command: VolumeCommand, volume: Volume): Decision<VolumeEvent> => {
  const volumeId = volume.id;
  switch (command.type) {
    case 'CreateVolume':
      return occurs(volume, 'volume.size', { type: 'VolumeCreated', volumeId, accountId: command.accountId, shape: command.shape });
    case 'UpdateVolume':
      return changes(volume.shape, command.shape, occurs(volume, 'volume.size', { type: 'VolumeUpdated', volumeId, shape: command.shape }));
    case 'DeleteVolume':
      return occurs(volume, 'volume.delete-attached', { type: 'VolumeDeleted', volumeId });
  }
};

const occurs = (volume: Volume, rule: string, event: VolumeEvent): Decision<VolumeEvent> =>
  allowEvent(volumeLifecycle, volume, rule, event);

/** A network volume: storage in one data centre that outlives the pods it is mounted in. */
export const volumeEntity = entity({
  kind: 'volume',
  lifecycle: volumeLifecycle,
  initial: (id) => newOwned(id, noVolume),
  decide: decideVolume,
  evolve: evolveOwned<VolumeShape, VolumeEvent>(volumeLifecycle),
  relations: { account: ({ accountId }) => accountId },
  profile: {
    createdBy: ['createNetworkVolume'],
    found: { example: 'v4s7g0l3f9p2xa', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: [],
    actions: null,
    parts: [],
    inTransition: [],
    words: {},
  },
});
