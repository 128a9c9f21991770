import type { EntityLookup } from '../entities.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';
import type { Worker } from '../worker/state.ts';
import type { ComputeRequest } from './placement.ts';
import { WaitingLines } from './waitingLines.ts';
import { requestCompute, workerWants } from './wants.ts';

/**
 * All that waits for a host, in one order: the workers of all endpoints that are throttled, and the members of clusters in ERROR. A worker of
 * an older release than its endpoint's wants none: it is to be replaced.
 */
export class WaitingForHosts extends WaitingLines<ComputeRequest> {
  applyWorker(from: string, worker: Worker, state: EntityLookup): void {
    if (from === worker.status) return;
    if (worker.status === 'THROTTLED') this.join(worker.id, findWants(state, worker));
    else if (from === 'THROTTLED') this.leave(worker.id);
  }

  applyPod(from: PodStatus, { id, status, member, config, placement }: Pod): void {
    if (member === null || from === status) return;
    if (status === 'ERROR') this.join(id, [requestCompute(config, [placement?.dataCenterId ?? ''])]);
    else if (from === 'ERROR') this.leave(id);
  }

  /** The endpoint's requests for these workers may have changed. */
  applyUpdate(workerIds: readonly string[], state: EntityLookup): void {
    for (const id of workerIds) {
      const worker = this.has(id) ? state.find('worker', id) : undefined;
      if (worker !== undefined) this.change(id, findWants(state, worker));
    }
  }
}

const findWants = (state: EntityLookup, { endpointId, version }: Worker): readonly ComputeRequest[] | null => {
  const endpoint = state.find('endpoint', endpointId);
  return endpoint === undefined || endpoint.version !== version ? null : workerWants(state, endpoint.config);
};
