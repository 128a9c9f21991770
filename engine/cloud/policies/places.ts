import type { Endpoint } from '../endpoint/evolve.ts';
import type { WorkerCommand } from '../worker/decide.ts';
import { placesAt } from '../worker/ramp.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireEndpoint, requireWorker } from './existing.ts';
import { listJobs } from './jobs/externalWork.ts';
import { isTaker, listTakers } from './jobs/takers.ts';

/** How many jobs or requests a simulated worker of the endpoint takes at once (worker.concurrency, lb.traffic). */
export const countPlaces = ({ settings }: SimulationContext, { config: { type }, handler: { concurrency } }: Endpoint): number =>
  concurrency ?? (type === 'LOAD_BALANCER' ? settings.request.perWorker : 1);

/**
 * Counts the jobs that the worker may still take now, by the rules of its endpoint. A worker that is about to be stopped takes none, unless
 * it is idle.
 */
export const countRoom = (sim: SimulationContext, worker: Worker): number => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  if (endpoint === undefined || (worker.jobId !== null && countPlaces(sim, endpoint) === 1)) return 0;
  return worker.status === 'RUNNING' && !isTaker(sim, worker) ? 0 : roomIn(sim, endpoint, worker);
};

/** How many more its process takes (worker.ramp). */
const roomIn = (sim: SimulationContext, endpoint: Endpoint, worker: Worker): number => {
  const most = countPlaces(sim, endpoint);
  const places = endpoint.handler.ramp === undefined ? most : placesAt(worker, most, sim.now);
  return Math.max(0, places - listJobs(worker).length);
};

/** Whether its process polls no more before it has no job, though it has places: it raises them then. Another job than that keeps it (worker.ramp). */
export const isHeldBack = (sim: SimulationContext, worker: Worker, endedId: string): boolean => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  return (
    endpoint?.handler.ramp !== undefined && worker.places < countPlaces(sim, endpoint) && listJobs(worker).some((id) => id !== endedId)
  );
};

/** Makes the worker's command to take the job, with its new number of places if that changes (worker.ramp). */
export const commandTake = (sim: SimulationContext, workerId: string, jobId: string): WorkerCommand => {
  const worker = requireWorker(sim, workerId);
  const endpoint = requireEndpoint(sim, worker.endpointId);
  if (endpoint.handler.ramp === undefined) return { type: 'TakeJob', jobId };
  return { type: 'TakeJob', jobId, places: placesAt(worker, countPlaces(sim, endpoint), sim.now) };
};

/**
 * Finds the worker that takes the next job: of those that hold a take open, the one that became idle last, or else the first that runs some
 * and has room for more. Undefined if there is none, or no job for one that runs some.
 */
export const nextTaker = (sim: SimulationContext, endpointId: string): string | undefined => {
  const idle = sim.state.fleet.of(endpointId).idle.at(-1);
  if (idle !== undefined || sim.state.queues.length(endpointId) === 0) return idle;
  const endpoint = requireEndpoint(sim, endpointId);
  if (countPlaces(sim, endpoint) === 1) return undefined;
  return listTakers(sim, endpoint).find(
    (worker) => worker.status === 'RUNNING' && worker.looksAt === null && roomIn(sim, endpoint, worker) > 0,
  )?.id;
};

/** Whether workers that were called because a job waits have room for all that wait (worker.takes-in-time). */
export const isEachAwaited = (sim: SimulationContext, endpointId: string): boolean => {
  const { called } = sim.state.fleet.of(endpointId);
  if (called.size === 0) return false;
  let room = 0;
  for (const workerId of called) {
    const worker = sim.find('worker', workerId);
    if (worker !== undefined) room += countRoom(sim, worker);
  }
  return sim.state.queues.length(endpointId) <= room;
};
