import type { HostSpec } from '../catalog/hostSpec.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { FaultMatch } from '../fault/events.ts';
import type { ComputeRequest } from '../projections/placement.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireWorker } from './existing.ts';
import type { Seeker } from './faults.ts';
import { isHeldBack } from './heldBack.ts';

/**
 * Stops workers that sleep on the host, the longest asleep first, until there is room for that many copies of the request (worker.sleep).
 * Returns whether there is. The entity that waits longest gets the freed room: if that is the seeker, it is served before this returns.
 * Workers of an endpoint that is being deleted leave by themselves.
 */
export const giveRoom = (sim: SimulationContext, host: HostSpec, request: ComputeRequest, { place }: Seeker, copies = 1): boolean => {
  const { placements, waiting } = sim.state;
  const all = { ...request, gpuCount: request.gpuCount * copies, vcpus: request.vcpus * copies };
  const id = findSeeker(place);
  const waits = waiting.has(id);
  while (!placements.fits(host, all)) {
    const [sleeper] = placements.sleepersOn(host);
    if (sleeper === undefined || sim.find('endpoint', requireWorker(sim, sleeper).endpointId) === undefined) return false;
    sim.dispatchOrThrow('worker', sleeper, { type: 'StopWorker', reason: 'given' });
    if (waits && !waiting.has(id)) return false;
  }
  return true;
};

/** The worker or pod that looks for a host; empty if it is yet to be created. */
export const findSeeker = ({ worker, pod }: FaultMatch = {}): string => worker ?? pod ?? '';

/**
 * Whether another entity could use the room of the workers that sleep on the host, and has waited longer than this one; a newcomer has not
 * waited at all. A fault denies that entity the host, so it keeps its turn; and a refused call changes nothing.
 */
export const isAwaited = (sim: SimulationContext, host: HostSpec, id: string): boolean => {
  const { waiting, placements } = sim.state;
  if (!placements.hasSleepers(host)) return false;
  const couldHave = (wants: readonly ComputeRequest[]): boolean => wants.some((request) => placements.fits(host, request, 'given'));
  return waiting.some(couldHave, (waiterId) => !isHeldBack(sim, waiterId), id);
};

/** The workers of an endpoint that sleep, the longest asleep first. */
export const listAsleep = (sim: SimulationContext, { id }: Pick<Endpoint, 'id'>): readonly Worker[] => {
  const { counts, members } = sim.state.fleet.of(id);
  if (counts.ASLEEP === 0) return [];
  const asleep = members.map((one) => requireWorker(sim, one)).filter(({ status }) => status === 'ASLEEP');
  return asleep.sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
};
