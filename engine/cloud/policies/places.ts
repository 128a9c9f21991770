import type { Endpoint } from '../endpoint/evolve.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { endpointOf } from './existing.ts';
import { jobsOf } from './externalWork.ts';
import { isTaker, takersOf } from './takers.ts';

/** How many jobs or requests a simulated worker of the endpoint takes at once (worker.concurrency, lb.traffic). */
export const placesOf = ({ settings }: SimulationContext, { config: { type }, handler: { concurrency } }: Endpoint): number =>
  concurrency ?? (type === 'LOAD_BALANCER' ? settings.request.perWorker : 1);

/** How many more jobs the worker may take now, as far as its endpoint decides it. One that is to be stopped takes none, unless it is idle. */
export const roomOf = (sim: SimulationContext, worker: Worker): number => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  const places = endpoint === undefined ? 0 : placesOf(sim, endpoint);
  if (places <= 1 && worker.jobId !== null) return 0;
  return worker.status === 'RUNNING' && !isTaker(sim, worker) ? 0 : Math.max(0, places - jobsOf(worker).length);
};

/**
 * The worker that holds a take open and takes the next job: the one that became idle last, or else the first that runs some and has room for
 * more. Undefined if there is none, or no job for one that runs some.
 */
export const nextTaker = (sim: SimulationContext, endpointId: string): string | undefined => {
  const idle = sim.state.fleet.of(endpointId).idle.at(-1);
  if (idle !== undefined || sim.state.queues.length(endpointId) === 0) return idle;
  const endpoint = endpointOf(sim, endpointId);
  const places = placesOf(sim, endpoint);
  if (places === 1) return undefined;
  return takersOf(sim, endpoint).find((worker) => worker.status === 'RUNNING' && worker.looksAt === null && jobsOf(worker).length < places)
    ?.id;
};

/** Whether workers that were called because a job waits have room for all that wait (worker.takes-in-time). */
export const isEachAwaited = (sim: SimulationContext, endpointId: string): boolean => {
  const { called } = sim.state.fleet.of(endpointId);
  if (called.size === 0) return false;
  let room = 0;
  for (const workerId of called) {
    const worker = sim.find('worker', workerId);
    if (worker !== undefined) room += roomOf(sim, worker);
  }
  return sim.state.queues.length(endpointId) <= room;
};
