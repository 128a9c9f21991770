import type { Json } from '../../kernel/canonical.ts';
import type { JobTerms } from '../handler/jobTerms.ts';

/** The events of a batch. */
export type BatchEvent =
  | {
      readonly type: 'BatchCreated';
      readonly batchId: string;
      readonly endpointId: string;
      readonly requests: readonly BatchRequest[];
    }
  | { readonly type: 'BatchRequestsAdded'; readonly batchId: string; readonly requests: readonly BatchRequest[] }
  | { readonly type: 'BatchRequestRemoved'; readonly batchId: string; readonly requestId: string }
  | { readonly type: 'BatchRenamed'; readonly batchId: string; readonly name: string }
  | { readonly type: 'BatchFinalized'; readonly batchId: string }
  /** The request at that place, counted from 0, became a job, or its job went on. */
  | { readonly type: 'BatchRequestMoved'; readonly batchId: string; readonly place: number; readonly to: RequestStage }
  /** What has not become a job never does. */
  | { readonly type: 'BatchCancelAsked'; readonly batchId: string }
  | { readonly type: 'BatchCancelled'; readonly batchId: string }
  | { readonly type: 'BatchFailed'; readonly batchId: string };

/** A request of a batch: the job that it will be. */
export interface BatchRequest {
  /** Of that job, too. */
  readonly id: string;
  readonly input: Json;
  readonly terms: JobTerms;
}

/** How far a request is, by the words of the API. */
export type RequestStage = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
