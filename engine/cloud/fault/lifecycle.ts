import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { FaultEvent } from './events.ts';

const ended = to('ENDED', 'fault.window', 'its window is over, its limit is reached, or it was removed', { byCaller: true });

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const faultLifecycle = defineLifecycle<FaultEvent>()({
  id: 'fault',
  initial: 'NEW',
  states: {
    NEW: { description: 'not injected yet', tags: ['before'], meta: { rule: 'fault.window' },
      on: { FaultInjected: to('WAITING', 'fault.window', 'a scenario or the control plane injects it') } },
    WAITING: { description: 'its window has not begun', tags: ['waiting'], meta: { rule: 'fault.window' },
      on: { FaultBegan: to('ACTIVE', 'fault.window', 'its window begins', { tone: 'warning' }), FaultEnded: ended } },
    ACTIVE: { description: 'strikes what it matches', tags: ['live'], meta: { rule: 'fault.window' },
      on: { FaultStruck: to('ACTIVE', 'fault.window', 'it strikes something it matches', { tone: 'warning' }), FaultEnded: ended } },
    ENDED: { type: 'final', description: 'no longer strikes', tags: ['gone'], meta: { rule: 'fault.window' } },
  },
});

export type FaultStatus = StatusOf<typeof faultLifecycle>;
