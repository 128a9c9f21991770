import type { BatchAct, JobPlan, Plan } from './plan.ts';
import { isGone, type Job } from './state.ts';

export interface Request {
  readonly plan: JobPlan;
  stage: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** Its turn has come: it is a job. */
  isHanded: boolean;
  job: Job | null;
  started: number | null;
  ended: number | null;
}

interface Batch {
  readonly name: string;
  status: 'DRAFT' | 'FINALIZED' | 'CANCELLED' | 'FAILED';
  isCancelling: boolean;
  requests: readonly Request[];
}

/** What batches do to their endpoint. */
interface Endpoint {
  readonly now: () => number;
  /** How many workers it may have. */
  readonly most: () => number;
  readonly submit: (request: Request) => void;
  readonly cancel: (job: Job) => void;
}

/** The batches of an endpoint (queue.batch). */
export class Batches {
  readonly #plan: Plan;
  readonly #endpoint: Endpoint;
  readonly #batches: Batch[] = [];

  constructor(plan: Plan, endpoint: Endpoint) {
    this.#plan = plan;
    this.#endpoint = endpoint;
  }

  /** Does what a client asks for; the answer. */
  act(act: BatchAct): string {
    if (act.do === 'batches') return `200 ${[...this.#batches].reverse().map(describe).join('; ')}`;
    if (act.do === 'batch') return this.#create(act.requests);
    const batch = this.#batches[act.batch];
    if (batch === undefined) return '404 queue.batch';
    if (act.do === 'requests') return `200 ${batch.requests.map(describeRequest).join('; ')}`;
    if (act.do === 'batch-status') return `200 ${describe(batch)}`;
    if (act.do === 'give-up') return this.#cancel(batch);
    if (act.do === 'take-out' && batch.requests[act.place] === undefined) return '404 queue.batch';
    if (batch.status !== 'DRAFT') return '409 queue.batch';
    if (act.do === 'add') batch.requests = [...batch.requests, ...act.requests.map(newRequest)];
    if (act.do === 'take-out') batch.requests = batch.requests.filter((_, place) => place !== act.place);
    if (act.do === 'take-out') return '204';
    if (act.do === 'finalize') batch.status = 'FINALIZED';
    this.feed();
    return `200 ${describe(batch)}`;
  }

  /** Requests of finalized batches become jobs in their order, as many at a time as there may be workers. */
  feed(): void {
    const final = this.#batches.filter(({ status }) => status === 'FINALIZED');
    for (const batch of final) {
      for (const request of batch.requests) {
        if (batch.status !== 'FINALIZED' || request.isHanded) continue;
        const underWay = final.flatMap(({ requests }) => requests).filter((one) => one.isHanded && !hasEnded(one));
        if (underWay.length >= this.#endpoint.most()) return;
        request.isHanded = true;
        this.#endpoint.submit(request);
      }
    }
  }

  /** What became of a job is noted in its batch. One that ends makes room for the next. */
  note(job: Job): void {
    const batch = this.#batches.find(({ requests }) => requests.some((one) => one.job === job));
    const request = batch?.requests.find((one) => one.job === job);
    if (batch?.status !== 'FINALIZED' || request === undefined) return;
    const stage = stageOf(job);
    // The batch knows how it ended, though the result is gone.
    if (stage === request.stage || (job.status === 'REMOVED' && hasEnded(request))) return;
    request.stage = stage;
    if (stage === 'IN_QUEUE') request.started = null;
    if (stage === 'IN_PROGRESS') request.started = this.#endpoint.now();
    request.ended = hasEnded(request) ? this.#endpoint.now() : null;
    this.#cancelAtLast(batch);
    if (hasEnded(request)) this.feed();
  }

  /** Their endpoint is deleted: what has not ended has failed. */
  fail(): void {
    for (const batch of this.#batches) if (batch.status !== 'CANCELLED') batch.status = 'FAILED';
  }

  #create(requests: readonly JobPlan[]): string {
    const active = this.#batches.filter(
      ({ status, requests: its }) => status === 'DRAFT' || (status === 'FINALIZED' && its.some((one) => !hasEnded(one))),
    );
    if (active.length >= this.#plan.batchesMax) return '409 queue.batch';
    this.#batches.push({
      name: `batch-${this.#batches.length}`,
      status: 'DRAFT',
      isCancelling: false,
      requests: requests.map(newRequest),
    });
    return `200 batch-${this.#batches.length - 1} DRAFT`;
  }

  /** What waits is cancelled at once, and what runs goes on; then the batch is cancelled. */
  #cancel(batch: Batch): string {
    if (batch.status === 'CANCELLED') return '409 queue.batch';
    if (!batch.isCancelling) {
      batch.isCancelling = true;
      for (const one of batch.requests)
        if (!one.isHanded) Object.assign(one, { isHanded: true, stage: 'CANCELLED', ended: this.#endpoint.now() });
      this.#cancelAtLast(batch);
      for (const { job } of batch.requests) if (job?.status === 'IN_QUEUE') this.#endpoint.cancel(job);
    }
    return `200 ${describe(batch)}`;
  }

  #cancelAtLast(batch: Batch): void {
    if (batch.isCancelling && batch.status !== 'CANCELLED' && batch.requests.every(hasEnded)) batch.status = 'CANCELLED';
  }
}

/** A job that is purged, or whose time to live is over, has failed. */
const stageOf = ({ status }: Job): Request['stage'] => {
  if (status === 'TIMED_OUT' || status === 'REMOVED') return 'FAILED';
  return status === 'NEW' ? 'IN_QUEUE' : status;
};

const hasEnded = ({ stage }: Request): boolean => stage !== 'IN_QUEUE' && stage !== 'IN_PROGRESS';

const newRequest = (plan: JobPlan): Request => ({ plan, stage: 'IN_QUEUE', isHanded: false, job: null, started: null, ended: null });

/** A request that was cancelled is neither completed nor failed. */
const describe = ({ name, status, requests }: Batch): string => {
  const count = (stage: Request['stage']): number => requests.filter((one) => one.stage === stage).length;
  return `${name} ${status} ${requests.length} requests ${[count('IN_PROGRESS'), count('COMPLETED'), count('FAILED')]}`;
};

/** With the result of its job, for as long as that is kept. */
const describeRequest = ({ stage, job, started, ended }: Request): string => {
  const kept = job === null || isGone(job) ? undefined : job.status;
  const result = stage === 'COMPLETED' && kept === 'COMPLETED' ? ['output'] : [];
  const error = stage === 'FAILED' ? [kept === 'FAILED' ? 'error' : kept === 'TIMED_OUT' ? 'late' : 'gone'] : [];
  return [stage, ...result, ...error, `from ${started} to ${ended}`].join(' ');
};
