import type { Decider } from '../kernel/decider.ts';
import { decideJob, type JobCommand } from './decide.ts';
import type { JobEvent } from './events.ts';
import { evolveJob, type Job, newJob } from './evolve.ts';
import { jobLifecycle } from './lifecycle.ts';
import type { JobSettings } from './settings.ts';
import { jobTimers } from './timers.ts';

/**
 * A job on an endpoint's queue, from `/run` to the day its result is forgotten.
 *
 * Reading guide, the same in every entity folder: `events.ts` what can be said of it, `lifecycle.ts` which status
 * follows which, `settings.ts` the numbers, `timers.ts` what rings by itself, `decide.ts` what a command comes to,
 * `evolve.ts` what an event changes.
 */
export const jobDecider: Decider<Job, JobCommand, JobEvent, JobSettings> = {
  kind: 'job',
  lifecycle: jobLifecycle,
  initial: newJob,
  decide: decideJob,
  evolve: evolveJob,
  timers: jobTimers,
};
