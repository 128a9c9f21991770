import type { EntityLookup } from '../entities.ts';
import type { Worker } from '../worker/state.ts';
import { WaitingLines } from './waitingLines.ts';
import { type WorkerWant, workerWants } from './wants.ts';

/** Workers of all endpoints that wait for a host. A worker of an older release than its endpoint's wants none: it is to be replaced. */
export class Throttled extends WaitingLines<WorkerWant> {
  apply(from: string, worker: Worker, state: EntityLookup): void {
    if (from === worker.status) return;
    if (worker.status === 'THROTTLED') this.join(worker.id, wantsOf(state, worker));
    else if (from === 'THROTTLED') this.leave(worker.id);
  }

  /** What the endpoint wants for these workers may have changed. */
  applyUpdate(workerIds: readonly string[], state: EntityLookup): void {
    for (const id of workerIds) {
      const worker = this.has(id) ? state.find('worker', id) : undefined;
      if (worker !== undefined) this.change(id, wantsOf(state, worker));
    }
  }
}

const wantsOf = (state: EntityLookup, { endpointId, version }: Worker): readonly WorkerWant[] | null => {
  const endpoint = state.find('endpoint', endpointId);
  return endpoint === undefined || endpoint.version !== version ? null : workerWants(state, endpoint.config);
};
