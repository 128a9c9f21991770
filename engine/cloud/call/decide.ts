import { allowEvent, type Context, type Decision } from '../../kernel/decider.ts';
import type { NoSettings } from '../../kernel/settings.ts';
import { later, type VirtualTime } from '../../kernel/time.ts';
import type { AnswerReason, CallEvent, WaitSpec } from './events.ts';
import type { Call } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';

export type CallCommand =
  | { readonly type: 'HoldCall'; readonly holding: WaitSpec }
  | { readonly type: 'AnswerCall' }
  | { readonly type: 'HastenCall' }
  | { readonly type: 'EndWait' }
  | { readonly type: 'AbandonCall' };

export const decideCall = (command: CallCommand, call: Call, { now }: Context<NoSettings>): Decision<CallEvent> => {
  const callId = call.id;
  switch (command.type) {
    case 'HoldCall': {
      const { operation, accountId, client, endpointId, jobId, requestId, workerId, waitsFor, until, delayMs, slowedBy } = command.holding;
      const awaited = { jobId, ...(requestId === undefined ? {} : { requestId }), ...(workerId === undefined ? {} : { workerId }) };
      const holding = { operation, accountId, client, endpointId, ...awaited, waitsFor, until, delayMs };
      return occurs(call, { type: 'CallHeld', callId, ...holding, ...(slowedBy === undefined ? {} : { slowedBy }) });
    }
    case 'AnswerCall':
      return answerCall(call, 'ready', now);
    case 'HastenCall':
      // A call that waits only for the end of the delay is answered now. Any other call keeps waiting, without the delay.
      return call.waitsFor === 'time' ? answerCall(call, 'ready', now) : occurs(call, { type: 'CallHastened', callId });
    case 'EndWait':
      // At the end of a delay, what the call waited for has already happened. So its wait did not time out.
      return answerCall(call, (call.jobId ?? call.requestId) !== null && call.waitsFor === 'time' ? 'ready' : 'wait-over', now);
    case 'AbandonCall':
      return occurs(call, { type: 'CallAbandoned', callId });
  }
};

/** A slow API delays an answer that is ready. */
const answerCall = (call: Call, because: AnswerReason, now: VirtualTime): Decision<CallEvent> =>
  call.delayMs > 0
    ? occurs(call, { type: 'CallDelayed', callId: call.id, until: later(now, call.delayMs) })
    : occurs(call, { type: 'CallAnswered', callId: call.id, because });

const occurs = (call: Call, event: CallEvent): Decision<CallEvent> => allowEvent(callLifecycle, call, 'queue.status-sync', event);
