import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { cpuFlavours, findCpuFlavour, vcpuCounts } from '../../catalog/cpuFlavours.ts';
import { gpuPools } from '../../catalog/gpuPools.ts';
import { type CpuShape, containerOf, overlaid } from '../../container/config.ts';
import type { EndpointConfig, GpuRequest } from '../../endpoint/events.ts';
import type { EndpointSettings } from '../../endpoint/settings.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { seconds } from '../../kernel/time.ts';
import type { Template } from '../../template/evolve.ts';
import { type CreateEndpointRequest, idleTimeoutApplies, type UpdateEndpointRequest } from '../contract/endpoint.ts';

/**
 * The configuration that a create asks for, over its template's where it names one (endpoint.template-merge), defaults filled
 * in; or why its parts do not go together: 400.
 */
export const endpointConfig = (
  body: CreateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, EndpointConfig> => {
  if ((body.gpu === undefined) === (body.cpu === undefined)) return contradictory('endpoint.create', 'give exactly one of gpu and cpu');
  const gpu = body.gpu === undefined ? right(null) : gpuRequest(seeded(body.gpu, template));
  if (isLeft(gpu)) return gpu;
  const cpu = body.cpu === undefined ? right(null) : cpuShapes(body.cpu);
  if (isLeft(cpu)) return cpu;
  const workers = { min: body.workers?.min ?? settings.workersMin, max: body.workers?.max ?? settings.workersMax };
  if (workers.max > settings.workersQuota) return overQuota(settings);
  return right({
    name: body.name,
    templateId: template?.id ?? null,
    type: body.type,
    scaling: body.scaling,
    workers,
    idleTimeoutMs: idleTimeoutMs(body.workers?.idleTimeout, settings),
    timeout: timeoutMs(body.timeout, settings),
    flashboot: body.flashboot ?? 'OFF',
    dataCenterIds: body.dataCenterIds ?? [],
    networkVolumes: body.networkVolumes ?? [],
    container: overlaid(template?.shape.container ?? {}, containerOf(body)),
    gpu: gpu.right,
    cpu: cpu.right,
  });
};

/** The configuration after a PATCH, and whether it makes a release: a change of the container or the compute does (endpoint.patch). */
export const updatedConfig = (
  config: EndpointConfig,
  body: UpdateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, { readonly config: EndpointConfig; readonly release: boolean }> => {
  if ((body.gpu !== undefined && config.gpu === null) || (body.cpu !== undefined && config.cpu === null)) {
    return contradictory('endpoint.patch', `the compute family is fixed: this is a ${config.gpu === null ? 'CPU' : 'GPU'} endpoint`);
  }
  const gpu = body.gpu === undefined || config.gpu === null ? right(config.gpu) : changedGpu(config.gpu, body.gpu);
  if (isLeft(gpu)) return gpu;
  const cpu = body.cpu === undefined ? right(config.cpu) : cpuShapes(body.cpu);
  if (isLeft(cpu)) return cpu;
  const scaling = body.scaling ?? config.scaling;
  const given = body.workers?.idleTimeout === undefined ? config.idleTimeoutMs : seconds(body.workers.idleTimeout);
  const workers = { min: body.workers?.min ?? config.workers.min, max: body.workers?.max ?? config.workers.max };
  if (workers.max > settings.workersQuota && workers.max > config.workers.max) return overQuota(settings);
  const changed: EndpointConfig = {
    ...config,
    name: body.name ?? config.name,
    templateId: template?.id ?? config.templateId,
    scaling,
    workers,
    idleTimeoutMs: idleTimeoutApplies({ type: config.type, scaling }) ? given : settings.idleTimeout,
    timeout: timeoutMs(body.timeout ?? config.timeout, settings),
    flashboot: body.flashboot ?? config.flashboot,
    dataCenterIds: body.dataCenterIds ?? config.dataCenterIds,
    networkVolumes: body.networkVolumes ?? config.networkVolumes,
    container: { ...config.container, ...overlaid(template?.shape.container ?? {}, containerOf(body)) },
    gpu: gpu.right,
    cpu: cpu.right,
  };
  const runs = ({ container, gpu: gpus, cpu: cpus }: EndpointConfig) => canonicalText({ container, gpus, cpus });
  return right({ config: changed, release: runs(changed) !== runs(config) });
};

/** Pools without exclusions clear the exclusions; the CUDA settings stay until they are cleared themselves. */
const changedGpu = (gpu: GpuRequest, change: NonNullable<UpdateEndpointRequest['gpu']>): Either<Rejection, GpuRequest> => {
  const minCudaVersion = change.minCudaVersion ?? gpu.minCudaVersion ?? '';
  return gpuRequest({
    pools: change.pools ?? [...gpu.pools],
    excludedTypes: change.pools === undefined ? [...gpu.excludedTypes] : (change.excludedTypes ?? []),
    count: change.count ?? gpu.count,
    allowedCudaVersions: change.allowedCudaVersions ?? [...gpu.allowedCudaVersions],
    ...(minCudaVersion === '' ? {} : { minCudaVersion }),
  });
};

/** A template's CUDA versions count only where the body says nothing of CUDA (endpoint.template-cuda). */
const seeded = (gpu: NonNullable<CreateEndpointRequest['gpu']>, template: Template | undefined): typeof gpu =>
  template === undefined || gpu.allowedCudaVersions !== undefined || gpu.minCudaVersion !== undefined
    ? gpu
    : { ...gpu, allowedCudaVersions: [...template.shape.allowedCudaVersions] };

/** 0 is how some clients write back what they never set. */
const timeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined || given === 0 ? settings.timeout : given;

/** Workers are launched one by one, so there must be an end to them. */
const overQuota = ({ workersQuota }: EndpointSettings): Either<Rejection, never> =>
  contradictory('endpoint.worker-quota', `workers.max must not exceed your workers quota (${workersQuota})`);

const idleTimeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined ? settings.idleTimeout : seconds(given);

const gpuRequest = ({
  pools,
  excludedTypes = [],
  count,
  allowedCudaVersions = [],
  minCudaVersion,
}: NonNullable<CreateEndpointRequest['gpu']>): Either<Rejection, GpuRequest> => {
  if (allowedCudaVersions.length > 0 && minCudaVersion !== undefined) {
    return contradictory('endpoint.cuda-exclusive', 'allowedCudaVersions and minCudaVersion exclude each other: give one');
  }
  const unknown = pools.find((id) => gpuPools.every((pool) => pool.id !== id));
  if (unknown !== undefined)
    return contradictory('endpoint.create', `there is no GPU pool ${unknown}; there are ${gpuPools.map((pool) => pool.id).join(', ')}`);
  const types = gpuPools.filter((pool) => pools.includes(pool.id)).flatMap((pool) => pool.gpuTypes);
  const excluded = excludedTypes.map((type) => type.trim());
  const stranger = excluded.find((type) => !types.includes(type));
  if (stranger !== undefined) return contradictory('endpoint.create', `excludedTypes: ${stranger} is in none of ${pools.join(', ')}`);
  if (types.every((type) => excluded.includes(type))) return contradictory('endpoint.create', 'excludedTypes leaves no GPU type');
  return right({ pools, excludedTypes: excluded, count, allowedCudaVersions, minCudaVersion: minCudaVersion ?? null });
};

const cpuShapes = (requests: NonNullable<CreateEndpointRequest['cpu']>): Either<Rejection, readonly CpuShape[]> => {
  const shapes: CpuShape[] = [];
  for (const { id, vcpuCount } of requests) {
    const flavour = findCpuFlavour(id);
    if (flavour === undefined)
      return contradictory('pod.cpu-flavor', `there is no CPU flavour ${id}; there are ${cpuFlavours.map((known) => known.id).join(', ')}`);
    if (!vcpuCounts.includes(vcpuCount))
      return contradictory('pod.cpu-flavor', `${id} comes with ${vcpuCounts.join(', ')} vCPUs, not ${vcpuCount}`);
    shapes.push({ id, vcpuCount, memory: vcpuCount * flavour.ramGbPerVcpu });
  }
  return right(shapes);
};

const contradictory = (rule: string, detail: string): Either<Rejection, never> => left({ kind: 'contradictory', rule, detail });
