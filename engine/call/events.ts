import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** What the log may say of a held call: one whose answer waits for something. */
export type CallEvent =
  | ({ readonly type: 'CallHeld'; readonly callId: string } & WaitSpec)
  /** The slow API that would hold its answer back is over before its answer is there. */
  | { readonly type: 'CallHastened'; readonly callId: string }
  | { readonly type: 'CallDelayed'; readonly callId: string; readonly until: VirtualTime }
  | { readonly type: 'CallAnswered'; readonly callId: string; readonly because: AnswerReason }
  | { readonly type: 'CallAbandoned'; readonly callId: string };

/** What a call waits for. */
export interface WaitSpec {
  readonly operation: string;
  readonly accountId: string;
  readonly client: string;
  readonly endpointId: string;
  /** The job it waits for; null when it waits for something else, or for time alone (a slow API). */
  readonly jobId: string | null;
  /** The request to a load balancer that it waits for. */
  readonly requestId?: string;
  /** `settled`: the job or request has ended. `chunks`: it has ended, or has a chunk to deliver. `time`: the deadline alone. */
  readonly waitsFor: 'settled' | 'chunks' | 'time';
  /** Null = for as long as it takes. */
  readonly until: VirtualTime | null;
  /** How much longer the answer takes once it could be given: a slow API. */
  readonly delayMs: DurationMs;
  /** The fault that makes the API slow for it; absent where none does. */
  readonly slowedBy?: string;
}

/** `ready`: what it waited for has come. `wait-over`: its deadline came first. */
export type AnswerReason = 'ready' | 'wait-over';
