import { findOperation } from '../../../api/operations.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import { formatVirtualTime, minutes } from '../../../kernel/time.ts';
import { callWords, hasSucceeded, isObject, isSubmission, workOf } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { isOver, type JobHeard, jobsHeard, wasTaken } from './heard.ts';
import type { BrokenClient } from './property.ts';

/** Finds a client that relies on exactly one webhook for each job. It acts twice if two come, or waits for ever if none comes. */
export const dependsOnOneWebhook = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  for (const job of jobsHeard(exchanges, end)) {
    const broken = actsTwice(job, exchanges, end) ?? waitsForEver(job, end);
    if (broken !== undefined) return broken;
  }
  return undefined;
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
    const before = first.get(workOf(exchange));
    if (before === undefined) first.set(workOf(exchange), exchange);
    if (before === undefined || told.filter((at) => at <= exchange.sentAt).length < 2 || !told.some((at) => at >= before.sentAt)) continue;
    const words =
      `${callWords(exchange)} does for ${id} what ${callWords(before)} has done: the client acted each time that it heard of the end of ` +
      'the job, and a webhook may come more than once. Note which jobs were dealt with, and ignore a webhook for one of them';
    return { words, exchange };
  }
  return undefined;
};

const creates = (exchange: Exchange): boolean => {
  const { operation = '' } = exchange;
  return hasSucceeded(exchange) && (isSubmission(exchange) || (operation.startsWith('create') && findOperation(operation) !== undefined));
};

/** Whether a call was made because of a job: from the receiver of its webhook, or with its id in the request. */
const isFor = ({ because, path, body }: Exchange, id: string): boolean =>
  because?.jobId === id || path.includes(id) || canonicalText(body ?? null).includes(id);

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
