import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Attempt } from '../handler/attempt.ts';
import type { HandlerChanges } from '../handler/handler.ts';

/** The events of a request to a load balancer. `workerId` is null where no worker held it. */
export type RequestEvent =
  | {
      readonly type: 'RequestReceived';
      readonly requestId: string;
      readonly endpointId: string;
      readonly input: RequestInput;
      /** The only worker that it may go to; null = any. */
      readonly onlyWorkerId: string | null;
      /** The worker that it goes to if that can take it; absent = no wish. */
      readonly preferredWorkerId?: string;
      /** The word that binds it to its only worker; absent where none does. */
      readonly binding?: Binding;
      /** How its handler differs from the handler of the endpoint. */
      readonly handler: HandlerChanges | null;
    }
  | {
      readonly type: 'RequestStarted';
      readonly requestId: string;
      readonly workerId: string;
      readonly attempt: Attempt;
      readonly timeoutMs: DurationMs;
    }
  /** Its handler crashes the worker. */
  | { readonly type: 'RequestCrashedWorker'; readonly requestId: string; readonly workerId: string }
  | {
      readonly type: 'RequestAnswered';
      readonly requestId: string;
      readonly workerId: string;
      readonly status: number;
      readonly executionTime: DurationMs;
    }
  /** The load balancer answers, because no worker does. */
  | {
      readonly type: 'RequestFailed';
      readonly requestId: string;
      readonly workerId: string | null;
      readonly because: RequestFailure;
    }
  /** Its client has the answer, or has disconnected. */
  | { readonly type: 'RequestClosed'; readonly requestId: string; readonly workerId: string | null };

/** The request that a worker gets: the input of its handler. */
export interface RequestInput {
  readonly method: string;
  /** The path below the endpoint's base URL; it begins with a slash. */
  readonly path: string;
  readonly query?: { readonly [name: string]: Json };
  readonly headers?: { readonly [name: string]: Json };
  readonly body?: Json;
}

/** `strict`: it fails if its worker is gone. `strict-resume`: a worker that was scaled down is started again for it. */
export type Binding = 'strict' | 'strict-resume';

/**
 * `no-worker`: no worker was healthy within the wait. `worker-lost`: the worker went down with it. `port`: the worker's port is
 * not among those that its container exposes. `timeout`: it took too long. `deleted`: its endpoint was deleted.
 * `worker-gone`: it is bound to a worker that is gone.
 */
export type RequestFailure = 'no-worker' | 'worker-lost' | 'port' | 'timeout' | 'deleted' | 'worker-gone';
