import { type CpuFlavor, vcpuCounts } from '../../cloud/catalog/cpuFlavors.ts';
import { type DataCenter, listVolumeTiers } from '../../cloud/catalog/dataCenters.ts';
import type { GpuType } from '../../cloud/catalog/gpuTypes.ts';
import { listedCpuFlavors, listedGpuTypes } from '../../cloud/catalog/priced.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { CpuQuery, cpuTypeResource, DataCenterQuery, dataCenterResource, GpuQuery, gpuTypeResource } from '../contract/catalog.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { gpuStock, Stock, stocksAt } from './availability.ts';

type GpuTypeResource = Resource<typeof gpuTypeResource>;
type CpuTypeResource = Resource<typeof cpuTypeResource>;
type DataCenterResource = Resource<typeof dataCenterResource>;

/** A GPU type, with its availability only if the query asks for it. */
export const gpuTypeView = (sim: SimulationContext, type: GpuType, query: GpuQuery): GpuTypeResource => {
  const { id, name, pool, manufacturer, memory, secure, community, serverless } = type;
  const hosts = sim.state.placements.hosts.groups(id);
  return {
    id,
    name,
    pool,
    manufacturer,
    memory,
    secure: secure !== null,
    community: community !== null,
    price: { secure: secure ?? 0, community: community ?? 0, ...(serverless === null ? {} : { serverless }) },
    maxCount: { secure: hosts?.gpusMax('SECURE') ?? 0, community: hosts?.gpusMax('COMMUNITY') ?? 0 },
    ...(query.include === undefined ? {} : gpuAvailability(sim, type, query)),
  };
};

const gpuAvailability = (sim: SimulationContext, type: GpuType, query: GpuQuery): Partial<GpuTypeResource> => {
  const stock = gpuStock(sim, type, query);
  return {
    availability: stock.level,
    ...stock.dataCenters,
    ...(type.manufacturer === 'NVIDIA' ? { cudaVersions: stock.cudaVersions } : {}),
  };
};

/** A CPU flavor. All flavors share the same hosts, those without GPUs. */
export const cpuTypeView = (sim: SimulationContext, flavor: CpuFlavor, query: CpuQuery): CpuTypeResource => {
  const { id, name, group, ramGbPerVcpu, securePerVcpu, serverlessPerVcpu } = flavor;
  return {
    id,
    name,
    group,
    vcpu: { min: vcpusMin, max: vcpusMax },
    ramGbPerVcpu,
    price: { securePerVcpu: securePerVcpu ?? 0, serverlessPerVcpu: serverlessPerVcpu ?? 0 },
    ...(query.include === undefined ? {} : cpuAvailability(sim, flavor, query)),
  };
};

const vcpusMin = vcpuCounts[0] ?? 2;
const vcpusMax = vcpuCounts.at(-1) ?? 2;

/**
 * No flavor has more vCPUs than the largest count, and an account can rent none for a product without a price: then there is no
 * availability, whatever room the hosts have.
 */
const cpuAvailability = (
  sim: SimulationContext,
  flavor: CpuFlavor,
  { vcpuCount: vcpus = vcpusMin, product = [] }: CpuQuery,
): Partial<CpuTypeResource> => {
  const isOffered = vcpuCounts.includes(vcpus) && product.some((one) => flavor[cpuPrices[one]] !== null);
  const stock = new Stock(sim, isOffered ? sim.state.placements.hosts.withoutGpu : [], { vcpus });
  return { availability: stock.level, ...stock.dataCenters };
};

const cpuPrices = { POD: 'securePerVcpu', SERVERLESS: 'serverlessPerVcpu' } as const;

/** A data center. Its name is its id; its certificates are not known. */
export const dataCenterView = (sim: SimulationContext, center: DataCenter, { include = [] }: DataCenterQuery): DataCenterResource => ({
  id: center.id,
  name: center.id,
  region: center.region,
  globalNetwork: center.globalNetwork,
  networkVolumeTypes: listVolumeTiers(center),
  compliance: [],
  ...(include.includes('GPU_AVAILABILITY') ? { gpuAvailability: gpusAt(sim, center) } : {}),
  ...(include.includes('CPU_AVAILABILITY') ? { cpuAvailability: cpusAt(sim, center) } : {}),
});

/** The GPU types that have hosts here, full ones included. */
const gpusAt = (sim: SimulationContext, center: DataCenter): DataCenterResource['gpuAvailability'] => {
  const stocks = stocksAt(sim, center, ({ gpuTypeId }) => gpuTypeId);
  return listedGpuTypes.flatMap(({ id, name }) => {
    const hosts = stocks.get(id);
    return hosts === undefined ? [] : [{ id, name, availability: new Stock(sim, hosts, { gpus: 1 }).level }];
  });
};

const cpusAt = (sim: SimulationContext, center: DataCenter): DataCenterResource['cpuAvailability'] => {
  const hosts = stocksAt(sim, center, ({ gpuTypeId }) => (gpuTypeId === null ? 'cpu' : null)).get('cpu');
  if (hosts === undefined) return [];
  const { level } = new Stock(sim, hosts, { vcpus: vcpusMin });
  return listedCpuFlavors.map(({ id, name }) => ({ id, name, availability: level }));
};
