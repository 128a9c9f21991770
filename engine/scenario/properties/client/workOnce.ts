import { callWords, formatWork, hasSucceeded, isSubmission, knew, textIn } from './calls.ts';
import type { ClientEnd, JobAtEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/**
 * Finds work that was accepted twice: the client knew that it had a job for this input, and that job had completed, or still waited or ran,
 * when the same input was submitted again. A job that failed, timed out or was cancelled may be replaced by another one.
 */
export const doesWorkTwice = (exchanges: readonly Exchange[], { jobs }: ClientEnd): BrokenClient | undefined => {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const byWork = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    if (!isSubmission(exchange) || !hasSucceeded(exchange)) continue;
    const work = formatWork(exchange);
    const earlier = byWork.get(work) ?? [];
    byWork.set(work, [...earlier, exchange]);
    for (const first of earlier) {
      const job = byId.get(textIn(first, 'id') ?? '');
      if (job === undefined || !knew(exchange, first) || !isStillGood(job, exchange)) continue;
      const why = job.hasCompleted ? `${job.id}, which completes it` : `${job.id}, which was not over`;
      const words =
        `${callWords(exchange)} submits again what ${callWords(first)} had submitted as ${why}: both jobs are paid for. Keep the id, and poll it ` +
        'in time: a result that is gone was paid for, too. To try again, cancel the job first. Work that is meant twice says so in its input';
      return { words, exchange };
    }
  }
  return undefined;
};

const isStillGood = ({ hasCompleted, overAt }: JobAtEnd, { sentAt }: Exchange): boolean =>
  hasCompleted || overAt === undefined || overAt > sentAt;
