import type { Mutable } from '../../kernel/decider.ts';
import type { StatusOf } from '../../kernel/lifecycle.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { BatchEvent, BatchRequest, RequestStage } from './events.ts';
import { batchLifecycle } from './lifecycle.ts';

/** The state of one batch. */
export interface JobBatch {
  readonly id: string;
  readonly status: StatusOf<typeof batchLifecycle>;
  readonly endpointId: string;
  readonly name: string | null;
  readonly requests: readonly BatchedRequest[];
  /** So many of the first have become jobs, or never will. */
  readonly handed: number;
  /** How many requests are at each stage. */
  readonly counts: Readonly<Record<RequestStage, number>>;
  readonly isCancelling: boolean;
  readonly createdAt: VirtualTime | null;
}

export interface BatchedRequest extends BatchRequest {
  readonly stage: RequestStage;
  /** When its job began to run last. */
  readonly startedAt: VirtualTime | null;
  readonly endedAt: VirtualTime | null;
}

const noRequests = { IN_QUEUE: 0, IN_PROGRESS: 0, COMPLETED: 0, FAILED: 0, CANCELLED: 0 };

export const newBatch = (id: string): JobBatch => ({
  id,
  status: 'NEW',
  endpointId: '',
  name: null,
  requests: [],
  handed: 0,
  counts: noRequests,
  isCancelling: false,
  createdAt: null,
});

/** Whether a request has ended at this stage. */
export const hasEnded = (stage: RequestStage): boolean => stage !== 'IN_QUEUE' && stage !== 'IN_PROGRESS';

/** How many of its jobs wait or run. */
export const jobsUnderWay = ({ handed, counts }: JobBatch): number => handed - counts.COMPLETED - counts.FAILED - counts.CANCELLED;

/** Whether it has requests that have not ended, or may get some. */
export const isActive = ({ status, requests, counts }: JobBatch): boolean =>
  status === 'DRAFT' || (status === 'FINALIZED' && counts.COMPLETED + counts.FAILED + counts.CANCELLED < requests.length);

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveBatch = (batch: Mutable<JobBatch>, event: BatchEvent, at: VirtualTime): void => {
  batch.status = batchLifecycle.to(batch.status, event.type);
  switch (event.type) {
    case 'BatchCreated':
      batch.endpointId = event.endpointId;
      batch.createdAt = at;
      add(batch, event.requests);
      return;
    case 'BatchRequestsAdded':
      add(batch, event.requests);
      return;
    case 'BatchRequestRemoved':
      batch.requests = batch.requests.filter(({ id }) => id !== event.requestId);
      count(batch, 'IN_QUEUE', -1);
      return;
    case 'BatchRenamed':
      batch.name = event.name;
      return;
    case 'BatchRequestMoved':
      move(batch, event, at);
      return;
    case 'BatchCancelAsked': {
      const never = batch.requests.length - batch.handed;
      batch.isCancelling = true;
      batch.requests = batch.requests.map((one, place) => (place < batch.handed ? one : { ...one, stage: 'CANCELLED', endedAt: at }));
      batch.handed = batch.requests.length;
      count(batch, 'IN_QUEUE', -never);
      count(batch, 'CANCELLED', never);
      return;
    }
    case 'BatchFinalized':
    case 'BatchCancelled':
    case 'BatchFailed':
      return;
    default:
      event satisfies never;
  }
};

const add = (batch: Mutable<JobBatch>, requests: readonly BatchRequest[]): void => {
  const added = requests.map((one): BatchedRequest => ({ ...one, stage: 'IN_QUEUE', startedAt: null, endedAt: null }));
  batch.requests = [...batch.requests, ...added];
  count(batch, 'IN_QUEUE', added.length);
};

const move = (batch: Mutable<JobBatch>, { place, to }: Extract<BatchEvent, { type: 'BatchRequestMoved' }>, at: VirtualTime): void => {
  const requests = batch.requests as BatchedRequest[];
  const one = requests[place] as BatchedRequest;
  requests[place] = {
    ...one,
    stage: to,
    startedAt: to === 'IN_QUEUE' ? null : to === 'IN_PROGRESS' ? at : one.startedAt,
    endedAt: hasEnded(to) ? at : null,
  };
  if (place === batch.handed) batch.handed += 1;
  count(batch, one.stage, -1);
  count(batch, to, 1);
};

const count = (batch: Mutable<JobBatch>, stage: RequestStage, by: number): void => {
  batch.counts = { ...batch.counts, [stage]: batch.counts[stage] + by };
};
