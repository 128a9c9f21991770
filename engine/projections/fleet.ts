import { ByName } from '../kernel/byName.ts';
import type { Dumpable } from '../kernel/dump.ts';
import type { Worker } from '../worker/evolve.ts';
import { activeStatuses, type WorkerStatus } from '../worker/lifecycle.ts';

/** The workers of each endpoint by status. */
export class Fleet implements Dumpable<FleetDump> {
  readonly #crews = new ByName<WorkerPool>(() => ({ members: [], idle: [], counts: { ...noWorkers }, active: 0 }));

  of(endpointId: string): WorkerPool {
    return this.#crews.of(endpointId);
  }

  open(endpointId: string): void {
    this.#crews.own(endpointId);
  }

  /** Of an endpoint that is gone nothing is kept, once none of its workers is left. */
  close(endpointId: string): void {
    if (this.of(endpointId).members.length === 0) this.#crews.drop(endpointId);
  }

  count(endpointId: string, status: WorkerStatus): number {
    return this.of(endpointId).counts[status];
  }

  apply(from: string, worker: Worker): void {
    const { id, status } = worker;
    if (from === status) return;
    const was = from as WorkerStatus;
    const crew = this.#crews.own(worker.endpointId);
    if (from === 'NEW') crew.members.push(id);
    crew.counts[was] -= 1;
    crew.counts[status] += 1;
    crew.active += (isActive[status] ? 1 : 0) - (isActive[was] ? 1 : 0);
    if (status === 'IDLE') crew.idle.push(id);
    else if (from === 'IDLE') remove(crew.idle, id);
    if (status === 'TERMINATED') remove(crew.members, id);
  }

  dump(): FleetDump {
    return { crews: [...this.#crews].map(([endpointId, crew]) => ({ endpointId, ...crew })) };
  }

  load({ crews }: FleetDump): void {
    for (const { endpointId, ...crew } of crews) this.#crews.set(endpointId, crew);
  }
}

/** Mostly it is the last: the worker that takes a job is. */
const remove = (ids: string[], id: string): void => {
  if (ids.at(-1) === id) ids.pop();
  else ids.splice(ids.lastIndexOf(id), 1);
};

interface FleetDump {
  readonly crews: readonly (WorkerPool & { readonly endpointId: string })[];
}

export interface WorkerPool {
  /** Every worker ever made and not terminated, by number; stopped ones too, for they are the first to come back. */
  readonly members: string[];
  /** In the order they became idle. The last takes the next job, so that the first may go to sleep. */
  readonly idle: string[];
  readonly counts: Record<WorkerStatus, number>;
  /** How many count towards `workers.max`. */
  active: number;
}

/** For each status, whether it is one of these: asked twice for every job, so not searched for. */
const among = (these: readonly WorkerStatus[]): Readonly<Record<WorkerStatus, boolean>> => ({
  NEW: these.includes('NEW'),
  THROTTLED: these.includes('THROTTLED'),
  INITIALIZING: these.includes('INITIALIZING'),
  IDLE: these.includes('IDLE'),
  RUNNING: these.includes('RUNNING'),
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
  UNHEALTHY: 0,
  STOPPED: 0,
  TERMINATED: 0,
};
