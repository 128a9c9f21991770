import { ByName } from '../../kernel/collections/byName.ts';
import { FifoQueue, type QueueDump } from '../../kernel/collections/fifoQueue.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { fillInSteps, type Steps } from '../../kernel/steps.ts';
import type { Job } from '../job/evolve.ts';
import { ttlEnds } from '../job/timers.ts';

/** The jobs that wait on each endpoint, in the order they will be taken (job.order). */
export class Queues implements Dumpable<QueuesDump> {
  readonly #queues = new ByName<Queue>(() => ({ normal: new FifoQueue(), low: new FifoQueue(), firstTaken: new Map() }));
  #taken = 0;

  of(endpointId: string): Queue {
    return this.#queues.of(endpointId);
  }

  open(endpointId: string): void {
    this.#queues.own(endpointId);
  }

  /** Drops the queue of a deleted endpoint once none of its jobs waits or runs. */
  close(endpointId: string): void {
    const { normal, low, firstTaken } = this.of(endpointId);
    if (normal.size + low.size + firstTaken.size === 0) this.#queues.drop(endpointId);
  }

  /** The next job: first in, first out, with low-priority jobs after all others. */
  next(endpointId: string): string | undefined {
    const { normal, low } = this.of(endpointId);
    return normal.first ?? low.first;
  }

  length(endpointId: string): number {
    const { normal, low } = this.of(endpointId);
    return normal.size + low.size;
  }

  /** Every job that waits or runs, each once, in no particular order. */
  *pending(endpointId: string): IterableIterator<string> {
    const { normal, low, firstTaken } = this.of(endpointId);
    for (const jobId of firstTaken.keys()) if (!normal.has(jobId) && !low.has(jobId)) yield jobId;
    yield* normal;
    yield* low;
  }

  apply(from: string, job: Job): void {
    const { id, status, endpointId, terms } = job;
    if (from === status) return;
    const queue = this.#queues.own(endpointId);
    const waiting = terms.lowPriority ? queue.low : queue.normal;
    if (status === 'IN_QUEUE') join(waiting, job, queue.firstTaken);
    else if (from === 'IN_QUEUE') waiting.remove(id);
    if (status === 'IN_PROGRESS') {
      if (!queue.firstTaken.has(id)) queue.firstTaken.set(id, ++this.#taken);
    } else if (status !== 'IN_QUEUE' && (from === 'IN_QUEUE' || from === 'IN_PROGRESS')) queue.firstTaken.delete(id);
  }

  *dump(): Steps<QueuesDump> {
    const queues: EndpointQueueDump[] = [];
    for (const [endpointId, { normal, low, firstTaken }] of this.#queues)
      queues.push({ endpointId, normal: yield* normal.dump(), low: yield* low.dump(), firstTaken });
    return { queues, taken: this.#taken };
  }

  *load({ queues, taken }: QueuesDump): Steps<void> {
    for (const { endpointId, normal, low, firstTaken } of queues) {
      const queue = this.#queues.own(endpointId);
      yield* queue.normal.load(normal);
      yield* queue.low.load(low);
      yield* fillInSteps(queue.firstTaken, firstTaken);
    }
    this.#taken = taken;
  }
}

interface QueuesDump {
  readonly queues: readonly EndpointQueueDump[];
  readonly taken: number;
}

interface EndpointQueueDump {
  readonly endpointId: string;
  readonly normal: QueueDump;
  readonly low: QueueDump;
  readonly firstTaken: ReadonlyMap<string, number>;
}

export interface Queue {
  readonly normal: FifoQueue;
  readonly low: FifoQueue;
  /**
   * The order in which jobs were first taken. It includes running jobs, and jobs that wait again because their worker was lost. It equals
   * the order of submission, because a worker takes a job only if no earlier one waits that may still start.
   */
  readonly firstTaken: Map<string, number>;
}

/** At the end; but a job that lost its worker goes before all jobs that joined after it (job.requeue-order). */
const join = (waiting: FifoQueue, job: Job, firstTaken: ReadonlyMap<string, number>): void => {
  const turn = firstTaken.get(job.id);
  if (turn === undefined) waiting.enqueue(job.id, ttlEnds(job));
  else waiting.enqueueBefore(job.id, (other) => (firstTaken.get(other) ?? Number.POSITIVE_INFINITY) > turn, ttlEnds(job));
};
