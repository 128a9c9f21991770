import type { JobEvent } from '../../../../engine/cloud/job/events.ts';
import { formatVirtualTime, later, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { compareTime } from './dueBook.ts';
import { type JobPage, retentionRule } from './jobPage.ts';

/** The job has ended. A limit that was set before counts from now, and never makes the time longer (job.status-ttl). */
export const beginRetention = (page: JobPage, at: VirtualTime): void => {
  const { retentionMs } = page.terms;
  page.goneAt = later(at, Math.min(page.keepForMs ?? retentionMs, retentionMs));
};

/** Sets the limit of a status call. Says what is wrong with it. */
export const limitResult = (page: JobPage, event: Extract<JobEvent, { type: 'JobResultLimited' }>, at: VirtualTime): string | undefined => {
  const { goneAt, keepForMs, terms } = page;
  page.isLimited = true;
  if ('forMs' in event) {
    page.keepForMs = event.forMs;
    if (goneAt !== undefined) return 'is limited from its end, which was before (job.status-ttl)';
    return event.forMs < (keepForMs ?? terms.retentionMs)
      ? undefined
      : `is kept longer by a limit at ${formatVirtualTime(at)} (job.status-ttl)`;
  }
  page.goneAt = event.until;
  if (goneAt === undefined) return 'is limited before its end (job.status-ttl)';
  return event.until < goneAt ? undefined : `is kept longer by a limit at ${formatVirtualTime(at)} (job.status-ttl)`;
};

/** The result goes, while the tries of its webhook continue. */
export const dropResult = (page: JobPage, _event: unknown, at: VirtualTime): string | undefined => {
  page.isDropped = true;
  return compareTime('dropped its result', retentionRule(page), at, page.goneAt);
};

/** What is wrong with the removal of a job at that time. One whose result was dropped goes when its webhook is done. */
export const wrongRemoval = (page: JobPage, at: VirtualTime): string | undefined =>
  page.isDropped ? undefined : compareTime('lost its result', retentionRule(page), at, page.goneAt);
