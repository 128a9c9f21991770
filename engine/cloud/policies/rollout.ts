import type { Endpoint } from '../endpoint/evolve.ts';
import type { StopReason, WorkerEvent } from '../worker/events.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireEndpoint, requireWorker } from './existing.ts';
import { isOutside } from './jobs/takers.ts';
import { addWorkers, watchQueue } from './scaling.ts';
import { assignMinimum, byService, keepMinimum } from './serving.ts';
import { listAsleep } from './sleepers.ts';
import { launch } from './workerLaunch.ts';

/**
 * After a PATCH: updates the workers that are kept, and how long the others may be idle; then stops surplus workers, the last to serve
 * first, and then stale ones and those outside.
 */
export const reconcileWorkers = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  assignMinimum(sim, endpoint);
  stopSleepers(sim, endpoint);
  for (const worker of [...byService(sim, endpoint.id)].reverse())
    if (stoppable.includes(worker.status) && isSurplus(sim, endpoint)) stop(sim, worker, 'surplus');
  for (const id of [...sim.state.fleet.of(endpoint.id).members].reverse()) {
    const worker = requireWorker(sim, id);
    if (stoppable.includes(worker.status)) retire(sim, endpoint, worker);
  }
  keepMinimum(sim, undefined, endpoint);
  addWorkers(sim, undefined, { endpointId: endpoint.id });
  watchQueue(sim, undefined, { endpointId: endpoint.id }, true);
};

/**
 * Stops sleeping workers, the longest asleep first, if workers.max leaves no room for them, or if they are stale or outside: no work waits
 * for them, so the endpoint launches none in their place before work comes (worker.rollout).
 */
const stopSleepers = (sim: SimulationContext, endpoint: Endpoint): void => {
  const { id, version, config } = endpoint;
  const isUseless = (worker: Worker) => worker.version !== version || isOutside(sim, endpoint, worker);
  for (const worker of listAsleep(sim, endpoint)) {
    // The stop of one before it may have had it give its place.
    if (requireWorker(sim, worker.id).status !== 'ASLEEP') continue;
    const { active, counts } = sim.state.fleet.of(id);
    if (isUseless(worker) || active + counts.ASLEEP > config.workers.max) stop(sim, worker, 'surplus');
  }
};

/** The statuses in which a worker can be stopped without interrupting a job. */
const stoppable: readonly string[] = ['IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY'];

/** A worker that only finished its job is stopped when the job has ended (worker.rollout). */
export const retireFreed = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  if (endpoint !== undefined) retire(sim, endpoint, worker);
};

/** Stops a worker that is surplus, runs an older release, or is in a data center that the endpoint no longer allows. */
const retire = (sim: SimulationContext, endpoint: Endpoint, worker: Worker): void => {
  if (worker.real?.isRetiring === true) stop(sim, worker, 'refreshed');
  else if (isSurplus(sim, endpoint)) stop(sim, worker, 'surplus');
  else if (worker.version !== endpoint.version) stop(sim, worker, 'stale');
  else if (isOutside(sim, endpoint, worker)) stop(sim, worker, 'outside');
};

const isSurplus = (sim: SimulationContext, { id, config: { workers } }: Endpoint): boolean => sim.state.fleet.of(id).active > workers.max;

/**
 * A worker that was stale or outside is replaced by one of the newest release, with the same number, unless a request has meanwhile resumed
 * another in its room (lb.affinity).
 */
export const replaceStopped = (
  sim: SimulationContext,
  { reason }: Extract<WorkerEvent, { type: 'WorkerStopped' }>,
  worker: Worker,
): void => {
  if (reason !== 'refreshed' && reason !== 'stale' && reason !== 'outside') return;
  const endpoint = requireEndpoint(sim, worker.endpointId);
  if (sim.state.fleet.of(endpoint.id).active < endpoint.config.workers.max) launch(sim, endpoint, worker.kept, worker);
};

const stop = (sim: SimulationContext, { id }: Worker, reason: StopReason): void =>
  sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason });
