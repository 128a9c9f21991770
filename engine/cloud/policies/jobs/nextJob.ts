import type { SimulationContext } from '../context.ts';

/**
 * The next job whose time to live is not over: those of low priority after all others. Its own timer expires one whose time ends now,
 * later at this instant (job.order, job.ttl).
 */
export const nextToStart = (sim: SimulationContext, endpointId: string): string | undefined => {
  const { normal, low } = sim.state.queues.of(endpointId);
  return normal.firstNotOver(sim.now) ?? low.firstNotOver(sim.now);
};
