import type { Mutable } from '../../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { Attempt } from '../handler/attempt.ts';
import type { HandlerChanges } from '../handler/handler.ts';
import type { Binding, RequestEvent, RequestFailure, RequestInput } from './events.ts';
import { type RequestStatus, requestLifecycle } from './lifecycle.ts';

/** The state of one request to a load balancer. */
export interface LbRequest {
  readonly id: string;
  readonly status: RequestStatus;
  readonly endpointId: string;
  readonly input: RequestInput;
  readonly onlyWorkerId: string | null;
  readonly preferredWorkerId: string | null;
  readonly binding: Binding | null;
  readonly handler: HandlerChanges | null;
  readonly receivedAt: VirtualTime | null;
  readonly startedAt: VirtualTime | null;
  /** The worker that has it, or had it when it ended. */
  readonly workerId: string | null;
  readonly attempt: Attempt | null;
  readonly timeoutMs: DurationMs | null;
  /** The status of the worker's answer; null if it did not answer. */
  readonly answered: number | null;
  readonly failure: RequestFailure | null;
}

export const newRequest = (id: string): LbRequest => ({
  id,
  status: 'NEW',
  endpointId: '',
  input: { method: '', path: '' },
  onlyWorkerId: null,
  preferredWorkerId: null,
  binding: null,
  handler: null,
  receivedAt: null,
  startedAt: null,
  workerId: null,
  attempt: null,
  timeoutMs: null,
  answered: null,
  failure: null,
});

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveRequest = (request: Mutable<LbRequest>, event: RequestEvent, at: VirtualTime): void => {
  request.status = requestLifecycle.to(request.status, event.type);
  switch (event.type) {
    case 'RequestReceived':
      request.endpointId = event.endpointId;
      request.input = event.input;
      request.onlyWorkerId = event.onlyWorkerId;
      request.preferredWorkerId = event.preferredWorkerId ?? null;
      request.binding = event.binding ?? null;
      request.handler = event.handler;
      request.receivedAt = at;
      return;
    case 'RequestStarted':
      request.workerId = event.workerId;
      request.attempt = event.attempt;
      request.timeoutMs = event.timeoutMs;
      request.startedAt = at;
      return;
    case 'RequestAnswered':
      request.answered = event.status;
      return;
    case 'RequestFailed':
      request.failure = event.because;
      return;
    case 'RequestCrashedWorker':
    case 'RequestClosed':
      return;
    default:
      event satisfies never;
  }
};
