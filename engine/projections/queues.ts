import type { Job } from '../job/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { Lineup } from '../kernel/lineup.ts';

/** The jobs that wait on each endpoint, in the order they will be taken (job.order). */
export class Queues implements Dumpable<readonly QueueDump[]> {
  readonly #waiting = new Map<string, Queue>();

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
    const waits = job.status === 'IN_QUEUE';
    if (waits === (from === 'IN_QUEUE')) return;
    const queue = this.of(job.endpointId);
    const lineup = job.terms.lowPriority ? queue.low : queue.normal;
    if (waits) lineup.join(job.id);
    else lineup.leave(job.id);
  }

  dump(): readonly QueueDump[] {
    return [...this.#waiting].map(([endpointId, { normal, low }]) => ({ endpointId, normal: [...normal], low: [...low] }));
  }

  load(dump: readonly QueueDump[]): void {
    for (const { endpointId, normal, low } of dump)
      this.#waiting.set(endpointId, { normal: new Lineup().fill(normal), low: new Lineup().fill(low) });
  }
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
