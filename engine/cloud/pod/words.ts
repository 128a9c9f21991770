import type { Membership, PodConfig } from './events.ts';

/** The fields of a pod's configuration that distinguish it from others. */
export const configWords = ({ name, container, gpu, cpu, cloud, mounts, locked }: PodConfig): string => {
  const compute = gpu === null ? `${cpu?.id ?? ''}×${cpu?.vcpuCount ?? 0}` : `${gpu.id}×${gpu.count}`;
  const mount =
    mounts.persistent !== undefined
      ? ` persistent=${mounts.persistent.size}GB`
      : mounts.network !== undefined
        ? ` network=${mounts.network[0]?.volumeId ?? ''}`
        : '';
  const global = mounts.global === undefined ? '' : ` global=${mounts.global[0]?.volumeId ?? ''}`;
  return `{${name} ${container.image} ${compute} ${cloud} disk=${container.disk}GB${mount}${global}${locked ? ' locked' : ''}}`;
};

/** Its place in its cluster. */
export const memberWords = ({ clusterId, index }: Membership, nameOf: (id: string) => string): string => `${nameOf(clusterId)}#${index}`;
