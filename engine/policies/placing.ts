import type { HostSpec } from '../catalog/hosts.ts';
import type { EndpointConfig } from '../endpoint/events.ts';
import type { PodConfig } from '../pod/events.ts';
import type { ComputeRequest } from '../projections/placement.ts';
import type { Simulation } from '../simulation.ts';
import { strike } from './faults.ts';

/** The first host that has room for it, unless a `no-capacity` fault says that there is none (pod.placement, pod.capacity). */
export const hostFor = (world: Simulation, request: ComputeRequest, occasion: string): HostSpec | undefined => {
  const [gpu] = request.gpuTypes;
  const struck = strike(world, 'no-capacity', () => ({ ...(gpu === undefined ? {} : { gpu }), occasion: `${occasion}/${world.now}` }));
  return struck === undefined ? world.state.placements.find(request) : undefined;
};

/** Where an endpoint's workers may be: its data centres, or else those that hold its volumes; empty = anywhere (endpoint.placement). */
export const centersOf = (world: Simulation, { dataCenterIds, networkVolumes }: EndpointConfig): readonly string[] => {
  const held = networkVolumes.flatMap((id) => world.find('volume', id)?.shape.dataCenterId ?? []);
  if (held.length === 0) return dataCenterIds;
  return dataCenterIds.length === 0 ? held : dataCenterIds.filter((id) => held.includes(id));
};

/**
 * Hosts for so many of the same, all in one data centre: the first, in the order of the world's hosts, that has room for
 * all of them. None, where no data centre has (cluster.create).
 */
export const hostsInOneCenter = (world: Simulation, request: ComputeRequest, count: number, occasion: string): readonly HostSpec[] => {
  // A `no-capacity` fault says no to the whole.
  if (hostFor(world, request, occasion) === undefined) return [];
  const { placements } = world.state;
  const inOrder = request.gpuTypes.flatMap((type) => placements.hosts.withGpu(type)).map(({ dataCenterId }) => dataCenterId);
  for (const dataCenterId of new Set(inOrder)) {
    if (request.dataCenterIds.length > 0 && !request.dataCenterIds.includes(dataCenterId)) continue;
    const found = placements.findMany({ ...request, dataCenterIds: [dataCenterId] }, count);
    if (found.length === count) return found;
  }
  return [];
};

/** The compute a pod needs on its host. */
export const computeOf = ({ gpu, cpu, cloud }: PodConfig, dataCenterIds: readonly string[]): ComputeRequest => ({
  gpuTypes: gpu === null ? [] : [gpu.id],
  gpuCount: gpu?.count ?? 0,
  vcpus: cpu?.vcpuCount ?? 0,
  cloud,
  dataCenterIds,
  allowedCudaVersions: gpu?.allowedCudaVersions ?? [],
  minCudaVersion: gpu?.minCudaVersion ?? null,
});
