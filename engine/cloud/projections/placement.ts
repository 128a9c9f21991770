import { RoomTree } from '../../kernel/collections/roomTree.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import { type HostGroup, type HostWish, hasPerGpu, isAs } from '../catalog/hostGroups.ts';
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

/** What is held on a host. */
export interface Holding {
  readonly hostId: string;
  readonly gpus: number;
  readonly vcpus: number;
}

/** What is held on which host, and where there is room (pod.placement, pod.capacity). */
export class Placements implements Dumpable<PlacementsDump> {
  readonly hosts: HostList;
  readonly #held = new Map<string, Holding>();
  readonly #used = new Map<string, { gpus: number; vcpus: number }>();
  readonly #down = new Set<string>();
  /**
   * The free GPUs, or vCPUs, of each host of a group, made when the group is first searched. They follow from what is held and
   * which hosts are down.
   */
  readonly #rooms = new Map<HostGroup, RoomTree>();

  constructor(hosts: HostList) {
    this.hosts = hosts;
  }

  /** The first open host that can take it, in the order of the world's hosts; undefined if there is none. */
  find(request: ComputeRequest, isOpen: (host: HostSpec) => boolean = () => true): HostSpec | undefined {
    for (const host of this.#withRoom(request)) if (isOpen(host)) return host;
    return undefined;
  }

  /** Whether some host has room for one of these, apart from faults. */
  canHold(requests: readonly ComputeRequest[]): boolean {
    return requests.some((request) => this.find(request) !== undefined);
  }

  /** Hosts for as many copies of the request as fit, `count` at most. A host appears once for each copy. */
  findMany(request: ComputeRequest, count: number, isOpen: (host: HostSpec) => boolean): readonly HostSpec[] {
    const found: HostSpec[] = [];
    for (const host of this.#withRoom(request)) {
      if (!isOpen(host)) continue;
      let room = this.free(host).gpus;
      for (; room >= request.gpuCount && found.length < count; room -= request.gpuCount) found.push(host);
      if (found.length === count) break;
    }
    return found;
  }

  fits(host: HostSpec, request: ComputeRequest): boolean {
    return isAs(host, request) && this.#hasRoom(host, request);
  }

  /** Whether it could take the request once these have left it. */
  couldFit(host: HostSpec, request: ComputeRequest, leaving: { readonly gpus: number; readonly vcpus: number }): boolean {
    const { gpus, vcpus } = this.free(host);
    const isOfType = request.gpuTypes.length === 0 ? host.gpuTypeId === null : request.gpuTypes.includes(host.gpuTypeId ?? '');
    return isOfType && isAs(host, request) && gpus + leaving.gpus >= request.gpuCount && vcpus + leaving.vcpus >= request.vcpus;
  }

  /** What is free on a host now; nothing while it is down. */
  free(host: HostSpec): { readonly gpus: number; readonly vcpus: number } {
    if (this.#down.has(host.id)) return { gpus: 0, vcpus: 0 };
    const used = this.#used.get(host.id);
    return { gpus: host.gpus - (used?.gpus ?? 0), vcpus: host.vcpus - (used?.vcpus ?? 0) };
  }

  isDown(hostId: string): boolean {
    return this.#down.has(hostId);
  }

  /** Sets what an entity holds now. */
  hold(id: string, held: Holding | null): void {
    const before = this.#held.get(id);
    if (before?.hostId === held?.hostId && before?.gpus === held?.gpus && before?.vcpus === held?.vcpus) return;
    if (before !== undefined) this.#add(before, -1);
    if (held === null) this.#held.delete(id);
    else {
      this.#held.set(id, held);
      this.#add(held, 1);
    }
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

  /**
   * Every host that can take it now, in the order in which they are tried: GPU type by GPU type, and for each in the order of the
   * world's list.
   */
  *#withRoom(request: ComputeRequest): IterableIterator<HostSpec> {
    for (const type of request.gpuTypes.length === 0 ? withoutGpu : request.gpuTypes) {
      const needed = type === null ? request.vcpus : request.gpuCount;
      const fronts = (this.hosts.groups(type)?.groupsFor(request) ?? []).flatMap((group) => this.#next({ group, index: -1 }, needed) ?? []);
      while (fronts.length > 0) {
        let first = 0;
        for (let k = 1; k < fronts.length; k++) if (placeOf(fronts[k]) < placeOf(fronts[first])) first = k;
        const front = fronts[first] as Front;
        const host = front.group.hosts[front.index] as HostSpec;
        if (this.#hasRoom(host, request) && hasPerGpu(host, request)) yield host;
        const next = this.#next(front, needed);
        if (next === undefined) fronts.splice(first, 1);
        else fronts[first] = next;
      }
    }
  }

  #hasRoom(host: HostSpec, { gpuCount, vcpus: vcpuCount }: ComputeRequest): boolean {
    const { gpus, vcpus } = this.free(host);
    return gpus >= gpuCount && vcpus >= vcpuCount;
  }

  #next({ group, index }: Front, needed: number): Front | undefined {
    const next = this.#roomsOf(group).first(index + 1, needed);
    return next === undefined ? undefined : { group, index: next };
  }

  #roomsOf(group: HostGroup): RoomTree {
    let rooms = this.#rooms.get(group);
    if (rooms === undefined) {
      rooms = new RoomTree(group.hosts.map((host) => this.#room(host)));
      this.#rooms.set(group, rooms);
    }
    return rooms;
  }

  #room(host: HostSpec): number {
    const { gpus, vcpus } = this.free(host);
    return host.gpuTypeId === null ? vcpus : gpus;
  }

  #noteRoom(hostId: string): void {
    if (this.#rooms.size === 0) return;
    const host = this.hosts.find(hostId);
    if (host === undefined) return;
    for (const group of this.hosts.groups(host.gpuTypeId)?.of(host) ?? [])
      this.#rooms.get(group)?.set(group.indexOf.get(hostId) ?? 0, this.#room(host));
  }

  #add({ hostId, gpus, vcpus }: Holding, sign: 1 | -1): void {
    const used = this.#used.get(hostId) ?? { gpus: 0, vcpus: 0 };
    used.gpus += sign * gpus;
    used.vcpus += sign * vcpus;
    this.#used.set(hostId, used);
    this.#noteRoom(hostId);
  }
}

/** How far a group has been searched. */
interface Front {
  readonly group: HostGroup;
  readonly index: number;
}

const placeOf = (front: Front | undefined): number => front?.group.places[front.index] ?? Number.POSITIVE_INFINITY;
const withoutGpu: readonly null[] = [null];

interface PlacementsDump {
  readonly held: ReadonlyMap<string, Holding>;
  readonly down: ReadonlySet<string>;
}
