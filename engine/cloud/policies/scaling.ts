import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { WorkerEvent } from '../worker/events.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireEndpoint } from './existing.ts';
import { addWorker } from './workerLaunch.ts';

/** REQUEST_COUNT: one worker per `requestCount` jobs, queued or running, or requests (scaling.request-count). */
export const addWorkers = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const endpoint = requireEndpoint(sim, endpointId);
  const { scaling } = endpoint.config;
  if (scaling.type !== 'REQUEST_COUNT') return;
  const wanted = Math.ceil(demand(sim, endpoint) / scaling.requestCount);
  const { fleet } = sim.state;
  while (fleet.countExpected(endpointId) < wanted && fleet.of(endpointId).active < endpoint.config.workers.max)
    addWorker(sim, endpoint, false);
};

/** The requests of a load balancer, waiting or in flight; or the jobs of a queue, as long as one of them waits. */
const demand = ({ state: { queues, jobCounters, traffic } }: SimulationContext, { id, config: { type } }: Endpoint): number => {
  if (type === 'LOAD_BALANCER') return traffic.of(id).waiting.size + traffic.of(id).inFlight;
  // Low-priority jobs are served by workers that were started for other jobs (scaling.low-priority).
  const waiting = queues.of(id).normal.size;
  return waiting === 0 ? 0 : waiting + jobCounters.of(id).inProgress;
};

/**
 * QUEUE_DELAY: sets the scaler's check for the time at which the oldest waiting job will have waited for the queue delay. `sooner` may
 * bring a check forward that is already set.
 */
export const watchQueue = (
  sim: SimulationContext,
  _event: unknown,
  { endpointId }: { readonly endpointId: string },
  sooner = false,
): void => {
  const endpoint = requireEndpoint(sim, endpointId);
  const { scaling } = endpoint.config;
  if (scaling.type !== 'QUEUE_DELAY' || (endpoint.checkAt !== null && !sooner)) return;
  const oldest = oldestWaiting(sim, endpointId);
  if (oldest === null || !lacksWorkers(sim, endpoint)) return;
  const checkAt = Math.max(later(oldest, delayMs(scaling.queueDelay)), sim.now) as VirtualTime;
  if (endpoint.checkAt === null || checkAt < endpoint.checkAt) sim.dispatchOrThrow('endpoint', endpointId, { type: 'ArmScaler', checkAt });
};

/**
 * A worker that was expected, or was up, is lost: if jobs or requests wait for it, the scaler adds another, or checks for one. One that gave
 * its place in its sleep was neither: a scaler that added one would take the place back before the one that it was given to has it.
 */
export const missInQueue = (sim: SimulationContext, event: WorkerEvent, worker: Worker): void => {
  if (sim.find('endpoint', worker.endpointId) === undefined) return;
  if (event.type === 'WorkerStopped' && event.reason === 'given') return;
  addWorkers(sim, event, worker);
  watchQueue(sim, event, worker);
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
  addWorker(sim, endpoint, false);
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
