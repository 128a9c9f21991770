import type { Json } from '../../kernel/canonical.ts';
import type { Mutable } from '../../kernel/decider.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { Attempt, Chunk } from '../handler/attempt.ts';
import type { JobTerms } from '../handler/jobTerms.ts';
import type { BatchPlace, JobEvent, JobSource } from './events.ts';
import { type JobStatus, jobLifecycle } from './lifecycle.ts';

/** The state of one job. */
export interface Job {
  readonly id: string;
  readonly status: JobStatus;
  readonly endpointId: string;
  readonly source: JobSource;
  readonly input: Json;
  readonly terms: JobTerms;
  /** Null for a job that is no request of a batch. */
  readonly batch: BatchPlace | null;
  readonly submittedAt: VirtualTime | null;
  /** When a client last put it in the queue, by a submission or a retry; `delayTime` counts from here. */
  readonly queuedAt: VirtualTime | null;
  readonly startedAt: VirtualTime | null;
  readonly finishedAt: VirtualTime | null;
  /** When a cancel that a client has asked for ends it; null if none has, and once it has ended. */
  readonly cancelDue: VirtualTime | null;
  /** A status call's limit on the retention of the result; null = only its retention counts. */
  readonly keepUntil: VirtualTime | null;
  /** The same limit, set before the job ended: how long after its end. */
  readonly keepForMs: DurationMs | null;
  readonly workerId: string | null;
  readonly attempt: Attempt | null;
  /** How long the attempt may run. */
  readonly timeoutMs: DurationMs | null;
  /** The time at which its work was done on a worker that it shares; null before, and if its result takes no time to post. */
  readonly workedAt: VirtualTime | null;
  /** How often it was started; part of the key of its draws. */
  readonly starts: number;
  /** How often it was requeued because its worker was lost. */
  readonly requeues: number;
  /** Since when its worker has been silent. */
  readonly missedAt: VirtualTime | null;
  readonly delayTime: DurationMs | null;
  readonly executionTime: DurationMs | null;
  readonly output: Json | null;
  /** A real worker posted a result without output. */
  readonly isBare: boolean;
  /** Whether a real worker posted its end, and not the platform that had lost it. */
  readonly isPosted: boolean;
  /** The output of each chunk that a real worker has streamed. */
  readonly streamed: Json[];
  readonly error: string | null;
  readonly chunksYielded: number;
  /** Yielded, and not yet taken by a stream call. */
  readonly chunks: Chunk[];
  /** The result is removed, and the id is unknown to every caller. The job stays until its webhook has been tried to the end. */
  readonly resultDropped: boolean;
  readonly webhookTries: number;
  readonly webhookDue: boolean;
  /** When its webhook was last really posted; null if never, and once no more tries follow. While no try is due, an answer is awaited. */
  readonly webhookPostedAt: VirtualTime | null;
}

/** Shared by all jobs that have none, and never changed. */
const noChunks: Chunk[] = [];
const noOutputs: Json[] = [];

const blank: Job = {
  id: '',
  status: 'NEW',
  endpointId: '',
  source: 'run',
  input: null,
  terms: { ttlMs: 0, executionTimeoutMs: null, retentionMs: 0, lowPriority: false, webhook: null, handler: null },
  batch: null,
  submittedAt: null,
  queuedAt: null,
  startedAt: null,
  finishedAt: null,
  cancelDue: null,
  keepUntil: null,
  keepForMs: null,
  workerId: null,
  attempt: null,
  timeoutMs: null,
  workedAt: null,
  starts: 0,
  requeues: 0,
  missedAt: null,
  delayTime: null,
  executionTime: null,
  output: null,
  isBare: false,
  isPosted: false,
  streamed: noOutputs,
  error: null,
  chunksYielded: 0,
  chunks: noChunks,
  resultDropped: false,
  webhookTries: 0,
  webhookDue: false,
  webhookPostedAt: null,
};

/**
 * A copy, and no literal: where most objects of a literal outlive a few collections, V8 makes all of them among the old ones, where each
 * keeps what it refers to until the whole heap is looked through. A job lives for half an hour of virtual time, and dies young.
 */
export const newJob = (id: string): Job => ({ ...blank, id });

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveJob = (job: Mutable<Job>, event: JobEvent, at: VirtualTime): void => {
  job.status = jobLifecycle.to(job.status, event.type);
  switch (event.type) {
    case 'JobQueued':
      job.endpointId = event.endpointId;
      job.source = event.source;
      job.input = event.input;
      job.terms = event.terms;
      job.submittedAt = at;
      job.queuedAt = at;
      if (event.batch !== undefined) job.batch = event.batch;
      return;
    case 'JobStarted':
      job.workerId = event.workerId;
      job.attempt = event.attempt;
      job.timeoutMs = event.timeoutMs;
      job.startedAt = at;
      job.delayTime = at - (job.queuedAt ?? at);
      job.starts += 1;
      return;
    case 'JobStreamed':
      // Jobs without chunks share one empty list, so it is never written to.
      if (job.chunks.length === 0) job.chunks = [...event.chunks];
      else job.chunks.push(...event.chunks);
      job.chunksYielded += 1;
      if (job.attempt?.external === true) appendChunks(job, event.chunks);
      return;
    case 'JobProgressed':
      job.output = event.output;
      return;
    case 'JobWorked':
      job.workedAt = at;
      return;
    case 'JobTakenOver':
      job.attempt = event.attempt;
      return;
    case 'JobDrained':
      job.chunks = job.chunks.slice(event.chunks);
      return;
    case 'JobCompleted':
      job.output = event.output;
      job.isBare = event.bare === true;
      job.isPosted = job.attempt?.external === true;
      job.executionTime = event.executionTime;
      return finishJob(job, at);
    case 'JobFailed':
      job.error = event.error;
      job.output = event.output ?? null;
      job.isPosted = event.posted === true;
      job.executionTime = event.executionTime;
      return finishJob(job, at);
    case 'JobTimedOut':
      job.executionTime = event.executionTime;
      return finishJob(job, at);
    case 'JobCancelAsked':
      job.cancelDue = later(at, event.endsMs);
      return;
    case 'JobCancelled':
      return finishJob(job, at);
    case 'JobMissedWorker':
      job.missedAt = at;
      return;
    case 'JobRequeued':
      job.requeues = event.retries;
      return backInQueue(job);
    case 'JobRetried':
      job.queuedAt = at;
      job.requeues = 0;
      job.error = null;
      job.executionTime = null;
      // The limit of a status call applied to the result that is now removed (job.status-ttl).
      job.keepUntil = null;
      job.keepForMs = null;
      return backInQueue(job);
    case 'JobResultLimited':
      if ('until' in event) job.keepUntil = event.until;
      else job.keepForMs = event.forMs;
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
    case 'JobResultDropped':
      job.resultDropped = true;
      return;
    case 'JobCrashedWorker':
    case 'JobExpired':
    case 'JobPurged':
      return;
    default:
      event satisfies never;
  }
};

const finishJob = (job: Mutable<Job>, at: VirtualTime): void => {
  job.finishedAt = at;
  if (job.keepForMs !== null) job.keepUntil = later(at, job.keepForMs);
  job.missedAt = null;
  job.cancelDue = null;
  job.webhookTries = 0;
  job.webhookDue = job.terms.webhook !== null;
  job.webhookPostedAt = null;
};

const appendChunks = (job: Mutable<Job>, chunks: readonly Chunk[]): void => {
  const outputs = chunks.map(({ output }) => output);
  if (job.streamed.length === 0) job.streamed = outputs;
  else job.streamed.push(...outputs);
};

const backInQueue = (job: Mutable<Job>): void => {
  job.output = null;
  job.isBare = false;
  job.isPosted = false;
  job.streamed = noOutputs;
  job.workerId = null;
  job.attempt = null;
  job.timeoutMs = null;
  job.workedAt = null;
  job.startedAt = null;
  job.finishedAt = null;
  job.missedAt = null;
  job.delayTime = null;
  job.chunks = noChunks;
  job.chunksYielded = 0;
  job.webhookDue = false;
  job.webhookPostedAt = null;
};

/** Whether its webhook is still being tried: a try is due, or an answer is awaited. */
export const isNotifying = ({ webhookDue, webhookPostedAt }: Job): boolean => webhookDue || webhookPostedAt !== null;
