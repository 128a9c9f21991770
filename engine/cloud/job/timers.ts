import { after } from '../../kernel/decider.ts';
import { type DurationMs, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { Timer } from '../decisions.ts';
import type { Attempt } from '../handler/attempt.ts';
import type { JobCommand } from './decide.ts';
import { isNotifying, type Job } from './evolve.ts';
import { liveStatuses, terminalStatuses } from './lifecycle.ts';
import type { JobSettings } from './settings.ts';

/** Which timers run in which statuses. A timer stops when the job leaves its statuses, so there is no list of timers to stop. */
// biome-ignore format: a table
export const jobTimers: readonly Timer<Job, JobCommand, JobSettings>[] = [
  { name: 'ttl',       runs: liveStatuses,     dueAt: ttlEnds,                                                          command: { type: 'ExpireJob', reason: 'ttl' } },
  { name: 'chunk',     runs: ['IN_PROGRESS'],  dueAt: nextChunk,                                                        command: { type: 'YieldChunk' } },
  { name: 'attempt',   runs: ['IN_PROGRESS'],  dueAt: attemptEnds,                                                      command: { type: 'EndAttempt' } },
  { name: 'execution', runs: ['IN_PROGRESS'],  dueAt: executionOver,                                                    command: { type: 'TimeOutJob' } },
  { name: 'cancel',    runs: ['IN_QUEUE', 'IN_PROGRESS'], dueAt: (job) => job.cancelDue,                                 command: { type: 'CancelJob' }, rule: 'job.cancel-takes-time' },
  { name: 'missing',   runs: ['IN_PROGRESS'],  dueAt: (job, settings) => after(job.missedAt, settings.workerMissedAfter), command: { type: 'LoseWorker' } },
  { name: 'webhook',   runs: terminalStatuses, dueAt: nextWebhook,                                                      command: { type: 'SendWebhook' } },
  { name: 'retention', runs: terminalStatuses, dueAt: resultGone,                                                       command: { type: 'ExpireJob', reason: 'retention' } },
];

/** A queued job is never started at this time, or after it. */
export function ttlEnds({ submittedAt, terms }: Job): VirtualTime | null {
  return after(submittedAt, terms.ttlMs);
}

function nextChunk({ attempt, chunksYielded, startedAt, missedAt }: Job): VirtualTime | null {
  if (attempt?.stream === undefined || attempt.shared === true || missedAt !== null || chunksYielded >= attempt.stream.count) return null;
  return after(startedAt, (attempt.loadsMs ?? 0) + (chunksYielded + 1) * attempt.stream.everyMs);
}

/** With the loading of its process before, and the post of its result (handler.first-job, worker.takes-in-time). */
const takesMs = ({ loadsMs = 0, runsMs, postMs = 0 }: Attempt): DurationMs => loadsMs + runsMs + postMs;

/** If it shares its worker, that determines the end of its work. */
function attemptEnds({ attempt, startedAt, workedAt, missedAt }: Job): VirtualTime | null {
  if (attempt === null || attempt.ending === 'hang' || missedAt !== null) return null;
  if (attempt.shared === true) return after(workedAt, attempt.postMs ?? 0);
  return after(startedAt, takesMs(attempt));
}

/** Runs only if it can fire: an attempt that ends within its time needs no timeout, as long as its worker answers, and no other job slows it down. */
function executionOver({ attempt, startedAt, missedAt, timeoutMs }: Job): VirtualTime | null {
  const endsInTime =
    attempt !== null && attempt.shared !== true && timeoutMs !== null && attempt.ending !== 'hang' && takesMs(attempt) <= timeoutMs;
  return endsInTime && missedAt === null ? null : after(startedAt, timeoutMs);
}

/** A real receiver may take long to answer, so the next try is counted from the last one. */
function nextWebhook({ webhookDue, webhookTries, webhookPostedAt, finishedAt }: Job, settings: JobSettings): VirtualTime | null {
  if (!webhookDue) return null;
  if (webhookPostedAt !== null) return after(webhookPostedAt, webhookGap(webhookTries, settings));
  let by = 0;
  for (let tried = 1; tried <= webhookTries; tried++) by += webhookGap(tried, settings);
  return after(finishedAt, by);
}

/** The time from the n-th try to the next. */
const webhookGap = (tried: number, { webhookEvery, webhookGaps }: JobSettings): DurationMs =>
  webhookGaps[Math.min(tried, webhookGaps.length) - 1] ?? webhookEvery;

/**
 * The retention that began with the end of the job, or the shorter limit of a status call (job.status-ttl). A job whose result was
 * dropped is removed once its webhook has been tried to the end (job.status-ttl-webhook).
 */
function resultGone(job: Job): VirtualTime | null {
  const { finishedAt, terms, keepUntil, resultDropped } = job;
  if (resultDropped && isNotifying(job)) return null;
  const due = after(finishedAt, terms.retentionMs) ?? worldStart;
  return keepUntil !== null && keepUntil < due ? keepUntil : due;
}
