import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';
import { OfEndpoints } from './ofEndpoints.ts';

const name = 'batches-recounted';

export const handedRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'the requests of finalized batches become jobs in their order, as many at a time as their endpoint may have workers, and none is held back while fewer are under way',
    },
  ],
  open: () => new HandedRequests(),
};

/** Which requests of batches are jobs, and which have yet to become some (queue.batch). */
class HandedRequests implements Recount {
  /** In the order in which they were created. */
  readonly #batches = new OfEndpoints<Handed>();
  /** The batch of each job that waits or runs, or may again. */
  readonly #jobs = new Map<string, { readonly batchId: string; readonly isUnderWay: boolean }>();
  /** How many workers an endpoint may have. */
  readonly #most = new Map<string, number>();
  /** The endpoints whose batches are looked at once this instant is over. */
  readonly #touched = new Set<string>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  readonly on: Handlers = {
    EndpointCreated: ({ endpointId, config }) => {
      this.#most.set(endpointId, config.workers.max);
    },
    EndpointUpdated: ({ endpointId, config }, { at }) => {
      this.#most.set(endpointId, config.workers.max);
      return this.#touch(endpointId, at);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#most.delete(endpointId);
    },
    BatchCreated: ({ batchId, endpointId, requests }) => {
      this.#batches.set(batchId, { endpointId, isFinal: false, requests: requests.map(({ id }) => id), handed: 0, underWay: 0 });
    },
    BatchRequestsAdded: ({ batchId, requests }) => {
      this.#batches.get(batchId)?.requests.push(...requests.map(({ id }) => id));
    },
    BatchRequestRemoved: ({ batchId, requestId }) => {
      const batch = this.#batches.get(batchId);
      batch?.requests.splice(batch.requests.indexOf(requestId), 1);
    },
    BatchFinalized: ({ batchId }, { at }) => {
      const batch = this.#batches.get(batchId);
      if (batch === undefined) return undefined;
      batch.isFinal = true;
      return this.#touch(batch.endpointId, at);
    },
    BatchCancelAsked: ({ batchId }) => {
      const batch = this.#batches.get(batchId);
      if (batch !== undefined) batch.requests.length = batch.handed;
    },
    BatchCancelled: ({ batchId }) => this.#forgets(batchId),
    BatchFailed: ({ batchId }) => this.#forgets(batchId),
    JobQueued: ({ jobId, batch: place }, { at }) => {
      if (place === undefined) return undefined;
      const batch = this.#batches.get(place.id);
      const why = batch === undefined ? 'is a request of no batch' : this.#whyNot(jobId, batch);
      if (batch !== undefined) {
        batch.handed += 1;
        this.#jobs.set(jobId, { batchId: place.id, isUnderWay: false });
        this.#moves(jobId, true, at);
      }
      return why === undefined ? undefined : { name, words: `${jobId} became a job at ${formatVirtualTime(at)}, and ${why}` };
    },
    JobRetried: ({ jobId }, { at }) => this.#moves(jobId, true, at),
    JobCompleted: ({ jobId }, { at }) => this.#moves(jobId, false, at),
    JobFailed: ({ jobId }, { at }) => this.#moves(jobId, false, at),
    JobTimedOut: ({ jobId }, { at }) => this.#moves(jobId, false, at),
    JobCancelled: ({ jobId }, { at }) => this.#moves(jobId, false, at),
    JobPurged: ({ jobId }, { at }) => this.#goes(jobId, at),
    JobExpired: ({ jobId }, { at }) => this.#goes(jobId, at),
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    for (const endpointId of this.#touched) {
      const first = this.#firstToHand(endpointId);
      const [most, underWay] = [this.#most.get(endpointId) ?? 0, this.#countUnderWay(endpointId)];
      if (first === undefined || underWay >= most) continue;
      const words = `${first} has not become a job at ${formatVirtualTime(this.#now)}, and ${underWay} of the ${most} that may be under way at ${endpointId} are`;
      return { name, words };
    }
    this.#touched.clear();
    return undefined;
  }

  dump(): HandedDump {
    return { batches: this.#batches.all(), jobs: this.#jobs, most: this.#most, touched: this.#touched, now: this.#now };
  }

  *load({ batches, jobs, most, touched, now }: HandedDump): Steps<void> {
    yield* this.#batches.load(batches, (batch) => ({ ...batch, requests: [...batch.requests] }));
    yield* fillInSteps(this.#jobs, jobs);
    yield* fillInSteps(this.#most, most);
    for (const id of touched) this.#touched.add(id);
    this.#now = now;
  }

  /** Why it may not become a job now; undefined if it may. */
  #whyNot(jobId: string, { endpointId }: Handed): string | undefined {
    const first = this.#firstToHand(endpointId);
    if (first !== jobId) return first === undefined ? 'none may' : `${first} comes before it`;
    const [most, underWay] = [this.#most.get(endpointId) ?? 0, this.#countUnderWay(endpointId)];
    return underWay < most ? undefined : `${underWay} are under way, of ${most}`;
  }

  #firstToHand(endpointId: string): string | undefined {
    for (const batch of this.#batches.of(endpointId).values())
      if (batch.isFinal && batch.handed < batch.requests.length) return batch.requests[batch.handed];
    return undefined;
  }

  #countUnderWay(endpointId: string): number {
    let count = 0;
    for (const { underWay } of this.#batches.of(endpointId).values()) count += underWay;
    return count;
  }

  #moves(jobId: string, isUnderWay: boolean, at: VirtualTime): undefined {
    const job = this.#jobs.size === 0 ? undefined : this.#jobs.get(jobId);
    const batch = job && this.#batches.get(job.batchId);
    if (job === undefined || batch === undefined || job.isUnderWay === isUnderWay) return;
    this.#jobs.set(jobId, { ...job, isUnderWay });
    batch.underWay += isUnderWay ? 1 : -1;
    return this.#touch(batch.endpointId, at);
  }

  #goes(jobId: string, at: VirtualTime): undefined {
    this.#moves(jobId, false, at);
    if (this.#jobs.size > 0) this.#jobs.delete(jobId);
  }

  /** What runs of it goes on, and is counted no longer. */
  #forgets(batchId: string): undefined {
    this.#batches.delete(batchId);
  }

  #touch(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.add(endpointId);
    this.watch.set();
  }
}

interface Handed {
  readonly endpointId: string;
  /** Its requests become jobs. */
  isFinal: boolean;
  /** The ids of those that are jobs, or will be. */
  readonly requests: string[];
  handed: number;
  /** How many of its jobs wait or run. */
  underWay: number;
}

interface HandedDump {
  readonly batches: ReadonlyMap<string, Handed>;
  readonly jobs: ReadonlyMap<string, { readonly batchId: string; readonly isUnderWay: boolean }>;
  readonly most: ReadonlyMap<string, number>;
  readonly touched: ReadonlySet<string>;
  readonly now: VirtualTime;
}
