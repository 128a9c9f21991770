import { pacer, type Steps } from '../../kernel/steps.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { resumeMember } from './clusters.ts';
import type { SimulationContext } from './context.ts';
import { requireWorker } from './existing.ts';
import { isHeldBack } from './heldBack.ts';
import { placeWorker } from './workerLaunch.ts';

/**
 * Gives room to the entities that wait for a host, the longest waiting first: throttled workers, and members of clusters in ERROR. Room is
 * free capacity, and the capacity of sleeping workers. Every event calls this that frees room, puts a worker to sleep, or makes one more
 * entity wait.
 */
export function* serveWaiting(sim: SimulationContext): Steps<void> {
  const { waiting, placements } = sim.state;
  const pauses = pacer();
  for (const id of waiting.servable((wants) => placements.canHold(wants))) {
    // Serving an earlier one may have served it, too.
    if (!waiting.has(id) || isHeldBack(sim, id)) continue;
    const pod = sim.find('pod', id);
    if (pod === undefined) serveWorker(sim, id);
    else resumeMember(sim, pod);
    if (pauses()) yield;
  }
}

/**
 * A worker that falls asleep holds room that others wait for. Waiting workers of its own endpoint do not need it: the endpoint wakes the
 * sleeper before it adds another, unless a request is bound to the waiting one. Others get its room (worker.sleep).
 */
export function* giveWay(sim: SimulationContext, { workerId }: { readonly workerId: string }): Steps<void> {
  const { endpointId } = requireWorker(sim, workerId);
  for (const id of [...sim.state.fleet.of(endpointId).members]) {
    if (sim.state.fleet.count(endpointId, 'ASLEEP') === 0) break;
    if (requireWorker(sim, id).status === 'THROTTLED' && !isBoundTo(sim, endpointId, id)) stopForSleeper(sim, id);
  }
  yield* serveWaiting(sim);
}

/**
 * A worker of an older release waits for a shape that its endpoint no longer has: it is replaced instead. A PATCH is about to stop surplus
 * ones.
 */
const serveWorker = (sim: SimulationContext, id: string): void => {
  const worker = requireWorker(sim, id);
  const endpoint = sim.find('endpoint', worker.endpointId) as Endpoint;
  const { active, counts } = sim.state.fleet.of(endpoint.id);
  if (active > endpoint.config.workers.max) return;
  if (worker.version !== endpoint.version) return sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'stale' });
  const hasSleeper = counts.ASLEEP > 0 && !isBoundTo(sim, endpoint.id, id);
  if (!placeWorker(sim, endpoint, id, hasSleeper) && hasSleeper) stopForSleeper(sim, id);
};

/** Its endpoint has one that sleeps, and wakes that instead, if it still wants it or needs it for its minimum (worker.wake). */
const stopForSleeper = (sim: SimulationContext, id: string): void =>
  sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'surplus' });

/** Whether a request waits for this worker and for no other (lb.affinity). */
const isBoundTo = (sim: SimulationContext, endpointId: string, id: string): boolean => {
  for (const requestId of sim.state.traffic.of(endpointId).waiting) if (sim.find('request', requestId)?.onlyWorkerId === id) return true;
  return false;
};
