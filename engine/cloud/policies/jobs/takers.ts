import type { Endpoint } from '../../endpoint/evolve.ts';
import { listCenters } from '../../projections/wants.ts';
import { activeStatuses } from '../../worker/lifecycle.ts';
import type { Worker } from '../../worker/state.ts';
import type { SimulationContext } from '../context.ts';

/**
 * Lists the workers that may take work, by the rules of their endpoint: those of its newest release, in a data center that it allows, and
 * at most `workers.max`. A worker that is about to be stopped takes none: otherwise it would never be free (worker.rollout).
 */
export const listTakers = (sim: SimulationContext, endpoint: Endpoint): readonly Worker[] => {
  const { id, version, config } = endpoint;
  const active = sim.state.fleet.of(id).members.flatMap((workerId) => {
    const worker = sim.find('worker', workerId);
    return worker !== undefined && activeStatuses.includes(worker.status) ? [worker] : [];
  });
  return active.slice(0, config.workers.max).filter((worker) => worker.version === version && !isOutside(sim, endpoint, worker));
};

/** Whether it is one of them. */
export const isTaker = (sim: SimulationContext, { id, endpointId }: Worker): boolean => {
  const endpoint = sim.find('endpoint', endpointId);
  return endpoint !== undefined && listTakers(sim, endpoint).some((worker) => worker.id === id);
};

/** The strict limit also applies to workers that are already placed (endpoint.data-centers). */
export const isOutside = (sim: SimulationContext, { config }: Endpoint, { placement }: Worker): boolean => {
  const centers = listCenters(sim, config);
  return placement !== null && centers.length > 0 && !centers.includes(placement.dataCenterId);
};
