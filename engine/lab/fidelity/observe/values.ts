import type { Json, JsonObject } from '../../../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import { isEnded, type Recording, type SeenPoll } from './recording.ts';

/**
 * The observed values of the jobs: the wait and the duration of each as the platform reports them, the number of jobs with each outcome,
 * and the time at which the first worker was up.
 */
export const valuesIn = ({ jobs, plan, polls }: Recording): readonly JsonObject[] => [
  ...jobs.flatMap(({ last: { delayTime } }, k) => {
    if (delayTime === undefined) return [];
    // From cold, the wait is a start and a take.
    const tells = isFromCold({ jobs, polls }, k) ? { tells: { quantity: 'start', less: 'take-delay' } } : {};
    return [{ what: `delayTime of job ${k + 1}`, unit: 'ms', value: delayTime, read: { delayTime: k + 1 }, ...tells }];
  }),
  ...runTimes(jobs, readFixed(plan?.endpoint['handler'] ?? {})),
  ...Object.entries(endEvents).flatMap(([status, event]) => countStatus(status, event, jobs)),
  ...workersUsed(jobs),
  ...firstReady(polls),
];

/** The waits of the jobs that a worker was started for: each is a start of the endpoint's image, and a take. */
export const findColdWaits = (recording: Recording): readonly number[] =>
  recording.jobs.flatMap(({ last: { delayTime } }, k) => (delayTime !== undefined && isFromCold(recording, k) ? [delayTime] : []));

/** Whether at the last poll before a job no worker was there, in whatever status, and all jobs before it had ended. */
const isFromCold = ({ jobs, polls }: Pick<Recording, 'jobs' | 'polls'>, k: number): boolean => {
  const at = jobs[k]?.at ?? 0;
  const poll = polls.filter((one) => one.at <= at).at(-1) ?? polls[0];
  const before = poll?.statuses.slice(0, k) ?? [];
  return poll !== undefined && hasNoWorker(poll) && before.length === k && before.every((status) => isEnded({ status }));
};

const hasNoWorker = ({ workers }: SeenPoll): boolean => Object.values(workers).every((count) => count === 0);

/**
 * The durations of the jobs. The handler's own duration is subtracted, if it is stated as one duration and each job took longer: being
 * right about a stated value is free, and the rest is the posting of results.
 */
const runTimes = (jobs: Recording['jobs'], fixedMs: number): readonly JsonObject[] => {
  const ran = jobs.flatMap(({ last: { executionTime } }) => executionTime ?? []);
  if (ran.length === 0) return [];
  const less = ran.every((ms) => ms > fixedMs) ? fixedMs : 0;
  const values = ran.map((ms) => ms - less);
  if (less === 0) return [{ what: 'executionTime', unit: 'ms', values, n: values.length, read: { executionTime: 'each' } }];
  const read = { executionTime: 'each', less: formatDuration(less) };
  return [{ what: 'executionTime, less the handler', unit: 'ms', values, n: values.length, read, tells: { quantity: 'post-delay' } }];
};

/** The one duration that a handler takes by itself; 0 if it takes several, or more for its first job. */
const readFixed = (handler: Json): number => {
  const { duration, firstJob } = handler as { readonly duration?: { readonly fixed?: string }; readonly firstJob?: Json };
  return firstJob === undefined ? (parseDuration(duration?.fixed ?? '') ?? 0) : 0;
};

const endEvents = { COMPLETED: 'JobCompleted', FAILED: 'JobFailed', TIMED_OUT: 'JobTimedOut' } as const;

/** Counts the jobs with an outcome once all have ended, because more may come before. Of outcomes without a job, only success is counted. */
const countStatus = (status: string, event: string, jobs: Recording['jobs']): readonly JsonObject[] => {
  const value = jobs.filter(({ last }) => last.status === status).length;
  if (jobs.length === 0 || !jobs.every(({ last }) => isEnded(last)) || (value === 0 && status !== 'COMPLETED')) return [];
  return [{ what: `jobs that are ${status}`, unit: 'count', value, of: jobs.length, read: { count: event } }];
};

/** The number of workers that ran a job. Nothing, unless each of these jobs names its worker. */
const workersUsed = (jobs: Recording['jobs']): readonly JsonObject[] => {
  const ran = jobs.filter(({ last }) => last.executionTime !== undefined);
  const workers = new Set(ran.map(({ last }) => last.workerId));
  if (ran.length === 0 || workers.has(undefined)) return [];
  return [{ what: 'workers that ran a job', unit: 'count', value: workers.size, read: { workersUsed: 'all' } }];
};

const startingStatuses: readonly string[] = ['INITIALIZING', 'THROTTLED'];

/** When the first worker was up: between two polls. Nothing if the recording did not begin without workers: one may have started earlier. */
const firstReady = (polls: readonly SeenPoll[]): readonly JsonObject[] => {
  if (polls[0] === undefined || !hasNoWorker(polls[0])) return [];
  const k = polls.findIndex(({ workerList = [] }) => workerList.some(({ status }) => !startingStatuses.includes(status)));
  const [before, poll] = [polls[k - 1], polls[k]];
  if (before === undefined || poll === undefined) return [];
  const read = { to: { event: 'WorkerReady' } };
  return [{ what: 'the first worker is up, between two polls', unit: 'ms', range: [before.at, poll.at], read }];
};
