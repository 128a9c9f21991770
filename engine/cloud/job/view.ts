import type { Json } from '../../kernel/canonical.ts';
import type { Job } from './evolve.ts';
import type { JobStatus } from './lifecycle.ts';

/** A job as its callers see it. Fields that do not apply are absent. Times are in whole milliseconds. */
export const showJob = (job: Job) => ({
  id: job.id,
  status: viewStatus(job),
  ...(job.delayTime === null ? {} : { delayTime: job.delayTime }),
  ...(job.executionTime === null ? {} : { executionTime: job.executionTime }),
  ...(hasOutput(job) ? { output: job.output } : {}),
  ...(job.error === null ? {} : { error: job.error }),
  ...(job.requeues === 0 ? {} : { retries: job.requeues }),
  ...(job.workerId === null ? {} : { workerId: job.workerId }),
});

/**
 * A result, unless a real worker posted none; the progress of a running job; or the other fields of a post with an error (worker-api.done).
 */
const hasOutput = ({ status, output, isBare }: Job): boolean =>
  status === 'COMPLETED' ? !isBare : output !== null && (status === 'IN_PROGRESS' || status === 'FAILED');

/** New and removed jobs are never found, so their statuses are never shown. */
export const viewStatus = ({ status }: Job) => status as Exclude<JobStatus, 'NEW' | 'REMOVED'>;

/** The body posted to a webhook: the job as it ended, and the submitted request (webhook.delivery). */
export const webhookPayload = (job: Job): Json => ({ ...showJob(job), input: job.input, webhook: job.terms.webhook });
