import { entity } from '../kernel/entity.ts';
import { decideJob } from './decide.ts';
import { evolveJob, newJob } from './evolve.ts';
import { jobLifecycle } from './lifecycle.ts';
import { jobSettings } from './settings.ts';
import { jobTimers } from './timers.ts';

/**
 * A job on an endpoint's queue, from `/run` to the day its result is forgotten.
 *
 * Reading guide, the same in every entity folder: `events.ts` what can be said of it, `lifecycle.ts` which status
 * follows which, `settings.ts` the numbers, `timers.ts` what rings by itself, `decide.ts` what a command comes to,
 * `evolve.ts` what an event changes.
 */
export const jobEntity = entity({
  kind: 'job',
  lifecycle: jobLifecycle,
  initial: newJob,
  decide: decideJob,
  evolve: evolveJob,
  timers: jobTimers,
  settings: jobSettings,
  inTransition: ['IN_QUEUE', 'IN_PROGRESS'],
});
