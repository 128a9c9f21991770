import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { FaultEvent } from './events.ts';

const ended = {
  target: 'ENDED',
  meta: { rule: 'fault.window' },
  description: 'its window is over, its limit reached, or it was taken away',
} as const;

/** Read it as a table: in this status, this event, that next status. What is not here cannot happen. */
// biome-ignore format: a table
export const faultMachine = setup({ types: { events: {} as Pick<FaultEvent, 'type'> } }).createMachine({
  id: 'fault',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'not injected yet', tags: ['before'], meta: { rule: 'fault.window' },
      on: { FaultInjected: { target: 'WAITING', meta: { rule: 'fault.window' }, description: 'a scenario or the control plane brings it in' } },
    },
    WAITING: {
      description: 'its window has not begun', tags: ['waiting'], meta: { rule: 'fault.window' },
      on: { FaultBegan: { target: 'ACTIVE', meta: { rule: 'fault.window' }, description: 'its window begins' }, FaultEnded: ended },
    },
    ACTIVE: {
      description: 'strikes what it matches', tags: ['live'], meta: { rule: 'fault.window' },
      on: { FaultStruck: { target: 'ACTIVE', meta: { rule: 'fault.window' }, description: 'something it matches came its way' }, FaultEnded: ended },
    },
    ENDED: { type: 'final', description: 'strikes nothing any more', tags: ['gone'], meta: { rule: 'fault.window' } },
  },
});

export type FaultStatus = StatusOf<typeof faultMachine>;

export const faultLifecycle = lifecycleOf(faultMachine);
