import { formatVirtualTime, minutes } from '../../../kernel/time.ts';
import { callWords, creates, formatWork, isObject, namesJob } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { isOver, type JobHeard, jobsHeard, wasTaken } from './heard.ts';
import type { BrokenClient } from './property.ts';

/** Finds a client that relies on exactly one webhook for each job. It acts twice if two come, or waits for ever if none comes. */
export const dependsOnOneWebhook = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  const jobs = jobsHeard(exchanges, end);
  for (const job of jobs) {
    const broken = actsTwice(job, exchanges, end) ?? waitsForEver(job, end);
    if (broken !== undefined) return broken;
  }
  return countsWebhooks(jobs, end);
};

/** Finds a creating call that the client made twice for one job, the second time after a repeated webhook. */
const actsTwice = ({ id, news }: JobHeard, exchanges: readonly Exchange[], { hooks }: ClientEnd): BrokenClient | undefined => {
  const posts = hooks.filter(({ jobId }) => jobId === id);
  if (posts.length === 0) return undefined;
  const told = [
    ...news.flatMap(({ at, status, hook }) => (hook === undefined && isOver(status) ? [at] : [])),
    ...posts.map(({ at }) => at),
  ];
  const first = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    if (!creates(exchange) || !isFor(exchange, id)) continue;
    const before = first.get(formatWork(exchange));
    if (before === undefined) first.set(formatWork(exchange), exchange);
    if (before === undefined || told.filter((at) => at <= exchange.sentAt).length < 2 || !told.some((at) => at >= before.sentAt)) continue;
    const words =
      `${callWords(exchange)} does for ${id} what ${callWords(before)} has done: the client acted each time that it heard of the end of ` +
      'the job, and a webhook may come more than once. Note which jobs were dealt with, and ignore a webhook for one of them';
    return { words, exchange };
  }
  return undefined;
};

/** Whether a call was made because of a job: from the receiver of its webhook, or with its id in the request. */
const isFor = (exchange: Exchange, id: string): boolean => exchange.because?.jobId === id || namesJob(exchange, id);

/**
 * Finds a job with a webhook whose end the client did not hear of before it returned, although it took as many webhooks as it had submitted
 * jobs with one: it counted them, and one came twice.
 */
const countsWebhooks = (jobs: readonly JobHeard[], { how, hooks }: ClientEnd): BrokenClient | undefined => {
  if (how !== 'returned') return undefined;
  const awaited = jobs.filter(({ submitted }) => isObject(submitted?.body) && typeof submitted.body['webhook'] === 'string');
  const taken = hooks.filter((hook) => hook.takenAt !== undefined && wasTaken(hook) && awaited.some(({ id }) => id === hook.jobId));
  // An answer that was on its way may come after the webhook.
  const unheard = awaited.find(({ news }) => !news.some(({ status }) => isOver(status)));
  if (unheard?.submitted === undefined || taken.length < awaited.length) return undefined;
  const words =
    `${callWords(unheard.submitted)} submitted ${unheard.id} with a webhook, and the client returned before it heard of its end, after ` +
    `${taken.length} webhooks for ${awaited.length} jobs: one came twice. Count the jobs that are over, and not the webhooks`;
  return { words, exchange: unheard.submitted };
};

/** A client that waits this long for a webhook has no other way to learn that the job has ended. */
const patience = minutes(10);

/** Finds a job that has ended, whose webhook was never taken, and whose status the client, which still waits, has not read. */
const waitsForEver = ({ id, submitted, news }: JobHeard, end: ClientEnd): BrokenClient | undefined => {
  if (end.how !== 'stuck' && end.how !== 'stopped') return undefined;
  if (submitted === undefined || !isObject(submitted.body) || typeof submitted.body['webhook'] !== 'string') return undefined;
  const endedAt = end.jobs.find((job) => job.id === id)?.endedAt;
  if (endedAt === undefined || isOver(news.at(-1)?.status) || end.hooks.some((hook) => hook.jobId === id && wasTaken(hook)))
    return undefined;
  if (end.how === 'stopped' && (end.now - endedAt < patience || news.some(({ at }) => at > endedAt))) return undefined;
  const words =
    `${callWords(submitted)} submitted ${id} with a webhook. The job ended at ${formatVirtualTime(endedAt)}, no webhook arrived, and the ` +
    'client still waits for one. A webhook may be lost, and a job that expires has none: poll the status, too, from time to time';
  return { words, exchange: submitted };
};
