import { pacer, type Steps } from '../../kernel/steps.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { placementOn } from '../catalog/hosts.ts';
import type { Placement } from '../container/placement.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { workerWants } from '../projections/wants.ts';
import type { FoundImage, WorkerShape } from '../worker/events.ts';
import { removalLeft } from '../worker/removal.ts';
import { isRestored, plainStart, restoreFor, startFor } from '../worker/start.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { workerOf } from './existing.ts';
import { seekerOf } from './faults.ts';
import { hasImage } from './images.ts';
import { isExternal } from './jobs/externalWork.ts';
import { placeFor } from './placement.ts';
import { giveRoom } from './sleepers.ts';

/** One more worker: one that sleeps is woken before any other is launched (worker.wake). */
export const addWorker = (sim: SimulationContext, endpoint: Endpoint, kept: boolean): void => {
  const sleeper = lastAsleep(sim, endpoint);
  if (sleeper === undefined) launch(sim, endpoint, kept);
  else wake(sim, endpoint, sleeper, kept);
};

/** The one that fell asleep last: its snapshot is the likeliest to be of use. */
const lastAsleep = (sim: SimulationContext, { id }: Endpoint): Worker | undefined => {
  const { counts, members } = sim.state.fleet.of(id);
  if (counts.ASLEEP === 0) return undefined;
  const asleep = members.map((one) => workerOf(sim, one)).filter(({ status }) => status === 'ASLEEP');
  return asleep.reduce<Worker | undefined>(
    (last, one) => (last === undefined || (one.since ?? 0) > (last.since ?? 0) ? one : last),
    undefined,
  );
};

/** Its container is restored, if its host has a snapshot of the image that is of use, and otherwise starts. */
const wake = (sim: SimulationContext, { config }: Endpoint, worker: Worker, kept: boolean): void => {
  const { flashboot, container } = config;
  const basis = { settings: sim.settings.worker, draw: sim.draw };
  const lastUsed = sim.state.hostImages.lastUsed(worker.placement?.hostId ?? '', container.image ?? '');
  const restored = flashboot !== 'OFF' && isRestored(worker, lastUsed === null ? null : sim.now - lastUsed, basis);
  const startingMs = removalLeft(worker, sim.now) + (restored ? restoreFor(worker, flashboot, basis) : plainStart(worker, basis));
  sim.dispatchOrThrow('worker', worker.id, { type: 'WakeWorker', startingMs, kept, restored });
};

/** Launches one more worker: the given one, else the first stopped one, else a new one. It is throttled if no GPU is free. */
export const launch = (sim: SimulationContext, endpoint: Endpoint, kept: boolean, place?: Worker): void => {
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
    ...sizeOf(sim, endpoint),
    ...(isExternal(sim, endpoint.id) ? { external: true as const } : {}),
  };
  const start = found === undefined ? { startingMs: 0 } : startOn(sim, endpoint, workerId, found.placement);
  sim.dispatchOrThrow('worker', workerId, { type: 'LaunchWorker', shape, ...start });
};

/**
 * Places throttled workers on GPUs that became free, the longest waiting first, except for workers of an endpoint that is being
 * deleted. A worker of an older release waits for a shape that its endpoint no longer has: it is replaced instead.
 */
export function* placeThrottled(sim: SimulationContext): Steps<void> {
  const { throttled, placements, fleet } = sim.state;
  const pauses = pacer();
  for (const workerId of throttled.servable((wants) => placements.canHold(wants))) {
    const worker = workerOf(sim, workerId);
    const endpoint = sim.find('endpoint', worker.endpointId);
    // Replacing a worker frees room too, so later workers in this list may already be placed.
    if (endpoint === undefined || worker.status !== 'THROTTLED') continue;
    // A PATCH is about to stop those that are too many.
    if (fleet.of(endpoint.id).active > endpoint.config.workers.max) continue;
    if (worker.version !== endpoint.version) {
      sim.dispatchOrThrow('worker', workerId, { type: 'StopWorker', reason: 'stale' });
      continue;
    }
    const found = placeOf(sim, endpoint, workerId);
    if (found !== undefined)
      sim.dispatchOrThrow('worker', workerId, { type: 'PlaceWorker', ...found, ...startOn(sim, endpoint, workerId, found.placement) });
    if (pauses()) yield;
  }
}

/**
 * How the worker starts on a host: it pulls its image unless the host has it (worker.image-on-host). Flashboot applies only where this
 * worker was up before with this release (worker.cold-start).
 */
const startOn = (sim: SimulationContext, endpoint: Endpoint, workerId: string, { hostId }: Placement): Start => {
  const { config, version } = endpoint;
  const { hostImages } = sim.state;
  const worker = sim.find('worker', workerId);
  const starting = {
    id: workerId,
    tries: worker?.tries ?? 0,
    megabytes: sim.megabytesOf(config.container.image) ?? null,
  };
  const basis = { settings: sim.settings.worker, draw: sim.draw };
  const waitsMs = removalLeft(worker, sim.now);
  if (!hasImage(sim, hostId, config.container.image ?? '')) return { startingMs: waitsMs + startFor(starting, {}, basis) };
  const { flashboot } = config;
  const isQuick = flashboot !== 'OFF' && hostImages.wasUp(hostId, workerId, version);
  return { startingMs: waitsMs + (isQuick ? restoreFor(starting, flashboot, basis) : plainStart(starting, basis)), imageOnHost: true };
};

/** The size of the image of a worker; nothing where it changes nothing (image.size). */
const sizeOf = (sim: SimulationContext, { config }: Endpoint): Pick<WorkerShape, 'megabytes'> => {
  const megabytes = sim.settings.worker.pullPerGigabyte === 0 ? undefined : sim.megabytesOf(config.container.image);
  return megabytes === undefined ? {} : { megabytes };
};

type Start = FoundImage & { readonly startingMs: DurationMs };

/** A host for a worker of the endpoint, and which of the endpoint's CPU configurations it uses; undefined if no suitable host has room. */
const placeOf = (sim: SimulationContext, { id, config }: Endpoint, workerId: string): WorkerPlacement | undefined => {
  const seeker = seekerOf(sim, sim.find('worker', workerId) ?? { id: workerId, tries: 0 }, { endpoint: id, worker: workerId });
  const wants = workerWants(sim, config);
  const found = placeFor(sim, wants, seeker) ?? (giveRoom(sim, wants, seeker) ? placeFor(sim, wants, seeker) : undefined);
  if (found === undefined) return undefined;
  const placement = placementOn(found.host);
  const { cpu } = found.request;
  return cpu === null ? { placement } : { placement, cpu };
};

type WorkerPlacement = { readonly placement: Placement } & Pick<WorkerShape, 'cpu'>;
