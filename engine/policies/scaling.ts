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
import { isExternal } from './externalWork.ts';
import { placeFor, seekerOf } from './placement.ts';

/** REQUEST_COUNT: one worker per `requestCount` jobs, queued or running, or requests (scaling.request-count). */
export const addWorkers = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const endpoint = endpointOf(sim, endpointId);
  const { scaling } = endpoint.config;
  if (scaling.type !== 'REQUEST_COUNT') return;
  const wanted = Math.ceil(demand(sim, endpoint) / scaling.requestCount);
  const { fleet } = sim.state;
  while (fleet.of(endpointId).active < Math.min(wanted, endpoint.config.workers.max)) launch(sim, endpoint, false);
};

/** The requests of a load balancer, waiting or in flight; or the jobs of a queue, as long as one of them waits. */
const demand = ({ state: { queues, jobCounters, traffic } }: SimulationContext, { id, config: { type } }: Endpoint): number => {
  if (type === 'LOAD_BALANCER') return traffic.of(id).waiting.size + traffic.of(id).inFlight;
  // Low-priority jobs are served by workers that were started for other jobs (scaling.low-priority).
  const waiting = queues.of(id).normal.size;
  return waiting === 0 ? 0 : waiting + jobCounters.of(id).inProgress;
};

/**
 * QUEUE_DELAY: sets the scaler's check for when the oldest waiting job has waited for the queue delay. With `sooner`, a check that
 * is already set may be brought forward.
 */
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

/** A worker that was expected, or was up, is lost: if jobs wait for it, the scaler checks for another. */
export const missInQueue = (sim: SimulationContext, _event: unknown, { endpointId }: Worker): void => {
  if (sim.find('endpoint', endpointId) !== undefined) watchQueue(sim, undefined, { endpointId });
};

/**
 * While the oldest job has waited too long, each check adds one worker, but never more starting workers than waiting jobs
 * (scaling.queue-delay). If no worker can be added, no further check is set: the passing of time would change nothing.
 */
export const checkQueue = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const { scaling, workers } = endpoint.config;
  const oldest = oldestWaiting(sim, endpoint.id);
  if (scaling.type !== 'QUEUE_DELAY' || oldest === null || !lacksWorkers(sim, endpoint)) return;
  const due = later(oldest, delayMs(scaling.queueDelay));
  if (due > sim.now) return sim.dispatchOrThrow('endpoint', endpoint.id, { type: 'ArmScaler', checkAt: due });
  launch(sim, endpoint, false);
  if (sim.state.fleet.of(endpoint.id).active >= workers.max) return;
  // The next worker is added no sooner than this, however many jobs arrive meanwhile.
  const again = later(sim.now, sim.settings.endpoint.scalerEvery);
  sim.dispatchOrThrow('endpoint', endpoint.id, { type: 'ArmScaler', checkAt: again });
};

/** Whether more workers are allowed, and fewer are starting than jobs wait. */
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
  const pool = sim.state.fleet.of(endpoint.id);
  while (pool.active < kept(endpoint)) launch(sim, endpoint, true);
};

/**
 * After a PATCH: updates which workers are kept and how long the others may be idle, and stops workers that are surplus, stale or
 * outside.
 */
export const reconcileWorkers = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const { idleTimeoutMs } = endpoint.config;
  const pool = sim.state.fleet.of(endpoint.id);
  let active = 0;
  for (const worker of [...pool.members].map((id) => workerOf(sim, id))) {
    if (activeStatuses.includes(worker.status)) active += 1;
    const keeps = activeStatuses.includes(worker.status) && active <= kept(endpoint);
    if (keeps !== worker.kept || idleTimeoutMs !== worker.idleTimeoutMs)
      sim.dispatchOrThrow('worker', worker.id, { type: 'RetuneWorker', kept: keeps, idleTimeoutMs });
  }
  for (const id of [...pool.members].reverse()) {
    const worker = workerOf(sim, id);
    if (!stoppable.includes(worker.status)) continue;
    retire(sim, endpoint, worker);
  }
  keepMinimum(sim, undefined, endpoint);
  addWorkers(sim, undefined, { endpointId: endpoint.id });
  watchQueue(sim, undefined, { endpointId: endpoint.id }, true);
};

/** The statuses in which a worker can be stopped without interrupting a job. */
const stoppable: readonly string[] = ['IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY'];

/** A worker that only finished its job is stopped when the job has ended (worker.rollout). */
export const retireFreed = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  const endpoint = sim.find('endpoint', worker.endpointId);
  if (endpoint !== undefined) retire(sim, endpoint, worker);
};

/** Stops a worker that is surplus, runs an older release, or is in a data centre that the endpoint no longer allows. */
const retire = (sim: SimulationContext, endpoint: Endpoint, worker: Worker): void => {
  if (worker.real?.isRetiring === true) stop(sim, worker, 'refreshed');
  else if (sim.state.fleet.of(endpoint.id).active > endpoint.config.workers.max) stop(sim, worker, 'surplus');
  else if (worker.version !== endpoint.version) stop(sim, worker, 'stale');
  else if (isOutside(sim, endpoint, worker)) stop(sim, worker, 'outside');
};

/** The strict limit also applies to workers that are already placed (endpoint.data-centers). */
const isOutside = (sim: SimulationContext, { config }: Endpoint, { placement }: Worker): boolean => {
  const centers = centersOf(sim, config);
  return placement !== null && centers.length > 0 && !centers.includes(placement.dataCenterId);
};

/** A worker that was stale or outside is replaced by one of the newest release, with the same number. */
export const replaceStopped = (
  sim: SimulationContext,
  { reason }: Extract<WorkerEvent, { type: 'WorkerStopped' }>,
  worker: Worker,
): void => {
  if (reason === 'refreshed' || reason === 'stale' || reason === 'outside')
    launch(sim, endpointOf(sim, worker.endpointId), worker.kept, worker);
};

/** How many workers are always kept up. */
const kept = ({ config: { workers } }: Endpoint): number => Math.min(workers.min, workers.max);

const stop = (sim: SimulationContext, { id }: Worker, reason: StopReason): void =>
  sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason });

/**
 * Places throttled workers on GPUs that became free, the longest waiting first, except for workers of an endpoint that is being
 * deleted. A worker of an older release waits for a shape that its endpoint no longer has: it is replaced instead.
 */
export function* placeThrottled(sim: SimulationContext): Steps<void> {
  const { throttled, placements } = sim.state;
  const pauses = pacer();
  for (const workerId of throttled.servable((wants) => placements.canHold(wants))) {
    const worker = workerOf(sim, workerId);
    const endpoint = sim.find('endpoint', worker.endpointId);
    // Replacing a worker frees room too, so later workers in this list may already be placed.
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
 * A deleted endpoint terminates its workers and cancels its jobs (endpoint.delete). The workers go first, so that no job that ends
 * frees one of them. Of the workers, those that wait for a GPU go first, so that none of them gets a GPU that another one
 * releases.
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

/** Launches one more worker: the given one, else the first stopped one, else a new one. It is throttled if no GPU is free. */
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
    ...(isExternal(sim, endpoint.id) ? { external: true as const } : {}),
  };
  sim.dispatchOrThrow('worker', workerId, {
    type: 'LaunchWorker',
    shape,
    startingMs: found === undefined ? 0 : startingMs(sim, endpoint, stopped),
  });
};

/**
 * How long the worker takes to start. A worker seen before has its image on the host, and only for such a worker does flashboot
 * apply (worker.cold-start).
 */
const startingMs = (sim: SimulationContext, endpoint: Endpoint, worker: Worker | undefined): DurationMs => {
  const { imagePull, start, flashbootStart, priorityFlashbootStart } = sim.settings.worker;
  if (worker?.seen !== true || worker.version !== endpoint.version) return imagePull + start;
  return { OFF: start, FLASHBOOT: flashbootStart, PRIORITY_FLASHBOOT: priorityFlashbootStart }[endpoint.config.flashboot];
};

/** A host for a worker of the endpoint, and which of the endpoint's CPU configurations it uses; undefined if no suitable host has room. */
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
