import { ByName } from '../../kernel/collections/byName.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import type { JobEvent } from '../job/events.ts';
import type { Job } from '../job/evolve.ts';

/** Job counters of one endpoint, as `/health` shows them. The first three only ever grow (queue.health). */
export interface JobCounts {
  completed: number;
  /** Ended as FAILED or TIMED_OUT. */
  failed: number;
  /** Requeued after losing a worker. */
  retried: number;
  inProgress: number;
  inQueue: number;
}

export class JobCounters implements Dumpable<ReadonlyMap<string, JobCounts>> {
  readonly #counters = new ByName<JobCounts>(() => ({ ...noJobs }));

  of(endpointId: string): JobCounts {
    return this.#counters.of(endpointId);
  }

  open(endpointId: string): void {
    this.#counters.own(endpointId);
  }

  /** Drops the counters of a deleted endpoint once none of its jobs waits or runs. */
  close(endpointId: string): void {
    if (isOver(this.of(endpointId))) this.#counters.drop(endpointId);
  }

  apply(event: JobEvent, from: string, job: Job): void {
    const { status } = job;
    if (event.type === 'JobRequeued' && event.returned !== true) this.#counters.own(job.endpointId).retried += 1;
    if (from === status) return;
    const counters = this.#counters.own(job.endpointId);
    if (from === 'IN_QUEUE') counters.inQueue -= 1;
    if (from === 'IN_PROGRESS') counters.inProgress -= 1;
    if (status === 'IN_QUEUE') counters.inQueue += 1;
    if (status === 'IN_PROGRESS') counters.inProgress += 1;
    if (status === 'COMPLETED') counters.completed += 1;
    if (status === 'FAILED' || status === 'TIMED_OUT') counters.failed += 1;
  }

  dump(): ReadonlyMap<string, JobCounts> {
    return new Map(this.#counters);
  }

  load(dump: ReadonlyMap<string, JobCounts>): void {
    for (const [endpointId, counters] of dump) this.#counters.set(endpointId, counters);
  }
}

export const noJobs: Readonly<JobCounts> = { completed: 0, failed: 0, retried: 0, inProgress: 0, inQueue: 0 };

/** Whether none of the jobs waits or runs. */
export const isOver = ({ inProgress, inQueue }: JobCounts): boolean => inProgress === 0 && inQueue === 0;
