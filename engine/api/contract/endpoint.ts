import { z } from 'zod';
import { vcpuCounts } from '../../cloud/catalog/cpuFlavors.ts';
import { endpointSettings } from '../../cloud/endpoint/settings.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import { containerFields, containerResource, registryField } from './container.ts';
import { documented, timeUnits } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { type PartsFor, strictObject } from './parts/objects.ts';
import { paged } from './parts/pages.ts';

export const cudaVersion = z
  .string()
  .regex(/^\d+\.\d+$/, 'must be a CUDA version such as 12.4')
  .register(documented, { examples: ['12.4'] });

const queueDelay = strictObject(() => ({
  type: z.literal('QUEUE_DELAY'),
  queueDelay: z.number().min(0.5).describe('seconds').register(timeUnits, { unit: 's' }),
})).register(documented, { id: 'QueueDelayScaling' });
const requestCount = z
  .strictObject({ type: z.literal('REQUEST_COUNT'), requestCount: z.int().min(1) })
  .register(documented, { id: 'RequestCountScaling' });

export const scaling = z
  .discriminatedUnion('type', [queueDelay, requestCount])
  .register(documented, { id: 'EndpointScaling' })
  .register(enforced, { any: 'endpoint.scaler', missing: 'endpoint.create' });
export const flashboot = z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']).register(documented, { id: 'FlashBoot' });
const endpointType = z
  .enum(['QUEUE', 'LOAD_BALANCER'])
  .register(documented, { id: 'EndpointType' })
  .register(enforced, { missing: 'endpoint.create' });

const excludedTypes = z
  .array(z.string().regex(/^\s*[^-\s]/, 'must not begin with a dash'))
  .refine((types) => new Set(types).size === types.length, 'names a type twice')
  .register(documented, { uniqueItems: true });
const timeout = z.int().min(0).describe('ms; 0 = the default').register(timeUnits, { unit: 'ms' });

const gpuRequest = strictObject(() => ({
  pools: z.array(z.string()).min(1),
  excludedTypes: excludedTypes.optional(),
  count: z.int().min(1).default(1),
  allowedCudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: cudaVersion.optional(),
}));

export const cpuRequest = strictObject(() => ({
  id: z.string().min(1),
  vcpuCount: z
    .int()
    .min(2)
    .refine(isPowerOfTwo, 'must be a power of two')
    .describe('A power of two')
    .register(documented, { enum: vcpuCounts }),
})).register(documented, { id: 'CreateCpuConfig' });

/** Also part of a response. */
export const cpuResource = strictObject(() => ({
  id: z.string().min(1),
  vcpuCount: z.int().min(2),
  memory: z.int().min(1).describe('GB'),
})).register(documented, { id: 'CpuConfig' });

const cpuShapes = z.array(cpuRequest).min(1).register(documented, { uniqueItems: true });

const workerLimits = {
  min: z.int().min(0),
  max: z.int().min(0),
  idleTimeout: z
    .int()
    .min(1)
    .max(3_600)
    .describe('seconds')
    .register(timeUnits, { unit: 's' })
    .register(enforced, { any: 'endpoint.idle-timeout' }),
};

const { workersMin, workersMax, workersQuota, idleTimeout, timeout: timeoutSetting } = endpointSettings;

/** The body of `POST /v2/serverless`. */
export const createEndpointRequest = strictObject(() => ({
  name: z.string().min(1).register(enforced, { missing: 'endpoint.create' }),
  type: endpointType,
  scaling,
  ...containerFields,
  ...registryField,
  gpu: gpuRequest.optional(),
  cpu: cpuShapes.optional(),
  dataCenterIds: z.array(z.string()).optional(),
  flashboot: flashboot.optional().register(documented, { default: 'OFF' }),
  networkVolumes: z.array(z.string()).optional(),
  templateId: z.string().min(1).optional(),
  timeout: timeout.optional().register(documented, { default: timeoutSetting.default }),
  workers: z
    .strictObject({
      min: workerLimits.min.optional().register(documented, { default: workersMin.default }),
      max: workerLimits.max.optional().register(documented, { default: workersMax.default, maximum: workersQuota.default }),
      idleTimeout: workerLimits.idleTimeout.optional().register(documented, { default: idleTimeout.default / 1_000 }),
    })
    .optional(),
}))
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], rule: RuleId, message: string) => addIssue({ code: 'custom', path, message, params: { rule } });
    if (body.templateId === undefined && body.image === undefined)
      issue([], 'errors.validation', "missing property 'image' (or templateId)");
    if (body.type === 'LOAD_BALANCER' && body.scaling.type === 'QUEUE_DELAY')
      issue(['scaling', 'type'], 'endpoint.scaler', 'a LOAD_BALANCER endpoint scales on REQUEST_COUNT');
    if (!idleTimeoutApplies(body) && body.workers?.idleTimeout !== undefined) {
      issue(['workers', 'idleTimeout'], 'endpoint.idle-timeout', whyNoIdleTimeout);
    }
    if (hasTwice(body.cpu)) issue(['cpu'], 'endpoint.cpu-duplicates', sameShape);
  })
  .register(documented, {
    examples: [
      {
        name: 'captions',
        type: 'QUEUE',
        image: 'docker.io/library/python:3.12',
        gpu: { pools: ['ADA_24'] },
        scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
      },
    ],
    allOf: [
      { if: { not: { required: ['templateId'] } }, then: { required: ['image'] } },
      {
        if: { required: ['type'], properties: { type: { const: 'LOAD_BALANCER' } } },
        // The name of a contract schema, as zod refers to it.
        then: { properties: { scaling: { $ref: '#/$defs/RequestCountScaling' } } },
      },
    ],
  });

export type CreateEndpointRequest = z.output<typeof createEndpointRequest>;

/** Why the endpoint may not set its workers' idle timeout, in the platform's words. */
export const whyNoIdleTimeout = 'idleTimeout does not apply to queue-based endpoints scaling on requestCount';

/** Whether the endpoint may set its workers' idle timeout (endpoint.idle-timeout). */
export const idleTimeoutApplies = ({ type, scaling }: { readonly type: string; readonly scaling: { readonly type: string } }): boolean =>
  type !== 'QUEUE' || scaling.type !== 'REQUEST_COUNT';

const gpuChange = strictObject(() => ({
  pools: z.array(z.string()).min(1).optional(),
  excludedTypes: excludedTypes.optional(),
  count: z.int().min(1).optional(),
  allowedCudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: z
    .string()
    .regex(/^$|^\d+\.\d+$/, 'must be a CUDA version such as 12.4, or empty')
    .optional()
    .describe('An empty string clears it')
    .register(documented, { examples: ['12.4'] }),
}))
  .refine(({ pools, excludedTypes: excluded }) => pools !== undefined || excluded === undefined, 'excludedTypes needs pools')
  .register(documented, { dependentRequired: { excludedTypes: ['pools'] } });

/** The fields of a create can be changed, and are shown, too. */
type EndpointFieldName = keyof CreateEndpointRequest;

/** The body of `PATCH /v2/serverless/{id}`. The `type` cannot be changed. */
export const updateEndpointRequest = strictObject(
  () =>
    ({
      name: z.string().min(1).optional(),
      scaling: scaling.optional(),
      ...containerFields,
      ...registryField,
      gpu: gpuChange.optional(),
      cpu: cpuShapes.optional(),
      dataCenterIds: z.array(z.string()).optional(),
      networkVolumes: z.array(z.string()).optional(),
      templateId: z.string().optional(),
      flashboot: flashboot.optional(),
      timeout: timeout.optional(),
      workers: z
        .strictObject({ ...workerLimits, max: workerLimits.max.optional().register(documented, { maximum: workersQuota.default }) })
        .partial()
        .optional(),
    }) satisfies PartsFor<Exclude<EndpointFieldName, 'type'>>,
).superRefine(({ cpu }, { addIssue }) => {
  if (hasTwice(cpu)) addIssue({ code: 'custom', path: ['cpu'], message: sameShape, params: { rule: 'endpoint.cpu-duplicates' } });
});

export type UpdateEndpointRequest = z.output<typeof updateEndpointRequest>;

/** An absolute URL where a server serves the APIs; in a world without a server, a path. */
const url = z.string().register(documented, { format: 'uri' });
const ofJob = z.string().register(documented, { format: 'uri-template' });

const queueUrls = strictObject(() => ({
  run: url,
  runSync: url,
  status: ofJob,
  stream: ofJob,
  cancel: ofJob,
  retry: ofJob,
  purgeQueue: url,
  health: url,
})).register(documented, { id: 'QueueBasedRequestUrls' });

const balancerUrls = z.strictObject({ base: url, health: url }).register(documented, { id: 'LoadBalancingRequestUrls' });

/** The serverless endpoint resource. */
export const endpointResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      type: endpointType,
      requestUrls: z.union([queueUrls, balancerUrls]),
      ...containerResource,
      gpu: z
        .strictObject({
          pools: z.array(z.string()).min(1),
          excludedTypes: excludedTypes.optional(),
          count: z.int().min(1),
          allowedCudaVersions: z.array(z.string()),
          minCudaVersion: z.string().nullable(),
        })
        .optional(),
      cpu: z.array(cpuResource).min(1).optional(),
      workers: strictObject(() => ({ ...workerLimits, idleTimeout: workerLimits.idleTimeout.optional() })),
      scaling,
      dataCenterIds: z.array(z.string()),
      networkVolumes: z.array(z.string()),
      timeout: z.int(),
      flashboot,
      createdAt: z.iso.datetime(),
    } satisfies PartsFor<Exclude<EndpointFieldName, 'templateId'>>)
    .register(documented, { id: 'Endpoint' }),
);

export const endpointList = lazily(() => z.strictObject({ endpoints: z.array(endpointResource()), ...paged }));

const sameShape = 'the same configuration is given twice';

const hasTwice = (cpu: readonly z.output<typeof cpuRequest>[] | undefined): boolean => {
  const shapes = (cpu ?? []).map(({ id, vcpuCount }) => `${vcpuCount} ${id}`);
  return new Set(shapes).size < shapes.length;
};

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(n) && n > 0 && (n & (n - 1)) === 0;
}
