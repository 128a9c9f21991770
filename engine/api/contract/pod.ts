import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { since } from './additions.ts';
import { containerFields, containerResource, registryField } from './container.ts';
import { cpuRequest, cpuResource, cudaVersion } from './endpoint.ts';
import { mounts } from './mounts.ts';
import { documented } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { openObject, type PartsFor, strictObject } from './parts/objects.ts';
import { paged, pageFields } from './parts/pages.ts';
import { flag } from './parts/query.ts';

export const podStatus = z
  .enum(['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED'])
  .register(documented, { id: 'PodStatus' });
export const podAction = z.enum(['start', 'stop', 'restart', 'terminate']).register(documented, { id: 'PodAction' });
export const cloud = z.enum(['SECURE', 'COMMUNITY']).register(documented, { id: 'Cloud' });

export const offUnlessGiven = z.boolean().optional().register(documented, { default: false });

/** The body of `POST /v2/pods`. */
export const createPodRequest = strictObject(() => ({
  name: z.string().min(1),
  ...containerFields,
  ...registryField,
  gpu: z
    .strictObject({
      id: z.string(),
      count: z.int().min(1).default(1),
      allowedCudaVersions: z.array(cudaVersion).optional(),
      minCudaVersion: cudaVersion.optional(),
      minRamPerGpu: since('gpuFilters', z.int().min(1).optional().describe('GB of memory for each GPU that the host must have')),
      minVcpuCountPerGpu: since('gpuFilters', z.int().min(1).optional().describe('vCPUs for each GPU that the host must have')),
    })
    .optional(),
  cpu: cpuRequest.optional(),
  cloud: cloud.optional().register(documented, { default: 'SECURE' }),
  dataCenterIds: z.array(z.string()).optional(),
  globalNetworking: offUnlessGiven,
  mounts: mounts.optional(),
  startSsh: offUnlessGiven,
  startJupyter: offUnlessGiven,
  templateId: z.string().min(1).optional(),
}))
  .superRefine((body, { addIssue }) => {
    if (body.templateId === undefined && body.image === undefined) {
      addIssue({ code: 'custom', path: [], message: "missing property 'image' (or templateId)", params: { rule: 'pod.create-compute' } });
    }
  })
  .register(documented, {
    examples: [{ name: 'trainer', image: 'docker.io/library/python:3.12', gpu: { id: 'NVIDIA GeForce RTX 4090' } }],
    if: { not: { required: ['templateId'] } },
    then: { required: ['image'] },
  });

export type CreatePodRequest = z.output<typeof createPodRequest>;

/** The fields of a create can be changed and are shown, apart from these. */
type PodFieldName = keyof CreatePodRequest;
type OnlyAtCreate = 'gpu' | 'cpu' | 'cloud' | 'dataCenterIds' | 'startSsh' | 'startJupyter';
type NeverShown = 'templateId' | 'dataCenterIds' | 'startSsh' | 'startJupyter';

/** The body of `PATCH /v2/pods/{id}`. */
export const updatePodRequest = strictObject(
  () =>
    ({
      name: z.string().min(1).optional(),
      ...containerFields,
      ...registryField,
      globalNetworking: z.boolean().optional(),
      locked: z.boolean().optional(),
      mounts: mounts.optional(),
      templateId: z.string().optional(),
    }) satisfies PartsFor<Exclude<PodFieldName, OnlyAtCreate>>,
);

export type UpdatePodRequest = z.output<typeof updatePodRequest>;

const actions = podAction.options.join(', ');

/** The body of `POST /v2/pods/{id}/action` (pod.action-body). */
export const podActionRequest = z
  .strictObject(
    { action: podAction },
    { error: ({ code }) => (code === 'unrecognized_keys' ? `give action alone, one of ${actions}` : undefined) },
  )
  .register(enforced, { any: 'pod.action-body' });

export const podsQuery = openObject(() => ({ includeClusterPods: flag.default(false), ...pageFields }));

const sshEndpoint = strictObject(() => ({ host: z.string(), port: z.int(), username: z.string(), command: z.string() }))
  .register(documented, { id: 'PodSshEndpoint' })
  .nullable();
const utilization = strictObject(() => ({ util: z.int().min(0).max(100) }));

/** The pod resource. */
export const podResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      status: podStatus,
      actions: z.array(podAction),
      ...containerResource,
      mounts,
      gpu: z
        .strictObject({
          id: z.string(),
          count: z.int().min(1),
          vcpuCount: since('gpuTotals', z.int().min(1)),
          memory: since('gpuTotals', z.int().min(1).describe('GB')),
        })
        .optional(),
      cpu: cpuResource.optional(),
      cloud,
      dataCenterId: z.string().nullable(),
      cudaVersion: z.string().nullable(),
      ssh: z.strictObject({ proxy: sshEndpoint, direct: sshEndpoint }),
      cluster: z
        .strictObject({
          id: z.string(),
          rank: z.int().nullable(),
          role: z.enum(['SLURM_CONTROLLER', 'SLURM_COMPUTE', 'RAY_HEAD', 'RAY_WORKER']).optional(),
          ip: z.string().optional(),
        })
        .optional(),
      template: z.string().nullable(),
      cost: z.number(),
      locked: z.boolean(),
      runtime: z
        .strictObject({
          uptime: z.int(),
          gpus: z.array(strictObject(() => ({ util: z.int(), memoryUtil: z.int() }))),
          cpu: utilization,
          memory: utilization,
          ports: z.array(
            strictObject(() => ({ private: z.int(), public: z.int().nullable(), type: z.string(), ip: z.string().nullable() })),
          ),
        })
        .nullable(),
      createdAt: z.iso.datetime(),
      startedAt: z.iso.datetime().nullable(),
      globalNetworking: strictObject(() => ({ enabled: z.boolean(), ip: z.string().optional(), internalDns: z.string().optional() })),
    } satisfies PartsFor<Exclude<PodFieldName, NeverShown>>)
    .register(documented, { id: 'Pod' }),
);

/** The members of a cluster: that list has no pages. */
export const clusterPodList = lazily(() => z.strictObject({ pods: z.array(podResource()) }));

export const podList = lazily(() => z.strictObject({ pods: z.array(podResource()), ...paged }));
