import { memberAddress } from '../../cloud/cluster/overlay.ts';
import type { Pod } from '../../cloud/pod/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';

/** The port on which the members of a cluster connect. */
const primaryPort = '29500';

/**
 * The environment variables that describe its cluster to a container: its rank, the number of members, the address of the
 * entry node. None before it has a rank. They follow from rank and shape, so they are not stored. A variable that the caller set wins.
 */
export const memberEnv = (sim: SimulationContext, { member, rank, overlayIp }: Pod): Readonly<Record<string, string>> => {
  const cluster = member === null ? undefined : sim.find('cluster', member.clusterId);
  if (cluster === undefined || rank === null || overlayIp === null) return {};
  const { podCount, gpuCountPerPod } = cluster.shape.compute;
  const primary = memberAddress(0);
  return {
    PRIMARY_ADDR: primary,
    MASTER_ADDR: primary,
    PRIMARY_PORT: primaryPort,
    MASTER_PORT: primaryPort,
    NODE_ADDR: overlayIp,
    NODE_RANK: String(rank),
    NUM_NODES: String(podCount),
    NUM_TRAINERS: String(gpuCountPerPod),
    HOST_NODE_ADDR: `${primary}:${primaryPort}`,
    WORLD_SIZE: String(podCount * gpuCountPerPod),
  };
};
