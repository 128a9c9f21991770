import { Lineup } from '../kernel/lineup.ts';
import type { Worker } from '../worker/evolve.ts';
import { activeStatuses, placedStatuses, type WorkerStatus } from '../worker/lifecycle.ts';

/** The workers of each endpoint by status, and the GPUs they hold. */
export class Fleet {
  readonly #crews = new Map<string, Crew>();
  readonly #held = new Map<string, { readonly pool: string; readonly gpuCount: number }>();
  readonly #gpusHeld = new Map<string, number>();
  /** Workers that wait for a GPU, of all endpoints, the longest first. */
  readonly throttled = new Lineup();

  of(endpointId: string): Crew {
    let crew = this.#crews.get(endpointId);
    if (crew === undefined) {
      crew = { members: [], idle: new Lineup(), counts: { ...noWorkers }, active: 0 };
      this.#crews.set(endpointId, crew);
    }
    return crew;
  }

  count(endpointId: string, status: WorkerStatus): number {
    return this.of(endpointId).counts[status];
  }

  /** GPUs of a pool that workers hold now. */
  gpusHeld(pool: string): number {
    return this.#gpusHeld.get(pool) ?? 0;
  }

  apply(from: string, worker: Worker): void {
    const { id, status } = worker;
    if (from === status) return;
    const was = from as WorkerStatus;
    const crew = this.of(worker.endpointId);
    if (from === 'NEW') crew.members.push(id);
    crew.counts[was] -= 1;
    crew.counts[status] += 1;
    crew.active += (isActive[status] ? 1 : 0) - (isActive[was] ? 1 : 0);
    if (status === 'IDLE') crew.idle.join(id);
    else if (from === 'IDLE') crew.idle.leave(id);
    if (status === 'THROTTLED') this.throttled.join(id);
    else if (from === 'THROTTLED') this.throttled.leave(id);
    if (status === 'TERMINATED') crew.members.splice(crew.members.indexOf(id), 1);
    if (isPlaced[status] !== isPlaced[was]) this.#hold(id, isPlaced[status] ? worker : null);
  }

  #hold(id: string, worker: { readonly pool: string | null; readonly gpuCount: number } | null): void {
    const before = this.#held.get(id);
    if (before !== undefined) this.#gpusHeld.set(before.pool, this.gpusHeld(before.pool) - before.gpuCount);
    this.#held.delete(id);
    if (worker === null || worker.pool === null) return;
    this.#held.set(id, { pool: worker.pool, gpuCount: worker.gpuCount });
    this.#gpusHeld.set(worker.pool, this.gpusHeld(worker.pool) + worker.gpuCount);
  }
}

export interface Crew {
  /** Every worker ever made and not terminated, by number; stopped ones too, for they are the first to come back. */
  readonly members: string[];
  /** In the order they became idle. The last takes the next job, so that the first may go to sleep. */
  readonly idle: Lineup;
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
const isPlaced = among(placedStatuses);
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
