import { type Context, type Decision, happens } from '../kernel/decider.ts';
import type { CallEvent, Holding } from './events.ts';
import type { Call } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';
import type { CallSettings } from './settings.ts';

export type CallCommand =
  | { readonly type: 'HoldCall'; readonly holding: Holding }
  | { readonly type: 'AnswerCall' }
  | { readonly type: 'EndWait' }
  | { readonly type: 'AbandonCall' };

export const decideCall = (command: CallCommand, call: Call, _context: Context<CallSettings>): Decision<CallEvent> => {
  const callId = call.id;
  switch (command.type) {
    case 'HoldCall': {
      const { operation, accountId, client, endpointId, jobId, waitsFor, until } = command.holding;
      return occurs(call, { type: 'CallHeld', callId, operation, accountId, client, endpointId, jobId, waitsFor, until });
    }
    case 'AnswerCall':
      return occurs(call, { type: 'CallAnswered', callId, because: 'ready' });
    case 'EndWait':
      return occurs(call, { type: 'CallAnswered', callId, because: 'wait-over' });
    case 'AbandonCall':
      return occurs(call, { type: 'CallAbandoned', callId });
  }
};

const occurs = (call: Call, event: CallEvent): Decision<CallEvent> => happens(callLifecycle, call, 'queue.status-sync', event);
