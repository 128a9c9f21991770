import type { Job } from '../../job/evolve.ts';
import type { JobStatus } from '../../job/lifecycle.ts';
import type { jobResource } from '../contract/job.ts';
import type { Resource } from '../signature.ts';

/** A job as the queue API shows it; only the fields that apply are there. Times in whole milliseconds. */
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

/** Jobs that are new or removed are never found, so never shown. */
export const shownStatus = ({ status }: Job) => status as Exclude<JobStatus, 'NEW' | 'REMOVED'>;

/** What is posted to a webhook: the job as it ended, and beside that what was submitted (webhook.delivery). */
export const webhookBody = (job: Job) => ({
  ...jobView(job),
  input: job.input,
  webhook: job.terms.webhook,
});

/** Ended: its result may be read, and nothing more will come. */
export const isTerminal = (job: Job): boolean => job.finishedAt !== null;
