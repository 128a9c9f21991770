import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { gpuPools } from '../../../cloud/catalog/gpuPools.ts';
import { poolsForWorkers } from '../../../cloud/catalog/priced.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import type { RuleId } from '../../../cloud/rulebook/rules.ts';
import type { References } from '../../admission/references.ts';
import { type CreateEndpointRequest, idleTimeoutApplies, type UpdateEndpointRequest, whyNoIdleTimeout } from '../../contract/endpoint.ts';
import { cpuContradiction } from '../pod/cpuShape.ts';
import { launchContradiction } from '../pod/launch.ts';

/** A contradiction in a create: 400. */
export const endpointContradiction = (body: CreateEndpointRequest): Rejection | undefined =>
  (body.gpu === undefined) === (body.cpu === undefined)
    ? contradictory('endpoint.create', 'give exactly one of gpu and cpu')
    : (gpuContradiction(body.gpu) ?? cpuContradictions(body.cpu) ?? launchContradiction(body));

/** A contradiction in a PATCH. Whether it fits the endpoint is checked later. */
export const changeContradiction = (body: UpdateEndpointRequest): Rejection | undefined =>
  body.gpu !== undefined && body.cpu !== undefined
    ? contradictory('endpoint.patch', 'the compute family is fixed: give gpu to a GPU endpoint, or cpu to a CPU endpoint')
    : (gpuContradiction(body.gpu) ?? cpuContradictions(body.cpu) ?? launchContradiction(body));

/** What a body refers to. */
export const endpointReferences = ({ registry, templateId, networkVolumes }: UpdateEndpointRequest): References => ({
  registry,
  template: { id: templateId, serverless: true, rule: 'endpoint.template-access' },
  volumes: networkVolumes,
});

/** Refuses a scaler that the endpoint's type cannot have, and an idle timeout that the two do not allow: 422 (endpoint.scaler, endpoint.idle-timeout). */
export const unfitScaling = (
  scaled: Pick<EndpointConfig, 'type' | 'scaling'>,
  workers: UpdateEndpointRequest['workers'],
): Rejection | undefined => {
  const invalid = (rule: RuleId, error: string) =>
    ({ kind: 'invalid', rule, detail: 'Request validation failed.', errors: [error] }) as const;
  if (scaled.type === 'LOAD_BALANCER' && scaled.scaling.type === 'QUEUE_DELAY')
    return invalid('endpoint.scaler', '$.scaling.type: a LOAD_BALANCER endpoint scales on REQUEST_COUNT');
  return workers?.idleTimeout === undefined || idleTimeoutApplies(scaled)
    ? undefined
    : invalid('endpoint.idle-timeout', `$.workers.idleTimeout: ${whyNoIdleTimeout}`);
};

/** Checks that an endpoint's workers may run where its volumes are: 400 otherwise (mounts.volume-datacenter). */
export const reachesVolumes = (sim: SimulationContext, { dataCenterIds, networkVolumes }: EndpointConfig): Either<Rejection, void> => {
  const findCenter = (id: string) => sim.find('volume', id)?.shape.dataCenterId ?? '';
  const stray = dataCenterIds.length === 0 ? undefined : networkVolumes.find((id) => !dataCenterIds.includes(findCenter(id)));
  if (stray === undefined) return right(undefined);
  const detail = `network volume ${stray} is in ${findCenter(stray)}, and dataCenterIds allows ${dataCenterIds.join(', ')} only`;
  return left({ kind: 'contradictory', rule: 'mounts.volume-datacenter', detail });
};

/** A GPU request in which every field is optional. */
interface SomeGpu {
  readonly pools?: readonly string[] | undefined;
  readonly excludedTypes?: readonly string[] | undefined;
  readonly allowedCudaVersions?: readonly string[] | undefined;
  readonly minCudaVersion?: string | null | undefined;
}

/** Refuses a GPU request that contradicts itself, or names a pool or type that does not exist (endpoint.create, endpoint.cuda-exclusive). */
export const gpuContradiction = (gpu: SomeGpu | null | undefined): Rejection | undefined => {
  const { pools, excludedTypes = [], allowedCudaVersions = [], minCudaVersion = '' } = gpu ?? {};
  if (allowedCudaVersions.length > 0 && minCudaVersion !== '' && minCudaVersion !== null)
    return contradictory('endpoint.cuda-exclusive', 'allowedCudaVersions and minCudaVersion exclude each other: give one');
  if (pools === undefined) return undefined;
  const unknown = pools.find((id) => gpuPools.every((pool) => pool.id !== id));
  if (unknown !== undefined)
    return {
      ...contradictory('endpoint.create', `there is no GPU pool ${unknown}; there are ${poolsForWorkers.join(', ')}`),
      unknown: { name: unknown, known: poolsForWorkers },
    };
  const types = gpuPools.filter((pool) => pools.includes(pool.id)).flatMap((pool) => pool.gpuTypes);
  const excluded = excludedTypes.map((type) => type.trim());
  const stranger = excluded.find((type) => !types.includes(type));
  if (stranger !== undefined)
    return {
      ...contradictory('endpoint.create', `excludedTypes: ${stranger} is in none of ${pools.join(', ')}`),
      unknown: { name: stranger, known: types },
    };
  return types.every((type) => excluded.includes(type)) ? contradictory('endpoint.create', 'excludedTypes leaves no GPU type') : undefined;
};

const cpuContradictions = (shapes: CreateEndpointRequest['cpu'] = []): Rejection | undefined =>
  shapes.map((shape) => cpuContradiction(shape, 'workers')).find((wrong) => wrong !== undefined);

const contradictory = (rule: RuleId, detail: string): Rejection => ({ kind: 'contradictory', rule, detail });
