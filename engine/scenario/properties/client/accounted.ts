import { callWords, failureWords, isObject, isSubmission } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { isOver, jobsHeard, jobsOfLost } from './heard.ts';
import type { BrokenClient } from './property.ts';

/**
 * Finds a job that the client left behind when it returned: it had not read that the job ended, had not cancelled it, had not given its id
 * to the caller, and had not asked for a webhook. Jobs whose submission got no answer count, too.
 */
export const findLeftJob = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  if (end.how !== 'returned') return undefined;
  const heard = jobsHeard(exchanges, end);
  const isAccounted = (id: string): boolean => isOver(heard.find((job) => job.id === id)?.news.at(-1)?.status) || mentions(id, end);
  for (const { id, submitted, news } of heard) {
    if (submitted === undefined || isAccounted(id) || asksForWebhook(submitted)) continue;
    const words =
      `${callWords(submitted)} submitted ${id}, and the client returned without knowing its end: the last it heard is ` +
      `${news.at(-1)?.status}. Poll it until it is over, cancel it, or return its id`;
    return { words, exchange: submitted };
  }
  for (const [exchange, { id }] of jobsOfLost(exchanges, end)) {
    if (isAccounted(id) || asksForWebhook(exchange)) continue;
    const why = exchange.lost === undefined ? 'the client did not wait for the answer' : failureWords(exchange);
    const words =
      `${callWords(exchange)} got no answer (${why}), but it submitted ${id}, which the client knows nothing of. ` +
      'Say so by an error, or submit with a webhook; do not go on as if there were no job';
    return { words, exchange };
  }
  return undefined;
};

/** Whether the client returned or printed this word: an id, by which its caller can find the entity, or a status. */
export const mentions = (word: string, { said }: ClientEnd): boolean => said?.includes(word) === true;

export const asksForWebhook = (exchange: Exchange): boolean =>
  isSubmission(exchange) && isObject(exchange.body) && typeof exchange.body['webhook'] === 'string';
