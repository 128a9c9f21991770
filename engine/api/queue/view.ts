import type { Job } from '../../job/evolve.ts';
import type { Json } from '../../kernel/canonical.ts';

/** A job as the queue API shows it; only the fields that apply are there. Times in whole milliseconds. */
export const jobView = (job: Job): { readonly [key: string]: Json } => ({
  id: job.id,
  status: job.status,
  ...(job.delayTime === null ? {} : { delayTime: job.delayTime }),
  ...(job.executionTime === null ? {} : { executionTime: job.executionTime }),
  ...(job.status === 'COMPLETED' ? { output: job.output } : {}),
  ...(job.error === null ? {} : { error: job.error }),
  ...(job.retries === 0 ? {} : { retries: job.retries }),
  ...(job.workerId === null ? {} : { workerId: job.workerId }),
});

/** What is posted to a webhook: the job as it ended, and beside that what was submitted (webhook.delivery). */
export const webhookBody = (job: Job): { readonly [key: string]: Json } => ({
  ...jobView(job),
  input: job.input,
  webhook: job.terms.webhook,
});

/** Ended: its result may be read, and nothing more will come. */
export const isTerminal = (job: Job): boolean => job.finishedAt !== null;
