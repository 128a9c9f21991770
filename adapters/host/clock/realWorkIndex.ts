import type { State, StateChange } from '../../../engine/cloud/index.ts';
import { listRealWork, type RealWork } from '../../../engine/scenario/standIn/index.ts';

/** An incremental index of the real work of a world: a scan of all workers after each change would cost more than the change itself. */
export class RealWorkIndex {
  readonly #state: State;
  readonly #ofWorker = new Map<string, readonly RealWork[]>();
  /** Whether jobs wait at an endpoint: that makes its idle workers' next take real work. */
  readonly #hasQueue = new Map<string, boolean>();
  readonly #changedWorkers = new Set<string>();
  readonly #changedEndpoints = new Set<string>();
  #all: readonly RealWork[] | undefined;

  constructor(state: State) {
    this.#state = state;
    for (const { id } of state.all('worker')) this.#changedWorkers.add(id);
    for (const { id } of state.all('endpoint')) this.#changedEndpoints.add(id);
  }

  /** Marks the entities that a change may affect as dirty; `all` recomputes them on demand. */
  note({ kind, id, entity, event }: StateChange): void {
    if (kind === 'worker') this.#changedWorkers.add(id);
    if (kind === 'job') {
      this.#changedEndpoints.add(entity.endpointId);
      if ('workerId' in event && typeof event.workerId === 'string') this.#changedWorkers.add(event.workerId);
    }
    if (kind === 'endpoint') {
      this.#changedEndpoints.add(id);
      for (const workerId of this.#state.fleet.of(id).members) this.#changedWorkers.add(workerId);
    }
  }

  /** All real work there is now; the same list again while it is the same work. */
  all(): readonly RealWork[] {
    this.#look();
    this.#all ??= [...this.#ofWorker.values()].flat();
    return this.#all;
  }

  get isEmpty(): boolean {
    this.#look();
    return this.#ofWorker.size === 0;
  }

  #look(): void {
    for (const id of this.#changedEndpoints) {
      const hasQueue = this.#state.queues.next(id) !== undefined;
      if (this.#hasQueue.get(id) === hasQueue) continue;
      this.#hasQueue.set(id, hasQueue);
      for (const workerId of this.#state.fleet.of(id).members) this.#changedWorkers.add(workerId);
    }
    this.#changedEndpoints.clear();
    if (this.#changedWorkers.size > 0) this.#all = undefined;
    for (const id of this.#changedWorkers) {
      const work = listRealWork(this.#state, id);
      if (work.length > 0) this.#ofWorker.set(id, work);
      else this.#ofWorker.delete(id);
    }
    this.#changedWorkers.clear();
  }
}
