import { right } from 'fp-ts/lib/Either.js';
import type { Job } from '../../cloud/job/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { hearProcess, takeJobs } from '../../cloud/policies/jobs/externalWork.ts';
import { isSame } from '../../kernel/canonical.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { leaseQuery, takeAnswer, takeBatchAnswer, takeBatchQuery } from '../contract/worker.ts';
import { operation } from '../row.ts';
import { goAway, mayPoll, newLease, ofWorker, refuseSecond, workerIn } from './caller.ts';

const takes = {
  ...ofWorker,
  methods: ['GET'],
  rules: ['worker-api.take', 'worker-api.external', 'worker-api.ping', 'worker-api.identity', 'job.unnamed'],
} as const;

/** GET /job-take: the next job. The call is held while there is none (worker-api.take). */
export const takeJob = operation({
  ...takes,
  id: 'takeJob',
  path: '/v2/{endpoint_id}/job-take/{worker}',
  summary: 'Take the next job, as the process of a worker',
  query: leaseQuery,
  success: { status: 200, schema: takeAnswer, orEmpty: 204 },
  run: (sim, { endpoint, request }) => {
    const worker = workerIn(sim, endpoint, request);
    if (!mayPoll(sim, worker)) return right({ answer: goAway('worker-api.take') });
    const second = refuseSecond(sim, worker, request, 'job');
    if (second !== undefined) return right({ answer: second });
    hearProcess(sim, worker, { leftAt: null, ...newLease(worker, request) });
    const [job] = takeJobs(sim, worker, 1);
    if (job !== undefined) return right({ answer: { status: 200, body: takeView(sim, job) } });
    return right({ wait: { jobId: null, workerId: worker.id, waitsFor: 'job', until: null } });
  },
  resume: (sim, { workerId }) => {
    const worker = sim.find('worker', workerId ?? '');
    const [job] = worker === undefined ? [] : takeJobs(sim, worker, 1);
    return right(job === undefined ? { status: 204 } : { status: 200, body: takeView(sim, job) });
  },
});

/** GET /job-take-batch: up to `batch_size` jobs. One that waits is enough for an answer. */
export const takeJobBatch = operation({
  ...takes,
  id: 'takeJobBatch',
  path: '/v2/{endpoint_id}/job-take-batch/{worker}',
  summary: 'Take several jobs, as the process of a worker',
  query: takeBatchQuery,
  success: { status: 200, schema: takeBatchAnswer, orEmpty: 204 },
  run: (sim, { endpoint, request, query }) => {
    const worker = workerIn(sim, endpoint, request);
    if (!mayPoll(sim, worker)) return right({ answer: goAway('worker-api.take') });
    const second = refuseSecond(sim, worker, request, 'job');
    if (second !== undefined) return right({ answer: second });
    hearProcess(sim, worker, { leftAt: null, ...newLease(worker, request) });
    const jobs = takeJobs(sim, worker, readBatchSize(query.batch_size));
    if (jobs.length > 0) return right({ answer: { status: 200, body: jobs.map((job) => takeView(sim, job)) } });
    return right({ wait: { jobId: null, workerId: worker.id, waitsFor: 'job', until: null } });
  },
  resume: (sim, { workerId }, { query }) => {
    const worker = sim.find('worker', workerId ?? '');
    const jobs = worker === undefined ? [] : takeJobs(sim, worker, readBatchSize(query['batch_size']));
    return right(jobs.length === 0 ? { status: 204 } : { status: 200, body: jobs.map((job) => takeView(sim, job)) });
  },
});

/** What is no number counts as one: a refused worker would ask again at once. */
const readBatchSize = (written: string | readonly string[] | undefined): number =>
  typeof written === 'string' && /^[1-9]\d{0,3}$/.test(written) ? Number(written) : 1;

/** What the process is told of a job; of one whose input is empty, perhaps not that (job.unnamed). */
const takeView = (
  { settings }: SimulationContext,
  { id, input, delayTime, requeues, terms: { webhook } }: Job,
): Resource<typeof takeAnswer> => ({
  id,
  ...(settings.job.emptyInput === 'omitted' && isSame(input, {}) ? {} : { input }),
  delayTime: delayTime ?? 0,
  retries: requeues,
  ...(webhook === null ? {} : { webhook }),
});
