import { right } from 'fp-ts/lib/Either.js';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { isUp } from '../../cloud/policies/jobs/externalWork.ts';
import type { Worker } from '../../cloud/worker/state.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { leaseQuery, stopAnswer } from '../contract/worker.ts';
import type { Answer } from '../operation.ts';
import { operation } from '../row.ts';
import { goAway, mayPoll, newLease, ofWorker, refuseSecond, workerIn } from './caller.ts';

/** GET /job-stop: the jobs that ended while the worker ran them. The call is held while there are none (worker-api.stop). */
export const jobStop = operation({
  ...ofWorker,
  id: 'jobStop',
  methods: ['GET'],
  path: '/v2/{endpoint_id}/job-stop/{worker}',
  summary: 'Be told which jobs to stop, as the process of a worker',
  query: leaseQuery,
  success: { status: 200, schema: stopAnswer, orEmpty: 204 },
  rules: ['worker-api.stop', 'worker-api.take', 'worker-api.identity'],
  run: (sim, { endpoint, request }) => {
    const worker = workerIn(sim, endpoint, request);
    if (!mayPoll(sim, worker)) return right({ answer: goAway('worker-api.stop') });
    const second = refuseSecond(sim, worker, request, 'stops');
    if (second !== undefined) return right({ answer: second });
    const said = { leftAt: null, ...newLease(worker, request) };
    if (isUp(worker) && (worker.real?.leftAt !== null || 'lease' in said))
      sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said });
    const answer = stopsTold(sim, worker);
    return right(answer === undefined ? { wait: { jobId: null, workerId: worker.id, waitsFor: 'stops', until: null } } : { answer });
  },
  resume: (sim, { workerId }) => {
    const worker = sim.find('worker', workerId ?? '');
    return right((worker && stopsTold(sim, worker)) ?? { status: 204 });
  },
});

/** Names the jobs, and forgets them: each is named once. */
const stopsTold = (sim: SimulationContext, { id, real }: Worker): Answer<Resource<typeof stopAnswer>> | undefined => {
  const jobsToStop = real?.stops ?? [];
  if (jobsToStop.length === 0) return undefined;
  sim.dispatchOrThrow('worker', id, { type: 'ReportProcess', said: { stops: [] } });
  return { status: 200, body: { jobsToStop } };
};
