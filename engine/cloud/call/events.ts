import type { DurationMs, VirtualTime } from '../../kernel/time.ts';

/** The events of a held call: one whose answer waits for something. */
export type CallEvent =
  | ({ readonly type: 'CallHeld'; readonly callId: string } & WaitSpec)
  /** The fault that slows the API ended before the answer was ready. */
  | { readonly type: 'CallHastened'; readonly callId: string }
  | { readonly type: 'CallDelayed'; readonly callId: string; readonly until: VirtualTime }
  | { readonly type: 'CallAnswered'; readonly callId: string; readonly because: AnswerReason }
  /** The edge has held it for long enough, and answers itself. */
  | { readonly type: 'CallCut'; readonly callId: string }
  | { readonly type: 'CallAbandoned'; readonly callId: string };

/** What a call waits for. */
export interface WaitSpec {
  readonly operation: string;
  readonly accountId: string;
  readonly client: string;
  readonly endpointId: string;
  /** The job it waits for; null if it waits for something else, or for time alone (a slow API). */
  readonly jobId: string | null;
  /** The load-balancer request it waits for. */
  readonly requestId?: string;
  /** The worker whose real process made the call, and waits for a job or for jobs to stop. */
  readonly workerId?: string;
  /** `settled`: the job or request has ended. `chunks`: it has ended, or has a chunk to deliver. `time`: the deadline alone.
   * `job`: the worker is to take one. `stops`: the worker is to stop some. */
  readonly waitsFor: 'settled' | 'chunks' | 'time' | 'job' | 'stops';
  /** The deadline; null = none. */
  readonly until: VirtualTime | null;
  /** How much a slow API delays the answer once it is ready. */
  readonly delayMs: DurationMs;
  /** How long the edge holds it; absent = until it is answered. */
  readonly cutMs?: DurationMs;
  /** The fault that slows the API for this call; absent if there is none. */
  readonly slowedBy?: string;
}

/** `ready`: what it waited for has happened. `wait-over`: its deadline passed first. */
export type AnswerReason = 'ready' | 'wait-over';
