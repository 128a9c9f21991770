import { findCpuFlavor } from '../catalog/cpuFlavors.ts';
import { gpuPools } from '../catalog/gpuPools.ts';
import { findGpuType } from '../catalog/gpuTypes.ts';
import { hourly, type Rate } from '../catalog/prices.ts';
import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { WorkerShape } from './events.ts';
import { placedStatuses, type WorkerStatus } from './lifecycle.ts';

/**
 * The rates of a worker while it holds compute: the serverless prices of its GPUs, or of the vCPUs of its configuration. A worker that
 * holds the minimum has the active price, or the common price if no active one is public, as for vCPUs (billing.active-workers).
 */
export const workerRates = (
  placement: Placement | null,
  { gpuCount, vcpus, cpu, kept }: Pick<WorkerShape, 'gpuCount' | 'vcpus' | 'kept'> & { readonly cpu?: CpuShape | undefined },
): WorkerRates => {
  const type = findGpuType(placement?.gpuTypeId ?? '');
  const active = kept ? activePerHour(type?.pool) : undefined;
  return {
    gpu: hourly(active ?? type?.serverless) * BigInt(gpuCount),
    cpu: hourly(findCpuFlavor(cpu?.id ?? '')?.serverlessPerVcpu) * BigInt(vcpus),
  };
};

/** Whether a worker with this status costs anything (billing.amounts, billing.unhealthy-workers, worker.sleep). */
export const isBilled = (status: WorkerStatus): boolean => placedStatuses.includes(status) && status !== 'ASLEEP' && status !== 'UNHEALTHY';

const activePerHour = (poolId: string | null | undefined): number | undefined => {
  const perSecond = gpuPools.find(({ id }) => id === poolId)?.activePerSecond;
  return perSecond === null || perSecond === undefined ? undefined : perSecond * 3_600;
};

export interface WorkerRates {
  readonly gpu: Rate;
  readonly cpu: Rate;
}
