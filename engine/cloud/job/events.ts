import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { Attempt, Chunk } from '../handler/attempt.ts';
import type { JobTerms } from '../handler/jobTerms.ts';

/** The events of a job. Durations in whole milliseconds; `workerId` is null where no worker held the job. */
export type JobEvent =
  | {
      readonly type: 'JobQueued';
      readonly jobId: string;
      readonly endpointId: string;
      readonly source: JobSource;
      readonly input: Json;
      readonly terms: JobTerms;
      /** The batch that it is a request of, and its place there; absent for all other jobs. */
      readonly batch?: BatchPlace;
    }
  | {
      readonly type: 'JobStarted';
      readonly jobId: string;
      readonly workerId: string;
      readonly attempt: Attempt;
      /** How long this attempt may run. */
      readonly timeoutMs: DurationMs;
    }
  | { readonly type: 'JobStreamed'; readonly jobId: string; readonly chunks: readonly Chunk[] }
  /** Progress of a real worker: the output of the running job, until the next or the result. */
  | { readonly type: 'JobProgressed'; readonly jobId: string; readonly output: Json }
  /** Its work on a worker that it shares is done, and its result is posted (worker.takes-in-time). */
  | { readonly type: 'JobWorked'; readonly jobId: string }
  /** A stand-in continues the attempt instead of its real worker. The attempt began when the job started. */
  | { readonly type: 'JobTakenOver'; readonly jobId: string; readonly attempt: Attempt }
  | { readonly type: 'JobDrained'; readonly jobId: string; readonly chunks: number }
  | {
      readonly type: 'JobCompleted';
      readonly jobId: string;
      readonly workerId: string;
      readonly output: Json;
      readonly executionTime: DurationMs;
      /** A real worker posted a result without output; `output` is then null. */
      readonly bare?: true;
    }
  | {
      readonly type: 'JobFailed';
      readonly jobId: string;
      readonly workerId: string;
      readonly error: string;
      readonly executionTime: DurationMs;
      /** Its worker is there, and its pings never named it. */
      readonly unnamed?: true;
      /** A real worker posted it. */
      readonly posted?: true;
      /** The output in the post, besides its error. */
      readonly output?: Json;
    }
  | { readonly type: 'JobTimedOut'; readonly jobId: string; readonly workerId: string; readonly executionTime: DurationMs }
  /** A client asks for its end, which comes that much later. */
  | { readonly type: 'JobCancelAsked'; readonly jobId: string; readonly endsMs: DurationMs }
  | { readonly type: 'JobCancelled'; readonly jobId: string; readonly workerId: string | null }
  | { readonly type: 'JobCrashedWorker'; readonly jobId: string; readonly workerId: string }
  | { readonly type: 'JobMissedWorker'; readonly jobId: string; readonly workerId: string }
  | {
      readonly type: 'JobRequeued';
      readonly jobId: string;
      readonly workerId: string;
      readonly retries: number;
      /** It never reached its worker, so this is no retry. */
      readonly returned?: true;
      /** Its worker is there, and its pings never named it. */
      readonly unnamed?: true;
    }
  | { readonly type: 'JobRetried'; readonly jobId: string }
  /** The result is stored at most until then; for a job that has not ended, at most this long after its end. */
  | ({ readonly type: 'JobResultLimited'; readonly jobId: string } & ({ readonly until: VirtualTime } | { readonly forMs: DurationMs }))
  /** The result is removed, while the tries of its webhook continue. */
  | { readonly type: 'JobResultDropped'; readonly jobId: string }
  | { readonly type: 'JobExpired'; readonly jobId: string; readonly reason: ExpiryReason; readonly workerId: string | null }
  | { readonly type: 'JobPurged'; readonly jobId: string }
  | {
      readonly type: 'JobWebhookSent';
      readonly jobId: string;
      readonly url: string;
      readonly attempt: number;
      readonly answered: number;
      readonly again: boolean;
    }
  /** Really posted: the receiver's answer arrives from outside, as an input. */
  | {
      readonly type: 'JobWebhookPosted';
      readonly jobId: string;
      readonly url: string;
      readonly attempt: number;
      /** The body of the post. */
      readonly payload: Json;
    }
  /** `answered` is 0 if no answer came. */
  | {
      readonly type: 'JobWebhookAnswered';
      readonly jobId: string;
      readonly attempt: number;
      readonly answered: number;
      readonly again: boolean;
    };

/** The call that submitted the job. It decides the form of the id and the retention of the result. */
export type JobSource = 'run' | 'runsync' | 'batch';

export interface BatchPlace {
  readonly id: string;
  readonly place: number;
}

/** `ttl`: the job's time to live is over. `retention`: the retention of its result is over. */
export type ExpiryReason = 'ttl' | 'retention';
