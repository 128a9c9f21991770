import { terminalStatuses } from '../../../cloud/job/lifecycle.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { hasSucceeded, isObject, isPoll, isSubmission, textIn } from './calls.ts';
import type { ClientEnd, HookPosted, JobAtEnd } from './end.ts';
import type { Exchange } from './exchange.ts';

/** The answers about one job that a client has read, in order. */
export interface JobHeard {
  readonly id: string;
  readonly endpointId: string;
  /** The call that submitted it; absent for a job that the client only asked about. */
  readonly submitted?: Exchange;
  readonly news: readonly News[];
}

/** A status of the job, as an answer or a webhook said it; `GONE` if there is no such job, or no more. */
export interface News {
  readonly at: VirtualTime;
  readonly status: string;
  readonly exchange?: Exchange;
  readonly hook?: HookPosted;
}

/** Whether a job in that status has ended for good. */
export const isOver = (status: string | undefined): boolean =>
  status === gone || (terminalStatuses as readonly (string | undefined)[]).includes(status);

const gone = 'GONE';

/** Every job that the client knows of, in the order in which it learned of them. A submission whose answer was lost adds none. */
export const jobsHeard = (exchanges: readonly Exchange[], end: ClientEnd): readonly JobHeard[] => {
  const jobs = new Map<string, { id: string; endpointId: string; submitted?: Exchange; news: News[] }>();
  const findOrAddJob = (id: string, endpointId: string) => {
    const job = jobs.get(id) ?? { id, endpointId, news: [] };
    jobs.set(id, job);
    return job;
  };
  for (const exchange of inOrderOfAnswers(exchanges)) {
    const at = exchange.answeredAt as VirtualTime;
    const endpointId = exchange.params['endpoint_id'] ?? exchange.params['id'] ?? '';
    const removed = removesJob(exchange, end);
    for (const job of jobs.values()) if (job.endpointId === endpointId && removed(job.id)) job.news.push({ at, status: gone, exchange });
    const told = readStatus(exchange);
    if (told === undefined) continue;
    const job = findOrAddJob(told.id, endpointId);
    if (isSubmission(exchange)) job.submitted = exchange;
    job.news.push({ at, status: told.status, exchange });
  }
  for (const hook of end.hooks) {
    const job = jobs.get(hook.jobId);
    if (job === undefined || !wasTaken(hook)) continue;
    // A webhook tells its receiver that the job has ended. It may come after another answer with the end, or before the answer to the
    // submission.
    job.news.push({ at: hook.takenAt ?? hook.at, status: hook.status, hook });
    job.news.sort((a, b) => a.at - b.at);
  }
  return [...jobs.values()];
};

/** Whether the receiver has taken a webhook. If that is not recorded, its answer decides. */
export const wasTaken = ({ answered = 0, takenAt }: HookPosted): boolean =>
  takenAt === undefined ? answered >= 200 && answered < 300 : takenAt !== null;

/** The job that a submission without an answer made. Several equal submissions have one job each. */
export const jobsOfLost = (exchanges: readonly Exchange[], end: ClientEnd): ReadonlyMap<Exchange, JobAtEnd> => {
  const answeredIds = new Set(exchanges.filter(isSubmission).map((exchange) => textIn(exchange, 'id')));
  const free = end.jobs.filter(({ id }) => !answeredIds.has(id));
  const found = new Map<Exchange, JobAtEnd>();
  for (const exchange of exchanges) {
    if (!isSubmission(exchange) || exchange.status !== undefined) continue;
    const input = canonicalText(isObject(exchange.body) ? (exchange.body['input'] ?? null) : null);
    const job = free.find(
      ({ endpointId, submittedAt, ...made }) =>
        endpointId === exchange.params['endpoint_id'] &&
        submittedAt >= exchange.sentAt &&
        submittedAt <= (exchange.answeredAt ?? end.now) &&
        canonicalText(made.input) === input,
    );
    if (job === undefined) continue;
    free.splice(free.indexOf(job), 1);
    found.set(exchange, job);
  }
  return found;
};

const inOrderOfAnswers = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges
    .filter(({ status, answeredAt }) => status !== undefined && answeredAt !== undefined)
    .sort((a, b) => (a.answeredAt as number) - (b.answeredAt as number) || a.number - b.number);

/** The status of a job in an answer. A job that can no longer be cancelled has ended. */
const readStatus = (exchange: Exchange): { readonly id: string; readonly status: string } | undefined => {
  const { operation, status, params } = exchange;
  const id = params['job_id'] ?? textIn(exchange, 'id');
  const isOfJob = isSubmission(exchange) || isPoll(exchange) || operation === 'cancel' || operation === 'retry';
  if (!isOfJob || id === undefined) return undefined;
  if (status === 404) return { id, status: gone };
  if (status === 409 && operation === 'cancel') return { id, status: 'CANCELLED' };
  const said = hasSucceeded(exchange) ? textIn(exchange, 'status') : undefined;
  return said === undefined ? undefined : { id, status: said };
};

/** Whether a call removed a job: deleting its endpoint removes all jobs, purging its queue removes the waiting ones. */
const removesJob = (exchange: Exchange, end: ClientEnd): ((id: string) => boolean) => {
  if (!hasSucceeded(exchange)) return () => false;
  if (exchange.operation === 'deleteEndpoint') return () => true;
  if (exchange.operation !== 'purgeQueue') return () => false;
  return (id) => {
    const job = end.jobs.find((one) => one.id === id);
    return job === undefined || (job.status === 'REMOVED' && (job.endedAt ?? end.now) <= (exchange.answeredAt as number));
  };
};
