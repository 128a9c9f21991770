import type { Attempt, Chunk } from '../handler/attempt.ts';
import type { Json } from '../kernel/canonical.ts';
import type { Mutable } from '../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../kernel/time.ts';
import type { JobEvent, JobSource, JobTerms } from './events.ts';
import { type JobStatus, jobLifecycle } from './lifecycle.ts';

/** All that is known of one job. */
export interface Job {
  readonly id: string;
  readonly status: JobStatus;
  readonly endpointId: string;
  readonly source: JobSource;
  readonly input: Json;
  readonly terms: JobTerms;
  readonly submittedAt: VirtualTime | null;
  /** When it last joined the queue at a client's wish; `delayTime` counts from here. */
  readonly queuedAt: VirtualTime | null;
  readonly startedAt: VirtualTime | null;
  readonly finishedAt: VirtualTime | null;
  readonly keepUntil: VirtualTime | null;
  readonly workerId: string | null;
  readonly attempt: Attempt | null;
  /** How often it was started; part of the key of its draws. */
  readonly starts: number;
  /** How often it was requeued because its worker was lost. */
  readonly retries: number;
  /** Since when its worker has been silent. */
  readonly missedAt: VirtualTime | null;
  readonly delayTime: DurationMs | null;
  readonly executionTime: DurationMs | null;
  readonly output: Json | null;
  readonly error: string | null;
  readonly chunksYielded: number;
  /** Yielded, and not yet taken by a stream call. */
  readonly chunks: Chunk[];
  readonly webhookTries: number;
  readonly webhookDue: boolean;
  /** When it was last posted for real, until its receiver is done with; the answer is awaited while no try is due. */
  readonly webhookPostedAt: VirtualTime | null;
}

export const newJob = (id: string): Job => ({
  id,
  status: 'NEW',
  endpointId: '',
  source: 'run',
  input: null,
  terms: noTerms,
  submittedAt: null,
  queuedAt: null,
  startedAt: null,
  finishedAt: null,
  keepUntil: null,
  workerId: null,
  attempt: null,
  starts: 0,
  retries: 0,
  missedAt: null,
  delayTime: null,
  executionTime: null,
  output: null,
  error: null,
  chunksYielded: 0,
  chunks: noChunks,
  webhookTries: 0,
  webhookDue: false,
  webhookPostedAt: null,
});

const noTerms: JobTerms = { ttlMs: 0, executionTimeoutMs: 0, retentionMs: 0, lowPriority: false, webhook: null, handler: null };

/** Shared by all jobs that have none, and never changed. */
const noChunks: Chunk[] = [];

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveJob = (job: Mutable<Job>, event: JobEvent, at: VirtualTime): void => {
  job.status = jobLifecycle.to(job.status, event.type) as JobStatus;
  switch (event.type) {
    case 'JobQueued':
      job.endpointId = event.endpointId;
      job.source = event.source;
      job.input = event.input;
      job.terms = event.terms;
      job.submittedAt = at;
      job.queuedAt = at;
      return;
    case 'JobStarted':
      job.workerId = event.workerId;
      job.attempt = event.attempt;
      job.startedAt = at;
      job.delayTime = at - (job.queuedAt ?? at);
      job.starts += 1;
      return;
    case 'JobStreamed':
      // Jobs without chunks share one empty list, so it is never written to.
      if (job.chunks.length === 0) job.chunks = [...event.chunks];
      else job.chunks.push(...event.chunks);
      job.chunksYielded += 1;
      return;
    case 'JobDrained':
      job.chunks = job.chunks.slice(event.chunks);
      return;
    case 'JobCompleted':
      job.output = event.output;
      job.executionTime = event.executionTime;
      finished(job, at);
      return;
    case 'JobFailed':
      job.error = event.error;
      job.executionTime = event.executionTime;
      finished(job, at);
      return;
    case 'JobTimedOut':
      job.executionTime = event.executionTime;
      finished(job, at);
      return;
    case 'JobCancelled':
      finished(job, at);
      return;
    case 'JobMissedWorker':
      job.missedAt = at;
      return;
    case 'JobRequeued':
      job.retries = event.retries;
      backInLine(job);
      return;
    case 'JobRetried':
      job.queuedAt = at;
      job.retries = 0;
      job.output = null;
      job.error = null;
      job.executionTime = null;
      // A status call's limit was for the result that is gone now (job.status-ttl).
      job.keepUntil = null;
      backInLine(job);
      return;
    case 'JobResultLimited':
      job.keepUntil = event.until;
      return;
    case 'JobWebhookSent':
      job.webhookTries = event.attempt;
      job.webhookDue = event.again;
      return;
    case 'JobWebhookPosted':
      job.webhookTries = event.attempt;
      job.webhookDue = false;
      job.webhookPostedAt = at;
      return;
    case 'JobWebhookAnswered':
      job.webhookDue = event.again;
      if (!event.again) job.webhookPostedAt = null;
      return;
    case 'JobCrashedWorker':
    case 'JobExpired':
    case 'JobPurged':
      return;
    default:
      event satisfies never;
  }
};

const finished = (job: Mutable<Job>, at: VirtualTime): void => {
  job.finishedAt = at;
  job.missedAt = null;
  job.webhookTries = 0;
  job.webhookDue = job.terms.webhook !== null;
  job.webhookPostedAt = null;
};

const backInLine = (job: Mutable<Job>): void => {
  job.workerId = null;
  job.attempt = null;
  job.startedAt = null;
  job.finishedAt = null;
  job.missedAt = null;
  job.delayTime = null;
  job.chunks = noChunks;
  job.chunksYielded = 0;
  job.webhookDue = false;
  job.webhookPostedAt = null;
};
