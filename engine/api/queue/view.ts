import type { Job } from '../../cloud/job/evolve.ts';
import { showJob } from '../../cloud/job/view.ts';
import type { jobResource } from '../contract/job.ts';
import type { Resource } from '../contract/parts/resource.ts';

/** A job as the queue API shows it. */
export const jobView = (job: Job): Resource<typeof jobResource> => showJob(job);

/** Whether the job has ended: its result may be read, and nothing more will be added. */
export const isTerminal = (job: Job): boolean => job.finishedAt !== null;
