import type { JobEvent } from '../job/events.ts';
import type { Job } from '../job/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';

/** Job counters of one endpoint, as `/health` shows them. The first three only ever grow (queue.health). */
export interface JobCounters {
  completed: number;
  /** Ended as FAILED or TIMED_OUT. */
  failed: number;
  /** Requeued after losing a worker. */
  retried: number;
  inProgress: number;
  inQueue: number;
}

export class Health implements Dumpable<ReadonlyMap<string, JobCounters>> {
  readonly #counters = new Map<string, JobCounters>();

  of(endpointId: string): JobCounters {
    let counters = this.#counters.get(endpointId);
    if (counters === undefined) {
      counters = { completed: 0, failed: 0, retried: 0, inProgress: 0, inQueue: 0 };
      this.#counters.set(endpointId, counters);
    }
    return counters;
  }

  apply(event: JobEvent, from: string, job: Job): void {
    const { status } = job;
    if (event.type === 'JobRequeued') this.of(job.endpointId).retried += 1;
    if (from === status) return;
    const counters = this.of(job.endpointId);
    if (from === 'IN_QUEUE') counters.inQueue -= 1;
    if (from === 'IN_PROGRESS') counters.inProgress -= 1;
    if (status === 'IN_QUEUE') counters.inQueue += 1;
    if (status === 'IN_PROGRESS') counters.inProgress += 1;
    if (status === 'COMPLETED') counters.completed += 1;
    if (status === 'FAILED' || status === 'TIMED_OUT') counters.failed += 1;
  }

  dump(): ReadonlyMap<string, JobCounters> {
    return this.#counters;
  }

  load(dump: ReadonlyMap<string, JobCounters>): void {
    for (const [endpointId, counters] of dump) this.#counters.set(endpointId, counters);
  }
}
