import { cudaAtLeast } from './cuda.ts';
import { type Cloud, type HostSpec, perGpu } from './hostSpec.ts';

/** Requirements on a host, apart from free room. */
export interface HostWish {
  readonly cloud: Cloud;
  /** A strict limit; empty = anywhere. */
  readonly dataCenterIds: readonly string[];
  readonly allowedCudaVersions: readonly string[];
  readonly minCudaVersion: string | null;
  /** The least of the host for each of its GPUs: GB of memory, and vCPUs; absent = anything (pod.gpu-filters). */
  readonly minRamPerGpu?: number;
  readonly minVcpuCountPerGpu?: number;
}

/** Whether a host has enough for each of its GPUs. Hosts are not grouped by it, because few requests ask for it. */
export const hasPerGpu = (host: HostSpec, { minRamPerGpu = 0, minVcpuCountPerGpu = 0 }: HostWish): boolean => {
  if (minRamPerGpu === 0 && minVcpuCountPerGpu === 0) return true;
  const { vcpus, memory } = perGpu(host);
  return memory >= minRamPerGpu && vcpus >= minVcpuCountPerGpu;
};

/** Whether a host meets the requirements. */
export const isAs = (host: HostSpec, wish: HostWish): boolean => isGroupedAs(host, wish) && hasPerGpu(host, wish);

const isGroupedAs = ({ cloud, dataCenterId, cudaVersion }: HostSpec, wish: HostWish): boolean =>
  cloud === wish.cloud &&
  (wish.dataCenterIds.length === 0 || wish.dataCenterIds.includes(dataCenterId)) &&
  (!limitsCuda(wish) || (cudaVersion !== null && hasCuda(cudaVersion, wish)));

/** Hosts with the same properties, in the order in which they are tried. */
export interface HostGroup {
  readonly hosts: HostSpec[];
  /** The index of each host among all hosts of its type. */
  readonly places: number[];
  /** The index of each host in this group, by its id. */
  readonly indexOf: Map<string, number>;
}

/**
 * The hosts of one GPU type, or the hosts without GPUs, in groups with the same properties. They are grouped by cloud; also by
 * data center, for requests that name some; also by CUDA version, for requests that limit it. Each grouping is made when it is
 * first needed.
 */
export class HostGroups {
  readonly hosts: readonly HostSpec[];
  #centers: readonly string[] | undefined;
  #gpusMax: Map<Cloud, number> | undefined;
  #cudaVersions: readonly string[] | undefined;
  readonly #ways: (ReadonlyMap<string, HostGroup> | undefined)[] = [];

  constructor(hosts: readonly HostSpec[]) {
    this.hosts = hosts;
  }

  /** Their data centers, in the order of the hosts. */
  get centers(): readonly string[] {
    this.#centers ??= [...new Set(this.hosts.map(({ dataCenterId }) => dataCenterId))];
    return this.#centers;
  }

  /** The most GPUs that one host of a cloud has. */
  gpusMax(cloud: Cloud): number {
    this.#gpusMax ??= this.hosts.reduce(
      (most, host) => most.set(host.cloud, Math.max(host.gpus, most.get(host.cloud) ?? 0)),
      new Map<Cloud, number>(),
    );
    return this.#gpusMax.get(cloud) ?? 0;
  }

  /** The groups of the hosts that meet the requirements. No other host meets them. */
  groupsFor(wish: HostWish): readonly HostGroup[] {
    const { cloud, dataCenterIds } = wish;
    const byCuda = limitsCuda(wish);
    const way = packWay(dataCenterIds.length > 0, byCuda);
    const groups = this.#ways[way] ?? this.#groupBy(way);
    const centers = dataCenterIds.length === 0 ? anywhere : new Set(dataCenterIds);
    const versions = byCuda ? this.#versions.filter((version) => hasCuda(version, wish)) : anyCuda;
    return [...centers].flatMap((center) => versions.flatMap((version) => groups.get(makeKey(cloud, center, version)) ?? []));
  }

  /** Every group that contains the host, of those made so far. */
  of({ cloud, dataCenterId, cudaVersion }: HostSpec): readonly HostGroup[] {
    return this.#ways.flatMap((groups, way) => {
      const group = groups?.get(makeKey(cloud, namesCenter(way) ? dataCenterId : '', namesCuda(way) ? (cudaVersion ?? '') : ''));
      return group ?? [];
    });
  }

  #groupBy(way: number): ReadonlyMap<string, HostGroup> {
    const groups = new Map<string, HostGroup>();
    this.hosts.forEach((host, place) => {
      const key = makeKey(host.cloud, namesCenter(way) ? host.dataCenterId : '', namesCuda(way) ? (host.cudaVersion ?? '') : '');
      let group = groups.get(key);
      if (group === undefined) {
        group = { hosts: [], places: [], indexOf: new Map() };
        groups.set(key, group);
      }
      group.indexOf.set(host.id, group.hosts.length);
      group.hosts.push(host);
      group.places.push(place);
    });
    this.#ways[way] = groups;
    return groups;
  }

  get #versions(): readonly string[] {
    this.#cudaVersions ??= [...new Set(this.hosts.flatMap(({ cudaVersion }) => cudaVersion ?? []))];
    return this.#cudaVersions;
  }
}

const anywhere: readonly string[] = [''];
const anyCuda: readonly string[] = [''];

/** A way of grouping in two bits: by data center or not, by CUDA version or not. */
const packWay = (byCenter: boolean, byCuda: boolean): number => (byCenter ? 1 : 0) + (byCuda ? 2 : 0);
const namesCenter = (way: number): boolean => way % 2 === 1;
const namesCuda = (way: number): boolean => way >= 2;

const makeKey = (cloud: Cloud, center: string, cuda: string): string => `${cloud} ${cuda} ${center}`;

const limitsCuda = ({ allowedCudaVersions, minCudaVersion }: HostWish): boolean =>
  allowedCudaVersions.length > 0 || minCudaVersion !== null;

const hasCuda = (version: string, { allowedCudaVersions, minCudaVersion }: HostWish): boolean =>
  (allowedCudaVersions.length === 0 || allowedCudaVersions.includes(version)) &&
  (minCudaVersion === null || cudaAtLeast(version, minCudaVersion));

/** How many hosts of a group are before a place. */
export const countBefore = ({ places }: HostGroup, place: number): number => {
  if (place === 0) return 0;
  const index = places.findIndex((one) => one >= place);
  return index === -1 ? places.length : index;
};

/** The place that is such a share down the hosts of some groups. */
export const findPlaceAt = (groups: readonly HostGroup[], share: number): number => {
  const [only, another] = groups;
  const places = only !== undefined && another === undefined ? only.places : groups.flatMap((group) => group.places).sort((a, b) => a - b);
  return places[Math.floor(share * places.length)] ?? 0;
};
