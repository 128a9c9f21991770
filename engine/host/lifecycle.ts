import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { HostEvent } from './events.ts';

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const hostMachine = setup({ types: { events: {} as Pick<HostEvent, 'type'> } }).createMachine({
  id: 'host',
  initial: 'UP',
  states: {
    UP:   { description: 'holds pods and workers', tags: ['live'], meta: { rule: 'pod.placement' },
            on: { HostFailed:    { target: 'DOWN', meta: { rule: 'pod.error' }, description: 'it fails, and what it held fails with it' } } },
    DOWN: { description: 'holds nothing', tags: ['broken'], meta: { rule: 'pod.error' },
            on: { HostFailed:    { target: 'DOWN', meta: { rule: 'pod.error' }, description: 'another fault keeps it down, too' },
                  HostStillDown: { target: 'DOWN', meta: { rule: 'fault.match' }, description: 'one fault is over, another still keeps it down' },
                  HostRecovered: { target: 'UP', meta: { rule: 'pod.placement' }, description: 'it is up again, and empty' } } },
  },
});

export type HostStatus = StatusOf<typeof hostMachine>;

export const hostLifecycle = lifecycleOf(hostMachine);
