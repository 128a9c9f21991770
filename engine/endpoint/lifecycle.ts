import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { EndpointEvent } from './events.ts';

const scaler = {
  target: 'ACTIVE',
  meta: { rule: 'scaling.queue-delay' },
  description: 'the scaler looks at the oldest waiting job',
} as const;

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const endpointMachine = setup({ types: { events: {} as Pick<EndpointEvent, 'type'> } }).createMachine({
  id: 'endpoint',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'no such endpoint yet', tags: ['before'], meta: { rule: 'endpoint.create' },
      on: {
        EndpointCreated:        { target: 'ACTIVE', meta: { rule: 'endpoint.create' }, description: 'the account creates it' },
      },
    },
    ACTIVE: {
      description: 'takes jobs', tags: ['live'], meta: { rule: 'endpoint.create' },
      on: {
        EndpointUpdated:        { target: 'ACTIVE', meta: { rule: 'endpoint.patch' }, description: 'a PATCH; a container change makes a release' },
        EndpointHandlerSet:     { target: 'ACTIVE', meta: { rule: 'job.start' }, description: 'its jobs behave differently from now on' },
        EndpointScalerArmed:    scaler,
        EndpointScalerChecked:  scaler,
        EndpointDeleted:        { target: 'DELETED', meta: { rule: 'endpoint.delete' }, description: 'the account deletes it' },
      },
    },
    DELETED: { type: 'final', description: 'gone, with its workers and jobs', tags: ['gone'], meta: { rule: 'endpoint.delete' } },
  },
});

export type EndpointStatus = StatusOf<typeof endpointMachine>;

export const endpointLifecycle = lifecycleOf(endpointMachine);
