import { setup } from 'xstate';
import { lifecycleOf, type StatusOf, to } from '../kernel/lifecycle.ts';
import type { EndpointEvent } from './events.ts';

const scaler = to('ACTIVE', 'scaling.queue-delay', 'the scaler looks at the oldest waiting job');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const endpointMachine = setup({ types: { events: {} as Pick<EndpointEvent, 'type'> } }).createMachine({
  id: 'endpoint',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such endpoint yet', tags: ['before'], meta: { rule: 'endpoint.create' }, on: {
      EndpointCreated:        to('ACTIVE', 'endpoint.create', 'the account creates it'),
    } },
    ACTIVE: { description: 'takes jobs', tags: ['live'], meta: { rule: 'endpoint.create' }, on: {
      EndpointUpdated:        to('ACTIVE', 'endpoint.patch', 'a PATCH; a container change makes a release'),
      EndpointHandlerSet:     to('ACTIVE', 'job.start', 'its jobs behave differently from now on'),
      EndpointScalerArmed:    scaler,
      EndpointScalerChecked:  scaler,
      EndpointDeleted:        to('DELETED', 'endpoint.delete', 'the account deletes it'),
    } },
    DELETED: { type: 'final', description: 'gone, with its workers and jobs', tags: ['gone'], meta: { rule: 'endpoint.delete' } },
  },
});

export type EndpointStatus = StatusOf<typeof endpointMachine>;

export const endpointLifecycle = lifecycleOf(endpointMachine);
