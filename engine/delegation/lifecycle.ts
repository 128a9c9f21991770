import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { DelegationEvent } from './events.ts';

/** Read it as a table: in this status, this event, that next status. What is not here cannot happen. */
// biome-ignore format: a table
export const delegationMachine = setup({ types: { events: {} as Pick<DelegationEvent, 'type'> } }).createMachine({
  id: 'delegation',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'not there yet', tags: ['before'], meta: { rule: 'container.registry' },
      on: {
        DelegationCreated: { target: 'ACTIVE', meta: { rule: 'container.registry' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'container.registry' },
      on: {
        DelegationRevoked: { target: 'DELETED', meta: { rule: 'registry.delete-used' }, description: 'its owner takes it away' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'registry.delete-used' } },
  },
});

export type DelegationStatus = StatusOf<typeof delegationMachine>;

export const delegationLifecycle = lifecycleOf(delegationMachine);
