import { placementOn } from '../catalog/hosts.ts';
import type { ClusterType, LossReason } from '../cluster/events.ts';
import type { Cluster } from '../cluster/evolve.ts';
import { memberAddress } from '../cluster/overlay.ts';
import type { ClusterRole, PodEvent } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import { requestCompute } from '../projections/wants.ts';
import type { SimulationContext } from './context.ts';
import { makeSeeker } from './faults.ts';
import { hostFor } from './placement.ts';

/** A member that begins to start gets its rank in the cluster, for good. The first member also provisions the network (cluster.ranks). */
export const joinCluster = (sim: SimulationContext, _event: unknown, pod: Pod): void => {
  const cluster = findCluster(sim, pod);
  if (cluster === undefined || pod.member === null || pod.rank !== null) return;
  if (cluster.network === null) sim.dispatchOrThrow('cluster', cluster.id, { type: 'ProvisionNetwork' });
  const rank = pod.member.index;
  const { entry, others } = roles[cluster.shape.type];
  sim.dispatchOrThrow('pod', pod.id, { type: 'RankPod', rank, role: rank === 0 ? entry : others, ip: memberAddress(rank) });
};

// biome-ignore format: a table
const roles: Readonly<Record<ClusterType, { readonly entry: ClusterRole | null; readonly others: ClusterRole | null }>> = {
  SLURM:       { entry: 'SLURM_CONTROLLER', others: 'SLURM_COMPUTE' },
  RAY:         { entry: 'RAY_HEAD',         others: 'RAY_WORKER' },
  TRAINING:    { entry: null,               others: null },
  APPLICATION: { entry: null,               others: null },
};

/** Once every member runs, the cluster becomes active, for the first time or again (cluster.lifecycle). */
export const activateCluster = (sim: SimulationContext, _event: unknown, pod: Pod): void => {
  const cluster = findCluster(sim, pod);
  if (cluster === undefined || cluster.status === 'ACTIVE') return;
  if (sim.state.members.of(cluster.id).counts.RUNNING === cluster.shape.compute.podCount)
    sim.dispatchOrThrow('cluster', cluster.id, { type: 'ActivateCluster' });
};

/** A member that stops or fails degrades its cluster, even while the cluster is still forming (cluster.lifecycle). */
export const degradeCluster = (sim: SimulationContext, { type }: PodEvent, pod: Pod): void => {
  const cluster = findCluster(sim, pod);
  const because = losses[type];
  if (cluster === undefined || because === undefined || cluster.status === 'DEGRADED') return;
  sim.dispatchOrThrow('cluster', cluster.id, { type: 'DegradeCluster', podId: pod.id, because });
};

const losses: Readonly<Partial<Record<PodEvent['type'], LossReason>>> = {
  PodStopped: 'stopped',
  PodFailed: 'failed',
  PodTerminated: 'terminated',
};

/**
 * A member in ERROR starts again as soon as a host in its data center has room: its own host if it has room, or else the first other
 * one. Policy: members cannot be started by hand (pod.cluster-member), so a cluster heals by itself.
 */
export const resumeMember = (sim: SimulationContext, pod: Pod): void => {
  const dataCenterId = pod.placement?.dataCenterId;
  if (dataCenterId === undefined) return;
  const request = requestCompute(pod.config, [dataCenterId]);
  const own = sim.state.placements.hosts.find(pod.placement?.hostId ?? '');
  const host = hostFor(sim, request, makeSeeker(sim, pod, { pod: pod.id }), own && { host: own, request });
  // A sleeping worker gives its room to the entity that waits longest, which may have been this one.
  if (host !== undefined && sim.state.waiting.has(pod.id))
    sim.dispatchOrThrow('pod', pod.id, { type: 'ResumePod', placement: placementOn(host) });
};

/** A deleted cluster terminates its members (cluster.delete). */
export const terminateMembers = (sim: SimulationContext, _event: unknown, { id }: Cluster): void => {
  for (const podId of [...sim.state.members.of(id).podIds]) sim.dispatchOrThrow('pod', podId, { type: 'TerminatePod' });
};

const findCluster = (sim: SimulationContext, { member }: Pod): Cluster | undefined =>
  member === null ? undefined : sim.find('cluster', member.clusterId);
