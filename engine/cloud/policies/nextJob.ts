import { ttlEnds } from '../job/timers.ts';
import type { SimulationContext } from './context.ts';

/** The next job whose time to live is not over. Its own timer expires one whose time ends now, later at this instant (job.ttl). */
export const nextToStart = (sim: SimulationContext, endpointId: string): string | undefined => {
  const { queues } = sim.state;
  const first = queues.next(endpointId);
  if (first === undefined || !isOver(sim, first)) return first;
  for (const jobId of queues.waiting(endpointId)) if (!isOver(sim, jobId)) return jobId;
  return undefined;
};

const isOver = (sim: SimulationContext, jobId: string): boolean => {
  const job = sim.find('job', jobId);
  const end = job === undefined ? null : ttlEnds(job);
  return end !== null && end <= sim.now;
};
