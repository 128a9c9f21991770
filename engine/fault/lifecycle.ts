import { setup } from 'xstate';
import { lifecycleOf, type StatusOf, to } from '../kernel/lifecycle.ts';
import type { FaultEvent } from './events.ts';

const ended = to('ENDED', 'fault.window', 'its window is over, its limit is reached, or it was removed');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const faultMachine = setup({ types: { events: {} as Pick<FaultEvent, 'type'> } }).createMachine({
  id: 'fault',
  initial: 'NEW',
  states: {
    NEW: { description: 'not injected yet', tags: ['before'], meta: { rule: 'fault.window' },
      on: { FaultInjected: to('WAITING', 'fault.window', 'a scenario or the control plane injects it') } },
    WAITING: { description: 'its window has not begun', tags: ['waiting'], meta: { rule: 'fault.window' },
      on: { FaultBegan: to('ACTIVE', 'fault.window', 'its window begins'), FaultEnded: ended } },
    ACTIVE: { description: 'strikes what it matches', tags: ['live'], meta: { rule: 'fault.window' },
      on: { FaultStruck: to('ACTIVE', 'fault.window', 'it strikes something it matches'), FaultEnded: ended } },
    ENDED: { type: 'final', description: 'no longer strikes', tags: ['gone'], meta: { rule: 'fault.window' } },
  },
});

export type FaultStatus = StatusOf<typeof faultMachine>;

export const faultLifecycle = lifecycleOf(faultMachine);
