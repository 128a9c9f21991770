import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { WorkerEvent } from '../../../cloud/worker/events.ts';
import { isBilled } from '../../../cloud/worker/price.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { spanUpTo } from '../../../world/reports/record/gauge.ts';
import { recordLog } from '../../../world/reports/record/recordLog.ts';
import type { World } from '../../../world/world.ts';
import type { PlayedJob } from './lowerBound.ts';

/** What a play asked of its workers, and what these cost. */
export interface PlayedTrace {
  readonly jobs: readonly PlayedJob[];
  /** From arrival to start, of each job that started; and to the end, of each that ended. */
  readonly waits: readonly number[];
  readonly totals: readonly number[];
  /** The shortest start of a worker. */
  readonly startMs: number;
  /** How long its workers were billed, together, and USD for it. */
  readonly billedMs: number;
  readonly usd: number;
}

interface TracedJob {
  readonly at: number;
  startedAt?: number;
  loadsMs?: number;
}

/** Reads a log. Left says why another scaler would not have had the same jobs to run. */
export const readTrace = (entries: () => Iterable<LogEntry<DomainEvent>>, until: World['now']): Either<string, PlayedTrace> => {
  const jobs = new Map<string, TracedJob>();
  const [ran, waits, totals]: [PlayedJob[], number[], number[]] = [[], [], []];
  for (const { at, event } of entries()) {
    const why = explainOther(event);
    if (why !== undefined) return left(why);
    if (event.type === 'JobQueued') jobs.set(event.jobId, { at });
    const job = 'jobId' in event && event.jobId !== null ? jobs.get(event.jobId) : undefined;
    if (job === undefined) continue;
    if (event.type === 'JobStarted') {
      job.startedAt = at;
      job.loadsMs = event.attempt.loadsMs ?? 0;
      waits.push(at - job.at);
    }
    if ('executionTime' in event) {
      ran.push({ at: job.at, ms: Math.max(0, event.executionTime - (job.loadsMs ?? 0)) });
      totals.push(at - job.at);
    }
  }
  if (ran.length === 0) return left('no job ran');
  const { all } = recordLog(entries(), spanUpTo(until, 1));
  const billedMs = [...all.workers].reduce((sum, [status, { sum: ms }]) => sum + (isBilled(status) ? ms : 0), 0);
  return right({ jobs: ran, waits, totals, startMs: findShortestStart(entries()), billedMs, usd: all.cost });
};

/** Why a play like this does not say what another scaler would have to do. */
const explainOther = (event: DomainEvent): string | undefined => {
  switch (event.type) {
    case 'RequestReceived':
      return 'a load balancer has requests, and no queue';
    case 'JobRequeued':
    case 'JobRetried':
      return 'jobs ran more than once, and which ones depends on the scaler';
    case 'JobStarted':
      return event.attempt.external === true ? 'real workers ran the jobs' : undefined;
    case 'WorkerBeganWork':
      return 'jobs share workers, and how long they run depends on the scaler';
    default:
      return undefined;
  }
};

/** From the moment when a worker began to start until it was ready; 0 if none did. */
const findShortestStart = (entries: Iterable<LogEntry<DomainEvent>>): number => {
  const begun = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const { at, event } of entries) {
    const { workerId } = event as Partial<WorkerEvent>;
    if (workerId === undefined) continue;
    if ('startingMs' in event) begun.set(workerId, at);
    if (event.type === 'WorkerReady') shortest = Math.min(shortest, at - (begun.get(workerId) ?? at));
  }
  return Number.isFinite(shortest) ? shortest : 0;
};
