import type { Job } from '../job/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { Lineup } from '../kernel/lineup.ts';

/** The jobs that wait on each endpoint, in the order they will be taken (job.order). */
export class Queues implements Dumpable<QueuesDump> {
  readonly #waiting = new Map<string, Queue>();
  /**
   * When the jobs were first taken that run, or wait again because their worker was lost: in the order in which they
   * joined, since a job is taken only when none before it waits.
   */
  readonly #firstTaken = new Map<string, number>();
  #taken = 0;

  of(endpointId: string): Queue {
    let queue = this.#waiting.get(endpointId);
    if (queue === undefined) {
      queue = { normal: new Lineup(), low: new Lineup() };
      this.#waiting.set(endpointId, queue);
    }
    return queue;
  }

  /** The job to be taken next: first in, first out, low-priority jobs after all others. */
  next(endpointId: string): string | undefined {
    const { normal, low } = this.of(endpointId);
    return normal.first ?? low.first;
  }

  length(endpointId: string): number {
    const { normal, low } = this.of(endpointId);
    return normal.size + low.size;
  }

  apply(from: string, job: Job): void {
    const { id, status, endpointId, terms } = job;
    if (from === status) return;
    const queue = this.of(endpointId);
    const lineup = terms.lowPriority ? queue.low : queue.normal;
    if (status === 'IN_QUEUE') this.#join(lineup, id);
    else if (from === 'IN_QUEUE') lineup.leave(id);
    if (status === 'IN_PROGRESS') {
      if (!this.#firstTaken.has(id)) this.#firstTaken.set(id, ++this.#taken);
    } else if (status !== 'IN_QUEUE') this.#firstTaken.delete(id);
  }

  /** At the end; a job that lost its worker, before all that joined after it (job.requeue-order). */
  #join(lineup: Lineup, id: string): void {
    const turn = this.#firstTaken.get(id);
    if (turn === undefined) lineup.join(id);
    else lineup.joinBefore(id, (other) => (this.#firstTaken.get(other) ?? Number.POSITIVE_INFINITY) > turn);
  }

  dump(): QueuesDump {
    const waiting = [...this.#waiting].map(([endpointId, { normal, low }]) => ({ endpointId, normal: [...normal], low: [...low] }));
    return { waiting, firstTaken: this.#firstTaken, taken: this.#taken };
  }

  load({ waiting, firstTaken, taken }: QueuesDump): void {
    for (const { endpointId, normal, low } of waiting)
      this.#waiting.set(endpointId, { normal: new Lineup().fill(normal), low: new Lineup().fill(low) });
    for (const [id, turn] of firstTaken) this.#firstTaken.set(id, turn);
    this.#taken = taken;
  }
}

interface QueuesDump {
  readonly waiting: readonly QueueDump[];
  readonly firstTaken: ReadonlyMap<string, number>;
  readonly taken: number;
}

interface QueueDump {
  readonly endpointId: string;
  readonly normal: readonly string[];
  readonly low: readonly string[];
}

export interface Queue {
  readonly normal: Lineup;
  readonly low: Lineup;
}
