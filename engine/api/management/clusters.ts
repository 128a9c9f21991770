import { bind, chainFirst, type Either, left, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { HostSpec } from '../../cloud/catalog/hostSpec.ts';
import { placementOn } from '../../cloud/catalog/hosts.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { hostsInOneCenter } from '../../cloud/policies/placement.ts';
import type { ComputeRequest } from '../../cloud/projections/placement.ts';
import { keyText } from '../../kernel/rng.ts';
import {
  type CreateClusterRequest,
  clusterList,
  clusterResource,
  createClusterRequest,
  updateClusterRequest,
} from '../contract/cluster.ts';
import { clusterPodList } from '../contract/pod.ts';
import { checkBalance, paid } from './balance.ts';
import { clusterView, listMembers } from './clusterView.ts';
import { podContradiction, podPlan, podReferences } from './pod/config.ts';
import { noCapacity } from './pod/pods.ts';
import { podView } from './pod/view.ts';
import { createEntity, resource } from './resource.ts';

const clusters = resource({
  kind: 'cluster',
  path: '/v2/clusters',
  group: 'clusters',
  schema: clusterResource,
  listed: 'clusters',
  list: clusterList,
  view: clusterView,
});

/** GET /v2/clusters: the account's clusters. */
export const listClusters = clusters.list({ id: 'listClusters', summary: 'List clusters', rules: ['cluster.summary'] });

/** POST /v2/clusters: creates all members at once, in one data center; or nothing. */
export const createCluster = clusters.create({
  id: 'createCluster',
  summary: 'Create a cluster',
  ...paid,
  body: createClusterRequest,
  rules: [
    'cluster.create',
    'cluster.ranks',
    'cluster.member-address',
    'cluster.ssh',
    'cluster.template',
    'container.registry',
    'mounts.exclusive',
    'volume.global',
    'mounts.volume-datacenter',
    'pod.capacity',
    'billing.priced',
    'account.balance',
  ],
  contradiction: (body) => templateContradiction(body) ?? podContradiction(memberRequest(body)),
  refersTo: (body) => ({ ...podReferences(body), template: { id: body.templateId, serverless: false, rule: 'cluster.template' } }),
  run: (sim, { accountId, body, referred, inputKey }) => {
    const { name, type, compute } = body;
    const shape = { name, type, compute };
    return pipe(
      podPlan(sim, accountId, memberRequest(body), referred, inputKey()),
      chainFirst(() => checkBalance(sim, accountId)),
      bind('hosts', ({ compute }) => hostsFor(sim, compute, body.compute.podCount, inputKey())),
      bind('clusterId', ({ hosts: [{ dataCenterId }] }) =>
        createEntity(sim, 'cluster', inputKey(), { type: 'CreateCluster', accountId, shape, dataCenterId }),
      ),
      map(({ config, hosts, clusterId }) => {
        hosts.forEach((host, index) => {
          sim.dispatchOrThrow('pod', sim.shortId(keyText('member', inputKey(), String(index))), {
            type: 'CreatePod',
            accountId,
            config: { ...config, name: `${name}-pod-${index}` },
            placement: placementOn(host),
            member: { clusterId, index },
          });
        });
        return clusterId;
      }),
    );
  },
});

/** GET /v2/clusters/{id}: one cluster. */
export const getCluster = clusters.read({ id: 'getCluster', summary: 'Read a cluster', rules: ['cluster.summary'] });

/** PATCH /v2/clusters/{id}: changes the name only; the members keep theirs. */
export const updateCluster = clusters.update({
  id: 'updateCluster',
  summary: 'Rename a cluster',
  body: updateClusterRequest,
  rules: ['cluster.rename'],
  run: (sim, { cluster, body }) => sim.dispatch('cluster', cluster.id, { type: 'RenameCluster', name: body.name ?? cluster.shape.name }),
});

/** DELETE /v2/clusters/{id}: deletes the cluster and terminates every member. */
export const deleteCluster = clusters.delete({
  id: 'deleteCluster',
  summary: 'Delete a cluster',
  rules: ['cluster.delete'],
  run: (sim, { cluster }) => sim.dispatch('cluster', cluster.id, { type: 'TerminateCluster' }),
});

/** GET /v2/clusters/{id}/pods: the full members, by rank. */
export const listClusterPods = clusters.part('pods', {
  id: 'listClusterPods',
  summary: 'List the pods of a cluster',
  schema: clusterPodList,
  rules: ['cluster.ranks', 'cluster.member-address'],
  body: (sim, cluster) => right({ pods: listMembers(sim, cluster).map((pod) => podView(sim, pod)) }),
});

/** A host for each member, all in one data center. */
const hostsFor = (sim: SimulationContext, compute: ComputeRequest, count: number, trialKey: string): Either<Rejection, Hosts> => {
  const [first, ...others] = hostsInOneCenter(sim, compute, count, { trialKey });
  return first === undefined ? left({ ...noCapacity, rule: 'cluster.create' }) : right([first, ...others]);
};

type Hosts = readonly [HostSpec, ...HostSpec[]];

/** A body with a template must not repeat its fields (cluster.template). */
const templateContradiction = ({ templateId, ...body }: CreateClusterRequest): Rejection | undefined => {
  const given = templateId === undefined ? [] : ofTemplate.filter((name) => body[name] !== undefined);
  if (given.length === 0) return undefined;
  const detail = `templateId excludes ${ofTemplate.join(', ')}: leave out ${given.join(', ')}, or templateId`;
  return { kind: 'contradictory', rule: 'cluster.template', detail };
};

const ofTemplate = ['image', 'args', 'entrypoint', 'cmd', 'disk', 'env', 'ports', 'mounts'] as const;

/** A body need not name an image, nor a template that has one: this is podsim's own default (policy). */
const defaultImage = 'podsim/cluster:1';

/** A member is a pod, so the checks for pods apply to it. */
const memberRequest = ({ type: _, compute, ...body }: CreateClusterRequest) => ({
  ...body,
  ...(body.templateId === undefined ? { image: body.image ?? defaultImage } : {}),
  gpu: { id: compute.gpuTypeId, count: compute.gpuCountPerPod },
});
