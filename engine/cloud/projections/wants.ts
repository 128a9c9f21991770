import { gpuPools } from '../catalog/gpuPools.ts';
import type { CpuShape } from '../container/config.ts';
import type { EndpointConfig } from '../endpoint/events.ts';
import type { EntityLookup } from '../entities.ts';
import type { PodConfig } from '../pod/events.ts';
import type { ComputeRequest } from './placement.ts';

/** The compute a pod needs on its host. */
export const requestCompute = ({ gpu, cpu, cloud }: PodConfig, dataCenterIds: readonly string[]): ComputeRequest => ({
  gpuTypes: gpu === null ? [] : [gpu.id],
  gpuCount: gpu?.count ?? 0,
  vcpus: cpu?.vcpuCount ?? 0,
  cloud,
  dataCenterIds,
  allowedCudaVersions: gpu?.allowedCudaVersions ?? [],
  minCudaVersion: gpu?.minCudaVersion ?? null,
  ...(gpu?.minRamPerGpu === undefined ? {} : { minRamPerGpu: gpu.minRamPerGpu }),
  ...(gpu?.minVcpuCountPerGpu === undefined ? {} : { minVcpuCountPerGpu: gpu.minVcpuCountPerGpu }),
});

/** One way to place a worker; `cpu` is the configuration it would then have. */
export interface WorkerWant extends ComputeRequest {
  readonly cpu: CpuShape | null;
}

/**
 * The requests by which a worker of an endpoint may be placed, in the order in which they are tried. For GPUs it is one request
 * with the GPU types of the pools, pool by pool as submitted; for CPUs one request per configuration, as submitted
 * (endpoint.cpu-order).
 */
export const workerWants = (state: EntityLookup, config: EndpointConfig): readonly WorkerWant[] => {
  const { gpu, cpu } = config;
  const types = (gpu?.pools ?? [])
    .flatMap((id) => gpuPools.find((pool) => pool.id === id)?.gpuTypes ?? [])
    .filter((type) => gpu?.excludedTypes.includes(type) !== true);
  const want = {
    // No types are those of a host without GPUs.
    gpuTypes: gpu !== null && types.length === 0 ? none : types,
    gpuCount: gpu?.count ?? 0,
    vcpus: 0,
    cloud: 'SECURE' as const,
    dataCenterIds: listCenters(state, config),
    allowedCudaVersions: gpu?.allowedCudaVersions ?? [],
    minCudaVersion: gpu?.minCudaVersion ?? null,
    cpu: null,
  };
  return cpu === null ? [want] : cpu.map((shape) => ({ ...want, vcpus: shape.vcpuCount, cpu: shape }));
};

/**
 * Lists the data centers in which an endpoint's workers may be: its own, those of its volumes, or the intersection of both; empty =
 * anywhere (endpoint.placement).
 */
export const listCenters = (state: EntityLookup, { dataCenterIds, networkVolumes }: EndpointConfig): readonly string[] => {
  const held = networkVolumes.flatMap((id) => state.find('volume', id)?.shape.dataCenterId ?? []);
  if (held.length === 0) return dataCenterIds;
  if (dataCenterIds.length === 0) return held;
  const both = dataCenterIds.filter((id) => held.includes(id));
  return both.length === 0 ? none : both;
};

/** No data center and no GPU has such a name. */
const none: readonly string[] = [''];
