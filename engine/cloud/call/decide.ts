import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { Draw } from '../../kernel/rng.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { Decision } from '../decisions.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { AnswerReason, CallEvent, WaitSpec } from './events.ts';
import type { Call } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';
import type { CallSettings } from './settings.ts';

export type CallCommand =
  /** `mayBeCut`: it waits at the edge, and says itself not how long. `forcedCutMs`: the edge cuts it then, whatever else holds. */
  | {
      readonly type: 'HoldCall';
      readonly holding: Omit<WaitSpec, 'cutMs'>;
      readonly mayBeCut?: true;
      readonly forcedCutMs?: DurationMs;
    }
  | { readonly type: 'AnswerCall' }
  | { readonly type: 'HastenCall' }
  | { readonly type: 'EndWait' }
  | { readonly type: 'CutCall' }
  | { readonly type: 'AbandonCall' };

export const decideCall = (
  command: CallCommand,
  call: Call,
  { now, settings: { edgeCut }, draw }: Context<CallSettings>,
): Decision<CallEvent> => {
  const callId = call.id;
  switch (command.type) {
    case 'HoldCall': {
      const { operation, accountId, client, endpointId, jobId, requestId, workerId, waitsFor, until, delayMs, slowedBy } = command.holding;
      const awaited = { jobId, ...(requestId === undefined ? {} : { requestId }), ...(workerId === undefined ? {} : { workerId }) };
      const holding = { operation, accountId, client, endpointId, ...awaited, waitsFor, until, delayMs };
      const { forcedCutMs, mayBeCut } = command;
      const cutMs = forcedCutMs ?? (mayBeCut === true && edgeCut !== 0 ? cutFor(command.holding, edgeCut, draw) : undefined);
      const cut = cutMs === undefined ? {} : { cutMs };
      return occurs(call, { type: 'CallHeld', callId, ...holding, ...cut, ...(slowedBy === undefined ? {} : { slowedBy }) });
    }
    case 'AnswerCall':
      return answerCall(call, 'ready', now);
    case 'HastenCall':
      // A call that waits only for the end of the delay is answered now. Any other keeps waiting, without the delay: also for its own time.
      return call.waitsFor === 'time' && call.delayMs === 0
        ? answerCall(call, 'ready', now)
        : occurs(call, { type: 'CallHastened', callId });
    case 'EndWait':
      // At the end of a delay, what the call waited for has already happened. So its wait did not time out.
      return answerCall(call, (call.jobId ?? call.requestId) !== null && call.waitsFor === 'time' ? 'ready' : 'wait-over', now);
    case 'CutCall':
      return occurs(call, { type: 'CallCut', callId });
    case 'AbandonCall':
      return occurs(call, { type: 'CallAbandoned', callId });
  }
};

/** Drawn by what is waited for, so that one more call moves no draw of another. */
const cutFor = ({ operation, jobId, endpointId }: Omit<WaitSpec, 'cutMs'>, edgeCut: CallSettings['edgeCut'], draw: Draw): DurationMs =>
  drawSetting(edgeCut, () => draw(`call/cut/${operation}`, jobId ?? endpointId));

/** A slow API delays an answer that is ready. */
const answerCall = (call: Call, because: AnswerReason, now: VirtualTime): Decision<CallEvent> =>
  call.delayMs > 0
    ? occurs(call, { type: 'CallDelayed', callId: call.id, until: later(now, call.delayMs) })
    : occurs(call, { type: 'CallAnswered', callId: call.id, because });

const occurs = (call: Call, event: CallEvent): Decision<CallEvent> => allowEvent(callLifecycle, call, 'queue.status-sync', event);
