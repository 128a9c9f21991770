import type { Attempt } from '../../../../engine/cloud/handler/attempt.ts';
import type { JobTerms } from '../../../../engine/cloud/handler/jobTerms.ts';
import type { JobEvent, JobSource } from '../../../../engine/cloud/job/events.ts';
import type { RuleId } from '../../../../engine/cloud/rulebook/rules.ts';
import type { Json } from '../../../../engine/kernel/canonical.ts';
import { type DurationMs, later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import { type Due, type DuePage, pickSooner } from './dueBook.ts';

/** What is counted of one job: where it is, whose turn it is, when it must end, and until when its result is kept. */
export interface JobPage extends DuePage {
  readonly endpointId: string;
  readonly source: JobSource;
  readonly terms: JobTerms;
  readonly input: Json;
  /** The batch that it is a request of; empty for all others. */
  readonly batchId: string;
  /** Its time to live is over. */
  readonly ttlAt: VirtualTime;
  is: JobPlace;
  /** When a client last put it in the queue; once it has ended, the start of the world. */
  queuedAt: VirtualTime;
  /** Among all jobs, in the order in which clients put them in their queues. A job that lost its worker has its old turn. */
  turn: number;
  /** The worker that started it last. */
  workerId: string;
  /** Of the attempt that runs; undefined while none does. */
  startedAt: Due;
  attempt: Attempt | undefined;
  /** A real worker runs it, or did before a stand-in took it over. */
  isExternal: boolean;
  /** The attempt ends by itself. */
  endsAt: Due;
  timesOutAt: Due;
  /** Its worker is down, and the job must be said to miss it at this instant. */
  missesAt: Due;
  missedAt: Due;
  /** It is lost with its worker. */
  lostAt: Due;
  /** A cancel that a client has asked for ends it. */
  cancelledAt: Due;
  /** How often it went back to the queue since a client put it there. */
  requeues: number;
  /** The limit set on a result that is not there yet. */
  keepForMs: DurationMs | undefined;
  /** Its result goes; undefined while there is none. */
  goneAt: Due;
  /** By the limit of a status call, and not by its retention. */
  isLimited: boolean;
  /** Its result is gone, and the tries of its webhook continue. */
  isDropped: boolean;
}

export type JobPlace = 'nowhere' | 'queue' | 'worker' | 'ended';

type JobQueued = Extract<JobEvent, { readonly type: 'JobQueued' }>;

/** The page of a job that is queued in this event, and not yet. */
export const newJobPage = ({ jobId, endpointId, source, terms, input, batch }: JobQueued, turn: number, at: VirtualTime): JobPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id: jobId,
  endpointId,
  source,
  terms,
  input,
  batchId: batch?.id ?? '',
  ttlAt: later(at, terms.ttlMs),
  is: 'nowhere',
  queuedAt: at,
  turn,
  workerId: '',
  startedAt: undefined,
  attempt: undefined,
  isExternal: false,
  endsAt: undefined,
  timesOutAt: undefined,
  missesAt: undefined,
  missedAt: undefined,
  lostAt: undefined,
  cancelledAt: undefined,
  requeues: 0,
  keepForMs: undefined,
  goneAt: undefined,
  isLimited: false,
  isDropped: false,
});

/** Where an event brings a job. */
export const placeAfter = (event: JobEvent, before: JobPlace): JobPlace => {
  switch (event.type) {
    case 'JobQueued':
    case 'JobRequeued':
    case 'JobRetried':
      return 'queue';
    case 'JobStarted':
      return 'worker';
    case 'JobCompleted':
    case 'JobFailed':
    case 'JobTimedOut':
    case 'JobCancelled':
      return 'ended';
    case 'JobExpired':
    case 'JobPurged':
      return 'nowhere';
    default:
      return before;
  }
};

/** The next thing that is due in a page. */
export const jobDueAt = ({ ttlAt, endsAt, timesOutAt, missesAt, lostAt, cancelledAt, goneAt, isDropped }: JobPage): Due => {
  const ended = isDropped ? ttlAt : pickSooner(ttlAt, goneAt);
  return pickSooner(pickSooner(pickSooner(ended, endsAt), pickSooner(timesOutAt, missesAt)), pickSooner(lostAt, cancelledAt));
};

/** The rule by which something was due in a page at that time, and what had to happen. */
export const jobRuleAt = (page: JobPage, due: Due): readonly [rule: RuleId, what: string] => {
  if (due === page.endsAt) return ['job.start', 'did not end its attempt'];
  if (due === page.timesOutAt) return ['job.timeout', 'did not time out'];
  if (due === page.missesAt) return ['job.worker-lost', 'did not miss its worker, which went down'];
  if (due === page.lostAt) return ['job.worker-lost', 'was not lost with its worker'];
  if (due === page.cancelledAt) return ['job.cancel-takes-time', 'was not cancelled'];
  if (due === page.ttlAt) return ['job.ttl', 'did not expire'];
  return [retentionRule(page), 'did not lose its result'];
};

/** The rule that says how long the result is kept. */
export const retentionRule = ({ isLimited, source }: JobPage): RuleId => {
  if (isLimited) return 'job.status-ttl';
  return source === 'batch' ? 'queue.batch' : `job.retention-${source}`;
};

/** How long an attempt takes; undefined if it does not end by itself. */
const takesMs = ({ ending, loadsMs = 0, runsMs, postMs = 0 }: Attempt): DurationMs | undefined =>
  ending === 'hang' ? undefined : loadsMs + runsMs + postMs;

/** The attempt that runs from `startedAt` on. One that a stand-in took over may be over already, and then ends now. */
export const setAttempt = (page: JobPage, attempt: Attempt, startedAt: VirtualTime, now: VirtualTime): void => {
  const ms = takesMs(attempt);
  page.attempt = attempt;
  page.startedAt = startedAt;
  page.isExternal ||= attempt.external === true;
  page.endsAt = ms === undefined || attempt.shared === true ? undefined : later(now, Math.max(startedAt + ms - now, 0));
};

/** Its work on a worker that it shares is done: it ends, or its result is posted. */
export const endSharedWork = (page: JobPage, at: VirtualTime): void => {
  page.endsAt = later(at, page.attempt?.postMs ?? 0);
};

/** It does not run any more. */
export const stopAttempt = (page: JobPage): void => {
  page.startedAt = undefined;
  page.attempt = undefined;
  page.isExternal = false;
  page.endsAt = undefined;
  page.timesOutAt = undefined;
  page.missesAt = undefined;
  page.missedAt = undefined;
  page.lostAt = undefined;
};
