import { ByName } from '../../kernel/collections/byName.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { activeStatuses, type WorkerStatus } from '../worker/lifecycle.ts';
import type { Worker } from '../worker/state.ts';

/** The workers of each endpoint by status. */
export class Fleet implements Dumpable<FleetDump> {
  readonly #pools = new ByName<WorkerPool>(() => ({ members: [], idle: [], called: new Set(), counts: { ...noWorkers }, active: 0 }));

  of(endpointId: string): WorkerPool {
    return this.#pools.of(endpointId);
  }

  open(endpointId: string): void {
    this.#pools.own(endpointId);
  }

  /** Drops a deleted endpoint once it has no workers left. */
  close(endpointId: string): void {
    if (this.of(endpointId).members.length === 0) this.#pools.drop(endpointId);
  }

  count(endpointId: string, status: WorkerStatus): number {
    return this.of(endpointId).counts[status];
  }

  /**
   * The number of workers that serve, or will once they are up or there is room. An unhealthy worker counts as none
   * (worker.serving-counts).
   */
  countExpected(endpointId: string): number {
    const { active, counts } = this.of(endpointId);
    return active - counts.UNHEALTHY;
  }

  apply(from: string, worker: Worker): void {
    const { id, status } = worker;
    if (from === status && status !== 'IDLE' && status !== 'RUNNING') return;
    const pool = this.#pools.own(worker.endpointId);
    if (from === status) return status === 'IDLE' ? noteLook(pool, worker) : noteCall(pool, worker);
    const was = from as WorkerStatus;
    if (from === 'NEW') pool.members.push(id);
    pool.counts[was] -= 1;
    pool.counts[status] += 1;
    pool.active += (isActive[status] ? 1 : 0) - (isActive[was] ? 1 : 0);
    if (status === 'IDLE' && worker.looksAt === null) pool.idle.push(id);
    else if (from === 'IDLE') leave(pool, id);
    else if (from === 'RUNNING' && status !== 'IDLE') pool.called.delete(id);
    if (status === 'TERMINATED') remove(pool.members, id);
  }

  dump(): FleetDump {
    return { crews: [...this.#pools].map(([endpointId, pool]) => ({ endpointId, ...pool })) };
  }

  load({ crews }: FleetDump): void {
    for (const { endpointId, ...pool } of crews) this.#pools.set(endpointId, pool);
  }
}

/** Whether it holds a take open. Most events in a status change nothing of it. */
const noteLook = (pool: WorkerPool, worker: Worker): void => {
  const { idle } = pool;
  const { id, looksAt } = worker;
  noteCall(pool, worker);
  if (looksAt !== null) remove(idle, id);
  else if (!idle.includes(id)) idle.push(id);
};

/** Whether it was called because a job waits: also one that runs some, and has room. */
const noteCall = ({ called }: WorkerPool, { id, isCalled }: Worker): void => {
  if (isCalled) called.add(id);
  else if (called.size > 0) called.delete(id);
};

const leave = ({ idle, called }: WorkerPool, id: string): void => {
  if (called.size > 0) called.delete(id);
  remove(idle, id);
};

/** Usually it is the last one: the worker that takes a job. */
const remove = (ids: string[], id: string): void => {
  if (ids.at(-1) === id) ids.pop();
  else {
    const place = ids.lastIndexOf(id);
    if (place >= 0) ids.splice(place, 1);
  }
};

interface FleetDump {
  readonly crews: readonly (WorkerPool & { readonly endpointId: string })[];
}

export interface WorkerPool {
  /** Every worker that was made and not terminated, by number. Stopped ones are included, because they are launched again first. */
  readonly members: string[];
  /**
   * The workers that hold a take open, in the order in which they began to. The last one takes the next job, so that the first one may
   * stop.
   */
  readonly idle: string[];
  /** The workers that will take a job shortly, because one waits (worker.takes-in-time). */
  readonly called: Set<string>;
  readonly counts: Record<WorkerStatus, number>;
  /** How many count towards `workers.max`. */
  active: number;
}

/** For each status, whether it is in the list. It is a table because it is needed twice for every job. */
const among = (these: readonly WorkerStatus[]): Readonly<Record<WorkerStatus, boolean>> => ({
  NEW: these.includes('NEW'),
  THROTTLED: these.includes('THROTTLED'),
  INITIALIZING: these.includes('INITIALIZING'),
  IDLE: these.includes('IDLE'),
  RUNNING: these.includes('RUNNING'),
  ASLEEP: these.includes('ASLEEP'),
  UNHEALTHY: these.includes('UNHEALTHY'),
  STOPPED: these.includes('STOPPED'),
  TERMINATED: these.includes('TERMINATED'),
});

const isActive = among(activeStatuses);
const noWorkers: Readonly<Record<WorkerStatus, number>> = {
  NEW: 0,
  THROTTLED: 0,
  INITIALIZING: 0,
  IDLE: 0,
  RUNNING: 0,
  ASLEEP: 0,
  UNHEALTHY: 0,
  STOPPED: 0,
  TERMINATED: 0,
};
