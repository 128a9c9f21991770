import type { Mutable } from '../../kernel/decider.ts';
import { type DurationMs, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { CallEvent, WaitSpec } from './events.ts';
import { type CallStatus, callLifecycle } from './lifecycle.ts';

/** The state of one held call. */
export interface Call extends Omit<WaitSpec, 'requestId' | 'workerId' | 'cutMs' | 'slowedBy'> {
  readonly id: string;
  readonly workerId: string | null;
  readonly requestId: string | null;
  readonly status: CallStatus;
  readonly since: VirtualTime | null;
  readonly cutMs: DurationMs | null;
  readonly slowedBy: string | null;
}

export const newCall = (id: string): Call => ({
  id,
  status: 'NEW',
  since: null,
  operation: '',
  accountId: '',
  client: '',
  endpointId: '',
  jobId: null,
  requestId: null,
  workerId: null,
  waitsFor: 'time',
  until: worldStart,
  delayMs: 0,
  cutMs: null,
  slowedBy: null,
});

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveCall = (call: Mutable<Call>, event: CallEvent, at: VirtualTime): void => {
  call.status = callLifecycle.to(call.status, event.type);
  switch (event.type) {
    case 'CallHeld':
      call.operation = event.operation;
      call.accountId = event.accountId;
      call.client = event.client;
      call.endpointId = event.endpointId;
      call.jobId = event.jobId;
      call.requestId = event.requestId ?? null;
      call.workerId = event.workerId ?? null;
      call.waitsFor = event.waitsFor;
      call.until = event.until;
      call.delayMs = event.delayMs;
      call.cutMs = event.cutMs ?? null;
      call.slowedBy = event.slowedBy ?? null;
      call.since = at;
      return;
    case 'CallHastened':
      call.delayMs = 0;
      call.slowedBy = null;
      return;
    case 'CallDelayed':
      call.waitsFor = 'time';
      call.until = event.until;
      call.delayMs = 0;
      return;
    case 'CallCut':
    case 'CallAnswered':
    case 'CallAbandoned':
      return;
    default:
      event satisfies never;
  }
};
