import { ttlEnds } from '../job/timers.ts';
import type { SimulationContext } from './context.ts';

/**
 * The next job whose time to live is not over: those of low priority after all others. Its own timer expires one whose time ends now,
 * later at this instant (job.order, job.ttl).
 */
export const nextToStart = (sim: SimulationContext, endpointId: string): string | undefined => {
  const { normal, low } = sim.state.queues.of(endpointId);
  const isOver = (jobId: string): boolean => {
    const job = sim.find('job', jobId);
    const end = job === undefined ? null : ttlEnds(job);
    return end !== null && end <= sim.now;
  };
  return normal.firstNotOver(isOver) ?? low.firstNotOver(isOver);
};
