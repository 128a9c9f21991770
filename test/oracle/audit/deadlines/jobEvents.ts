import { drawSetting } from '../../../../engine/cloud/handler/drawnSetting.ts';
import type { JobEvent } from '../../../../engine/cloud/job/events.ts';
import type { JobSettings } from '../../../../engine/cloud/job/settings.ts';
import { later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import { compareTime } from './dueBook.ts';
import { type JobPage, setAttempt, stopAttempt } from './jobPage.ts';
import { beginRetention } from './results.ts';

// What each event changes in the page of a job. It says what is wrong with the event.

export type Event<Type extends JobEvent['type']> = Extract<JobEvent, { readonly type: Type }>;

export const startJob = (page: JobPage, { attempt, timeoutMs }: Event<'JobStarted'>, at: VirtualTime): undefined => {
  const limitMs = timeoutMs ?? page.terms.executionTimeoutMs;
  page.timesOutAt = limitMs === null ? undefined : later(at, limitMs);
  setAttempt(page, attempt, at, at);
};

export const takeOver = (page: JobPage, { attempt }: Event<'JobTakenOver'>, at: VirtualTime): undefined => {
  setAttempt(page, attempt, page.startedAt ?? at, at);
};

export const crashWorker = (page: JobPage, _event: unknown, at: VirtualTime): string | undefined => {
  const wrong = compareTime('crashed its worker', 'job.start', at, page.endsAt);
  page.endsAt = undefined;
  return wrong;
};

export const missWorker = (page: JobPage, at: VirtualTime, { workerMissedAfter }: JobSettings): undefined => {
  page.endsAt = undefined;
  page.missesAt = undefined;
  page.missedAt = at;
  page.lostAt = later(at, workerMissedAfter);
};

export const requeue = (page: JobPage, event: Event<'JobRequeued'>, at: VirtualTime, settings: JobSettings): string | undefined => {
  const wrong = event.returned === true ? undefined : (wrongLoss(page, event, at) ?? wrongRequeue(page, event, settings));
  if (event.returned !== true) page.requeues += 1;
  stopAttempt(page);
  return wrong;
};

export const complete = (page: JobPage, event: Event<'JobCompleted'>, at: VirtualTime): string | undefined =>
  end(page, at, wrongEnd(page, 'complete', at) ?? wrongTime(page, event, at));

export const fail = (page: JobPage, event: Event<'JobFailed'>, at: VirtualTime, settings: JobSettings): string | undefined => {
  const isLost = page.lostAt !== undefined || event.unnamed === true || page.isExternal;
  const endsItself = event.posted === true || !isLost || (page.attempt?.ending === 'fail' && at === page.endsAt);
  const wrong = endsItself ? wrongEnd(page, 'fail', at) : (wrongLoss(page, event, at) ?? wrongGiveUp(page, settings));
  return end(page, at, wrong ?? wrongTime(page, event, at));
};

export const timeOut = (page: JobPage, event: Event<'JobTimedOut'>, at: VirtualTime): string | undefined => {
  const { endsAt, timesOutAt } = page;
  const wrong = compareTime('timed out', 'job.timeout', at, timesOutAt) ?? wrongTime(page, event, at);
  return end(page, at, endsAt !== undefined && endsAt <= at ? 'timed out, and its attempt has ended (job.timeout)' : wrong);
};

/** What the job says of how long it waited since a client put it into the queue: a requeue by the platform begins no new wait. */
export const wrongDelay = (queuedAt: VirtualTime, delayTime: number | null, at: VirtualTime): string | undefined =>
  delayTime === at - queuedAt ? undefined : `says that it waited ${delayTime} ms, and was queued ${at - queuedAt} ms ago (job.start)`;

/** Asking again changes nothing (job.cancel-takes-time). */
export const askCancel = (page: JobPage, { endsMs }: Event<'JobCancelAsked'>, at: VirtualTime): string | undefined => {
  const isAsked = page.cancelledAt !== undefined;
  page.cancelledAt = later(at, endsMs);
  return isAsked ? 'begins to be cancelled, and did before (job.cancel-takes-time)' : undefined;
};

/** Where a cancel takes time, none comes sooner. Its endpoint may have been deleted meanwhile. */
export const cancel = (page: JobPage, at: VirtualTime, { cancelEnds }: JobSettings): string | undefined =>
  end(
    page,
    at,
    drawSetting(cancelEnds, () => 0) === 0 ? undefined : compareTime('was cancelled', 'job.cancel-takes-time', at, page.cancelledAt),
  );

export const retry = (page: JobPage): undefined => {
  page.requeues = 0;
  page.keepForMs = undefined;
  page.isLimited = false;
  page.goneAt = undefined;
};

/** What it says of how long it ran, if that is wrong. */
const wrongTime = ({ startedAt = worldStart }: JobPage, { executionTime }: Timed, at: VirtualTime): string | undefined =>
  executionTime === at - startedAt
    ? undefined
    : `says that it ran for ${executionTime} ms, and started ${at - startedAt} ms ago (job.start)`;

type Timed = Pick<Event<'JobCompleted' | 'JobFailed' | 'JobTimedOut'>, 'executionTime'>;

const end = (page: JobPage, at: VirtualTime, wrong: string | undefined): string | undefined => {
  stopAttempt(page);
  page.cancelledAt = undefined;
  beginRetention(page, at);
  return wrong;
};

/** A real worker posts the end of a job when it likes. Any other attempt ends when it says, unless its worker is down. */
const wrongEnd = ({ attempt, endsAt }: JobPage, ending: 'complete' | 'fail', at: VirtualTime): string | undefined => {
  if (attempt?.external === true) return undefined;
  const due = attempt?.ending === ending ? endsAt : undefined;
  return compareTime(ending === 'complete' ? 'completed' : 'failed', 'job.start', at, due);
};

/** Pings that never name the job lose it, as its attempt says or as a real worker does; the silence of its worker loses it after a while. */
const wrongLoss = (
  { attempt, endsAt, lostAt, isExternal }: JobPage,
  { unnamed }: Event<'JobRequeued' | 'JobFailed'>,
  at: VirtualTime,
): string | undefined => {
  if (lostAt !== undefined) return compareTime('was lost', 'job.worker-lost', at, lostAt);
  if (unnamed === true && attempt?.ending === 'unnamed') return compareTime('was lost', 'job.unnamed', at, endsAt);
  return isExternal ? undefined : compareTime('was lost', 'job.worker-lost', at, undefined);
};

const wrongRequeue = ({ requeues }: JobPage, { retries }: Event<'JobRequeued'>, { retriesMax }: JobSettings): string | undefined => {
  const count = requeues + 1;
  if (count > retriesMax) return `was requeued ${count} times, job.worker-lost allows ${retriesMax}`;
  return retries === count ? undefined : `says that it was requeued ${retries} times, job.worker-lost counts ${count}`;
};

const wrongGiveUp = ({ requeues }: JobPage, { retriesMax }: JobSettings): string | undefined =>
  requeues >= retriesMax ? undefined : `failed after ${requeues} requeues, job.worker-lost allows ${retriesMax}`;
