import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { explainUnpricedWorkers } from '../../../cloud/catalog/priced.ts';
import { containerOf, overlay } from '../../../cloud/container/config.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { EndpointConfig, GpuRequest } from '../../../cloud/endpoint/events.ts';
import type { EndpointSettings } from '../../../cloud/endpoint/settings.ts';
import type { Template } from '../../../cloud/resources/template.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import { seconds } from '../../../kernel/time.ts';
import { type CreateEndpointRequest, idleTimeoutApplies, type UpdateEndpointRequest } from '../../contract/endpoint.ts';
import { refuseUnpriced } from '../billing/unpriced.ts';
import { cpuShape } from '../pod/cpuShape.ts';
import { gpuContradiction } from './checks.ts';

/**
 * The configuration that a create asks for. It is laid over its template's, if it names one (endpoint.template-merge), and
 * defaults are filled in. 400 if it has more workers than the quota allows, or its compute has no price.
 */
export const endpointConfig = (
  body: CreateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, EndpointConfig> => {
  const workers = { min: body.workers?.min ?? settings.workersMin, max: body.workers?.max ?? settings.workersMax };
  const over = maxOutOfBounds(body, settings);
  if (over !== undefined) return left(over);
  const gpu = body.gpu === undefined ? null : gpuRequest(withTemplateCuda(body.gpu, template));
  const cpu = body.cpu?.map(cpuShape) ?? null;
  const priceless = refuseUnpriced(explainUnpricedWorkers({ gpu, cpu }));
  if (priceless !== undefined) return left(priceless);
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
    container: overlay(template?.shape.container ?? {}, containerOf(body, template?.shape.container.args)),
    gpu,
    cpu,
  });
};

/** The configuration after a PATCH, and whether it makes a release: a change of the container or the compute does (endpoint.patch). */
export const updateConfig = (
  config: EndpointConfig,
  body: UpdateEndpointRequest,
  settings: EndpointSettings,
  template?: Template,
): Either<Rejection, { readonly config: EndpointConfig; readonly release: boolean }> => {
  if ((body.gpu !== undefined && config.gpu === null) || (body.cpu !== undefined && config.cpu === null)) {
    const family = config.gpu === null ? 'CPU' : 'GPU';
    return left({ kind: 'contradictory', rule: 'endpoint.patch', detail: `the compute family is fixed: this is a ${family} endpoint` });
  }
  const gpu = body.gpu === undefined || config.gpu === null ? config.gpu : changeGpu(config.gpu, body.gpu);
  const clash = gpuContradiction(gpu);
  if (clash !== undefined) return left(clash);
  const scaling = body.scaling ?? config.scaling;
  const given = body.workers?.idleTimeout === undefined ? config.idleTimeoutMs : seconds(body.workers.idleTimeout);
  const workers = { min: body.workers?.min ?? config.workers.min, max: body.workers?.max ?? config.workers.max };
  if (workers.max > settings.workersQuota && workers.max > config.workers.max) return left(overQuota(settings));
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
    container: {
      ...config.container,
      ...overlay(template?.shape.container ?? {}, containerOf(body, template?.shape.container.args ?? config.container.args)),
    },
    gpu,
    cpu: body.cpu?.map(cpuShape) ?? config.cpu,
  };
  const priceless = body.gpu === undefined && body.cpu === undefined ? undefined : refuseUnpriced(explainUnpricedWorkers(changed));
  if (priceless !== undefined) return left(priceless);
  const runs = ({ container, gpu: gpus, cpu: cpus }: EndpointConfig) => canonicalText({ container, gpus, cpus });
  return right({ config: changed, release: runs(changed) !== runs(config) });
};

/** Pools given without exclusions clear the exclusions. The CUDA settings stay until they are cleared themselves. */
const changeGpu = (gpu: GpuRequest, change: NonNullable<UpdateEndpointRequest['gpu']>): GpuRequest => {
  const minCudaVersion = change.minCudaVersion ?? gpu.minCudaVersion ?? '';
  return gpuRequest({
    pools: change.pools ?? [...gpu.pools],
    excludedTypes: change.pools === undefined ? [...gpu.excludedTypes] : (change.excludedTypes ?? []),
    count: change.count ?? gpu.count,
    allowedCudaVersions: change.allowedCudaVersions ?? [...gpu.allowedCudaVersions],
    ...(minCudaVersion === '' ? {} : { minCudaVersion }),
  });
};

/** A template's CUDA versions apply only if the body has no CUDA setting (endpoint.template-cuda). */
const withTemplateCuda = (gpu: NonNullable<CreateEndpointRequest['gpu']>, template: Template | undefined): typeof gpu =>
  template === undefined || gpu.allowedCudaVersions !== undefined || gpu.minCudaVersion !== undefined
    ? gpu
    : { ...gpu, allowedCudaVersions: [...template.shape.allowedCudaVersions] };

/** Some clients write back 0 for a timeout that they never set. */
const timeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined || given === 0 ? settings.timeout : given;

/** Workers are launched one by one, so their number needs a bound. */
/** More workers than the quota allows (endpoint.worker-quota). */
export const maxOutOfBounds = ({ workers }: CreateEndpointRequest, settings: EndpointSettings): Rejection | undefined =>
  (workers?.max ?? settings.workersMax) > settings.workersQuota ? overQuota(settings) : undefined;

const overQuota = ({ workersQuota }: EndpointSettings): Rejection => ({
  kind: 'contradictory',
  rule: 'endpoint.worker-quota',
  detail: `workers.max must not exceed your workers quota (${workersQuota})`,
});

const idleTimeoutMs = (given: number | undefined, settings: EndpointSettings) =>
  given === undefined ? settings.idleTimeout : seconds(given);

const gpuRequest = ({
  pools,
  excludedTypes = [],
  count,
  allowedCudaVersions = [],
  minCudaVersion,
}: NonNullable<CreateEndpointRequest['gpu']>): GpuRequest => ({
  pools,
  excludedTypes: excludedTypes.map((type) => type.trim()),
  count,
  allowedCudaVersions,
  minCudaVersion: minCudaVersion ?? null,
});
