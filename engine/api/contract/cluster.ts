import { z } from 'zod';
import { clusterTypes } from '../../cloud/cluster/events.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import { since } from './additions.ts';
import { containerFields } from './container.ts';
import { mounts } from './mounts.ts';
import { documented } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { type PartsFor, strictObject } from './parts/objects.ts';
import { offUnlessGiven, podStatus } from './pod.ts';

const clusterType = z.enum(clusterTypes).register(documented, { id: 'ClusterType' });

const compute = strictObject(() => ({
  gpuTypeId: z.string().min(1),
  gpuCountPerPod: z.int().min(1),
  podCount: z.int().min(2).max(250).register(enforced, { any: 'cluster.create' }),
})).register(documented, { id: 'ClusterCompute' });

/** The body of `POST /v2/clusters`. The container configuration applies to every member, and is its own or that of a template; it has no registry. */
export const createClusterRequest = strictObject(() => ({
  name: z.string().min(1),
  type: clusterType,
  compute,
  ...containerFields,
  dataCenterIds: z.array(z.string()).optional(),
  mounts: mounts.optional(),
  startSsh: offUnlessGiven,
  startJupyter: offUnlessGiven,
  templateId: since('clusterTemplates', z.string().min(1).optional().describe('What every member runs; excludes a container in the body')),
}))
  .register(enforced, { unknownKeys: { registry: 'container.registry' } })
  .register(documented, {
    examples: [
      {
        name: 'trainers',
        type: 'SLURM',
        image: 'docker.io/library/python:3.12',
        compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 },
      },
    ],
  });

export type CreateClusterRequest = z.output<typeof createClusterRequest>;

/** The cluster's own fields. The others describe its members. */
type ClusterField = Exclude<
  keyof CreateClusterRequest,
  keyof typeof containerFields | 'dataCenterIds' | 'mounts' | 'startSsh' | 'startJupyter' | 'templateId'
>;

const nothingGiven = 'must have at least one property; the one there is, is name';

/** The body of `PATCH /v2/clusters/{id}`. */
export const updateClusterRequest = z
  .strictObject({ name: z.string().min(1).optional() } satisfies PartsFor<Exclude<ClusterField, 'type' | 'compute'>>)
  .superRefine((body, { addIssue }) => {
    if (Object.keys(body).length === 0) addIssue({ code: 'custom', path: [], message: nothingGiven, params: { rule: 'cluster.rename' } });
  })
  .register(documented, { minProperties: 1 })
  .register(enforced, { unknown: 'cluster.rename' });

/** The cluster resource. Its status is not part of it (cluster.lifecycle). */
export const clusterResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      type: clusterType,
      compute,
      template: z.string().optional(),
      dataCenterId: z.string().optional(),
      pods: strictObject(() => ({ total: z.int(), byStatus: z.partialRecord(podStatus, z.int().min(1)) })),
      network: strictObject(() => ({ cidr: z.string(), vxlanId: z.int().optional(), vxlanPort: z.int().optional() })).optional(),
      primary: z
        .strictObject({ podId: z.string(), status: podStatus, sshEndpoint: z.string().optional().describe('host:port') })
        .optional(),
      createdAt: z.iso.datetime(),
    } satisfies PartsFor<ClusterField>)
    .register(documented, { id: 'Cluster' }),
);

export const clusterList = lazily(() => z.strictObject({ clusters: z.array(clusterResource()) }));
