import { placementOn } from '../catalog/hosts.ts';
import type { Placement } from '../container/placement.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { invariant } from '../kernel/invariant.ts';
import { pacer, type Steps } from '../kernel/steps.ts';
import { type DurationMs, later, type VirtualTime } from '../kernel/time.ts';
import { centersOf, workerWants } from '../projections/wants.ts';
import type { SimulationContext } from '../simulationContext.ts';
import type { StopReason, WorkerEvent, WorkerShape } from '../worker/events.ts';
import type { Worker } from '../worker/evolve.ts';
import { activeStatuses } from '../worker/lifecycle.ts';
import { placeFor, seekerOf } from './placement.ts';

/** REQUEST_COUNT: one worker for every so many jobs, queued or running, or requests (scaling.request-count). */
export const addWorkers = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const endpoint = endpointOf(sim, endpointId);
  const { scaling } = endpoint.config;
  if (scaling.type !== 'REQUEST_COUNT') return;
  const wanted = Math.ceil(demand(sim, endpoint) / scaling.requestCount);
  const { fleet } = sim.state;
  while (fleet.of(endpointId).active < Math.min(wanted, endpoint.config.workers.max)) launch(sim, endpoint, false);
};

/** Requests of a load balancer, waiting or in flight; or jobs, as long as one of them waits. */
const demand = ({ state: { queues, jobCounters, traffic } }: SimulationContext, { id, config: { type } }: Endpoint): number => {
  if (type === 'LOAD_BALANCER') return traffic.of(id).waiting.size + traffic.of(id).inFlight;
  // Low-priority jobs are served by the workers that are there for the others (scaling.low-priority).
  const waiting = queues.of(id).normal.size;
  return waiting === 0 ? 0 : waiting + jobCounters.of(id).inProgress;
};

/** QUEUE_DELAY: the scaler will look when the oldest waiting job has waited for the queue delay; `sooner` brings forward a look that is set. */
export const watchQueue = (
  sim: SimulationContext,
  _event: unknown,
  { endpointId }: { readonly endpointId: string },
  sooner = false,
): void => {
  const endpoint = endpointOf(sim, endpointId);
  const { scaling } = endpoint.config;
  if (scaling.type !== 'QUEUE_DELAY' || (endpoint.checkAt !== null && !sooner)) return;
  const oldest = oldestWaiting(sim, endpointId);
  if (oldest === null || !lacksWorkers(sim, endpoint)) return;
  const checkAt = Math.max(later(oldest, delayMs(scaling.queueDelay)), sim.now) as VirtualTime;
  if (endpoint.checkAt === null || checkAt < endpoint.checkAt) sim.dispatchOrThrow('endpoint', endpointId, { type: 'ArmScaler', checkAt });
};

/** A worker that was to come, or was there, is not: where jobs wait for it, the scaler looks for another. */
export const missInQueue = (sim: SimulationContext, _event: unknown, { endpointId }: Worker): void => {
  if (sim.find('endpoint', endpointId) !== undefined) watchQueue(sim, undefined, { endpointId });
};

/**
 * While the oldest job has waited too long, one worker more at each look, but no more on their way than jobs wait
 * (scaling.queue-delay). Where none can be added, the scaler does not look again by time: time alone changes nothing of it.
 */
export const checkQueue = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const { scaling, workers } = endpoint.config;
  const oldest = oldestWaiting(sim, endpoint.id);
  if (scaling.type !== 'QUEUE_DELAY' || oldest === null || !lacksWorkers(sim, endpoint)) return;
  const due = later(oldest, delayMs(scaling.queueDelay));
  if (due > sim.now) return sim.dispatchOrThrow('endpoint', endpoint.id, { type: 'ArmScaler', checkAt: due });
  launch(sim, endpoint, false);
  if (sim.state.fleet.of(endpoint.id).active >= workers.max) return;
  // The next worker comes no sooner than that, however many jobs come meanwhile.
  const again = later(sim.now, sim.settings.endpoint.scalerEvery);
  sim.dispatchOrThrow('endpoint', endpoint.id, { type: 'ArmScaler', checkAt: again });
};

/** Whether there may be more workers, and fewer are on their way than jobs wait. */
const lacksWorkers = ({ state: { fleet, queues } }: SimulationContext, { id, config }: Endpoint): boolean => {
  const onTheirWay = fleet.count(id, 'INITIALIZING') + fleet.count(id, 'THROTTLED');
  return fleet.of(id).active < config.workers.max && onTheirWay < queues.of(id).normal.size;
};

const oldestWaiting = (sim: SimulationContext, endpointId: string): VirtualTime | null => {
  const jobId = sim.state.queues.of(endpointId).normal.first;
  return jobId === undefined ? null : (sim.find('job', jobId)?.queuedAt ?? null);
};

const delayMs = (seconds: number): DurationMs => Math.round(seconds * 1_000);

/** `workers.min` are kept up, though never more than `workers.max` (worker.min). */
export const keepMinimum = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const crew = sim.state.fleet.of(endpoint.id);
  while (crew.active < kept(endpoint)) launch(sim, endpoint, true);
};

/** After a PATCH: who is kept, how long the others may be idle, who is too many, who runs an older release. */
export const reconcileWorkers = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const { idleTimeoutMs } = endpoint.config;
  const crew = sim.state.fleet.of(endpoint.id);
  let active = 0;
  for (const worker of [...crew.members].map((id) => workerOf(sim, id))) {
    if (activeStatuses.includes(worker.status)) active += 1;
    const keeps = activeStatuses.includes(worker.status) && active <= kept(endpoint);
    if (keeps !== worker.kept || idleTimeoutMs !== worker.idleTimeoutMs)
      sim.dispatchOrThrow('worker', worker.id, { type: 'RetuneWorker', kept: keeps, idleTimeoutMs });
  }
  for (const id of [...crew.members].reverse()) {
    const worker = workerOf(sim, id);
    if (!stoppable.includes(worker.status)) continue;
    retire(sim, endpoint, worker);
  }
  keepMinimum(sim, undefined, endpoint);
  addWorkers(sim, undefined, { endpointId: endpoint.id });
  watchQueue(sim, undefined, { endpointId: endpoint.id }, true);
};

/** Who can be stopped without taking a job's worker away. */
const stoppable: readonly string[] = ['IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY'];

/** A worker that ran on for its job's sake is stopped now that the job has ended (worker.rollout). */
export const retireFreed = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  if (endpoint !== undefined) retire(sim, endpoint, worker);
};

/** Stops a worker that is one too many, runs an older release, or is where the endpoint's workers may not be any more. */
const retire = (sim: SimulationContext, endpoint: Endpoint, worker: Worker): void => {
  if (sim.state.fleet.of(endpoint.id).active > endpoint.config.workers.max) stop(sim, worker, 'surplus');
  else if (worker.version !== endpoint.version) stop(sim, worker, 'stale');
  else if (isOutside(sim, endpoint, worker)) stop(sim, worker, 'outside');
};

/** A strict limit holds for the workers that are there already, too (endpoint.data-centers). */
const isOutside = (sim: SimulationContext, { config }: Endpoint, { placement }: Worker): boolean => {
  const centers = centersOf(sim, config);
  return placement !== null && centers.length > 0 && !centers.includes(placement.dataCenterId);
};

/** A worker that is stale, or outside, is replaced by one of the newest release, in its own place. */
export const replaceStopped = (
  sim: SimulationContext,
  { reason }: Extract<WorkerEvent, { type: 'WorkerStopped' }>,
  worker: Worker,
): void => {
  if (reason === 'stale' || reason === 'outside') launch(sim, endpointOf(sim, worker.endpointId), worker.kept, worker);
};

/** How many workers are kept up whatever happens. */
const kept = ({ config: { workers } }: Endpoint): number => Math.min(workers.min, workers.max);

const stop = (sim: SimulationContext, { id }: Worker, reason: StopReason): void =>
  sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason });

/**
 * Throttled workers take the GPUs that became free, the longest waiting first; those of an endpoint that is being
 * deleted do not. One of an older release waits for another shape than the endpoint now has: it is replaced instead.
 */
export function* placeThrottled(sim: SimulationContext): Steps<void> {
  const { throttled, placements } = sim.state;
  const pauses = pacer();
  for (const workerId of throttled.servable((wants) => placements.canHold(wants))) {
    const worker = workerOf(sim, workerId);
    const endpoint = sim.find('endpoint', worker.endpointId);
    // Replacing one frees places too, and those behind it may have got theirs by then.
    if (endpoint === undefined || worker.status !== 'THROTTLED') continue;
    if (worker.version !== endpoint.version) {
      stop(sim, worker, 'stale');
      continue;
    }
    const found = placeOf(sim, endpoint, workerId);
    if (found !== undefined)
      sim.dispatchOrThrow('worker', workerId, { type: 'PlaceWorker', ...found, startingMs: startingMs(sim, endpoint, worker) });
    if (pauses()) yield;
  }
}

/**
 * A deleted endpoint takes its workers and its jobs along (endpoint.delete). The workers go first, so that no job that
 * ends frees one of them; and of these, those that wait for a GPU, so that none of them gets what the others leave.
 */
export function* closeEndpoint(sim: SimulationContext, _event: unknown, { id }: Endpoint): Steps<void> {
  const workers = sim.state.fleet.of(id).members.map((workerId) => workerOf(sim, workerId));
  const waits = (worker: Worker) => worker.status === 'THROTTLED';
  for (const worker of [...workers.filter(waits), ...workers.filter((one) => !waits(one))])
    sim.dispatchOrThrow('worker', worker.id, { type: 'TerminateWorker' });
  const pauses = pacer();
  for (const job of yield* sim.state.aging('job', sim.state.queues.pending(id))) {
    sim.dispatchOrThrow('job', job.id, { type: 'CancelJob' });
    if (pauses()) yield;
  }
}

/** One worker more: the given one, else the first that was stopped, else a new one. Throttled when no GPU is free. */
const launch = (sim: SimulationContext, endpoint: Endpoint, kept: boolean, place?: Worker): void => {
  const { members } = sim.state.fleet.of(endpoint.id);
  const stopped = place ?? members.map((id) => workerOf(sim, id)).find((worker) => worker.status === 'STOPPED');
  const number = stopped?.number ?? members.length + 1;
  const workerId = `${endpoint.id}-w${number}`;
  const found = placeOf(sim, endpoint, workerId);
  const shape = {
    endpointId: endpoint.id,
    number,
    placement: null,
    ...found,
    gpuCount: endpoint.config.gpu?.count ?? 0,
    vcpus: (found?.cpu ?? endpoint.config.cpu?.[0])?.vcpuCount ?? 0,
    version: endpoint.version,
    kept,
    idleTimeoutMs: endpoint.config.idleTimeoutMs,
  };
  sim.dispatchOrThrow('worker', workerId, {
    type: 'LaunchWorker',
    shape,
    startingMs: found === undefined ? 0 : startingMs(sim, endpoint, stopped),
  });
};

/** How long it takes to come up: a worker seen before has its image on the host, and flashboot is for it alone (worker.cold-start). */
const startingMs = (sim: SimulationContext, endpoint: Endpoint, worker: Worker | undefined): DurationMs => {
  const { imagePull, start, flashbootStart, priorityFlashbootStart } = sim.settings.worker;
  if (worker?.seen !== true || worker.version !== endpoint.version) return imagePull + start;
  return { OFF: start, FLASHBOOT: flashbootStart, PRIORITY_FLASHBOOT: priorityFlashbootStart }[endpoint.config.flashboot];
};

/** Where a worker of the endpoint goes, and with which of its CPU configurations; undefined when all that would do is taken. */
const placeOf = (sim: SimulationContext, { id, config }: Endpoint, workerId: string): WorkerPlacement | undefined => {
  const seeker = seekerOf(sim, sim.find('worker', workerId) ?? { id: workerId, tries: 0 }, { endpoint: id, worker: workerId });
  const found = placeFor(sim, workerWants(sim, config), seeker);
  if (found === undefined) return undefined;
  const placement = placementOn(found.host);
  const { cpu } = found.request;
  return cpu === null ? { placement } : { placement, cpu };
};

type WorkerPlacement = { readonly placement: Placement } & Pick<WorkerShape, 'cpu'>;

const endpointOf = (sim: SimulationContext, id: string): Endpoint => {
  const endpoint = sim.find('endpoint', id);
  invariant(endpoint !== undefined, () => `endpoint ${id} does not exist`);
  return endpoint;
};

const workerOf = (sim: SimulationContext, id: string): Worker => {
  const worker = sim.find('worker', id);
  invariant(worker !== undefined, () => `worker ${id} does not exist`);
  return worker;
};
