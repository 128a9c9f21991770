import { callWords, isPoll } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { isOver, jobsHeard, type News } from './heard.ts';
import type { BrokenClient } from './property.ts';

/**
 * Finds a job that had not ended by the last answer the client read before it returned. A client that gives up throws an error, or cancels the
 * job. A webhook tells the end, also to a client whose poll is answered later. Jobs that the client never polled are checked by
 * `jobs-accounted-for`.
 */
export const tookForResult = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  if (end.how !== 'returned') return undefined;
  for (const { id, news } of jobsHeard(exchanges, end)) {
    const last = news.at(-1);
    if (last?.exchange === undefined || isOver(last.status) || !wasAsked(last) || news.some(({ hook }) => hook !== undefined)) continue;
    const words =
      `${callWords(last.exchange)} said that ${id} is ${last.status}, and the client took that for its result: it returned, and ` +
      `heard no more of ${id}. Poll its status until it is COMPLETED, FAILED, CANCELLED or TIMED_OUT; to give up, cancel it or throw`;
    return { words, exchange: last.exchange };
  }
  return undefined;
};

const wasAsked = ({ exchange }: News): boolean => exchange !== undefined && (isPoll(exchange) || exchange.operation === 'runsync');
