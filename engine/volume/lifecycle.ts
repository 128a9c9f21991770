import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { VolumeEvent } from './events.ts';

/** Read it as a table: in this status, this event, that next status. What is not here cannot happen. */
// biome-ignore format: a table
export const volumeMachine = setup({ types: { events: {} as Pick<VolumeEvent, 'type'> } }).createMachine({
  id: 'volume',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'not there yet', tags: ['before'], meta: { rule: 'volume.size' },
      on: {
        VolumeCreated: { target: 'ACTIVE', meta: { rule: 'volume.size' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'volume.size' },
      on: {
        VolumeUpdated: { target: 'ACTIVE', meta: { rule: 'volume.size' }, description: 'its owner changes it' },
        VolumeDeleted: { target: 'DELETED', meta: { rule: 'volume.delete-attached' }, description: 'its owner takes it away' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'volume.delete-attached' } },
  },
});

export type VolumeStatus = StatusOf<typeof volumeMachine>;

export const volumeLifecycle = lifecycleOf(volumeMachine);
