import type { Shape } from './hosts/shapes.ts';

/** A queue endpoint, the hosts of its world, and what clients do there. All times are in milliseconds. */
export interface Plan {
  readonly scaler: { readonly queueDelay: number } | { readonly requestCount: number };
  readonly min: number;
  readonly max: number;
  readonly idle: number;
  readonly timeout: number;
  /** Which image its workers have, and which value of a variable: another of either makes a release (endpoint.patch). */
  readonly image: number;
  readonly env: number;
  /** The only data center where its workers may be; null: any. */
  readonly center: string | null;
  /** The network volumes that its workers mount, by their numbers: they are where one of these is. */
  readonly volumes: readonly number[];
  /** What a worker takes of its host, in the order in which it is tried: of GPUs there is one. Another is a release, too (endpoint.cpu-order). */
  readonly shapes: readonly Shape[];
  /** How many GPUs, or vCPUs, each host has. */
  readonly hosts: readonly number[];
  readonly pull: number;
  readonly start: number;
  /** The start of a worker that was up on this host before. */
  readonly startAgain: number;
  readonly restart: number;
  readonly crashLoop: number;
  readonly unhealthyRetry: number;
  readonly missedAfter: number;
  readonly requeuesMax: number;
  readonly scalerEvery: number;
  readonly retention: number;
  /** Whether workers sleep at their idle timeout, and a wake is a restore, which takes as long as a start again. */
  readonly sleeps: boolean;
  readonly restores: boolean;
  /** How long after its stop, or when it falls asleep, the container of a worker is removed. */
  readonly remove: number;
  readonly handOver: number;
  readonly takeEvery: number;
  readonly takeDelay: number;
  readonly post: number;
  readonly cancelEnds: number;
  /** What the receiver of webhooks answers, by try, and how long after each try the next one comes; the last of each repeats. */
  readonly webhooks: { readonly tries: number; readonly answers: readonly number[]; readonly gaps: readonly number[] };
  /** How long a stream, or a status call that waits, is held unless it says so. */
  readonly holds: { readonly stream: number; readonly sync: number };
  /** How long the edge holds a call that names no wait; 0: for ever. */
  readonly edgeCut: number;
  readonly faults: readonly FaultPlan[];
  /** Which document its account follows: the older one has no batches, and limits no calls that are held at once. */
  readonly contract: '2026-08' | '2026-11';
  /** Null: the key of the client has none. */
  readonly limits: CallLimits | null;
  /** How many batches may have requests that have not ended. */
  readonly batchesMax: number;
  /** Micro-dollars an hour: of a worker that holds the minimum, and of any other. */
  readonly prices: { readonly active: number; readonly flex: number };
  readonly acts: readonly Act[];
  readonly until: number;
}

/** Jobs are named by the order in which they are submitted, from 0. `limit` is a status call with a ttl. */
export type Act = { readonly at: number } & (
  | { readonly do: 'run'; readonly job: JobPlan }
  | { readonly do: 'retry' | 'cancel' | 'status'; readonly job: number }
  | { readonly do: 'limit'; readonly job: number; readonly keep: number }
  | { readonly do: 'stream' | 'sync'; readonly job: number; readonly wait: number | null }
  | { readonly do: 'purge' }
  | { readonly do: 'health' }
  | { readonly do: 'workers' }
  | { readonly do: 'releases' }
  | { readonly do: 'scale'; readonly min: number; readonly max: number }
  | { readonly do: 'tune'; readonly changes: Tuning }
  | { readonly do: 'delete' }
  | BatchAct
);

/** What a PATCH changes beside the number of workers; the idle timeout in whole seconds, which only a scaler by delay has. */
export type Tuning = Partial<Pick<Plan, 'scaler' | 'idle' | 'timeout' | 'image' | 'env' | 'center' | 'volumes' | 'shapes'>>;

/** Batches are named by the order in which they are created, from 0. `place`: of a request in its batch. */
export type BatchAct =
  | { readonly do: 'batch'; readonly requests: readonly JobPlan[] }
  | { readonly do: 'add'; readonly batch: number; readonly requests: readonly JobPlan[] }
  | { readonly do: 'take-out'; readonly batch: number; readonly place: number }
  | { readonly do: 'finalize' | 'give-up' | 'batch-status' | 'requests'; readonly batch: number }
  | { readonly do: 'batches' };

/** An API that is slow, or fails, for one operation, or for all; or so many workers that crash at an instant. */
export interface FaultPlan {
  readonly kind: 'slow' | 'fail' | 'crash';
  readonly from: number;
  readonly until: number | null;
  readonly limit: number | null;
  readonly delay: number;
  /** By its id in the interface. */
  readonly operation: string | null;
}

/** How many calls of a kind an account may make in each window of the queue API, and of the management API in a minute and an hour. */
export interface CallLimits {
  readonly window: number;
  readonly run: number;
  readonly read: number;
  readonly cancel: number;
  readonly purge: number;
  readonly minute: number;
  readonly hour: number;
  /** The queue is full once more than so many jobs wait for each worker that there may be. */
  readonly waitingPerWorker: number;
  /** How many calls of an operation may be under way at once. */
  readonly heldAtOnce: number;
}

export interface JobPlan {
  readonly runs: number;
  /** By attempt; the last one repeats. */
  readonly endings: readonly ('complete' | 'fail' | 'crash' | 'hang')[];
  readonly ttl: number;
  readonly timeout: number | null;
  readonly priority: 'normal' | 'low';
  /** Its end is told to a webhook. */
  readonly notifies: boolean;
  /** How many chunks an attempt yields, one each so much after the one before. */
  readonly chunks: number;
  readonly every: number;
}

export interface Outcome {
  lines: readonly string[];
  cost: bigint;
}

export const isOfBatch = (act: Act): act is Act & BatchAct => 'batch' in act || act.do === 'batch' || act.do === 'batches';

/** The operation of each act, by its id in the interface. */
export const operations: Readonly<Record<Act['do'], string>> = {
  run: 'run',
  retry: 'retry',
  cancel: 'cancel',
  status: 'status',
  limit: 'status',
  stream: 'stream',
  sync: 'statusSync',
  purge: 'purgeQueue',
  health: 'health',
  workers: 'listEndpointWorkers',
  releases: 'listEndpointReleases',
  scale: 'updateEndpoint',
  tune: 'updateEndpoint',
  delete: 'deleteEndpoint',
  batch: 'createBatch',
  batches: 'listBatches',
  add: 'addBatchRequests',
  'take-out': 'removeBatchRequest',
  finalize: 'finalizeBatch',
  'give-up': 'cancelBatch',
  'batch-status': 'getBatch',
  requests: 'listBatchRequests',
};
