import { callWords, failureWords, formatWork, hasFailed, knew, looks } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { jobsHeard } from './heard.ts';
import type { BrokenClient } from './property.ts';

/** A client with more failed tries in a row than these has no bound. Reads have a higher limit, because they cost nothing and an outage may be long. */
export const triesMax = 20;
export const readsMax = 100;
/** Jobs have a low limit, because each failed job was paid for. */
export const paidMax = 5;

/** Finds a client that repeats a failing call, or resubmits work whose jobs all fail, more often than the limits allow. */
export const triesForEver = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  const failures = new Map<string, Failure[]>();
  const jobsFailed = failuresOfJobs(exchanges, end);
  for (const exchange of exchanges) {
    const work = jobsFailed.workOfRetry(exchange) ?? formatWork(exchange);
    const of = failures.get(work) ?? [];
    failures.set(work, of);
    const before = claim(of, exchange);
    const chain = { tries: (before?.tries ?? 0) + 1, paid: before?.paid ?? 0 };
    const words = tooMany(exchange, chain, before);
    if (words !== undefined) return { words, exchange };
    // A 404 does not count as a failed try: `gone.ts` checks polls of missing entities.
    if (hasFailed(exchange) && exchange.status !== 404)
      of.push({ ...chain, isKnownTo: (later) => knew(later, exchange), why: failureWords(exchange) });
    for (const { isKnownTo, why } of jobsFailed.of(exchange)) of.push({ tries: 0, paid: chain.paid + 1, isKnownTo, why });
  }
  return undefined;
};

/** A failed try that has no successor yet. */
interface Failure {
  readonly tries: number;
  readonly paid: number;
  readonly isKnownTo: (later: Exchange) => boolean;
  readonly why: string;
}

/** Takes the failure that a call retries. Of several, it takes the one with the fewest tries. */
const claim = (failures: Failure[], exchange: Exchange): Failure | undefined => {
  let place = -1;
  for (const [k, one] of failures.entries()) {
    if (!one.isKnownTo(exchange)) continue;
    const least = failures[place];
    if (least === undefined || one.paid < least.paid || (one.paid === least.paid && one.tries < least.tries)) place = k;
  }
  return place === -1 ? undefined : failures.splice(place, 1)[0];
};

const tooMany = (exchange: Exchange, { tries, paid }: Pick<Failure, 'tries' | 'paid'>, before: Failure | undefined): string | undefined => {
  if (paid > paidMax)
    return (
      `${callWords(exchange)} submits the same work again after ${paid} jobs of it have failed (${before?.why}): each one is paid for. ` +
      'Give up after a few jobs, and report the error of the last'
    );
  if (tries <= (looks(exchange) ? readsMax : triesMax)) return undefined;
  return (
    `${callWords(exchange)} is try ${tries} of the same in a row; the one before failed (${before?.why}). ` +
    'Give up after a few tries, with longer and longer pauses between them, and report the error'
  );
};

type JobFailure = Pick<Failure, 'isKnownTo' | 'why'>;

/** The failed jobs that the client knows of, by the call that put each in the queue: a submission, or a retry. */
const failuresOfJobs = (exchanges: readonly Exchange[], end: ClientEnd) => {
  const failed = new Map<Exchange, JobFailure[]>();
  const works = new Map<string, string>();
  for (const { id, submitted, news } of jobsHeard(exchanges, end)) {
    if (submitted === undefined) continue;
    works.set(id, formatWork(submitted));
    let queuedBy: Exchange | undefined = submitted;
    for (const { at, status, exchange } of news) {
      if (exchange?.operation === 'retry' && status === 'IN_QUEUE') queuedBy = exchange;
      if (queuedBy === undefined || (status !== 'FAILED' && status !== 'TIMED_OUT')) continue;
      const isKnownTo = (later: Exchange): boolean => (exchange === undefined ? later.sentAt >= at : knew(later, exchange));
      failed.set(queuedBy, [{ isKnownTo, why: `${id} is ${status}` }]);
      queuedBy = undefined;
    }
  }
  return {
    of: (exchange: Exchange): readonly JobFailure[] => failed.get(exchange) ?? [],
    workOfRetry: ({ operation, params }: Exchange): string | undefined =>
      operation === 'retry' ? works.get(params['job_id'] ?? '') : undefined,
  };
};
