import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { cpuFlavours, vcpuCounts } from '../../catalog/cpuFlavours.ts';
import { gpuPools } from '../../catalog/gpuPools.ts';
import type { ContainerConfig, CpuShape, EndpointConfig, GpuRequest } from '../../endpoint/events.ts';
import type { EndpointSettings } from '../../endpoint/settings.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { seconds } from '../../kernel/time.ts';
import { type CreateEndpointRequest, idleTimeoutApplies, type UpdateEndpointRequest } from '../contract/endpoint.ts';

/** The configuration that a create asks for, defaults filled in, or why its parts do not go together: 400. */
export const endpointConfig = (body: CreateEndpointRequest, settings: EndpointSettings): Either<Rejection, EndpointConfig> => {
  const missing = missingReference(body);
  if (missing !== undefined) return left(missing);
  if ((body.gpu === undefined) === (body.cpu === undefined)) return contradictory('endpoint.create', 'give exactly one of gpu and cpu');
  const gpu = body.gpu === undefined ? right(null) : gpuRequest(body.gpu);
  if (isLeft(gpu)) return gpu;
  const cpu = body.cpu === undefined ? right(null) : cpuShapes(body.cpu);
  if (isLeft(cpu)) return cpu;
  return right({
    name: body.name,
    type: body.type,
    scaling: body.scaling,
    workers: { min: body.workers?.min ?? settings.workersMin, max: body.workers?.max ?? settings.workersMax },
    idleTimeoutMs: idleTimeoutMs(body.workers?.idleTimeout, settings),
    timeout: timeoutMs(body.timeout, settings),
    flashboot: body.flashboot ?? 'OFF',
    dataCenterIds: body.dataCenterIds ?? [],
    networkVolumes: [],
    container: containerOf(body),
    gpu: gpu.right,
    cpu: cpu.right,
  });
};

/** The configuration after a PATCH, and whether it makes a release: a change of the container or the compute does (endpoint.patch). */
export const updatedConfig = (
  config: EndpointConfig,
  body: UpdateEndpointRequest,
  settings: EndpointSettings,
): Either<Rejection, { readonly config: EndpointConfig; readonly release: boolean }> => {
  const missing = missingReference(body);
  if (missing !== undefined) return left(missing);
  if ((body.gpu !== undefined && config.gpu === null) || (body.cpu !== undefined && config.cpu === null)) {
    return contradictory('endpoint.patch', `the compute family is fixed: this is a ${config.gpu === null ? 'CPU' : 'GPU'} endpoint`);
  }
  const gpu = body.gpu === undefined || config.gpu === null ? right(config.gpu) : changedGpu(config.gpu, body.gpu);
  if (isLeft(gpu)) return gpu;
  const cpu = body.cpu === undefined ? right(config.cpu) : cpuShapes(body.cpu);
  if (isLeft(cpu)) return cpu;
  const scaling = body.scaling ?? config.scaling;
  const given = body.workers?.idleTimeout === undefined ? config.idleTimeoutMs : seconds(body.workers.idleTimeout);
  const changed: EndpointConfig = {
    ...config,
    name: body.name ?? config.name,
    scaling,
    workers: { min: body.workers?.min ?? config.workers.min, max: body.workers?.max ?? config.workers.max },
    idleTimeoutMs: idleTimeoutApplies({ type: config.type, scaling }) ? given : settings.idleTimeout,
    timeout: timeoutMs(body.timeout ?? config.timeout, settings),
    flashboot: body.flashboot ?? config.flashboot,
    dataCenterIds: body.dataCenterIds ?? config.dataCenterIds,
    container: { ...config.container, ...containerOf(body) },
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

/** What the body refers to and the account does not have: 404, before anything is weighed against anything. */
const missingReference = ({ templateId, registry, networkVolumes }: References): Rejection | undefined => {
  if (templateId !== undefined) return { kind: 'unknown', rule: 'endpoint.template-access', detail: `template not found: ${templateId}` };
  if (typeof registry === 'string') return { kind: 'unknown', rule: 'container.registry', detail: `registry not found: ${registry}` };
  const [volume] = networkVolumes ?? [];
  if (volume === undefined) return undefined;
  return { kind: 'unknown', rule: 'mounts.volume-datacenter', detail: `network volume not found: ${volume}` };
};

type References = Pick<UpdateEndpointRequest, 'templateId' | 'registry' | 'networkVolumes'>;

/** 0 is how some clients write back what they never set. */
const timeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined || given === 0 ? settings.timeout : given;

const idleTimeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined ? settings.idleTimeout : seconds(given);

const containerOf = ({ args, disk, env, image, ports }: UpdateEndpointRequest): ContainerConfig => ({
  ...(args === undefined ? {} : { args }),
  ...(disk === undefined ? {} : { disk }),
  ...(env === undefined ? {} : { env }),
  ...(image === undefined ? {} : { image }),
  ...(ports === undefined ? {} : { ports }),
});

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
    const flavour = cpuFlavours[id];
    if (flavour === undefined)
      return contradictory('pod.cpu-flavor', `there is no CPU flavour ${id}; there are ${Object.keys(cpuFlavours).join(', ')}`);
    if (!vcpuCounts.includes(vcpuCount))
      return contradictory('pod.cpu-flavor', `${id} comes with ${vcpuCounts.join(', ')} vCPUs, not ${vcpuCount}`);
    shapes.push({ id, vcpuCount, memory: vcpuCount * flavour.ramGbPerVcpu });
  }
  return right(shapes);
};

const contradictory = (rule: string, detail: string): Either<Rejection, never> => left({ kind: 'contradictory', rule, detail });
