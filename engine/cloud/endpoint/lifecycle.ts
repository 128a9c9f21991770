import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { EndpointEvent } from './events.ts';

const scaler = to('ACTIVE', 'scaling.queue-delay', 'the scaler looks at the oldest waiting job');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const endpointLifecycle = defineLifecycle<EndpointEvent>()({
  id: 'endpoint',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such endpoint yet', tags: ['before'], meta: { rule: 'endpoint.create' }, on: {
      EndpointCreated:        to('ACTIVE', 'endpoint.create', 'the account creates it'),
    } },
    ACTIVE: { description: 'takes jobs', tags: ['live'], meta: { rule: 'endpoint.create' }, on: {
      EndpointUpdated:        to('ACTIVE', 'endpoint.patch', 'a PATCH; a container change makes a release', { byCaller: true }),
      EndpointHandlerSet:     to('ACTIVE', 'job.start', 'its jobs behave differently from now on', { byCaller: true }),
      EndpointScalerArmed:    scaler,
      EndpointScalerChecked:  scaler,
      EndpointDeleted:        to('DELETED', 'endpoint.delete', 'the account deletes it', { byCaller: true }),
    } },
    DELETED: { type: 'final', description: 'gone, with its workers and jobs', tags: ['gone'], meta: { rule: 'endpoint.delete' } },
  },
});

export type EndpointStatus = StatusOf<typeof endpointLifecycle>;
