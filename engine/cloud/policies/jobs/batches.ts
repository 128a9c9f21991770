import type { BatchRequest, RequestStage } from '../../batch/events.ts';
import { hasEnded, type JobBatch, jobsUnderWay } from '../../batch/evolve.ts';
import type { Endpoint } from '../../endpoint/evolve.ts';
import type { JobEvent } from '../../job/events.ts';
import type { Job } from '../../job/evolve.ts';
import type { SimulationContext } from '../context.ts';

/**
 * Requests of finalized batches become jobs of their endpoint, in the order in which they were given: as many at a time as it may have
 * workers, so that other jobs never wait behind more of them than that, and as few join a queue that is full (queue.batch).
 */
const feedBatches = (sim: SimulationContext, endpointId: string): void => {
  const batches = sim.state.findRelated('batch', 'endpoint', endpointId).filter(({ status }) => status === 'FINALIZED');
  const endpoint = sim.find('endpoint', endpointId);
  if (batches.length === 0 || endpoint === undefined) return;
  const { max } = endpoint.config.workers;
  let underWay = batches.reduce((sum, batch) => sum + jobsUnderWay(batch), 0);
  for (const { id } of batches) {
    for (let next = nextRequest(sim, id); next !== undefined; next = nextRequest(sim, id)) {
      if (underWay >= max) return;
      underWay += 1;
      hand(sim, endpointId, id, next);
    }
  }
};

export const feedEndpoint = (sim: SimulationContext, _event: unknown, { id }: Endpoint): void => feedBatches(sim, id);

export const beginBatch = (sim: SimulationContext, _event: unknown, { endpointId }: JobBatch): void => feedBatches(sim, endpointId);

const nextRequest = (sim: SimulationContext, batchId: string): BatchRequest | undefined => {
  const batch = sim.find('batch', batchId);
  return batch?.status === 'FINALIZED' ? batch.requests[batch.handed] : undefined;
};

const hand = (sim: SimulationContext, endpointId: string, batchId: string, { id, input, terms }: BatchRequest): void => {
  const place = sim.find('batch', batchId)?.handed ?? 0;
  sim.dispatchOrThrow('batch', batchId, { type: 'MoveRequest', place, to: 'IN_QUEUE' });
  sim.dispatchOrThrow('job', id, { type: 'QueueJob', endpointId, source: 'batch', input, terms, batch: { id: batchId, place } });
};

/** Notes the outcome of a job in its batch. A job that ends makes room for the next (queue.batch). */
export const noteInBatch = (sim: SimulationContext, { type }: JobEvent, { batch: of, endpointId }: Job): void => {
  if (of === null) return;
  const batch = sim.find('batch', of.id);
  const before = batch?.requests[of.place]?.stage;
  const to = stageAfter[type];
  if (batch?.status !== 'FINALIZED' || before === undefined || to === undefined || to === before) return;
  // The result of a job that had ended is gone: the batch knows how it ended.
  if (type === 'JobExpired' && hasEnded(before)) return;
  sim.dispatchOrThrow('batch', of.id, { type: 'MoveRequest', place: of.place, to });
  if (hasEnded(to)) feedBatches(sim, endpointId);
};

/** A job that is purged, or whose time to live is over, has failed. */
const stageAfter: { readonly [Type in JobEvent['type']]?: RequestStage } = {
  JobStarted: 'IN_PROGRESS',
  JobRequeued: 'IN_QUEUE',
  JobRetried: 'IN_QUEUE',
  JobCompleted: 'COMPLETED',
  JobFailed: 'FAILED',
  JobTimedOut: 'FAILED',
  JobPurged: 'FAILED',
  JobExpired: 'FAILED',
  JobCancelled: 'CANCELLED',
};

/** Cancels a batch: its waiting requests end at once, and its running jobs continue (queue.batch). */
export const cancelWaiting = (sim: SimulationContext, _event: unknown, { requests }: JobBatch): void => {
  for (const { id } of requests) if (sim.find('job', id)?.status === 'IN_QUEUE') sim.dispatchOrThrow('job', id, { type: 'CancelJob' });
};

/** The batches of a deleted endpoint fail; its jobs are cancelled (endpoint.delete). */
export const failBatches = (sim: SimulationContext, _event: unknown, { id }: Endpoint): void => {
  for (const { id: batchId, status } of sim.state.findRelated('batch', 'endpoint', id))
    if (status === 'DRAFT' || status === 'FINALIZED') sim.dispatchOrThrow('batch', batchId, { type: 'FailBatch' });
};
