import { right } from 'fp-ts/lib/Either.js';
import { allowEvent } from '../../kernel/decider.ts';
import type { Decision } from '../decisions.ts';
import type { BatchEvent, BatchRequest, RequestStage } from './events.ts';
import { hasEnded, type JobBatch, jobsUnderWay } from './evolve.ts';
import { batchLifecycle } from './lifecycle.ts';

export type BatchCommand =
  | { readonly type: 'CreateBatch'; readonly endpointId: string; readonly requests: readonly BatchRequest[] }
  | { readonly type: 'AddRequests'; readonly requests: readonly BatchRequest[] }
  | { readonly type: 'RemoveRequest'; readonly requestId: string }
  | { readonly type: 'RenameBatch'; readonly name: string }
  | { readonly type: 'FinalizeBatch' }
  | { readonly type: 'MoveRequest'; readonly place: number; readonly to: RequestStage }
  | { readonly type: 'CancelBatch' }
  | { readonly type: 'FailBatch' };

export const decideBatch = (command: BatchCommand, batch: JobBatch): Decision<BatchEvent> => {
  const batchId = batch.id;
  switch (command.type) {
    case 'CreateBatch':
      return occurs(batch, { type: 'BatchCreated', batchId, endpointId: command.endpointId, requests: command.requests });
    case 'AddRequests':
      return occurs(batch, { type: 'BatchRequestsAdded', batchId, requests: command.requests });
    case 'RemoveRequest':
      return occurs(batch, { type: 'BatchRequestRemoved', batchId, requestId: command.requestId });
    case 'RenameBatch':
      return batch.name === command.name ? nothing : occurs(batch, { type: 'BatchRenamed', batchId, name: command.name });
    case 'FinalizeBatch':
      return occurs(batch, { type: 'BatchFinalized', batchId });
    case 'MoveRequest': {
      const { place, to } = command;
      return cancelAtLast(batch, { type: 'BatchRequestMoved', batchId, place, to }, batch.isCancelling && hasEnded(to) ? 1 : 0);
    }
    case 'CancelBatch':
      if (batch.isCancelling && batch.status === 'FINALIZED') return nothing;
      return cancelAtLast({ ...batch, isCancelling: true }, { type: 'BatchCancelAsked', batchId }, 0);
    case 'FailBatch':
      return occurs(batch, { type: 'BatchFailed', batchId });
  }
};

const nothing: Decision<BatchEvent> = right([]);

const occurs = (batch: JobBatch, event: BatchEvent): Decision<BatchEvent> => allowEvent(batchLifecycle, batch, 'queue.batch', event);

/** A batch that is being cancelled is CANCELLED once the last of its jobs has ended: `ends` of them with this event. */
const cancelAtLast = (batch: JobBatch, event: BatchEvent, ends: number): Decision<BatchEvent> => {
  const isLast = batch.isCancelling && jobsUnderWay(batch) === ends;
  if (!isLast || !batchLifecycle.allows(batch.status, event.type)) return occurs(batch, event);
  return right([event, { type: 'BatchCancelled', batchId: batch.id }]);
};
