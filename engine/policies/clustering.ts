import { placementOn } from '../catalog/hosts.ts';
import type { ClusterType, LossReason } from '../cluster/events.ts';
import type { Cluster } from '../cluster/evolve.ts';
import { memberAddress } from '../cluster/overlay.ts';
import { pausing, type Steps } from '../kernel/steps.ts';
import type { ClusterRole, PodEvent } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import { faultsAt, placeOfPod } from '../projections/faultPlaces.ts';
import { computeOf } from '../projections/wants.ts';
import type { Simulation } from '../simulation.ts';
import { hasRoom, hostFor, seekerOf } from './placing.ts';

/** A member that begins to start gets its place in the cluster, once and for all; the first of them finds its network (cluster.ranks). */
export const joinCluster = (world: Simulation, _event: unknown, pod: Pod): void => {
  const cluster = clusterOf(world, pod);
  if (cluster === undefined || pod.member === null || pod.rank !== null) return;
  if (cluster.network === null) world.tell('cluster', cluster.id, { type: 'ProvisionNetwork' });
  const rank = pod.member.index;
  const { entry, others } = roles[cluster.shape.type];
  world.tell('pod', pod.id, { type: 'RankPod', rank, role: rank === 0 ? entry : others, ip: memberAddress(rank) });
};

// biome-ignore format: a table
const roles: Readonly<Record<ClusterType, { readonly entry: ClusterRole | null; readonly others: ClusterRole | null }>> = {
  SLURM:       { entry: 'SLURM_CONTROLLER', others: 'SLURM_COMPUTE' },
  RAY:         { entry: 'RAY_HEAD',         others: 'RAY_WORKER' },
  TRAINING:    { entry: null,               others: null },
  APPLICATION: { entry: null,               others: null },
};

/** Once every member runs, the cluster is active, for the first time or again (cluster.lifecycle). */
export const activateCluster = (world: Simulation, _event: unknown, pod: Pod): void => {
  const cluster = clusterOf(world, pod);
  if (cluster === undefined || cluster.status === 'ACTIVE') return;
  if (world.state.members.of(cluster.id).counts.RUNNING === cluster.shape.compute.podCount)
    world.tell('cluster', cluster.id, { type: 'ActivateCluster' });
};

/** A member that stops or fails degrades its cluster, also while that is still forming (cluster.lifecycle). */
export const degradeCluster = (world: Simulation, { type }: PodEvent, pod: Pod): void => {
  const cluster = clusterOf(world, pod);
  const because = losses[type];
  if (cluster === undefined || because === undefined || cluster.status === 'DEGRADED') return;
  world.tell('cluster', cluster.id, { type: 'DegradeCluster', podId: pod.id, because });
};

const losses: Readonly<Partial<Record<PodEvent['type'], LossReason>>> = {
  PodStopped: 'stopped',
  PodFailed: 'failed',
  PodTerminated: 'terminated',
};

/**
 * Members in ERROR start again as soon as a host in their data centre has room: their own, when it is back, or the first
 * other. One whose image could not be pulled does so once no fault is in its way any more, for another host would not help.
 * Policy: members refuse to be started by hand (pod.cluster-member), so a cluster heals by itself.
 */
export function* healClusters(world: Simulation): Steps<void> {
  const { members, placements } = world.state;
  const pauses = pausing();
  // Where no host in its data centre has room, its own has none either.
  for (const podId of members.stranded.servable((wants) => placements.canHold(wants))) {
    const pod = world.find('pod', podId);
    const { hosts } = placements;
    const dataCenterId = pod?.placement?.dataCenterId;
    // The members of a cluster that is being deleted wait for their own end.
    if (pod === undefined || dataCenterId === undefined || clusterOf(world, pod) === undefined) continue;
    if (pod.failure === 'image' && isWithoutImage(world, pod)) continue;
    const compute = computeOf(pod.config, [dataCenterId]);
    const seeker = seekerOf(world, pod, { pod: podId });
    const own = hosts.find(pod.placement?.hostId ?? '');
    const host = own !== undefined && hasRoom(world, own, compute, seeker) ? own : hostFor(world, compute, seeker);
    if (host !== undefined) world.tell('pod', podId, { type: 'ResumePod', placement: placementOn(host) });
    if (pauses()) yield;
  }
}

/** A fault with a window is waited for; one with a limit alone ends only by strikes, so the image is tried again. */
const isWithoutImage = (world: Simulation, pod: Pod): boolean =>
  faultsAt(world.state, 'image-pull-failure', placeOfPod(pod)).some(({ spec }) => spec.until !== null);

/** A deleted cluster takes its members along (cluster.delete). */
export const terminateMembers = (world: Simulation, _event: unknown, { id }: Cluster): void => {
  for (const podId of [...world.state.members.of(id).podIds]) world.tell('pod', podId, { type: 'TerminatePod' });
};

const clusterOf = (world: Simulation, { member }: Pod): Cluster | undefined =>
  member === null ? undefined : world.find('cluster', member.clusterId);
