import { asksForWebhook, mentions } from './accounted.ts';
import { callWords, formatWork } from './calls.ts';
import type { ClientEnd, JobAtEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { type JobHeard, jobsHeard } from './heard.ts';
import type { BrokenClient } from './property.ts';

/**
 * Finds a job that a client took for done: the client returned, though the job failed, timed out or was cancelled, or was removed before the
 * client had read that it completed. A client may give up a job that is not over, by a cancel, a purge, or the deletion of its endpoint; it may
 * have the same work done by another job; and it may return the id or that status, or leave the end to the receiver of a webhook.
 */
export const tookForSuccess = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  if (end.how !== 'returned') return undefined;
  const heard = jobsHeard(exchanges, end);
  const done = new Set(heard.flatMap((job) => (hasSucceeded(job) && job.submitted !== undefined ? [formatWork(job.submitted)] : [])));
  for (const job of heard) {
    const { id, submitted } = job;
    const ended = end.jobs.find((one) => one.id === id);
    if (submitted === undefined || ended === undefined || hasSucceeded(job) || done.has(formatWork(submitted))) continue;
    const isTold = mentions(id, end) || mentions(ended.status, end);
    if (!(ended.status in endWords) || isTold || isLeftToOthers(job) || hasGivenUp(exchanges, ended)) continue;
    const words =
      `${callWords(submitted)} submitted ${id}, which ${endWords[ended.status]}, and the client returned as if its work were done. ` +
      'Throw, submit the work again, or return what became of it: its status, or its id';
    return { words, exchange: job.news.at(-1)?.exchange ?? submitted };
  }
  return undefined;
};

const endWords: Readonly<Record<string, string>> = {
  FAILED: 'failed',
  TIMED_OUT: 'timed out',
  CANCELLED: 'was cancelled',
  REMOVED: 'was removed before its output was read',
};

const hasSucceeded = ({ news }: JobHeard): boolean => news.some(({ status }) => status === 'COMPLETED');

/** A webhook tells its receiver of the end; one that the client has taken itself told the client. */
const isLeftToOthers = ({ submitted, news }: JobHeard): boolean =>
  submitted !== undefined && asksForWebhook(submitted) && !news.some(({ hook }) => hook !== undefined);

/** Whether the client asked for the end of a job that was not over then. */
const hasGivenUp = (exchanges: readonly Exchange[], { id, endpointId, overAt }: JobAtEnd): boolean =>
  exchanges.some(({ operation, params, sentAt }) => {
    const asks =
      (operation === 'cancel' && params['job_id'] === id) ||
      (operation === 'purgeQueue' && params['endpoint_id'] === endpointId) ||
      (operation === 'deleteEndpoint' && params['id'] === endpointId);
    return asks && (overAt === undefined || sentAt <= overAt);
  });
