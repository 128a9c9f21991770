import type { Attempt } from '../../../engine/cloud/handler/attempt.ts';
import type { JobTerms } from '../../../engine/cloud/handler/jobTerms.ts';
import type { JobCommand } from '../../../engine/cloud/job/decide.ts';
import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import { jobSettings } from '../../../engine/cloud/job/settings.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { oneOfEach, stateAfter } from '../../support/contract/specification.ts';

/** Events of a job, as examples for the tests of the job. */
export const jobId = 'job-1';
export const workerId = 'worker-1';
export const input = { prompt: 'hi' };
export const terms: JobTerms = {
  ttlMs: 86_400_000,
  executionTimeoutMs: null,
  retentionMs: 1_800_000,
  lowPriority: false,
  webhook: null,
  handler: null,
};
export const settings = listDefaults(jobSettings);

export const queuedWith = (some: Partial<JobTerms>): JobEvent => ({
  type: 'JobQueued',
  jobId,
  endpointId: 'ep-a',
  source: 'run',
  input,
  terms: { ...terms, ...some },
});
export const startedWith = (some: Partial<Attempt>): JobEvent => ({
  type: 'JobStarted',
  jobId,
  workerId,
  attempt: { runsMs: 2_000, ending: 'complete', ...some },
  timeoutMs: 300_000,
});
export const streamedOf = (...outputs: readonly (string | number)[]): JobEvent => ({
  type: 'JobStreamed',
  jobId,
  chunks: outputs.map((output) => ({ output })),
});

export const queued = queuedWith({});
export const started = startedWith({});
export const completed = { type: 'JobCompleted', jobId, workerId, output: input, executionTime: 0 } satisfies JobEvent;
export const failed = { type: 'JobFailed', jobId, workerId, error: 'handler failed', executionTime: 0 } satisfies JobEvent;
export const timedOut = { type: 'JobTimedOut', jobId, workerId, executionTime: 0 } satisfies JobEvent;
export const cancelled = { type: 'JobCancelled', jobId, workerId } satisfies JobEvent;
export const missedWorker: JobEvent = { type: 'JobMissedWorker', jobId, workerId };
export const requeued: JobEvent = { type: 'JobRequeued', jobId, workerId, retries: 1 };
export const retried: JobEvent = { type: 'JobRetried', jobId };
export const expired = { type: 'JobExpired', jobId, reason: 'ttl', workerId: null } satisfies JobEvent;
const webhookSent: JobEvent = {
  type: 'JobWebhookSent',
  jobId,
  url: 'https://example.com/hook',
  attempt: 1,
  answered: 500,
  again: true,
};

export const webhookPosted = {
  type: 'JobWebhookPosted',
  jobId,
  url: 'https://example.com/hook',
  attempt: 1,
  payload: {
    id: jobId,
    status: 'FAILED',
    delayTime: 0,
    executionTime: 0,
    error: 'handler failed',
    workerId,
    input,
    webhook: 'https://example.com/hook',
  },
} satisfies JobEvent;
export const webhookAnswered = { type: 'JobWebhookAnswered', jobId, attempt: 1, answered: 500, again: true } satisfies JobEvent;

export const queue = { type: 'QueueJob', endpointId: 'ep-a', source: 'run', input, terms } satisfies JobCommand;
export const start = {
  type: 'StartJob',
  workerId,
  attempt: { runsMs: 2_000, ending: 'complete' },
  endpointTimeoutMs: 300_000,
} satisfies JobCommand;

/** One of each command. */
export const commands = oneOfEach<JobCommand>({
  QueueJob: queue,
  StartJob: start,
  YieldChunk: {},
  PostChunk: { output: 'a' },
  PostOutput: { posted: { body: { output: 1 }, isStream: false } },
  TakeOver: { attempt: { runsMs: 2_000, ending: 'complete' } },
  DrainChunks: {},
  EndWork: {},
  EndAttempt: {},
  TimeOutJob: {},
  CancelJob: {},
  AskCancel: {},
  ReturnJob: {},
  MissWorker: {},
  LoseWorker: {},
  LoseUnnamed: {},
  RetryJob: {},
  LimitResult: { ttlMs: 1_000 },
  ExpireJob: { reason: 'ttl' },
  PurgeJob: {},
  SendWebhook: {},
  ReportWebhook: { attempt: 1, answered: 200 },
});

const atStart = (...events: readonly JobEvent[]) => stateAfter(jobEntity, events);

/** A job in each status; those that ran have a chunk to deliver. */
export const jobs = [
  atStart(),
  atStart(queued),
  atStart(queued, started, streamedOf(1)),
  atStart(queued, started, streamedOf(1), completed),
  atStart(queued, started, streamedOf(1), failed),
  atStart(queued, started, streamedOf(1), cancelled),
  atStart(queued, started, streamedOf(1), timedOut),
  atStart(queued, expired),
];

/** One of each event, as a job's log may hold it. */
export const events: readonly JobEvent[] = [
  queuedWith({ webhook: 'https://example.com/hook' }),
  startedWith({ stream: { count: 3, everyMs: 500 } }),
  streamedOf('a', 'b'),
  { type: 'JobWorked', jobId },
  { type: 'JobDrained', jobId, chunks: 1 },
  { type: 'JobProgressed', jobId, output: 'half' },
  { type: 'JobTakenOver', jobId, attempt: { runsMs: 2_000, ending: 'complete' } },
  completed,
  failed,
  timedOut,
  { type: 'JobCancelAsked', jobId, endsMs: 300 },
  cancelled,
  { type: 'JobCrashedWorker', jobId, workerId },
  missedWorker,
  requeued,
  retried,
  { type: 'JobResultLimited', jobId, until: 5_000 as VirtualTime },
  { type: 'JobResultDropped', jobId },
  expired,
  { type: 'JobPurged', jobId },
  webhookSent,
  webhookPosted,
  webhookAnswered,
];
