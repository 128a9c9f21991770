import type { SimulationContext } from '../context.ts';

/**
 * Finds the next job whose time to live is not over, low priority last. If its time ends at this instant, its own timer expires it later in
 * the instant (job.order, job.ttl).
 */
export const nextToStart = (sim: SimulationContext, endpointId: string): string | undefined => {
  const { normal, low } = sim.state.queues.of(endpointId);
  return normal.firstNotOver(sim.now) ?? low.firstNotOver(sim.now);
};
