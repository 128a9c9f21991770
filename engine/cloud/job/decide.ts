import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { Draw } from '../../kernel/rng.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { Decision } from '../decisions.ts';
import type { Attempt } from '../handler/attempt.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { JobTerms } from '../handler/jobTerms.ts';
import type { RuleId } from '../lifecycles.ts';
import { chunkPieces } from './chunks.ts';
import type { BatchPlace, ExpiryReason, JobEvent, JobSource } from './events.ts';
import { isNotifying, type Job } from './evolve.ts';
import { jobLifecycle } from './lifecycle.ts';
import { eventOfPost, type Posted } from './posted.ts';
import type { JobSettings } from './settings.ts';
import { webhookPayload } from './view.ts';

export type JobCommand =
  | {
      readonly type: 'QueueJob';
      readonly endpointId: string;
      readonly source: JobSource;
      readonly input: Json;
      readonly terms: JobTerms;
      readonly batch?: BatchPlace;
    }
  | { readonly type: 'StartJob'; readonly workerId: string; readonly attempt: Attempt; readonly endpointTimeoutMs: DurationMs }
  | { readonly type: 'YieldChunk' }
  | { readonly type: 'PostChunk'; readonly output: Json }
  | { readonly type: 'PostOutput'; readonly posted: Posted }
  | { readonly type: 'TakeOver'; readonly attempt: Attempt }
  | { readonly type: 'DrainChunks' }
  | { readonly type: 'EndWork' }
  | { readonly type: 'EndAttempt' }
  | { readonly type: 'TimeOutJob' }
  | { readonly type: 'CancelJob' }
  | { readonly type: 'AskCancel' }
  | { readonly type: 'ReturnJob' }
  | { readonly type: 'MissWorker' }
  | { readonly type: 'LoseWorker' }
  | { readonly type: 'LoseUnnamed' }
  | { readonly type: 'RetryJob' }
  | { readonly type: 'LimitResult'; readonly ttlMs: DurationMs }
  | { readonly type: 'ExpireJob'; readonly reason: ExpiryReason }
  | { readonly type: 'PurgeJob' }
  | { readonly type: 'SendWebhook' }
  | { readonly type: 'ReportWebhook'; readonly attempt: number; readonly answered: number };

export const decideJob = (command: JobCommand, job: Job, { now, settings, draw }: Context<JobSettings>): Decision<JobEvent> => {
  const jobId = job.id;
  const workerId = job.workerId ?? '';
  switch (command.type) {
    case 'QueueJob': {
      const { endpointId, source, input, terms, batch } = command;
      const queued = { type: 'JobQueued', jobId, endpointId, source, input, terms } as const;
      return occurs(job, 'job.run', batch === undefined ? queued : { ...queued, batch });
    }
    case 'StartJob': {
      const timeoutMs = job.terms.executionTimeoutMs ?? command.endpointTimeoutMs;
      return occurs(job, 'job.start', { type: 'JobStarted', jobId, workerId: command.workerId, attempt: command.attempt, timeoutMs });
    }
    case 'YieldChunk':
      return occurs(job, 'stream.drain', streamChunk(job, job.chunksYielded, settings));
    case 'PostChunk':
      return occurs(job, 'worker-api.stream', {
        type: 'JobStreamed',
        jobId,
        chunks: chunkPieces({ output: command.output }, settings.chunkBytesMax),
      });
    case 'PostOutput':
      return occurs(job, 'worker-api.done', eventOfPost(job, command.posted, ranFor(job, now)));
    case 'TakeOver':
      return occurs(job, 'worker-api.stand-in', { type: 'JobTakenOver', jobId, attempt: command.attempt });
    case 'DrainChunks':
      return job.chunks.length === 0 ? nothing : occurs(job, 'stream.drain', { type: 'JobDrained', jobId, chunks: job.chunks.length });
    case 'EndWork':
      return (job.attempt?.postMs ?? 0) > 0 ? occurs(job, 'worker.sharing', { type: 'JobWorked', jobId }) : endAttempt(job, now, settings);
    case 'EndAttempt':
      return endAttempt(job, now, settings);
    case 'TimeOutJob':
      return occurs(job, 'job.timeout', { type: 'JobTimedOut', jobId, workerId, executionTime: ranFor(job, now) });
    case 'CancelJob':
      return cancelNow(job);
    case 'AskCancel':
      return askCancel(job, settings, draw);
    case 'ReturnJob':
      return occurs(job, 'worker-api.take', { type: 'JobRequeued', jobId, workerId, retries: job.requeues, returned: true });
    case 'MissWorker':
      return occurs(job, 'job.worker-lost', { type: 'JobMissedWorker', jobId, workerId });
    case 'LoseWorker':
      return loseWorker(job, now, settings);
    case 'LoseUnnamed':
      return loseWorker(job, now, settings, { unnamed: true });
    case 'RetryJob':
      return occurs(job, 'job.retry-refused', { type: 'JobRetried', jobId });
    case 'LimitResult':
      return shortenKeeping(job, command.ttlMs, now);
    case 'ExpireJob':
      if (command.reason === 'retention' && !job.resultDropped && isNotifying(job))
        return occurs(job, 'job.status-ttl-webhook', { type: 'JobResultDropped', jobId });
      return occurs(job, 'job.ttl', { type: 'JobExpired', jobId, reason: command.reason, workerId: holder(job) });
    case 'PurgeJob':
      return occurs(job, 'queue.purge', { type: 'JobPurged', jobId });
    case 'SendWebhook':
      return occurs(job, 'webhook.delivery', job.terms.webhookIsReal === true ? postWebhook(job) : sendWebhook(job, settings));
    case 'ReportWebhook':
      return reportWebhook(job, command, settings);
  }
};

const nothing: Decision<JobEvent> = right([]);

const occurs = (job: Job, rule: RuleId, event: JobEvent): Decision<JobEvent> => allowEvent(jobLifecycle, job, rule, event);

const cancelNow = (job: Job): Decision<JobEvent> =>
  occurs(job, 'job.cancel-terminal', { type: 'JobCancelled', jobId: job.id, workerId: holder(job) });

/** It ends at once, or after its time (job.cancel-takes-time); a second call hastens nothing. A job that has ended refuses. */
const askCancel = (job: Job, { cancelEnds }: JobSettings, draw: Draw): Decision<JobEvent> => {
  const now = cancelNow(job);
  const endsMs = drawSetting(cancelEnds, () => draw('job/cancel-ends', job.id, job.starts));
  if (endsMs === 0 || isLeft(now)) return now;
  return job.cancelDue === null ? occurs(job, 'job.cancel-takes-time', { type: 'JobCancelAsked', jobId: job.id, endsMs }) : nothing;
};

/** The first times the job waits again; then it fails. `how`: its worker is there, and its pings never named the job. */
const loseWorker = (job: Job, now: VirtualTime, settings: JobSettings, how: { readonly unnamed?: true } = {}): Decision<JobEvent> => {
  const { id: jobId, requeues } = job;
  const workerId = job.workerId ?? '';
  if (requeues < settings.retriesMax)
    return occurs(job, 'job.worker-lost', { type: 'JobRequeued', jobId, workerId, retries: requeues + 1, ...how });
  const error = `job timed out after ${requeues} retries`;
  return occurs(job, 'job.worker-lost', { type: 'JobFailed', jobId, workerId, error, executionTime: ranFor(job, now), ...how });
};

/** An attempt that completes has yielded all its chunks. One that fails or crashes does not yield the remaining ones. */
const endAttempt = (job: Job, now: VirtualTime, settings: JobSettings): Decision<JobEvent> => {
  const jobId = job.id;
  const workerId = job.workerId ?? '';
  const ending = job.attempt?.ending;
  if (ending === 'fail')
    return occurs(job, 'job.fail', {
      type: 'JobFailed',
      jobId,
      workerId,
      error: job.attempt?.error ?? 'handler failed',
      executionTime: ranFor(job, now),
    });
  if (ending === 'unnamed') return loseWorker(job, now, settings, { unnamed: true });
  if (ending === 'crash') return occurs(job, 'job.worker-lost', { type: 'JobCrashedWorker', jobId, workerId });
  const output = job.attempt?.output === undefined ? job.input : job.attempt.output;
  const completed: JobEvent = { type: 'JobCompleted', jobId, workerId, output, executionTime: ranFor(job, now) };
  const chunks = job.attempt?.stream?.count ?? 0;
  if (chunks <= job.chunksYielded || !jobLifecycle.allows(job.status, completed.type)) return occurs(job, 'job.complete', completed);
  return right([...lateChunks(job, chunks, settings), completed]);
};

/** The chunks up to that number that it has not yielded yet. */
const lateChunks = (job: Job, count: number, settings: JobSettings): JobEvent[] =>
  Array.from({ length: count - job.chunksYielded }, (_, k) => streamChunk(job, job.chunksYielded + k, settings));

const streamChunk = (job: Job, k: number, settings: JobSettings): JobEvent => {
  const stream = job.attempt?.stream;
  const output = stream?.outputs?.[k] ?? k + 1;
  const chunk = stream?.metrics === undefined ? { output } : { output, metrics: stream.metrics };
  return { type: 'JobStreamed', jobId: job.id, chunks: chunkPieces(chunk, settings.chunkBytesMax) };
};

/** The receiver is simulated: the world's settings define its answer. */
const sendWebhook = (job: Job, settings: JobSettings): JobEvent => {
  const { webhookAnswers } = settings;
  const attempt = job.webhookTries + 1;
  const answered = webhookAnswers[Math.min(attempt, webhookAnswers.length) - 1] ?? 200;
  const again = isTriedAgain(attempt, answered, settings);
  return { type: 'JobWebhookSent', jobId: job.id, url: job.terms.webhook ?? '', attempt, answered, again };
};

/** An adapter posts the webhook and reports the answer. */
const postWebhook = (job: Job): JobEvent => ({
  type: 'JobWebhookPosted',
  jobId: job.id,
  url: job.terms.webhook ?? '',
  attempt: job.webhookTries + 1,
  payload: webhookPayload(job),
});

/** An answer to a superseded try may belong to an earlier end of the job: it changes nothing. */
const reportWebhook = (job: Job, { attempt, answered }: Extract<JobCommand, { type: 'ReportWebhook' }>, settings: JobSettings) => {
  const isAwaited = job.webhookPostedAt !== null && !job.webhookDue && attempt === job.webhookTries;
  if (!isAwaited)
    return left({
      kind: 'refused',
      rule: 'webhook.delivery',
      detail: `${job.id} awaits no answer to try ${attempt} of its webhook`,
    } as const);
  const again = isTriedAgain(attempt, answered, settings);
  return occurs(job, 'webhook.delivery', { type: 'JobWebhookAnswered', jobId: job.id, attempt, answered, again });
};

const isTriedAgain = (attempt: number, answered: number, { webhookTries }: JobSettings): boolean =>
  (answered < 200 || answered > 299) && attempt < webhookTries;

const ranFor = (job: Job, now: VirtualTime): DurationMs => now - (job.startedAt ?? now);

/** The worker that the job occupies now, if any. A finished job remembers its worker, but does not occupy it. */
const holder = (job: Job): string | null => (job.status === 'IN_PROGRESS' ? job.workerId : null);

/**
 * Shortens the retention of the result; it never extends it. Before the job has ended there is no result, so the time counts from the end:
 * a result must not be removed before it exists (job.status-ttl).
 */
const shortenKeeping = (job: Job, ttlMs: DurationMs, now: VirtualTime): Decision<JobEvent> => {
  const { finishedAt, keepUntil, keepForMs, terms } = job;
  const limit = (to: { readonly forMs: DurationMs } | { readonly until: VirtualTime }) =>
    occurs(job, 'job.status-ttl', { type: 'JobResultLimited', jobId: job.id, ...to });
  if (finishedAt === null) return ttlMs < (keepForMs ?? terms.retentionMs) ? limit({ forMs: ttlMs }) : nothing;
  const until = later(now, ttlMs);
  return until < (keepUntil ?? later(finishedAt, terms.retentionMs)) ? limit({ until }) : nothing;
};
