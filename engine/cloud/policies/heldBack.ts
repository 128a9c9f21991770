import type { Pod } from '../pod/evolve.ts';
import { faultsAt, placeOfPod } from '../projections/faultPlaces.ts';
import type { SimulationContext } from './context.ts';

/**
 * Whether one that waits for a host waits for something else first. A member whose image could not be pulled waits until no such fault affects
 * it, because another host would not help. A launch that is held waits until its hold is over (worker.capacity).
 */
export const isHeldBack = (sim: SimulationContext, id: string): boolean => {
  if (isLeftBehind(sim, id) || sim.find('worker', id)?.heldUntil != null) return true;
  const pod = sim.find('pod', id);
  if (pod === undefined) return false;
  return pod.failure === 'image' && isWithoutImage(sim, pod);
};

/** Whether it is a worker or a member whose endpoint or cluster is deleted: it waits for its end, whatever else ends meanwhile (endpoint.delete). */
export const isLeftBehind = (sim: SimulationContext, id: string): boolean => {
  const worker = sim.find('worker', id);
  if (worker !== undefined) return sim.find('endpoint', worker.endpointId) === undefined;
  const member = sim.find('pod', id)?.member;
  return member != null && sim.find('cluster', member.clusterId) === undefined;
};

/** The entity waits until the end of a fault with a window. A fault with only a limit ends by strikes, so the image is tried again. */
const isWithoutImage = (sim: SimulationContext, pod: Pod): boolean =>
  faultsAt(sim.state, 'image-pull-failure', placeOfPod(pod)).some(({ spec }) => spec.until !== null);
