import type { CpuShape } from '../container/config.ts';
import { cpuFlavors, findCpuFlavor } from './cpuFlavors.ts';
import { gpuPools } from './gpuPools.ts';
import { findGpuType, type GpuType, gpuTypes } from './gpuTypes.ts';
import type { Cloud, HostSpec } from './hostSpec.ts';

/** The types that pods or workers can rent: no others are listed (billing.priced). */
export const listedGpuTypes = gpuTypes.filter(
  ({ secure, community, pool, serverless }) => secure !== null || community !== null || (pool !== null && serverless !== null),
);
export const listedCpuFlavors = cpuFlavors.filter(
  ({ securePerVcpu, serverlessPerVcpu }) => securePerVcpu !== null || serverlessPerVcpu !== null,
);

/** The names of rentable types: GPU types for pods, pools for workers, and CPU flavors for either. */
export const gpuTypesForPods = gpuTypes.filter(({ secure, community }) => secure !== null || community !== null).map(({ id }) => id);
export const poolsForWorkers = gpuPools.filter(({ flexPerSecond }) => flexPerSecond !== null).map(({ id }) => id);
const flavorsWith = (price: CpuPrice): readonly string[] => cpuFlavors.filter((flavor) => flavor[price] !== null).map(({ id }) => id);
export const cpuFlavorsFor = { pods: flavorsWith('securePerVcpu'), workers: flavorsWith('serverlessPerVcpu') };

/** Names the type that cannot be rented, because its price is not known; undefined if it can (billing.priced). */

/** A pod with that compute, in that cloud. */
export const explainUnpricedPod = ({ gpu, cpu, cloud = 'SECURE' }: PodCompute): string | undefined => {
  if (cpu !== undefined && findCpuFlavor(cpu.id)?.securePerVcpu === null)
    return `${noPrice(cpu.id, 'for pods')}; these have one: ${cpuFlavorsFor.pods.join(', ')}`;
  const type = findGpuType(gpu?.id ?? '');
  return type === undefined || type[priceIn[cloud]] !== null ? undefined : explainUnpricedGpu(type, cloud);
};

/** Workers of an endpoint with that compute. A worker takes any GPU type of its pools, so one of them with a price will do. */
export const explainUnpricedWorkers = ({ gpu, cpu }: WorkerCompute): string | undefined => {
  const shape = cpu?.find(({ id }) => findCpuFlavor(id)?.serverlessPerVcpu === null);
  if (shape !== undefined) return `${noPrice(shape.id, 'for workers')}; these have one: ${cpuFlavorsFor.workers.join(', ')}`;
  if (gpu === null) return undefined;
  const types = gpuPools.filter(({ id }) => gpu.pools.includes(id)).flatMap((pool) => pool.gpuTypes);
  const left = types.filter((type) => !gpu.excludedTypes.includes(type));
  if (left.length === 0 || left.some((id) => findGpuType(id)?.serverless !== null)) return undefined;
  return `${noPrice(left.join(', '), 'for workers')}; these pools have one: ${poolsForWorkers.join(', ')}`;
};

/** A host: one on which neither pods nor workers have a price. Workers are placed on secure hosts, if the GPU type is in a pool. */
export const explainUnpricedHost = ({ gpuTypeId, cloud }: Pick<HostSpec, 'gpuTypeId' | 'cloud'>): string | undefined => {
  const type = findGpuType(gpuTypeId ?? '');
  const takesWorkers = cloud === 'SECURE' && type?.pool !== null && type?.serverless !== null;
  return type === undefined || takesWorkers || type[priceIn[cloud]] !== null ? undefined : explainUnpricedGpu(type, cloud);
};

/** The parts of a definition that cannot be rented, and why. */
export const findUnpricedParts = (
  hosts: readonly HostSpec[],
  endpoints: readonly { readonly config: WorkerCompute }[],
): readonly { readonly path: readonly (string | number)[]; readonly words: string }[] => [
  ...hosts.flatMap((host, k) => {
    const words = explainUnpricedHost(host);
    return words === undefined ? [] : [{ path: ['hosts', k, 'gpuTypeId'], words }];
  }),
  ...endpoints.flatMap(({ config }, k) => {
    const words = explainUnpricedWorkers(config);
    return words === undefined ? [] : [{ path: ['endpoints', k, 'config', config.gpu === null ? 'cpu' : 'gpu'], words }];
  }),
];

const priceIn = { SECURE: 'secure', COMMUNITY: 'community' } as const;

const explainUnpricedGpu = ({ id }: GpuType, cloud: Cloud): string => {
  const priced = gpuTypes.filter((one) => one[priceIn[cloud]] !== null).map((one) => one.id);
  return `${noPrice(id, `in the ${cloud} cloud`)}; these have one: ${priced.join(', ')}`;
};

type CpuPrice = 'securePerVcpu' | 'serverlessPerVcpu';

interface PodCompute {
  readonly gpu?: { readonly id: string } | undefined;
  readonly cpu?: { readonly id: string } | undefined;
  readonly cloud?: Cloud | undefined;
}

interface WorkerCompute {
  readonly gpu: { readonly pools: readonly string[]; readonly excludedTypes: readonly string[] } | null;
  readonly cpu: readonly CpuShape[] | null;
}

const noPrice = (what: string, where: string): string => `the catalog has no price of ${what} ${where}`;
