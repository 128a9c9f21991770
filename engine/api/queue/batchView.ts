import type { BatchedRequest, JobBatch } from '../../cloud/batch/evolve.ts';
import { hasEnded } from '../../cloud/batch/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { formatInstant } from '../../kernel/instant.ts';
import type { batchRequestList, batchResource } from '../contract/batch.ts';
import type { Resource } from '../contract/parts/resource.ts';

/** The batch resource. A request that was cancelled is neither completed nor failed. */
export const batchView = (
  sim: SimulationContext,
  { id, name, endpointId, status, requests, counts, createdAt }: JobBatch,
): Resource<typeof batchResource> => ({
  id,
  name,
  endpointId,
  status: status as Exclude<JobBatch['status'], 'NEW'>,
  requestTotal: requests.length,
  requestInProgress: counts.IN_PROGRESS,
  requestCompleted: counts.COMPLETED,
  requestFailed: counts.FAILED,
  createdAt: sim.startMs + (createdAt ?? 0),
});

/** A request of a batch, with the result of its job for as long as that is kept. */
export const requestView = (
  sim: SimulationContext,
  { id, stage, startedAt, endedAt }: BatchedRequest,
): Resource<typeof batchRequestList>['requests'][number] => {
  const found = hasEnded(stage) ? sim.find('job', id) : undefined;
  const job = found?.resultDropped === true ? undefined : found;
  const instant = (at: number) => formatInstant(sim.startMs + at);
  return {
    id,
    status: stage,
    ...(stage === 'COMPLETED' && job !== undefined && !job.isBare ? { output: job.output } : {}),
    ...(stage === 'FAILED' ? { error: job?.error ?? (job?.status === 'TIMED_OUT' ? 'the job ran longer than it may' : gone) } : {}),
    ...(startedAt === null ? {} : { startedAt: instant(startedAt) }),
    ...(endedAt === null ? {} : { completedAt: instant(endedAt) }),
  };
};

const gone = 'the job is no longer there: it was purged, or its time to live is over, or that of its result';
