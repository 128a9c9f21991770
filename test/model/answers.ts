import type { Act } from './plan.ts';
import type { Job } from './state.ts';

/** What the queue API answers to an act, of the jobs as they are after it. `isDone`: whether the act applies to its job; `removed`: by a purge. */
export const answerTo = (act: Act, jobs: readonly Job[], isDone: boolean, removed: number): string => {
  if (act.do === 'health' || act.do === 'workers' || act.do === 'scale') return '';
  if (act.do === 'purge') return `200 removed=${removed}`;
  const job = act.do === 'run' ? jobs.at(-1) : jobs[act.job];
  if (job === undefined || job.status === 'REMOVED') return '404 job.expired';
  if (act.do === 'run') return `200 ${job.name} IN_QUEUE`;
  if (act.do === 'retry') return isDone ? `200 ${job.name} IN_QUEUE` : '409 job.retry-refused';
  if (act.do === 'cancel') return isDone ? `200 ${job.name} CANCELLED` : '409 job.cancel-terminal';
  return `200 ${jobWords(job)}`;
};

/** A job as a status call shows it: fields that do not apply are absent (job.start, job.complete, job.fail, job.worker-lost). */
const jobWords = ({ name, status, delay, took, requeues, worker }: Job): string =>
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
