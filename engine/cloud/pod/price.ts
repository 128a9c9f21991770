import { findCpuFlavor } from '../catalog/cpuFlavors.ts';
import { findGpuType } from '../catalog/gpuTypes.ts';
import { gigabyteRates, hourly, type Rate, usdPerHour } from '../catalog/prices.ts';
import type { Pod } from './evolve.ts';
import { holdingStatuses } from './lifecycle.ts';

/** USD an hour now: the catalog's price for its compute, and its disk, while it holds compute (pod.cost). */
export const podCost = ({ status, config }: Pod): number => {
  if (!holdingStatuses.includes(status)) return 0;
  const { gpu, cpu, disk } = podRates(config);
  return usdPerHour(gpu + cpu + disk);
};

/** The rates of a pod while it holds compute. Its disk is the container disk and the persistent mount. */
export const podRates = ({ gpu, cpu, cloud, container, mounts }: Pod['config']): PodRates => {
  const gpuType = findGpuType(gpu?.id ?? '');
  return {
    gpu: hourly(cloud === 'SECURE' ? gpuType?.secure : gpuType?.community) * BigInt(gpu?.count ?? 0),
    cpu: hourly(findCpuFlavor(cpu?.id ?? '')?.securePerVcpu) * BigInt(cpu?.vcpuCount ?? 0),
    disk: gigabyteRates.disk * (BigInt(container.disk) + BigInt(mounts.persistent?.size ?? 0)),
  };
};

/** The rate of the persistent mount of a pod that holds no compute. */
export const mountRate = ({ size }: { readonly size: number }): Rate => gigabyteRates.stoppedDisk * BigInt(size);

export interface PodRates {
  readonly gpu: Rate;
  readonly cpu: Rate;
  readonly disk: Rate;
}
