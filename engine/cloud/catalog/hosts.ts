import { lazily } from '../../kernel/collections/lazily.ts';
import type { Placement } from '../container/placement.ts';
import { cpuFlavors } from './cpuFlavors.ts';
import { dataCenters } from './dataCenters.ts';
import { gpuTypes } from './gpuTypes.ts';
import { HostGroups } from './hostGroups.ts';
import type { Cloud, HostSpec } from './hostSpec.ts';

/** The placement of a pod or worker on the host. */
export const placementOn = ({ id, dataCenterId, gpuTypeId, cudaVersion }: HostSpec): Placement => ({
  hostId: id,
  dataCenterId,
  gpuTypeId,
  cudaVersion,
});

/** The hosts of a world, in the order in which they are tried, by the compute they offer. */
export class HostList {
  readonly #byId: () => ReadonlyMap<string, HostSpec>;
  readonly #hosts: readonly HostSpec[];
  readonly #byGpuType: ReadonlyMap<string | null, () => HostGroups>;
  #centers: readonly string[] | undefined;

  constructor(hosts: readonly HostSpec[]) {
    this.#hosts = hosts;
    this.#byId = lazily(() => new Map(hosts.map((host) => [host.id, host])));
    const byGpuType = new Map<string | null, HostSpec[]>([[null, []]]);
    for (const host of hosts) {
      const same = byGpuType.get(host.gpuTypeId);
      if (same === undefined) byGpuType.set(host.gpuTypeId, [host]);
      else same.push(host);
    }
    this.#byGpuType = new Map([...byGpuType].map(([type, same]) => [type, lazily(() => new HostGroups(same))]));
  }

  find(id: string): HostSpec | undefined {
    return this.#byId().get(id);
  }

  withGpu(gpuTypeId: string): readonly HostSpec[] {
    return this.groups(gpuTypeId)?.hosts ?? [];
  }

  get withoutGpu(): readonly HostSpec[] {
    return this.groups(null)?.hosts ?? [];
  }

  /** The hosts of a GPU type, in groups; with null, the hosts without GPUs. */
  groups(gpuTypeId: string | null): HostGroups | undefined {
    return this.#byGpuType.get(gpuTypeId)?.();
  }

  /** The GPU types of the hosts, in the order of the hosts. */
  get gpuTypeIds(): Iterable<string> {
    return [...this.#byGpuType.keys()].filter((type) => type !== null);
  }

  /** The data centers that have hosts, in their order. */
  get centers(): readonly string[] {
    this.#centers ??= [...new Set([...this.all()].map(({ dataCenterId }) => dataCenterId))];
    return this.#centers;
  }

  /** The data centers that have hosts with a GPU type, in the order of these hosts. */
  centersWith(gpuTypeId: string): readonly string[] {
    return this.groups(gpuTypeId)?.centers ?? [];
  }

  all(): Iterable<HostSpec> {
    return this.#hosts;
  }
}

const secureHosts = 4;
const communityHosts = 2;
const cudaOfHosts = ['12.8', '12.4', '13.0', '12.8'];

/** The default hosts (policy): every data center has hosts of every type that has a price. */
const generousHosts = (): readonly HostSpec[] => {
  const types = gpuTypes.map((type) => ({ type, slug: slug(type.name) }));
  return dataCenters.flatMap(({ id: dataCenterId }) => [
    ...types.flatMap(({ type, slug: name }): HostSpec[] => {
      const host = (cloud: Cloud, gpus: number) => (_: unknown, n: number) => ({
        id: `${dataCenterId}/${name}/${cloud === 'SECURE' ? 's' : 'c'}${n + 1}`,
        dataCenterId,
        cloud,
        gpuTypeId: type.id,
        gpus,
        vcpus: 0,
        cudaVersion: type.manufacturer === 'NVIDIA' ? (cudaOfHosts[n] ?? null) : null,
      });
      return [
        ...(type.secure === null ? [] : Array.from({ length: secureHosts }, host('SECURE', 8))),
        ...(type.community === null ? [] : Array.from({ length: communityHosts }, host('COMMUNITY', 4))),
      ];
    }),
    ...Array.from(
      { length: secureHosts },
      (_, n): HostSpec => ({
        id: `${dataCenterId}/cpu/s${n + 1}`,
        dataCenterId,
        cloud: 'SECURE',
        gpuTypeId: null,
        gpus: 0,
        vcpus: cpuFlavors.length * 64,
        cudaVersion: null,
      }),
    ),
  ]);
};

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

let generous: HostList | undefined;

/** The hosts of worlds that name none. They never change, so all worlds share one list, made when first needed. */
export const defaultHosts = (): HostList => {
  generous ??= new HostList(generousHosts());
  return generous;
};
