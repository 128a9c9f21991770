import type { Act } from './plan.ts';
import { isGone, type Job, type Worker } from './state.ts';

/** What the queue API answers to an act, of the jobs as they are after it. `isDone`: whether the act applies to its job; `removed`: by a purge. */
export const answerTo = (act: Act, jobs: readonly Job[], isDone: boolean, removed: number): string => {
  if (act.do === 'purge') return `200 removed=${removed}`;
  const job = act.do === 'run' ? jobs.at(-1) : 'job' in act ? jobs[act.job] : undefined;
  if (job === undefined || isGone(job)) return '404 job.expired';
  if (act.do === 'run') return `200 ${job.name} IN_QUEUE`;
  if (act.do === 'retry') return isDone ? `200 ${job.name} IN_QUEUE` : '409 job.retry-refused';
  if (act.do === 'cancel') return isDone ? `200 ${job.name} CANCELLED` : '409 job.cancel-terminal';
  return `200 ${jobWords(job)}`;
};

/** A job as a status call shows it: fields that do not apply are absent (job.start, job.complete, job.fail, job.worker-lost). */
export const jobWords = ({ name, status, delay, took, requeues, worker }: Job): string =>
  [
    name,
    status,
    ...(delay === null ? [] : [`delay=${delay}`]),
    ...(took === null ? [] : [`took=${took}`]),
    ...(status === 'COMPLETED' ? ['output'] : []),
    ...(status === 'FAILED' ? ['error'] : []),
    ...(requeues === 0 ? [] : [`retries=${requeues}`]),
    ...(worker === null ? [] : [`on ${worker.name}`]),
  ].join(' ');

/** How many jobs have ended so, and how often one was given out again: these only grow (queue.health). */
export interface Ended {
  completed: number;
  failed: number;
  retried: number;
}

/** What is counted of jobs and workers. `soon`: how many workers will be up soon: a job that is handed to one of them counts as in progress. */
export const tellHealth = (jobs: readonly Job[], workers: readonly Worker[], ended: Ended, soon: number): string => {
  const waiting = jobs.filter(({ status }) => status === 'IN_QUEUE').length;
  const running = jobs.filter(({ status }) => status === 'IN_PROGRESS').length;
  const handed = Math.min(soon, waiting);
  const { completed, failed, retried } = ended;
  const count = (...statuses: readonly Worker['status'][]): number => workers.filter(({ status }) => statuses.includes(status)).length;
  const others = (['INITIALIZING', 'RUNNING', 'THROTTLED', 'UNHEALTHY'] as const).map((status) => count(status));
  const counted = `inQueue=${waiting - handed} inProgress=${running + handed} ended=${[completed, failed, retried]}`;
  return `health ${counted} idle=${count('IDLE', 'ASLEEP')} others=${others}`;
};
