import { type Either, isLeft, map, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import { drawSetting } from '../../cloud/handler/drawnSetting.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { trigger } from '../../cloud/policies/faults.ts';
import { workersHanded } from '../../cloud/projections/handOver.ts';
import { invariant } from '../../kernel/invariant.ts';
import { pacer } from '../../kernel/steps.ts';
import { later } from '../../kernel/time.ts';
import { emptyBody, healthAnswer, jobRef, purgeAnswer } from '../contract/job.ts';
import { operation } from '../row.ts';

/** What the operations that change a job share. */
const changesJob = {
  api: 'queue',
  methods: ['POST'],
  resolves: { endpoint_id: 'endpoint', job_id: 'job' },
  permission: { group: 'queue', level: 'write' },
  body: emptyBody,
  success: { status: 200, schema: jobRef },
  refuses: [409],
} as const;

/** The answer of a job that now has this status. */
const answerChange = <const Status extends string>(id: string, change: Either<Rejection, void>, status: Status) =>
  map(() => ({ answer: { status: 200, body: { id, status } } }) as const)(change);

/** POST /cancel: a queued job never starts; a running one stops (job.cancel-queued, job.cancel-running). */
export const cancel = operation({
  ...changesJob,
  id: 'cancel',
  path: '/v2/{endpoint_id}/cancel/{job_id}',
  summary: 'Cancel a job',
  quota: 'cancel',
  rules: ['job.cancel-queued', 'job.cancel-running', 'job.cancel-terminal', 'job.cancel-takes-time'],
  run: (sim, { job }) => {
    const change = sim.dispatch('job', job.id, { type: 'AskCancel' });
    const answersMs = drawSetting(sim.settings.job.cancelAnswers, () => sim.draw('job/cancel-answers', job.id, job.starts));
    if (answersMs === 0 || isLeft(change)) return answerChange(job.id, change, 'CANCELLED');
    return right({ wait: { jobId: null, waitsFor: 'time', until: later(sim.now, answersMs) } });
  },
  resume: (_sim, _call, { params }) => right({ status: 200, body: { id: params['job_id'] ?? '', status: 'CANCELLED' } }),
});

/** POST /retry: a job that failed or timed out goes back to the queue under its own id (job.retry). */
export const retry = operation({
  ...changesJob,
  id: 'retry',
  path: '/v2/{endpoint_id}/retry/{job_id}',
  summary: 'Run a failed job again',
  rules: ['job.retry', 'job.retry-refused', 'job.expired'],
  run: (sim, { job }) => answerChange(job.id, sim.dispatch('job', job.id, { type: 'RetryJob' }), 'IN_QUEUE'),
});

/** POST /purge-queue: removes the waiting jobs; running jobs continue (queue.purge). */
export const purgeQueue = operation({
  id: 'purgeQueue',
  api: 'queue',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/purge-queue',
  resolves: { endpoint_id: 'endpoint' },
  summary: 'Remove all waiting jobs',
  permission: { group: 'queue', level: 'write' },
  quota: 'purge',
  body: emptyBody,
  success: { status: 200, schema: purgeAnswer },
  rules: ['queue.purge', 'limits.queue'],
  *run(sim, { endpoint }) {
    const { normal, low } = sim.state.queues.of(endpoint.id);
    const waiting = [...(yield* normal.dump()).names, ...(yield* low.dump()).names];
    const pauses = pacer();
    for (const jobId of waiting) {
      const purged = sim.dispatch('job', jobId, { type: 'PurgeJob' });
      invariant(!isLeft(purged), () => `${jobId} waits, so it can be purged`);
      if (pauses()) yield;
    }
    return right({ answer: { status: 200, body: { removed: waiting.length, status: 'completed' } } });
  },
});

/** The workers of an endpoint that are not up yet: at odds with the worker list where a fault says so (fault.views). */
const startingIn = (
  sim: SimulationContext,
  endpoint: string,
  occasion: () => string,
): { readonly initializing: number; readonly throttled: number } => {
  const { fleet } = sim.state;
  const [initializing, throttled] = [fleet.count(endpoint, 'INITIALIZING'), fleet.count(endpoint, 'THROTTLED')];
  const isAtOdds = initializing + throttled > 0 && trigger(sim, 'views-disagree', () => ({ endpoint, occasion })) !== undefined;
  return isAtOdds ? { initializing: 0, throttled: 0 } : { initializing, throttled };
};

/** GET /health: job counters and workers by status (queue.health). */
export const health = operation({
  id: 'health',
  api: 'queue',
  methods: ['GET'],
  path: '/v2/{endpoint_id}/health',
  resolves: { endpoint_id: 'endpoint' },
  summary: 'Counters of jobs and workers',
  permission: { group: 'queue', level: 'read' },
  success: { status: 200, schema: healthAnswer },
  rules: ['queue.health', 'worker.handed'],
  run: (sim, { endpoint: { id }, inputKey }) => {
    const handed = workersHanded(sim.state, sim.settings.worker, sim.now, id).length;
    const { completed, failed, inProgress, inQueue, retried } = sim.state.jobCounters.of(id);
    const { fleet } = sim.state;
    const [awake, asleep] = [fleet.count(id, 'IDLE'), fleet.count(id, 'ASLEEP')];
    const isRunning = sim.settings.worker.awakeShown === 'running';
    const idle = isRunning ? asleep : awake + asleep;
    const running = fleet.count(id, 'RUNNING') + (isRunning ? awake : 0);
    const { initializing, throttled } = startingIn(sim, id, inputKey);
    const workers = {
      idle,
      initializing,
      // The platform counts a worker that waits for a job both as idle and as ready, and one that sleeps, too (worker.sleep).
      ready: idle,
      running,
      throttled,
      unhealthy: fleet.count(id, 'UNHEALTHY'),
    };
    return right({
      answer: {
        status: 200,
        body: { jobs: { completed, failed, inProgress: inProgress + handed, inQueue: inQueue - handed, retried }, workers },
      },
    });
  },
});
