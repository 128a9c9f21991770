import { cudaVersions } from '../../../../engine/cloud/catalog/cuda.ts';
import { gpuPools } from '../../../../engine/cloud/catalog/gpuPools.ts';
import { type Cloud, type HostSpec, perGpu } from '../../../../engine/cloud/catalog/hostSpec.ts';
import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { PodConfig } from '../../../../engine/cloud/pod/events.ts';

/** What a pod or worker wants of its host, read from its configuration alone. */
export interface HostWants {
  /** Which GPUs it may have; null = none. */
  readonly gpuTypes: readonly string[] | null;
  readonly cloud: Cloud;
  /** Each of these lists of data centers must have its own; none = anywhere. */
  readonly centers: readonly (readonly string[])[];
  readonly cuda: { readonly allowedCudaVersions: readonly string[]; readonly minCudaVersion: string | null };
  readonly perGpu: { readonly memory: number; readonly vcpus: number };
}

type CenterOf = (volumeId: string) => string | undefined;

export const wantsOfPod = ({ gpu, cloud, dataCenterIds, mounts: { network = [] } }: PodConfig, centerOf: CenterOf): HostWants => ({
  gpuTypes: gpu === null ? null : [gpu.id],
  cloud,
  centers: [dataCenterIds, network.flatMap(({ volumeId }) => centerOf(volumeId) ?? [])].filter(({ length }) => length > 0),
  cuda: gpu ?? anyCuda,
  perGpu: { memory: gpu?.minRamPerGpu ?? 0, vcpus: gpu?.minVcpuCountPerGpu ?? 0 },
});

/** A worker may be where any of its volumes is. */
export const wantsOfWorker = ({ gpu, dataCenterIds, networkVolumes }: EndpointConfig, centerOf: CenterOf): HostWants => ({
  gpuTypes: gpu === null ? null : gpu.pools.flatMap(typesIn).filter((type) => !gpu.excludedTypes.includes(type)),
  cloud: 'SECURE',
  centers: [dataCenterIds, networkVolumes.flatMap((id) => centerOf(id) ?? [])].filter(({ length }) => length > 0),
  cuda: gpu ?? anyCuda,
  perGpu: { memory: 0, vcpus: 0 },
});

/** What of the host it does not want; undefined if it may stand there. */
export const refusalOf = ({ gpuTypes, cloud, centers, cuda, perGpu: least }: HostWants, host: HostSpec): string | undefined => {
  const { gpuTypeId, cudaVersion } = host;
  if (gpuTypes === null ? gpuTypeId !== null : !gpuTypes.includes(gpuTypeId ?? '')) return `which has ${gpuTypeId ?? 'no GPUs'}`;
  if (cloud !== host.cloud) return `which is in the ${host.cloud} cloud`;
  if (centers.some((ids) => !ids.includes(host.dataCenterId))) return `which is in ${host.dataCenterId}`;
  const { allowedCudaVersions: allowed, minCudaVersion: min } = cuda;
  const isLimited = allowed.length > 0 || min !== null;
  const isNewEnough = min === null || cudaVersions.indexOf(cudaVersion ?? '') >= cudaVersions.indexOf(min);
  if (isLimited && (cudaVersion === null || !isNewEnough || (allowed.length > 0 && !allowed.includes(cudaVersion))))
    return `which has CUDA ${cudaVersion ?? 'of no version'}`;
  const has = perGpu(host);
  return has.memory < least.memory || has.vcpus < least.vcpus ? 'which has too little for each GPU' : undefined;
};

const anyCuda: HostWants['cuda'] = { allowedCudaVersions: [], minCudaVersion: null };

const typesIn = (poolId: string): readonly string[] => gpuPools.find(({ id }) => id === poolId)?.gpuTypes ?? [];
