import type { GpuRequest } from '../../../cloud/endpoint/events.ts';
import type { Template } from '../../../cloud/resources/template.ts';
import type { CreateEndpointRequest, UpdateEndpointRequest } from '../../contract/endpoint.ts';

type GivenGpu = NonNullable<CreateEndpointRequest['gpu']>;

/** The GPUs that a create asks for. A template's CUDA versions apply only if the body has no CUDA setting (endpoint.template-cuda). */
export const createGpu = (gpu: GivenGpu, template: Template | undefined): GpuRequest =>
  fillGpu(
    template === undefined || gpu.allowedCudaVersions !== undefined || gpu.minCudaVersion !== undefined
      ? gpu
      : { ...gpu, allowedCudaVersions: [...template.shape.allowedCudaVersions] },
  );

/** The GPUs after a PATCH. Pools given without exclusions clear the exclusions. The CUDA settings stay until they are cleared themselves. */
export const changeGpu = (gpu: GpuRequest, change: NonNullable<UpdateEndpointRequest['gpu']>): GpuRequest => {
  const minCudaVersion = change.minCudaVersion ?? gpu.minCudaVersion ?? '';
  return fillGpu({
    pools: change.pools ?? [...gpu.pools],
    excludedTypes: change.pools === undefined ? [...gpu.excludedTypes] : (change.excludedTypes ?? []),
    count: change.count ?? gpu.count,
    allowedCudaVersions: change.allowedCudaVersions ?? [...gpu.allowedCudaVersions],
    ...(minCudaVersion === '' ? {} : { minCudaVersion }),
  });
};

const fillGpu = ({ pools, excludedTypes = [], count, allowedCudaVersions = [], minCudaVersion }: GivenGpu): GpuRequest => ({
  pools,
  excludedTypes: excludedTypes.map((type) => type.trim()),
  count,
  allowedCudaVersions,
  minCudaVersion: minCudaVersion ?? null,
});

/** The GPUs as a scenario writes them: only what differs from the defaults. */
export const writeGpu = ({ pools, excludedTypes, count, allowedCudaVersions, minCudaVersion }: GpuRequest): GivenGpu => ({
  pools: [...pools],
  count,
  ...(excludedTypes.length === 0 ? {} : { excludedTypes: [...excludedTypes] }),
  ...(allowedCudaVersions.length === 0 ? {} : { allowedCudaVersions: [...allowedCudaVersions] }),
  ...(minCudaVersion === null ? {} : { minCudaVersion }),
});
