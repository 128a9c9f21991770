import { placementOn } from '../catalog/hosts.ts';
import type { Placement } from '../container/placement.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { pacer, type Steps } from '../kernel/steps.ts';
import type { DurationMs } from '../kernel/time.ts';
import { workerWants } from '../projections/wants.ts';
import type { SimulationContext } from '../simulationContext.ts';
import type { WorkerShape } from '../worker/events.ts';
import type { Worker } from '../worker/evolve.ts';
import { workerOf } from './existing.ts';
import { isExternal } from './externalWork.ts';
import { placeFor, seekerOf } from './placement.ts';

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
    ...(isExternal(sim, endpoint.id) ? { external: true as const } : {}),
  };
  sim.dispatchOrThrow('worker', workerId, {
    type: 'LaunchWorker',
    shape,
    startingMs: found === undefined ? 0 : startingMs(sim, endpoint, stopped),
  });
};

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
      sim.dispatchOrThrow('worker', workerId, { type: 'StopWorker', reason: 'stale' });
      continue;
    }
    const found = placeOf(sim, endpoint, workerId);
    if (found !== undefined)
      sim.dispatchOrThrow('worker', workerId, { type: 'PlaceWorker', ...found, startingMs: startingMs(sim, endpoint, worker) });
    if (pauses()) yield;
  }
}

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
