import { right } from 'fp-ts/lib/Either.js';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { loseUnnamedAfter } from '../../cloud/policies/jobs/dispatch.ts';
import { hearProcess, isUp, listJobs, loseJob, oweStops } from '../../cloud/policies/jobs/externalWork.ts';
import type { Worker } from '../../cloud/worker/state.ts';
import { nothingMore, pingQuery } from '../contract/worker.ts';
import { operation } from '../row.ts';
import { goAway, isServed, newLease, ofWorker, refuseOther, workerIn } from './caller.ts';

/** GET /ping: the process is alive, and holds these jobs (worker-api.ping). */
export const pingWorker = operation({
  ...ofWorker,
  id: 'pingWorker',
  methods: ['GET'],
  path: '/v2/{endpoint_id}/ping/{worker}',
  summary: 'Say that the process of a worker is alive, and which jobs it holds',
  query: pingQuery,
  success: { status: 200, schema: nothingMore },
  rules: ['worker-api.ping', 'worker-api.stop', 'worker-api.identity', 'job.worker-lost', 'job.unnamed'],
  run: (sim, { endpoint, request, query }) => {
    const worker = workerIn(sim, endpoint, request);
    if (!isServed(sim, worker)) return right({ answer: goAway('worker-api.ping') });
    const other = refuseOther(sim, worker, request);
    if (other !== undefined) return right({ answer: other });
    const listed = (query.job_id ?? '').split(',').filter((id) => id !== '');
    if (isUp(worker)) {
      if (query.status === 'unhealthy') sim.dispatchOrThrow('worker', worker.id, { type: 'FailCheck' });
      // A process that holds jobs while its container starts is an older one, which nothing has ended.
      else if (worker.status !== 'INITIALIZING' || listed.length === 0) ping(sim, worker, listed, newLease(worker, request));
    }
    return right({ answer: { status: 200, body: {} } });
  },
});

const ping = (sim: SimulationContext, worker: Worker, listed: readonly string[], lease: ReturnType<typeof newLease>): void => {
  const before = worker.real?.unnamed ?? [];
  const unnamed = listJobs(worker).filter((id) => !listed.includes(id) && isOld(sim, id));
  hearProcess(sim, worker, { pingedAt: sim.now, unnamed, ...lease });
  const { unnamedLostAfter } = sim.settings.job;
  for (const id of unnamed) {
    if (!before.includes(id)) continue;
    if (unnamedLostAfter === 0) loseJob(sim, worker, id);
    else if (isOld(sim, id, loseUnnamedAfter(sim, id, sim.find('job', id)?.starts ?? 0)))
      sim.dispatchOrThrow('job', id, { type: 'LoseUnnamed' });
  }
  oweStops(
    sim,
    worker,
    listed.filter((id) => !listJobs(worker).includes(id)),
  );
};

/** Given more than an interval ago: the process has had the time to name it. */
const isOld = (sim: SimulationContext, jobId: string, age = sim.settings.worker.pingInterval): boolean =>
  (sim.find('job', jobId)?.startedAt ?? sim.now) + age < sim.now;
