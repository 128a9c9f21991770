import { memberAddress } from '../../cluster/overlay.ts';
import type { Pod } from '../../pod/evolve.ts';
import type { SimulationContext } from '../../simulationContext.ts';

/** The port at which the members of a cluster meet. */
const primaryPort = '29500';

/**
 * What a container is told of its cluster: who it is, how many there are, where the entry node is. Nothing, before it has
 * its rank. It follows from rank and shape, so it is not stored; where the caller set a variable, the caller's stays.
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
