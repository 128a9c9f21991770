import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Decision } from '../decisions.ts';
import type { Attempt } from '../handler/attempt.ts';
import type { RequestEvent, RequestFailure } from './events.ts';
import type { LbRequest } from './evolve.ts';
import { requestLifecycle } from './lifecycle.ts';
import type { RequestSettings } from './settings.ts';

export type RequestCommand =
  | ({ readonly type: 'ReceiveRequest' } & Pick<LbRequest, 'endpointId' | 'input' | 'handler'> & Affinity)
  | { readonly type: 'StartRequest'; readonly workerId: string; readonly attempt: Attempt; readonly endpointTimeoutMs: DurationMs }
  | { readonly type: 'EndRequest' }
  | { readonly type: 'FailRequest'; readonly because: RequestFailure }
  | { readonly type: 'CloseRequest' };

/** Where it may go, or would rather go (lb.affinity). */
export type Affinity = Pick<Extract<RequestEvent, { type: 'RequestReceived' }>, 'onlyWorkerId' | 'preferredWorkerId' | 'binding'>;

export const decideRequest = (
  command: RequestCommand,
  request: LbRequest,
  { now, settings }: Context<RequestSettings>,
): Decision<RequestEvent> => {
  const { id: requestId, attempt, startedAt } = request;
  const workerId = request.status === 'IN_FLIGHT' ? request.workerId : null;
  switch (command.type) {
    case 'ReceiveRequest': {
      const { endpointId, input, onlyWorkerId, preferredWorkerId, binding, handler } = command;
      const wish = preferredWorkerId === undefined ? {} : { preferredWorkerId };
      const bound = binding === undefined ? {} : { binding };
      return occurs(request, { type: 'RequestReceived', requestId, endpointId, input, onlyWorkerId, ...wish, ...bound, handler });
    }
    case 'StartRequest': {
      const timeoutMs = Math.min(command.endpointTimeoutMs, settings.processingMax);
      return occurs(request, { type: 'RequestStarted', requestId, workerId: command.workerId, attempt: command.attempt, timeoutMs });
    }
    case 'EndRequest':
      if (attempt?.ending === 'crash') return occurs(request, { type: 'RequestCrashedWorker', requestId, workerId: workerId ?? '' });
      return occurs(request, {
        type: 'RequestAnswered',
        requestId,
        workerId: workerId ?? '',
        status: statusOfAnswer(attempt),
        executionTime: now - (startedAt ?? now),
      });
    case 'FailRequest':
      return occurs(request, { type: 'RequestFailed', requestId, workerId, because: command.because });
    case 'CloseRequest':
      return occurs(request, { type: 'RequestClosed', requestId, workerId });
  }
};

/** A handler that fails answers with its own error status, or 500. */
const statusOfAnswer = (attempt: Attempt | null): number => {
  const status = attempt?.status ?? 200;
  return attempt?.ending === 'fail' && status < 400 ? 500 : status;
};

const occurs = (request: LbRequest, event: RequestEvent): Decision<RequestEvent> =>
  allowEvent(requestLifecycle, request, 'lb.traffic', event);
