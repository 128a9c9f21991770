import { cpuWords } from '../container/config.ts';
import type { Membership, PodConfig } from './events.ts';

/** The fields of a pod's configuration that distinguish it from others. */
export const configWords = (config: PodConfig): string =>
  `{${Object.values(fieldWords)
    .flatMap((words) => (words === 'are the same for many' ? [] : words(config)))
    .join(' ')}}`;

/** In the order of timelines; the compiler asks for each field. */
const fieldWords: { readonly [Name in keyof PodConfig]: ((config: PodConfig) => readonly string[]) | 'are the same for many' } = {
  name: ({ name }) => [name],
  container: ({ container }) => [container.image],
  gpu: ({ gpu }) => (gpu === null ? [] : [`${gpu.id}×${gpu.count}`]),
  cpu: ({ cpu }) => (cpu === null ? [] : [cpuWords(cpu)]),
  cloud: ({ cloud, container }) => [cloud, `disk=${container.disk}GB`],
  mounts: ({ mounts: { persistent, network, global } }) => [
    ...(persistent === undefined ? [] : [`persistent=${persistent.size}GB`]),
    ...(persistent !== undefined || network === undefined ? [] : [`network=${network[0]?.volumeId ?? ''}`]),
    ...(global === undefined ? [] : [`global=${global[0]?.volumeId ?? ''}`]),
  ],
  locked: ({ locked }) => (locked ? ['locked'] : []),
  templateId: 'are the same for many',
  dataCenterIds: 'are the same for many',
  globalNetworking: 'are the same for many',
};

/** Its place in its cluster. */
export const memberWords = ({ clusterId, index }: Membership, nameOf: (id: string) => string): string => `${nameOf(clusterId)}#${index}`;
