import { findCpuFlavour } from '../catalog/cpuFlavours.ts';
import { findGpuType } from '../catalog/gpuTypes.ts';
import { hourly, type Rate } from '../catalog/prices.ts';
import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';

/** The rates of a worker while it holds compute: the serverless prices of its GPUs, or of the vCPUs of its configuration. */
export const workerRates = (
  placement: Placement | null,
  { gpuCount, vcpus, cpu }: { readonly gpuCount: number; readonly vcpus: number; readonly cpu?: CpuShape | undefined },
): WorkerRates => ({
  gpu: hourly(findGpuType(placement?.gpuTypeId ?? '')?.serverless) * BigInt(gpuCount),
  cpu: hourly(findCpuFlavour(cpu?.id ?? '')?.serverlessPerVcpu) * BigInt(vcpus),
});

export interface WorkerRates {
  readonly gpu: Rate;
  readonly cpu: Rate;
}
