import type { Attempt } from '../handler/attempt.ts';
import type { HandlerChanges } from '../handler/handler.ts';
import type { Json } from '../kernel/canonical.ts';
import type { DurationMs } from '../kernel/time.ts';

/** The events of a request to a load balancer. `workerId` is null where no worker held it. */
export type RequestEvent =
  | {
      readonly type: 'RequestReceived';
      readonly requestId: string;
      readonly endpointId: string;
      readonly input: RequestInput;
      /** The one worker that it may go to; null = any. */
      readonly onlyWorkerId: string | null;
      /** How it is handled, where that differs from the endpoint's others. */
      readonly handler: HandlerChanges | null;
    }
  | {
      readonly type: 'RequestStarted';
      readonly requestId: string;
      readonly workerId: string;
      readonly attempt: Attempt;
      readonly timeoutMs: DurationMs;
    }
  /** Its handler takes the worker down. */
  | { readonly type: 'RequestCrashedWorker'; readonly requestId: string; readonly workerId: string }
  | {
      readonly type: 'RequestAnswered';
      readonly requestId: string;
      readonly workerId: string;
      readonly status: number;
      readonly executionTime: DurationMs;
    }
  /** The load balancer answers, for no worker does. */
  | {
      readonly type: 'RequestFailed';
      readonly requestId: string;
      readonly workerId: string | null;
      readonly because: RequestFailure;
    }
  /** Its caller has the answer, or has left. */
  | { readonly type: 'RequestClosed'; readonly requestId: string; readonly workerId: string | null };

/** What a worker is asked; its handler's input. */
export interface RequestInput {
  readonly method: string;
  /** Below the endpoint's base URL, from its slash on. */
  readonly path: string;
  readonly query?: { readonly [name: string]: Json };
  readonly headers?: { readonly [name: string]: Json };
  readonly body?: Json;
}

/**
 * `no-worker`: none was healthy within the wait. `worker-lost`: the worker went down with it. `port`: the worker's port is
 * not among those that its container exposes. `timeout`: it took longer than it may. `deleted`: its endpoint was deleted.
 */
export type RequestFailure = 'no-worker' | 'worker-lost' | 'port' | 'timeout' | 'deleted';
