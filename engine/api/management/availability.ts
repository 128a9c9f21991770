import { cudaAtLeast } from '../../cloud/catalog/cuda.ts';
import { type DataCenter, dataCenters, findCountry, findDataCenter } from '../../cloud/catalog/dataCenters.ts';
import type { GpuType } from '../../cloud/catalog/gpuTypes.ts';
import type { HostSpec } from '../../cloud/catalog/hostSpec.ts';
import { placeOfHost } from '../../cloud/fault/match.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { isAwaited } from '../../cloud/policies/sleepers.ts';
import { faultsAt } from '../../cloud/projections/faultPlaces.ts';
import type { CatalogProduct, GpuQuery } from '../contract/catalog.ts';

export type Level = 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH';

/** The capacity that a set of hosts has left, for something that needs a number of GPUs or vCPUs. */
export class Stock {
  readonly #world: SimulationContext;
  readonly #hosts: readonly HostSpec[];
  readonly #gpus: number;
  readonly #vcpus: number;

  constructor(
    sim: SimulationContext,
    hosts: readonly HostSpec[],
    { gpus = 0, vcpus = 0 }: { readonly gpus?: number; readonly vcpus?: number },
  ) {
    this.#world = sim;
    this.#hosts = hosts;
    this.#gpus = gpus;
    this.#vcpus = vcpus;
  }

  /** HIGH, MEDIUM or LOW by how many times it fits; the thresholds are settings of the world (catalog.availability). */
  get level(): Level {
    const { availabilityMedium, availabilityHigh } = this.#world.settings.host;
    const times = this.#times(this.#hosts);
    if (times === 0) return 'NONE';
    if (times >= availabilityHigh) return 'HIGH';
    return times >= availabilityMedium ? 'MEDIUM' : 'LOW';
  }

  get isEmpty(): boolean {
    return this.#hosts.length === 0;
  }

  /** Lists the data centers with such hosts, full ones included, in catalog order; absent if there are none. */
  get dataCenters(): { readonly dataCenters?: { readonly id: string; readonly name: string; readonly availability: Level }[] } {
    const byCenter = groupBy(this.#hosts, ({ dataCenterId }) => dataCenterId);
    const places = dataCenters
      .filter(({ id }) => byCenter.has(id))
      .map(({ id }) => ({ id, name: id, availability: this.#of(byCenter.get(id) ?? []).level }));
    return places.length === 0 ? {} : { dataCenters: places };
  }

  /** The CUDA versions that the hosts report, oldest first, and whether a host with the version has room. */
  get cudaVersions(): { readonly version: string; readonly available: boolean }[] {
    const byVersion = groupBy(this.#hosts, ({ cudaVersion }) => cudaVersion ?? '');
    return [...byVersion.keys()]
      .filter((version) => version !== '')
      .sort((a, b) => (a === b ? 0 : cudaAtLeast(a, b) ? 1 : -1))
      .map((version) => ({ version, available: this.#times(byVersion.get(version) ?? []) > 0 }));
  }

  #of(hosts: readonly HostSpec[]): Stock {
    return new Stock(this.#world, hosts, { gpus: this.#gpus, vcpus: this.#vcpus });
  }

  #times(hosts: readonly HostSpec[]): number {
    return hosts.reduce((times, host) => {
      if (isBarred(this.#world, host)) return times;
      const room = this.#roomOn(host);
      return times + (this.#gpus > 0 ? Math.floor(room.gpus / this.#gpus) : Math.floor(room.vcpus / this.#vcpus));
    }, 0);
  }

  /**
   * Counts free capacity, and the capacity of sleeping workers unless another worker waits for it: as much as a create would get
   * (worker.sleep).
   */
  #roomOn(host: HostSpec) {
    const { placements } = this.#world.state;
    return placements.room(host, isAwaited(this.#world, host, '') ? 'free' : 'given');
  }
}

/** Whether a fault bars every placement on a host. A fault by chance, or for some entities only, leaves room that the catalog shows (fault.match). */
const isBarred = ({ state }: SimulationContext, host: HostSpec): boolean =>
  !state.activeFaults.none('no-capacity') && faultsAt(state, 'no-capacity', placeOfHost(host)).some(({ spec }) => spec.chance === null);

/** Lists the hosts with a GPU type that match the query. */
export const gpuStock = (sim: SimulationContext, type: GpuType, query: GpuQuery): Stock => {
  const { product = [], count = 1, cloud, countryCodes, cudaVersions: versions, minCudaVersion } = query;
  const least = minCudaVersion === undefined || minCudaVersion.includes('.') ? minCudaVersion : `${minCudaVersion}.0`;
  const hosts = sim.state.placements.hosts
    .withGpu(type.id)
    .filter(
      (host) =>
        product.some((one) => serves[one](host, type)) &&
        (cloud === undefined || host.cloud === cloud) &&
        (countryCodes === undefined || countryCodes.includes(countryAt(host))) &&
        (versions === undefined || versions.includes(host.cudaVersion ?? '')) &&
        (least === undefined || (host.cudaVersion !== null && cudaAtLeast(host.cudaVersion, least))),
    );
  return new Stock(sim, hosts, { gpus: count });
};

/**
 * The hosts of each product: clusters and workers run only on secure ones, and workers only on types in a pool. A product needs a price,
 * too.
 */
const serves: Readonly<Record<CatalogProduct, (host: HostSpec, type: GpuType) => boolean>> = {
  POD: ({ cloud }, { secure, community }) => (cloud === 'SECURE' ? secure : community) !== null,
  CLUSTER: ({ cloud }, { secure }) => cloud === 'SECURE' && secure !== null,
  SERVERLESS: ({ cloud }, { pool, serverless }) => cloud === 'SECURE' && pool !== null && serverless !== null,
};

const countryAt = ({ dataCenterId }: HostSpec): string => {
  const center = findDataCenter(dataCenterId);
  return center === undefined ? '' : findCountry(center);
};

/** The hosts of a data center, grouped by the result of `of`. */
export const stocksAt = (
  sim: SimulationContext,
  { id }: DataCenter,
  of: (host: HostSpec) => string | null,
): ReadonlyMap<string, readonly HostSpec[]> => {
  const here = [...sim.state.placements.hosts.all()].filter((host) => host.dataCenterId === id && of(host) !== null);
  return groupBy(here, (host) => of(host) ?? '');
};

const groupBy = <Item>(items: readonly Item[], by: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(by(item));
    if (group === undefined) groups.set(by(item), [item]);
    else group.push(item);
  }
  return groups;
};
