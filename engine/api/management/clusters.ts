import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { placementOn } from '../../catalog/hosts.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import { hostsInOneCenter } from '../../policies/placement.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import {
  type CreateClusterRequest,
  clusterList,
  clusterResource,
  createClusterRequest,
  updateClusterRequest,
} from '../contract/cluster.ts';
import { podList } from '../contract/pod.ts';
import { operation } from '../operation.ts';
import { clusterView, membersOf } from './clusterView.ts';
import { podContradiction, podPlan, podReferences } from './podConfig.ts';
import { noCapacity } from './pods.ts';
import { podView } from './podView.ts';

/** GET /v2/clusters: the account's clusters. */
export const listClusters = operation({
  id: 'listClusters',
  api: 'management',
  methods: ['GET'],
  path: '/v2/clusters',
  summary: 'List clusters',
  permission: { group: 'clusters', level: 'read' },
  success: { status: 200, schema: clusterList },
  rules: ['cluster.summary'],
  *run(sim, { accountId }) {
    const clusters = yield* mapInSteps(sim.state.related('cluster', 'account', accountId), (cluster) => clusterView(sim, cluster));
    return right({ answer: { status: 200, body: { clusters } } });
  },
});

/** POST /v2/clusters: creates all members at once, in one data centre; or nothing. */
export const createCluster = operation({
  id: 'createCluster',
  api: 'management',
  methods: ['POST'],
  path: '/v2/clusters',
  summary: 'Create a cluster',
  permission: { group: 'clusters', level: 'write' },
  body: createClusterRequest,
  bodyMax: 'body',
  success: { status: 201, schema: clusterResource },
  rules: [
    'cluster.create',
    'cluster.ranks',
    'cluster.member-address',
    'cluster.ssh',
    'container.registry',
    'mounts.exclusive',
    'mounts.volume-datacenter',
    'pod.capacity',
  ],
  contradiction: (body) => podContradiction(memberRequest(body)),
  refersTo: podReferences,
  run: (sim, { accountId, body, referred, inputKey }) => {
    const { name, type, compute } = body;
    const plan = podPlan(sim, accountId, memberRequest(body), referred, inputKey());
    if (isLeft(plan)) return plan;
    const hosts = hostsInOneCenter(sim, plan.right.compute, compute.podCount, { trialKey: inputKey() });
    const [first] = hosts;
    if (first === undefined) return left({ ...noCapacity, rule: 'cluster.create' });
    const clusterId = sim.shortId(keyText('cluster', inputKey()));
    const shape = { name, type, compute };
    const created = sim.dispatch('cluster', clusterId, { type: 'CreateCluster', accountId, shape, dataCenterId: first.dataCenterId });
    if (isLeft(created)) return created;
    hosts.forEach((host, index) => {
      const config = { ...plan.right.config, name: `${name}-pod-${index}` };
      const member = { clusterId, index };
      sim.dispatchOrThrow('pod', sim.shortId(keyText('member', inputKey(), String(index))), {
        type: 'CreatePod',
        accountId,
        config,
        placement: placementOn(host),
        member,
      });
    });
    return right({ answer: { status: 201, body: view(sim, clusterId) } });
  },
});

/** GET /v2/clusters/{id}: one cluster. */
export const getCluster = operation({
  id: 'getCluster',
  api: 'management',
  methods: ['GET'],
  path: '/v2/clusters/{id}',
  resolves: { id: 'cluster' },
  summary: 'Read a cluster',
  permission: { group: 'clusters', level: 'read' },
  success: { status: 200, schema: clusterResource },
  rules: ['cluster.summary'],
  run: (sim, { cluster }) => right({ answer: { status: 200, body: clusterView(sim, cluster) } }),
});

/** PATCH /v2/clusters/{id}: changes the name only; the members keep theirs. */
export const updateCluster = operation({
  id: 'updateCluster',
  api: 'management',
  methods: ['PATCH'],
  path: '/v2/clusters/{id}',
  resolves: { id: 'cluster' },
  summary: 'Rename a cluster',
  permission: { group: 'clusters', level: 'write' },
  body: updateClusterRequest,
  bodyMax: 'body',
  success: { status: 200, schema: clusterResource },
  rules: ['cluster.rename'],
  run: (sim, { cluster, body }) => {
    const renamed = sim.dispatch('cluster', cluster.id, { type: 'RenameCluster', name: body.name ?? cluster.shape.name });
    return isLeft(renamed) ? renamed : right({ answer: { status: 200, body: view(sim, cluster.id) } });
  },
});

/** DELETE /v2/clusters/{id}: deletes the cluster and terminates every member. */
export const deleteCluster = operation({
  id: 'deleteCluster',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/clusters/{id}',
  resolves: { id: 'cluster' },
  summary: 'Delete a cluster',
  permission: { group: 'clusters', level: 'write' },
  success: { status: 204 },
  rules: ['cluster.delete'],
  run: (sim, { cluster }) => {
    const deleted = sim.dispatch('cluster', cluster.id, { type: 'TerminateCluster' });
    return isLeft(deleted) ? deleted : right({ answer: { status: 204 } });
  },
});

/** GET /v2/clusters/{id}/pods: the full members, by rank. */
export const listClusterPods = operation({
  id: 'listClusterPods',
  api: 'management',
  methods: ['GET'],
  path: '/v2/clusters/{id}/pods',
  resolves: { id: 'cluster' },
  summary: 'List the pods of a cluster',
  permission: { group: 'clusters', level: 'read' },
  success: { status: 200, schema: podList },
  rules: ['cluster.ranks', 'cluster.member-address'],
  run: (sim, { cluster }) => {
    const pods = membersOf(sim, cluster).map((pod) => podView(sim, pod));
    return right({ answer: { status: 200, body: { pods } } });
  },
});

/** A body need not name an image, and no template can supply one: this is podsim's own default (policy). */
const defaultImage = 'podsim/cluster:1';

/** A member is a pod, so the checks for pods apply to it. */
const memberRequest = ({ type: _, compute, ...body }: CreateClusterRequest) => ({
  ...body,
  image: body.image ?? defaultImage,
  gpu: { id: compute.gpuTypeId, count: compute.gpuCountPerPod },
});

const view = (sim: SimulationContext, id: string) => {
  const cluster = sim.find('cluster', id);
  invariant(cluster !== undefined, () => `cluster ${id} has just been written`);
  return clusterView(sim, cluster);
};
