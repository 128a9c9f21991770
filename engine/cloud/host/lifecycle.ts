import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { HostEvent } from './events.ts';

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const hostLifecycle = defineLifecycle<HostEvent>()({
  id: 'host',
  initial: 'UP',
  states: {
    UP:   { description: 'holds pods and workers', tags: ['live'], meta: { rule: 'pod.placement' },
            on: { HostFailed:    to('DOWN', 'pod.error', 'it fails, and what it held fails with it') } },
    DOWN: { description: 'holds nothing', tags: ['broken'], meta: { rule: 'pod.error' },
            on: { HostFailed:    to('DOWN', 'pod.error', 'another fault keeps it down, too'),
                  HostStillDown: to('DOWN', 'fault.match', 'one fault is over, another still keeps it down'),
                  HostRecovered: to('UP', 'pod.placement', 'it is up again, and empty') } },
  },
});

export type HostStatus = StatusOf<typeof hostLifecycle>;
