import type { HostSpec } from '../catalog/hostSpec.ts';
import type { FaultMatch, FaultSpec } from '../fault/events.ts';
import { matches, placeOfHost } from '../fault/match.ts';
import type { ComputeRequest } from '../projections/placement.ts';
import type { SimulationContext } from './context.ts';
import { type Seeker, trigger } from './faults.ts';
import { giveRoom, giveRoomToAll } from './sleepers.ts';

/** The first host that has room for it, unless a `no-capacity` fault denies it (pod.placement, pod.capacity). */
export const hostFor = (sim: SimulationContext, request: ComputeRequest, seeker: Seeker): HostSpec | undefined =>
  (placeFor(sim, [request], seeker) ?? (giveRoom(sim, [request], seeker) ? placeFor(sim, [request], seeker) : undefined))?.host;

/** The first of several requests that some host has room for, and that host. */
export const placeFor = <Request extends ComputeRequest>(sim: SimulationContext, requests: readonly Request[], seeker: Seeker) =>
  unstruck(sim, seeker, (isOpen) => {
    for (const request of requests) {
      const host = sim.state.placements.find(request, isOpen);
      if (host !== undefined) return [{ request, host }];
    }
    return [];
  })[0];

/** Whether that host has room for it and no `no-capacity` fault denies it. */
export const hasRoom = (sim: SimulationContext, host: HostSpec, request: ComputeRequest, seeker: Seeker): boolean =>
  unstruck(sim, seeker, (isOpen) => (isOpen(host) && sim.state.placements.fits(host, request) ? [{ host }] : [])).length > 0;

/**
 * Hosts for `count` copies of a request in one data center: the first data center, in the order of the world's hosts, that has
 * room for all of them, or else the first whose sleeping workers make room (worker.sleep). Empty if none has (cluster.create).
 */
export const hostsInOneCenter = (sim: SimulationContext, request: ComputeRequest, count: number, seeker: Seeker): readonly HostSpec[] => {
  const { placements } = sim.state;
  const inOrder = new Set(request.gpuTypes.flatMap((type) => placements.hosts.centersWith(type)));
  const centers = [...inOrder].filter((id) => request.dataCenterIds.length === 0 || request.dataCenterIds.includes(id));
  const requestIn = (dataCenterId: string): ComputeRequest => ({ ...request, dataCenterIds: [dataCenterId] });
  const find = () =>
    unstruck(sim, seeker, (isOpen) => {
      for (const dataCenterId of centers) {
        const found = placements.findMany(requestIn(dataCenterId), count, isOpen);
        if (found.length === count) return found.map((host) => ({ host }));
      }
      return [];
    }).map(({ host }) => host);
  const found = find();
  return found.length === 0 && centers.some((id) => giveRoomToAll(sim, requestIn(id), count, seeker)) ? find() : found;
};

/**
 * What `find` finds, if no `no-capacity` fault strikes it. A fault that strikes closes the hosts that it matches, and the search
 * runs again without them. So each fault strikes at most once, and only if it is in the way.
 */
const unstruck = <Found extends { readonly host: HostSpec }>(
  sim: SimulationContext,
  { trialKey, place = {} }: Seeker,
  find: (isOpen: (host: HostSpec) => boolean) => readonly Found[],
): readonly Found[] => {
  const closing: FaultMatch[] = [];
  const placeOn = (host: HostSpec): FaultMatch => ({ ...place, ...placeOfHost(host) });
  for (;;) {
    const found = find((host) => !closing.some((match) => matches(match, placeOn(host))));
    const struck = strikeFirst(
      sim,
      found.map(({ host }) => placeOn(host)),
      trialKey,
    );
    if (struck === undefined) return found;
    if (closesAll(struck.match)) return [];
    closing.push(struck.match);
  }
};

/** A fault that names no part of a host denies every host. */
const closesAll = ({ host, dataCenter, gpu }: FaultMatch): boolean => host === undefined && dataCenter === undefined && gpu === undefined;

const strikeFirst = (sim: SimulationContext, places: readonly FaultMatch[], occasion: string): FaultSpec | undefined => {
  for (const place of places) {
    const struck = trigger(sim, 'no-capacity', () => ({ ...place, occasion }));
    if (struck !== undefined) return struck;
  }
  return undefined;
};
