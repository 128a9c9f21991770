import { callWords, failureWords, hasFailed, knew, looks, workOf } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { jobsHeard } from './heard.ts';
import type { BrokenClient } from './property.ts';

/** More tries than these in a row are without a bound. Reads cost nothing, and a client may sit out an outage. */
export const triesMax = 20;
export const readsMax = 100;
/** Each job that failed was paid for. */
export const paidMax = 5;

/** The client tries the same again and again: a call that fails each time, or work whose every job fails, and is paid for. */
export const triesForEver = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  const failures = new Map<string, Failure[]>();
  const jobsFailed = failuresOfJobs(exchanges, end);
  for (const exchange of exchanges) {
    const work = jobsFailed.workOfRetry(exchange) ?? workOf(exchange);
    const of = failures.get(work) ?? [];
    failures.set(work, of);
    const before = claim(of, exchange);
    const chain = { tries: (before?.tries ?? 0) + 1, paid: before?.paid ?? 0 };
    const words = tooMany(exchange, chain, before);
    if (words !== undefined) return { words, exchange };
    // A 404 is no try that failed: polling what is gone has a property of its own.
    if (hasFailed(exchange) && exchange.status !== 404)
      of.push({ ...chain, isKnownTo: (later) => knew(later, exchange), why: failureWords(exchange) });
    for (const { isKnownTo, why } of jobsFailed.of(exchange)) of.push({ tries: 0, paid: chain.paid + 1, isKnownTo, why });
  }
  return undefined;
};

/** A try that failed, and that no other try has followed yet. */
interface Failure {
  readonly tries: number;
  readonly paid: number;
  readonly isKnownTo: (later: Exchange) => boolean;
  readonly why: string;
}

/** Takes the failure that a call is the next try of: of several, one that has been tried least. */
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

/** What failed of the jobs that the client heard of, by the calls that put them in the queue: a submission, or a retry. */
const failuresOfJobs = (exchanges: readonly Exchange[], end: ClientEnd) => {
  const failed = new Map<Exchange, JobFailure[]>();
  const works = new Map<string, string>();
  for (const { id, submitted, news } of jobsHeard(exchanges, end)) {
    if (submitted === undefined) continue;
    works.set(id, workOf(submitted));
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
