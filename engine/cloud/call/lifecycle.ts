import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { CallEvent } from './events.ts';

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const callLifecycle = defineLifecycle<CallEvent>()({
  id: 'call',
  initial: 'NEW',
  states: {
    NEW: { description: 'not made yet', tags: ['before'], meta: { rule: 'job.runsync' }, on: {
      CallHeld:      to('HELD', 'job.runsync', 'its answer does not come at once'),
    } },
    HELD: { description: 'the client waits', tags: ['waiting'], meta: { rule: 'queue.status-sync' }, on: {
      CallDelayed:   to('HELD', 'fault.window', 'its answer is ready, and the API is slow', { tone: 'warning' }),
      CallHastened:  to('HELD', 'fault.match', 'the API is no longer slow; the call still waits for its answer'),
      CallAnswered:  to('ANSWERED', 'queue.status-sync', 'what it waited for has happened, or its wait is over'),
      CallCut:       to('CUT', 'edge.cut', 'the edge has held it for long enough, and answers 524 itself', { tone: 'failure' }),
      CallAbandoned: to('ABANDONED', 'queue.status-sync', 'the client disconnects', { byCaller: true }),
    } },
    ANSWERED:  { type: 'final', description: 'the client has its answer', tags: ['gone'], meta: { rule: 'queue.status-sync' } },
    CUT:       { type: 'final', description: 'the edge has answered for it', tags: ['gone'], meta: { rule: 'edge.cut' } },
    ABANDONED: { type: 'final', description: 'its client has disconnected', tags: ['gone'], meta: { rule: 'queue.status-sync' } },
  },
});

export type CallStatus = StatusOf<typeof callLifecycle>;
