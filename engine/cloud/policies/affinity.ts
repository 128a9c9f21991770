import type { Endpoint } from '../endpoint/evolve.ts';
import type { LbRequest } from '../request/evolve.ts';
import type { SimulationContext } from './context.ts';
import { launch, wake } from './workerLaunch.ts';

/**
 * Requests that are bound to one worker, and wait: one whose worker is gone fails, and one that may resume a worker that was scaled down
 * starts it again, as soon as `workers.max` permits it; one that sleeps is woken (lb.affinity).
 */
export const bindRequests = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const endpoint = sim.settings.request.affinity === 'pins' ? undefined : sim.find('endpoint', endpointId);
  if (endpoint === undefined) return;
  for (const requestId of [...sim.state.traffic.of(endpointId).waiting]) {
    const request = sim.find('request', requestId);
    if (request !== undefined && request.binding !== null) bindRequest(sim, endpoint, request);
  }
};

/** The same after a PATCH of the endpoint. */
export const rebindRequests = (sim: SimulationContext, event: unknown, { id }: Endpoint): void =>
  bindRequests(sim, event, { endpointId: id });

const bindRequest = (sim: SimulationContext, endpoint: Endpoint, { id, binding, onlyWorkerId }: LbRequest): void => {
  const worker = sim.find('worker', onlyWorkerId ?? '');
  const isGone = worker === undefined || worker.endpointId !== endpoint.id;
  // A stopped worker of an older release would come back as another worker.
  const isDown = worker?.status === 'STOPPED';
  if (isGone || (isDown && (binding === 'strict' || worker.version !== endpoint.version)))
    return sim.dispatchOrThrow('request', id, { type: 'FailRequest', because: 'worker-gone' });
  const mayHaveMore = sim.state.fleet.of(endpoint.id).active < endpoint.config.workers.max;
  if (isDown && mayHaveMore) launch(sim, endpoint, false, worker);
  // One that sleeps is shown as ready, so it is neither gone nor scaled down.
  if (worker?.status === 'ASLEEP' && mayHaveMore) wake(sim, endpoint, worker, false);
};
