import { RoomTree } from '../../kernel/collections/roomTree.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import { countBefore, findPlaceAt, type HostGroup, type HostWish, hasPerGpu, isAs } from '../catalog/hostGroups.ts';
import type { HostSpec } from '../catalog/hostSpec.ts';
import type { HostList } from '../catalog/hosts.ts';
import type { Host } from '../host/evolve.ts';

/** A request for compute on a host. */
export interface ComputeRequest extends HostWish {
  /** The acceptable GPU types, in the order in which they are tried; empty = vCPUs. */
  readonly gpuTypes: readonly string[];
  readonly gpuCount: number;
  readonly vcpus: number;
}

/** The resources that an entity holds on a host. */
export interface Holding {
  readonly hostId: string;
  readonly gpus: number;
  readonly vcpus: number;
  /** A sleeping worker holds it, and gives way to an entity that finds no free room (worker.sleep). */
  readonly givesWay?: true;
}

/** Room is free, or it is given: then it is free once workers that sleep on its host have stopped (worker.sleep). */
export type Room = 'free' | 'given';

interface Amount {
  readonly gpus: number;
  readonly vcpus: number;
}

/** The held resources of each host, and the free room (pod.placement, pod.capacity). */
export class Placements implements Dumpable<PlacementsDump> {
  readonly hosts: HostList;
  readonly #held = new Map<string, Holding>();
  readonly #used = new Map<string, { gpus: number; vcpus: number }>();
  readonly #down = new Set<string>();
  /** Of each host with workers that sleep, these, the longest asleep first. */
  readonly #sleepers = new Map<string, Set<string>>();
  /**
   * For each host of a group, its GPUs or vCPUs that are free, or that would be without sleeping workers. The first search of a group makes
   * these trees. They follow from the held resources and the hosts that are down.
   */
  readonly #rooms: Readonly<Record<Room, Map<HostGroup, RoomTree>>> = { free: new Map(), given: new Map() };

  constructor(hosts: HostList) {
    this.hosts = hosts;
  }

  /**
   * Finds the first open host with enough room, in the order of the world's hosts; undefined if there is none. With `from`, a number below 1,
   * the order of each GPU type begins after that share of its hosts, and the first follows the last.
   */
  find(request: ComputeRequest, isOpen: (host: HostSpec) => boolean = () => true, room: Room = 'free', from = 0): HostSpec | undefined {
    if (room === 'given' && this.#sleepers.size === 0) return undefined;
    for (const host of this.#withRoom(request, room, from)) if (isOpen(host)) return host;
    return undefined;
  }

  /** Whether some host has room for one of these, free or given, apart from faults. */
  canHold(requests: readonly ComputeRequest[]): boolean {
    return requests.some((request) => (this.find(request) ?? this.find(request, undefined, 'given')) !== undefined);
  }

  /** Hosts for as many copies of the request as fit, `count` at most. A host appears once for each copy. */
  findMany(request: ComputeRequest, count: number, isOpen: (host: HostSpec) => boolean, room: Room = 'free'): readonly HostSpec[] {
    const found: HostSpec[] = [];
    for (const host of this.#withRoom(request, room)) {
      if (!isOpen(host)) continue;
      let { gpus } = this.room(host, room);
      for (; gpus >= request.gpuCount && found.length < count; gpus -= request.gpuCount) found.push(host);
      if (found.length === count) break;
    }
    return found;
  }

  fits(host: HostSpec, request: ComputeRequest, room: Room = 'free'): boolean {
    const isOfType = request.gpuTypes.length === 0 ? host.gpuTypeId === null : request.gpuTypes.includes(host.gpuTypeId ?? '');
    return isOfType && isAs(host, request) && this.#hasRoom(host, request, room);
  }

  /** Counts the free room on a host; none while it is down. */
  free(host: HostSpec): Amount {
    return this.room(host, 'free');
  }

  /** Counts the free room on a host, or also the room of workers that sleep there. */
  room(host: HostSpec, room: Room): Amount {
    if (this.#down.has(host.id)) return { gpus: 0, vcpus: 0 };
    const used = this.#used.get(host.id);
    const free = { gpus: host.gpus - (used?.gpus ?? 0), vcpus: host.vcpus - (used?.vcpus ?? 0) };
    if (room === 'free') return free;
    for (const id of this.#sleepers.get(host.id) ?? none) {
      const held = this.#held.get(id);
      free.gpus += held?.gpus ?? 0;
      free.vcpus += held?.vcpus ?? 0;
    }
    return free;
  }

  /** The workers that sleep on a host, the longest asleep first. */
  sleepersOn({ id }: HostSpec): Iterable<string> {
    return this.#sleepers.get(id) ?? none;
  }

  hasSleepers({ id }: HostSpec): boolean {
    return this.#sleepers.has(id);
  }

  isDown(hostId: string): boolean {
    return this.#down.has(hostId);
  }

  /** Sets the resources that an entity holds now. */
  hold(id: string, held: Holding | null): void {
    const before = this.#held.get(id);
    if (before !== undefined && held !== null && isSameHolding(before, held)) return;
    if (before !== undefined) this.#release(id, before);
    if (held === null) return;
    this.#held.set(id, held);
    if (held.givesWay === true) this.#sleepers.set(held.hostId, (this.#sleepers.get(held.hostId) ?? new Set()).add(id));
    this.#add(held, 1);
  }

  applyHost({ id, status }: Host): void {
    if (status === 'DOWN') this.#down.add(id);
    else this.#down.delete(id);
    this.#noteRoom(id);
  }

  dump(): PlacementsDump {
    return { held: this.#held, down: this.#down };
  }

  *load({ held, down }: PlacementsDump): Steps<void> {
    const pauses = pacer();
    for (const [id, what] of held) {
      this.hold(id, what);
      if (pauses()) yield;
    }
    for (const id of down) this.#down.add(id);
  }

  /** Every host that can take it now, in the order in which they are tried: GPU type by GPU type, each list from `from` on. */
  *#withRoom(request: ComputeRequest, room: Room, from = 0): IterableIterator<HostSpec> {
    for (const type of request.gpuTypes.length === 0 ? withoutGpu : request.gpuTypes) {
      const groups = this.hosts.groups(type)?.groupsFor(request) ?? [];
      const begin = from === 0 ? 0 : findPlaceAt(groups, from);
      yield* this.#inOrder(groups, request, room, [begin, Number.POSITIVE_INFINITY]);
      if (begin > 0) yield* this.#inOrder(groups, request, room, [0, begin]);
    }
  }

  /** Those with a place from the first of two on, up to the second. */
  *#inOrder(
    groups: readonly HostGroup[],
    request: ComputeRequest,
    room: Room,
    [begin, end]: readonly [number, number],
  ): IterableIterator<HostSpec> {
    const needed = request.gpuTypes.length === 0 ? request.vcpus : request.gpuCount;
    const fronts = groups.flatMap((group) => this.#next({ group, index: countBefore(group, begin) - 1 }, needed, room) ?? []);
    while (fronts.length > 0) {
      let first = 0;
      for (let k = 1; k < fronts.length; k++) if (readPlace(fronts[k]) < readPlace(fronts[first])) first = k;
      const front = fronts[first] as GroupFront;
      if (readPlace(front) >= end) return;
      const host = front.group.hosts[front.index] as HostSpec;
      if (this.#hasRoom(host, request, room) && hasPerGpu(host, request)) yield host;
      const next = this.#next(front, needed, room);
      if (next === undefined) fronts.splice(first, 1);
      else fronts[first] = next;
    }
  }

  #hasRoom(host: HostSpec, { gpuCount, vcpus: vcpuCount }: ComputeRequest, room: Room): boolean {
    const { gpus, vcpus } = this.room(host, room);
    return gpus >= gpuCount && vcpus >= vcpuCount;
  }

  #next({ group, index }: GroupFront, needed: number, room: Room): GroupFront | undefined {
    const next = this.#findTree(group, room).first(index + 1, needed);
    return next === undefined ? undefined : { group, index: next };
  }

  #findTree(group: HostGroup, room: Room): RoomTree {
    let tree = this.#rooms[room].get(group);
    if (tree === undefined) {
      tree = new RoomTree(group.hosts.map((host) => this.#countRoom(host, room)));
      this.#rooms[room].set(group, tree);
    }
    return tree;
  }

  #countRoom(host: HostSpec, room: Room): number {
    const { gpus, vcpus } = this.room(host, room);
    return host.gpuTypeId === null ? vcpus : gpus;
  }

  #noteRoom(hostId: string): void {
    const { free, given } = this.#rooms;
    if (free.size + given.size === 0) return;
    const host = this.hosts.find(hostId);
    if (host === undefined) return;
    for (const group of this.hosts.groups(host.gpuTypeId)?.of(host) ?? []) {
      const place = group.indexOf.get(hostId) ?? 0;
      free.get(group)?.set(place, this.#countRoom(host, 'free'));
      given.get(group)?.set(place, this.#countRoom(host, 'given'));
    }
  }

  #release(id: string, held: Holding): void {
    this.#held.delete(id);
    const asleep = held.givesWay === true ? this.#sleepers.get(held.hostId) : undefined;
    asleep?.delete(id);
    if (asleep?.size === 0) this.#sleepers.delete(held.hostId);
    this.#add(held, -1);
  }

  #add({ hostId, gpus, vcpus }: Holding, sign: 1 | -1): void {
    const used = this.#used.get(hostId) ?? { gpus: 0, vcpus: 0 };
    used.gpus += sign * gpus;
    used.vcpus += sign * vcpus;
    this.#used.set(hostId, used);
    this.#noteRoom(hostId);
  }
}

const none: readonly string[] = [];

const isSameHolding = (one: Holding, other: Holding): boolean =>
  one.hostId === other.hostId && one.gpus === other.gpus && one.vcpus === other.vcpus && one.givesWay === other.givesWay;

/** How far a group has been searched. */
interface GroupFront {
  readonly group: HostGroup;
  readonly index: number;
}

const readPlace = (front: GroupFront | undefined): number => front?.group.places[front.index] ?? Number.POSITIVE_INFINITY;
const withoutGpu: readonly null[] = [null];

interface PlacementsDump {
  readonly held: ReadonlyMap<string, Holding>;
  readonly down: ReadonlySet<string>;
}
