import { z } from 'zod';
import { containerFields, registryField } from './container.ts';

export const cudaVersion = z.string().regex(/^\d+\.\d+$/, 'must be a CUDA version such as 12.4');

const queueDelay = z.strictObject({ type: z.literal('QUEUE_DELAY'), queueDelay: z.number().min(0.5).describe('seconds') });
const requestCount = z.strictObject({ type: z.literal('REQUEST_COUNT'), requestCount: z.int().min(1) });

export const scaling = z.discriminatedUnion('type', [queueDelay, requestCount]);
export const flashboot = z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']);
export const endpointType = z.enum(['QUEUE', 'LOAD_BALANCER']);

const excludedTypes = z.array(z.string().regex(/^\s*[^-\s]/, 'must not begin with a dash'));
const timeout = z.int().min(0).describe('ms; 0 = the default');

const gpuRequest = z.strictObject({
  pools: z.array(z.string()).min(1),
  excludedTypes: excludedTypes.optional(),
  count: z.int().min(1).default(1),
  allowedCudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: cudaVersion.optional(),
});

export const cpuRequest = z.strictObject({
  id: z.string().min(1),
  vcpuCount: z.int().min(2).refine(isPowerOfTwo, 'must be a power of two'),
});

const workers = z.strictObject({
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  idleTimeout: z.int().min(1).max(3_600).optional().describe('seconds'),
});

/** The body of `POST /v2/serverless`. */
export const createEndpointRequest = z
  .strictObject({
    name: z.string().min(1),
    type: endpointType,
    scaling,
    ...containerFields,
    ...registryField,
    gpu: gpuRequest.optional(),
    cpu: z.array(cpuRequest).min(1).optional(),
    dataCenterIds: z.array(z.string()).optional(),
    flashboot: flashboot.optional(),
    networkVolumes: z.array(z.string()).optional(),
    templateId: z.string().min(1).optional(),
    timeout: timeout.optional(),
    workers: workers.optional(),
  })
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], rule: string, message: string) => addIssue({ code: 'custom', path, message, params: { rule } });
    if (body.templateId === undefined && body.image === undefined)
      issue([], 'errors.validation', "missing property 'image' (or templateId)");
    if (body.type === 'LOAD_BALANCER' && body.scaling.type === 'QUEUE_DELAY')
      issue(['scaling', 'type'], 'endpoint.scaler', 'a LOAD_BALANCER endpoint scales on REQUEST_COUNT');
    if (!idleTimeoutApplies(body) && body.workers?.idleTimeout !== undefined) {
      issue(
        ['workers', 'idleTimeout'],
        'endpoint.idle-timeout',
        'idleTimeout does not apply to queue-based endpoints scaling on requestCount',
      );
    }
    if (givenTwice(body.cpu)) issue(['cpu'], 'endpoint.cpu-duplicates', sameShape);
  });

export type CreateEndpointRequest = z.output<typeof createEndpointRequest>;

/** Whether a worker's idle timeout is the endpoint's to set (endpoint.idle-timeout). */
export const idleTimeoutApplies = ({ type, scaling }: { readonly type: string; readonly scaling: { readonly type: string } }): boolean =>
  type !== 'QUEUE' || scaling.type !== 'REQUEST_COUNT';

const gpuChange = z
  .strictObject({
    pools: z.array(z.string()).min(1).optional(),
    excludedTypes: excludedTypes.optional(),
    count: z.int().min(1).optional(),
    allowedCudaVersions: z.array(cudaVersion).optional(),
    minCudaVersion: z
      .union([cudaVersion, z.literal('')])
      .optional()
      .describe('An empty text clears it'),
  })
  .refine(({ pools, excludedTypes: excluded }) => pools !== undefined || excluded === undefined, 'excludedTypes needs pools');

/** The body of `PATCH /v2/serverless/{id}`; `type` cannot be changed. */
export const updateEndpointRequest = z
  .strictObject({
    name: z.string().min(1).optional(),
    scaling: scaling.optional(),
    ...containerFields,
    ...registryField,
    gpu: gpuChange.optional(),
    cpu: z.array(cpuRequest).min(1).optional(),
    dataCenterIds: z.array(z.string()).optional(),
    networkVolumes: z.array(z.string()).optional(),
    templateId: z.string().optional(),
    flashboot: flashboot.optional(),
    timeout: timeout.optional(),
    workers: workers.optional(),
  })
  .superRefine(({ cpu }, { addIssue }) => {
    if (givenTwice(cpu)) addIssue({ code: 'custom', path: ['cpu'], message: sameShape, params: { rule: 'endpoint.cpu-duplicates' } });
  });

export type UpdateEndpointRequest = z.output<typeof updateEndpointRequest>;

const queueUrls = z.strictObject({
  run: z.string(),
  runSync: z.string(),
  status: z.string(),
  stream: z.string(),
  cancel: z.string(),
  retry: z.string(),
  purgeQueue: z.string(),
  health: z.string(),
});

/** The serverless endpoint resource. */
export const endpointResource = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: endpointType,
  requestUrls: z.union([queueUrls, z.strictObject({ base: z.string(), health: z.string() })]),
  ...containerFields,
  ...registryField,
  gpu: z
    .strictObject({
      pools: z.array(z.string()).min(1),
      excludedTypes: z.array(z.string()).optional(),
      count: z.int().min(1),
      allowedCudaVersions: z.array(z.string()),
      minCudaVersion: z.string().nullable(),
    })
    .optional(),
  cpu: z.array(z.strictObject({ id: z.string(), vcpuCount: z.int().min(2), memory: z.int().min(1) })).optional(),
  workers: z.strictObject({ min: z.int(), max: z.int(), idleTimeout: z.int().optional() }),
  scaling,
  dataCenterIds: z.array(z.string()),
  networkVolumes: z.array(z.string()),
  timeout: z.int(),
  flashboot,
  createdAt: z.iso.datetime(),
});

export const endpointList = z.strictObject({ endpoints: z.array(endpointResource) });

const sameShape = 'the same configuration is given twice';

const givenTwice = (cpu: readonly z.output<typeof cpuRequest>[] | undefined): boolean => {
  const shapes = (cpu ?? []).map(({ id, vcpuCount }) => `${vcpuCount} ${id}`);
  return new Set(shapes).size < shapes.length;
};

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(n) && n > 0 && (n & (n - 1)) === 0;
}
