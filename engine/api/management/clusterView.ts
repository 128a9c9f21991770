import type { Cluster } from '../../cloud/cluster/evolve.ts';
import { isReachable, type Pod, showMachine } from '../../cloud/pod/evolve.ts';
import type { PodStatus } from '../../cloud/pod/lifecycle.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { clusterResource } from '../contract/cluster.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { podStatus } from '../contract/pod.ts';

type ClusterResource = Resource<typeof clusterResource>;

/** The cluster resource (cluster.summary). A field without a value yet is absent, not null. */
export const clusterView = (sim: SimulationContext, cluster: Cluster): ClusterResource => {
  const { id, shape, network, createdAt } = cluster;
  const members = listMembers(sim, cluster);
  const primary = members.find((pod) => pod.rank === 0);
  const template = members[0]?.config.templateId ?? null;
  const dataCenterId = members.map((pod) => showMachine(pod)?.dataCenterId).find((center) => center !== undefined);
  return {
    id,
    name: shape.name,
    type: shape.type,
    compute: { ...shape.compute },
    ...(template === null ? {} : { template }),
    ...(dataCenterId === undefined ? {} : { dataCenterId }),
    pods: summary(sim, cluster),
    ...(network === null ? {} : { network: { ...network } }),
    ...(primary === undefined ? {} : { primary: primaryView(primary) }),
    createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
  };
};

/** The members of a cluster, in the order of their index. */
export const listMembers = (sim: SimulationContext, { id }: Cluster): readonly Pod[] =>
  sim.state.members.of(id).podIds.map((podId) => {
    const pod = sim.find('pod', podId);
    invariant(pod !== undefined, () => `${podId} is a member of ${id}, and does not exist`);
    return pod;
  });

/** The number of members in each status, in the order of the statuses; statuses without members are left out. */
const summary = (sim: SimulationContext, { id }: Cluster): ClusterResource['pods'] => {
  const { podIds, counts } = sim.state.members.of(id);
  const byStatus = podStatus.options.flatMap((status) => {
    const count = counts[status] ?? 0;
    return count === 0 ? [] : [[status, count] as const];
  });
  return { total: podIds.length, byStatus: Object.fromEntries(byStatus) };
};

/** The member of rank 0, with the fields it has so far; with its SSH address while that can be reached. */
const primaryView = ({ id, status, reachMs, ports, ip }: Pod): ClusterResource['primary'] => {
  const ssh = isReachable({ status, reachMs }) ? ports.find((port) => port.private === 22 && port.type === 'tcp') : undefined;
  return {
    podId: id,
    status: status as Exclude<PodStatus, 'NEW'>,
    ...(ssh === undefined || ip === null ? {} : { sshEndpoint: `${ip}:${ssh.public}` }),
  };
};
