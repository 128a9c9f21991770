import { cudaAtLeast } from '../catalog/cuda.ts';
import type { Cloud, HostList, HostSpec } from '../catalog/hosts.ts';
import type { Host } from '../host/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';

/** What somebody wants to put on a host. */
export interface ComputeRequest {
  /** GPU types that will do, in the order in which they are tried; none = vCPUs. */
  readonly gpuTypes: readonly string[];
  readonly gpuCount: number;
  readonly vcpus: number;
  readonly cloud: Cloud;
  /** A strict limit; empty = anywhere. */
  readonly dataCenterIds: readonly string[];
  readonly allowedCudaVersions: readonly string[];
  readonly minCudaVersion: string | null;
}

/** What is held on a host. */
export interface Held {
  readonly hostId: string;
  readonly gpus: number;
  readonly vcpus: number;
}

/** Who holds how much on which host, and where there is room (pod.placement, pod.capacity). */
export class Placements implements Dumpable<PlacementsDump> {
  readonly hosts: HostList;
  readonly #held = new Map<string, Held>();
  readonly #used = new Map<string, { gpus: number; vcpus: number }>();
  readonly #down = new Set<string>();

  constructor(hosts: HostList) {
    this.hosts = hosts;
  }

  /** The first host that can take it, in the order of the world's hosts, of those that are open to it; undefined when none can. */
  find(request: ComputeRequest, isOpen: (host: HostSpec) => boolean = () => true): HostSpec | undefined {
    if (request.gpuTypes.length === 0) return this.hosts.withoutGpu.find((host) => this.fits(host, request) && isOpen(host));
    for (const type of request.gpuTypes) {
      const host = this.hosts.withGpu(type).find((candidate) => this.fits(candidate, request) && isOpen(candidate));
      if (host !== undefined) return host;
    }
    return undefined;
  }

  /** How many times it would fit in one data centre, and on which hosts; as many as `count` at most. */
  findMany(request: ComputeRequest, count: number, isOpen: (host: HostSpec) => boolean): readonly HostSpec[] {
    const found: HostSpec[] = [];
    for (const host of request.gpuTypes.flatMap((type) => this.hosts.withGpu(type))) {
      if (!this.suits(host, request) || !isOpen(host)) continue;
      let room = this.free(host).gpus;
      for (; room >= request.gpuCount && found.length < count; room -= request.gpuCount) found.push(host);
    }
    return found;
  }

  fits(host: HostSpec, request: ComputeRequest): boolean {
    if (!this.suits(host, request)) return false;
    const { gpus, vcpus } = this.free(host);
    return gpus >= request.gpuCount && vcpus >= request.vcpus;
  }

  /** What nobody holds on a host now; nothing, while it is down. */
  free(host: HostSpec): { readonly gpus: number; readonly vcpus: number } {
    if (this.#down.has(host.id)) return { gpus: 0, vcpus: 0 };
    const used = this.#used.get(host.id);
    return { gpus: host.gpus - (used?.gpus ?? 0), vcpus: host.vcpus - (used?.vcpus ?? 0) };
  }

  isDown(hostId: string): boolean {
    return this.#down.has(hostId);
  }

  /** Notes that an entity holds this now, and nothing else. */
  hold(id: string, held: Held | null): void {
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
  }

  dump(): PlacementsDump {
    return { held: this.#held, down: this.#down };
  }

  load({ held, down }: PlacementsDump): void {
    for (const [id, what] of held) this.hold(id, what);
    for (const id of down) this.#down.add(id);
  }

  private suits(host: HostSpec, { cloud, dataCenterIds, allowedCudaVersions, minCudaVersion }: ComputeRequest): boolean {
    const { cudaVersion } = host;
    return (
      host.cloud === cloud &&
      (dataCenterIds.length === 0 || dataCenterIds.includes(host.dataCenterId)) &&
      (allowedCudaVersions.length === 0 || (cudaVersion !== null && allowedCudaVersions.includes(cudaVersion))) &&
      (minCudaVersion === null || (cudaVersion !== null && cudaAtLeast(cudaVersion, minCudaVersion)))
    );
  }

  #add({ hostId, gpus, vcpus }: Held, sign: 1 | -1): void {
    const used = this.#used.get(hostId) ?? { gpus: 0, vcpus: 0 };
    used.gpus += sign * gpus;
    used.vcpus += sign * vcpus;
    this.#used.set(hostId, used);
  }
}

interface PlacementsDump {
  readonly held: ReadonlyMap<string, Held>;
  readonly down: ReadonlySet<string>;
}
