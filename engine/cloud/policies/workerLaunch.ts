import type { DurationMs } from '../../kernel/time.ts';
import type { HostSpec } from '../catalog/hostSpec.ts';
import { placementOn } from '../catalog/hosts.ts';
import type { Placement } from '../container/placement.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { type WorkerWant, workerWants } from '../projections/wants.ts';
import type { FoundImage, Hold, WorkerShape } from '../worker/events.ts';
import { removalLeft } from '../worker/removal.ts';
import { isRestored, restoreFor } from '../worker/restore.ts';
import { plainStart, startFor } from '../worker/start.ts';
import type { Worker } from '../worker/state.ts';
import { planHold } from './capacity.ts';
import type { SimulationContext } from './context.ts';
import { requireWorker } from './existing.ts';
import { makeSeeker } from './faults.ts';
import { orderHosts } from './hostOrder.ts';
import { describeImage, findRestore, hasImage } from './images.ts';
import { isExternal } from './jobs/externalWork.ts';
import { type HostSearch, placeFor } from './placement.ts';
import { listAsleep } from './sleepers.ts';

/** One more worker: one that sleeps is woken before any other is launched (worker.wake). */
export const addWorker = (sim: SimulationContext, endpoint: Endpoint, kept: boolean): void => {
  const sleeper = findLastAsleep(sim, endpoint);
  if (sleeper === undefined) launch(sim, endpoint, kept);
  else wake(sim, endpoint, sleeper, kept);
};

/** Its snapshot is the likeliest to be of use. */
const findLastAsleep = (sim: SimulationContext, endpoint: Endpoint): Worker | undefined => {
  const asleep = listAsleep(sim, endpoint);
  const last = asleep.at(-1)?.since;
  return asleep.find(({ since }) => since === last);
};

/** Its container is restored, if its host has a snapshot of the image that is of use, and otherwise starts. */
export const wake = (sim: SimulationContext, { id, config }: Endpoint, worker: Worker, kept: boolean): void => {
  const { flashboot, container } = config;
  const basis = { settings: sim.settings.worker, draw: sim.draw };
  const restored = flashboot !== 'OFF' && isRestored(worker, id, measureUnused(sim, worker.placement?.hostId, container.image), basis);
  const startsMs = restored ? restoreFor(worker, flashboot, findRestore(sim, container.image), basis) : plainStart(worker, basis);
  const startingMs = removalLeft(worker, sim.now) + startsMs;
  sim.dispatchOrThrow('worker', worker.id, { type: 'WakeWorker', startingMs, kept, restored });
};

/** How long an image was not used on a host; null if no worker of it slept there. */
const measureUnused = ({ state, now }: SimulationContext, hostId = '', image = ''): DurationMs | null => {
  const lastUsed = state.hostImages.lastUsed(hostId, image);
  return lastUsed === null ? null : now - lastUsed;
};

/** Launches one more worker: the given one, else the first stopped one, else a new one. It is throttled if no GPU is free. */
export const launch = (sim: SimulationContext, endpoint: Endpoint, kept: boolean, place?: Worker): void => {
  const { members } = sim.state.fleet.of(endpoint.id);
  const stopped = place ?? members.map((id) => requireWorker(sim, id)).find((worker) => worker.status === 'STOPPED');
  const number = stopped?.number ?? members.length + 1;
  const workerId = `${endpoint.id}-w${number}`;
  let hold: Hold = {};
  const isHeld = (host: HostSpec): boolean => {
    hold = planHold(sim, workerId, host);
    return hold.heldMs !== undefined;
  };
  const found = findPlace(sim, endpoint, workerId, { isHeld });
  // A sleeper that stopped for it may have had a request launch this very worker (lb.affinity).
  if ((sim.find('worker', workerId)?.status ?? 'STOPPED') !== 'STOPPED') return;
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
    ...describeImage(sim, endpoint.config.container.image),
    ...(isExternal(sim, endpoint.id) ? { external: true as const } : {}),
  };
  const start = found === undefined ? { startingMs: 0, ...hold } : startOn(sim, endpoint, workerId, found.placement);
  sim.dispatchOrThrow('worker', workerId, { type: 'LaunchWorker', shape, ...start });
};

/** Places a throttled worker, if there is room for it. Returns whether it did. */
export const placeWorker = (sim: SimulationContext, endpoint: Endpoint, workerId: string, onlyFree: boolean): boolean => {
  const found = findPlace(sim, endpoint, workerId, { onlyFree });
  // A sleeping worker gives its room to the entity that waits longest, which may have been this one.
  if (!sim.state.waiting.has(workerId)) return true;
  if (found === undefined) return false;
  sim.dispatchOrThrow('worker', workerId, { type: 'PlaceWorker', ...found, ...startOn(sim, endpoint, workerId, found.placement) });
  return true;
};

/**
 * Plans the worker's start on a host: it pulls its image unless the host has it (worker.image-on-host). Flashboot applies only if this
 * worker was up before with this release (worker.cold-start), and where endpoints differ only as likely as for a wake (worker.wake).
 */
const startOn = (sim: SimulationContext, endpoint: Endpoint, workerId: string, placement: Placement): Start => {
  const { hostId } = placement;
  const { id, config, version } = endpoint;
  const { hostImages } = sim.state;
  const worker = sim.find('worker', workerId);
  const { megabytes = null, start = null } = describeImage(sim, config.container.image);
  const starting = { id: workerId, tries: worker?.tries ?? 0, megabytes, start, placement };
  const basis = { settings: sim.settings.worker, draw: sim.draw };
  const waitsMs = removalLeft(worker, sim.now);
  if (!hasImage(sim, hostId, config.container.image ?? '')) return { startingMs: waitsMs + startFor(starting, {}, basis) };
  const { flashboot, container } = config;
  const wasUp = flashboot !== 'OFF' && hostImages.wasUp(hostId, workerId, version);
  const isAlike = basis.settings.snapshotSpread === 0;
  const isQuick = wasUp && (isAlike || isRestored(starting, id, measureUnused(sim, hostId, container.image), basis));
  const startsMs = isQuick ? restoreFor(starting, flashboot, findRestore(sim, container.image), basis) : plainStart(starting, basis);
  return { startingMs: waitsMs + startsMs, imageOnHost: true };
};

type Start = FoundImage & { readonly startingMs: DurationMs };

/** A host for a worker of the endpoint, and which of the endpoint's CPU configurations it uses; undefined if no suitable host has room. */
const findPlace = (
  sim: SimulationContext,
  endpoint: Endpoint,
  workerId: string,
  how: Pick<HostSearch<WorkerWant>, 'onlyFree' | 'isHeld'>,
): WorkerPlacement | undefined => {
  const { id, config } = endpoint;
  const requests = workerWants(sim, config);
  const seeker = makeSeeker(sim, sim.find('worker', workerId) ?? { id: workerId, tries: 0 }, { endpoint: id, worker: workerId });
  const found = placeFor(sim, { requests, seeker, ...how, ...orderHosts(sim, endpoint, workerId, requests) });
  if (found === undefined) return undefined;
  const placement = placementOn(found.host);
  const { cpu } = found.request;
  return cpu === null ? { placement } : { placement, cpu };
};

type WorkerPlacement = { readonly placement: Placement } & Pick<WorkerShape, 'cpu'>;
