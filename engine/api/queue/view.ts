import type { Job } from '../../job/evolve.ts';
import type { JobStatus } from '../../job/lifecycle.ts';
import type { jobResource } from '../contract/job.ts';
import type { Resource } from '../signature.ts';

/** A job as the queue API shows it. Fields that do not apply are absent. Times are in whole milliseconds. */
export const jobView = (job: Job): Resource<typeof jobResource> => ({
  id: job.id,
  status: shownStatus(job),
  ...(job.delayTime === null ? {} : { delayTime: job.delayTime }),
  ...(job.executionTime === null ? {} : { executionTime: job.executionTime }),
  ...(job.status === 'COMPLETED' ? { output: job.output } : {}),
  ...(job.error === null ? {} : { error: job.error }),
  ...(job.requeues === 0 ? {} : { retries: job.requeues }),
  ...(job.workerId === null ? {} : { workerId: job.workerId }),
});

/** New and removed jobs are never found, so their statuses are never shown. */
export const shownStatus = ({ status }: Job) => status as Exclude<JobStatus, 'NEW' | 'REMOVED'>;

/** The body posted to a webhook: the job as it ended, and what was submitted (webhook.delivery). */
export const webhookBody = (job: Job) => ({
  ...jobView(job),
  input: job.input,
  webhook: job.terms.webhook,
});

/** Whether the job has ended: its result may be read, and nothing more will be added. */
export const isTerminal = (job: Job): boolean => job.finishedAt !== null;
