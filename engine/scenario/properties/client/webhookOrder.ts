import { callWords, creates, namesJob } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** Finds a client that takes the webhook of one job for that of another: it continues with a job that is not over. */
export const assumesOrder = (exchanges: readonly Exchange[], { jobs }: ClientEnd): BrokenClient | undefined => {
  for (const exchange of exchanges) {
    const { because, sentAt } = exchange;
    if (because === undefined || !creates(exchange) || namesJob(exchange, because.jobId)) continue;
    const open = jobs.find(({ id, overAt }) => namesJob(exchange, id) && (overAt === undefined || overAt > sentAt));
    if (open === undefined) continue;
    const words =
      `${callWords(exchange)} goes on with ${open.id}, which was not over, when the webhook of ${because.jobId} came. Webhooks come in the order ` +
      'in which jobs end, and later where one is lost: what is done when one comes, do for the job whose id stands in it';
    return { words, exchange };
  }
  return undefined;
};
