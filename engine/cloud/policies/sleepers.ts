import { pacer, type Steps } from '../../kernel/steps.ts';
import type { HostSpec } from '../catalog/hostSpec.ts';
import type { ComputeRequest } from '../projections/placement.ts';
import { workerWants } from '../projections/wants.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { workerOf } from './existing.ts';
import { denyHost, type Seeker, seekerOf } from './faults.ts';

/**
 * Makes room for one of the requests by stopping workers that sleep: on the first host that they keep from having room, those that have
 * slept longest, as many as are needed (worker.sleep). Returns whether there is room now. Workers that wait for a host come first: where
 * one could have the room, none is made, so that a call that is refused changes nothing.
 */
export const giveRoom = (sim: SimulationContext, requests: readonly ComputeRequest[], seeker: Seeker): boolean =>
  makeRoom(sim, requests, seeker, (host, leaving) => !isAwaited(sim, host, leaving));

/** Whether a worker or a member of a cluster waits that could have the room. */
const isAwaited = ({ state }: SimulationContext, host: HostSpec, leaving: Leaving): boolean => {
  const couldServe = (wants: readonly ComputeRequest[]): boolean =>
    wants.some((request) => state.placements.couldFit(host, request, leaving));
  return state.throttled.someWant(couldServe) || state.members.stranded.someWant(couldServe);
};

/** The same for so many copies of a request, in the data centers that it names: no sleeper is stopped unless all of them have room then. */
export const giveRoomToAll = (sim: SimulationContext, request: ComputeRequest, count: number, seeker: Seeker): boolean => {
  if (neverSleeps(sim)) return false;
  const { placements } = sim.state;
  const findFree = () => placements.findMany(request, count, () => true);
  const open = [...sleepersByHost(sim)].filter(([host, asleep]) => {
    const leaving = countHeld(asleep);
    return (
      request.dataCenterIds.includes(host.dataCenterId) && placements.couldFit(host, request, leaving) && !isAwaited(sim, host, leaving)
    );
  });
  const added = open.reduce((sum, [host, asleep]) => {
    const { gpus } = placements.free(host);
    return sum + Math.floor((gpus + countHeld(asleep).gpus) / request.gpuCount) - Math.floor(gpus / request.gpuCount);
  }, 0);
  if (findFree().length + added < count) return false;
  if ([...findFree(), ...open.map(([host]) => host)].some((host) => denyHost(sim, seeker, host))) return false;
  for (const { id } of open.flatMap(([, asleep]) => longestFirst(asleep))) {
    if (findFree().length === count) return true;
    sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'given' });
  }
  return findFree().length === count;
};

/**
 * A worker that falls asleep is in the way of those that wait for a host. One of its own endpoint waits for nothing: the endpoint wakes the
 * sleeper before it adds another. Others get its room, the longest waiting first (worker.sleep).
 */
export function* giveWay(sim: SimulationContext, { workerId }: { readonly workerId: string }): Steps<void> {
  const { endpointId } = workerOf(sim, workerId);
  for (const id of [...sim.state.fleet.of(endpointId).members]) {
    const { status, kept } = workerOf(sim, id);
    if (status === 'THROTTLED' && !kept) sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'surplus' });
  }
  yield* giveToWaiting(sim);
}

/** What is freed is taken by the one that waits longest of those that it is enough for: by the policy of what stops. */
export function* giveToWaiting(sim: SimulationContext): Steps<void> {
  if (neverSleeps(sim)) return;
  const pauses = pacer();
  for (const id of sim.state.throttled.servable((wants) => couldMakeRoom(sim, wants))) {
    const worker = workerOf(sim, id);
    const endpoint = sim.find('endpoint', worker.endpointId);
    if (worker.status === 'THROTTLED' && endpoint?.version === worker.version)
      makeRoom(sim, workerWants(sim, endpoint.config), seekerOf(sim, worker, { endpoint: endpoint.id, worker: id }), () => true);
    if (pauses()) yield;
  }
}

/** What those that are stopped leave behind. */
interface Leaving {
  readonly gpus: number;
  readonly vcpus: number;
}

/** Whether there would be room for one of the requests if all that sleep on some host were stopped. */
const couldMakeRoom = (sim: SimulationContext, requests: readonly ComputeRequest[]): boolean => {
  const { placements } = sim.state;
  return [...sleepersByHost(sim)].some(([host, asleep]) => {
    const leaving = countHeld(asleep);
    return requests.some((request) => placements.couldFit(host, request, leaving));
  });
};

/** The workers that sleep, by their hosts. */
const sleepersByHost = ({ state }: SimulationContext): ReadonlyMap<HostSpec, Worker[]> => {
  const byHost = new Map<HostSpec, Worker[]>();
  for (const worker of state.all('worker')) {
    const host = worker.status === 'ASLEEP' ? state.placements.hosts.find(worker.placement?.hostId ?? '') : undefined;
    if (host !== undefined) byHost.set(host, [...(byHost.get(host) ?? []), worker]);
  }
  return byHost;
};

/** Where a fault denies the host, no sleeper is stopped, because it would be for nothing. */
const makeRoom = (
  sim: SimulationContext,
  requests: readonly ComputeRequest[],
  seeker: Seeker,
  mayTake: (host: HostSpec, leaving: Leaving) => boolean,
): boolean => {
  if (neverSleeps(sim)) return false;
  const byHost = sleepersByHost(sim);
  const { placements } = sim.state;
  for (const request of requests) {
    for (const [host, asleep] of byHost) {
      const leaving = countHeld(asleep);
      if (!placements.couldFit(host, request, leaving) || !mayTake(host, leaving) || denyHost(sim, seeker, host)) continue;
      for (const { id } of longestFirst(asleep)) {
        if (placements.fits(host, request)) break;
        sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'given' });
      }
      return placements.fits(host, request);
    }
  }
  return false;
};

const longestFirst = (asleep: readonly Worker[]): readonly Worker[] => asleep.toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0));

const neverSleeps = ({ settings }: SimulationContext): boolean => settings.worker.sleep === 'off';

const countHeld = (workers: readonly Worker[]): Leaving => ({
  gpus: workers.reduce((sum, { gpuCount }) => sum + gpuCount, 0),
  vcpus: workers.reduce((sum, { vcpus }) => sum + vcpus, 0),
});
