import { entity } from '../../kernel/entity.ts';
import { decideJob } from './decide.ts';
import { evolveJob, newJob } from './evolve.ts';
import { jobLifecycle } from './lifecycle.ts';
import { jobSettings } from './settings.ts';
import { jobTimers } from './timers.ts';

/**
 * A job on an endpoint's queue, from `/run` until its result is removed.
 *
 * Reading guide, the same in every entity folder: `events.ts` its events, `lifecycle.ts` which status follows which,
 * `settings.ts` the numbers, `timers.ts` what happens by itself, `decide.ts` which events follow from a command,
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
  profile: {
    createdBy: ['run', 'runsync'],
    found: { example: '484e3190-b592-4415-aa9a-7b285f3b480c-u1', missing: 'job.expired' },
    numbered: true,
    counts: [],
    waitsIn: ['IN_QUEUE', 'IN_PROGRESS'],
    // A job whose result is gone is unknown to its account.
    actions: ({ resultDropped }) => (resultDropped ? {} : { cancel: { type: 'CancelJob' }, retry: { type: 'RetryJob' } }),
    parts: [],
    inTransition: ['IN_QUEUE', 'IN_PROGRESS'],
    words: {},
  },
});
