import type { HostSpec } from '../catalog/hostSpec.ts';
import type { FaultMatch, FaultSpec } from '../fault/events.ts';
import { matches, placeOfHost } from '../fault/match.ts';
import type { ComputeRequest, Room } from '../projections/placement.ts';
import type { SimulationContext } from './context.ts';
import { type Seeker, trigger } from './faults.ts';
import { findSeeker, giveRoom, isAwaited } from './sleepers.ts';

/** A search for a host. */
export interface HostSearch<Request extends ComputeRequest> {
  /** The acceptable requests, in the order of trial. */
  readonly requests: readonly Request[];
  readonly seeker: Seeker;
  /** The host to try before all others, and the request there. */
  readonly own?: { readonly host: HostSpec; readonly request: Request } | undefined;
  /** Where the order of other hosts begins, as a share of them, and which of them come last (worker.host-order). */
  readonly spread?: { readonly from: number; readonly last: ReadonlySet<string> } | undefined;
  /** Whether none of the room of a host is for it now (worker.capacity). */
  readonly isHeld?: ((host: HostSpec) => boolean) | undefined;
  /** Only free room will do. */
  readonly onlyFree?: boolean;
}

export interface FoundHost<Request extends ComputeRequest> {
  readonly host: HostSpec;
  readonly request: Request;
}

/** A host for a newcomer, its own one first if it has one. */
export const hostFor = (
  sim: SimulationContext,
  request: ComputeRequest,
  seeker: Seeker,
  own?: HostSearch<ComputeRequest>['own'],
): HostSpec | undefined => placeFor(sim, { requests: [request], seeker, own })?.host;

/**
 * Finds a host with room for one of the requests, unless a `no-capacity` fault denies it (pod.placement, fault.no-capacity). Free room
 * comes before the room of sleeping workers, which are stopped to free it (worker.sleep).
 */
export const placeFor = <Request extends ComputeRequest>(
  sim: SimulationContext,
  search: HostSearch<Request>,
): FoundHost<Request> | undefined => {
  const { seeker } = search;
  const [found] = unstruck(sim, seeker, (isOpen) => {
    const own = findOwn(sim, search, 'free', isOpen);
    return own.length > 0 ? own : findElsewhere(sim, search, isOpen);
  });
  if (found === undefined || search.isHeld?.(found.host) === true) return undefined;
  return giveRoom(sim, found.host, found.request, seeker) ? found : undefined;
};

/** Its own host, if it has such room. */
const findOwn = <Request extends ComputeRequest>(
  { state: { placements } }: SimulationContext,
  { own }: HostSearch<Request>,
  room: Room,
  isOpen: (host: HostSpec) => boolean,
): readonly FoundHost<Request>[] => (own !== undefined && placements.fits(own.host, own.request, room) && isOpen(own.host) ? [own] : []);

/** Free room on any host, or else the room of sleeping workers, on its own host first. */
const findElsewhere = <Request extends ComputeRequest>(
  sim: SimulationContext,
  search: HostSearch<Request>,
  isOpen: (host: HostSpec) => boolean,
): readonly FoundHost<Request>[] => {
  const free = findAny(sim, search, 'free', isOpen);
  if (free.length > 0 || search.onlyFree === true) return free;
  const gives = (host: HostSpec): boolean => isOpen(host) && !isAwaited(sim, host, findSeeker(search.seeker.place));
  const ofOwn = findOwn(sim, search, 'given', gives);
  return ofOwn.length > 0 ? ofOwn : findAny(sim, search, 'given', gives);
};

const findAny = <Request extends ComputeRequest>(
  { state: { placements } }: SimulationContext,
  { requests, spread }: HostSearch<Request>,
  room: Room,
  isOpen: (host: HostSpec) => boolean,
): readonly FoundHost<Request>[] => {
  for (const request of requests) {
    const isFresh = (host: HostSpec): boolean => spread?.last.has(host.id) !== true && isOpen(host);
    const fresh = spread === undefined ? undefined : placements.find(request, isFresh, room, spread.from);
    const host = fresh ?? placements.find(request, isOpen, room, spread?.from);
    if (host !== undefined) return [{ request, host }];
  }
  return [];
};

/**
 * Hosts for `count` copies of a request in one data center: the first data center, in the order of the world's hosts, that has
 * room for all of them, or else the first whose sleeping workers make room (worker.sleep). Empty if none has (cluster.create).
 */
export const hostsInOneCenter = (sim: SimulationContext, request: ComputeRequest, count: number, seeker: Seeker): readonly HostSpec[] => {
  const { placements } = sim.state;
  const inOrder = new Set(request.gpuTypes.flatMap((type) => placements.hosts.centersWith(type)));
  const centers = [...inOrder].filter((id) => request.dataCenterIds.length === 0 || request.dataCenterIds.includes(id));
  const findIn = (isOpen: (host: HostSpec) => boolean, room: Room): readonly HostSpec[] => {
    for (const dataCenterId of centers) {
      const found = planCopies(sim, { ...request, dataCenterIds: [dataCenterId] }, count, isOpen, room);
      if (found.length === count) return found;
    }
    return [];
  };
  const found = unstruck(sim, seeker, (isOpen) => {
    const free = findIn(isOpen, 'free');
    return (free.length > 0 ? free : findIn(isOpen, 'given')).map((host) => ({ host }));
  });
  const copies = new Map<HostSpec, number>();
  for (const { host } of found) copies.set(host, (copies.get(host) ?? 0) + 1);
  return [...copies].every(([host, here]) => giveRoom(sim, host, request, seeker, here)) ? found.map(({ host }) => host) : [];
};

/** Finds hosts for as many copies as fit: first free room, then the room of sleeping workers. */
const planCopies = (
  sim: SimulationContext,
  request: ComputeRequest,
  count: number,
  isOpen: (host: HostSpec) => boolean,
  room: Room,
): readonly HostSpec[] => {
  const { placements } = sim.state;
  const free = placements.findMany(request, count, isOpen);
  if (room === 'free' || free.length === count) return free;
  const ofFree = new Map<HostSpec, number>();
  for (const host of free) ofFree.set(host, (ofFree.get(host) ?? 0) + 1);
  const given = placements.findMany(request, Number.POSITIVE_INFINITY, (host) => isOpen(host) && !isAwaited(sim, host, ''), 'given');
  const more = given.filter((host) => {
    const left = ofFree.get(host) ?? 0;
    ofFree.set(host, left - 1);
    return left <= 0;
  });
  return [...free, ...more.slice(0, count - free.length)];
};

/**
 * Finds a host with `find`, unless a `no-capacity` fault strikes it. A fault that strikes closes the hosts that it matches, and the search
 * runs again without them. So each fault strikes at most once, and only if it is in the way (fault.no-capacity).
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
