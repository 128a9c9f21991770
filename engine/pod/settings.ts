import { count, duration, type SettingsOf } from '../kernel/settings.ts';
import { seconds } from '../kernel/time.ts';

/** Every number a pod's life depends on. */
// biome-ignore format: a table
export const podSettings = {
  provision:   duration(seconds(5), 'pod.create', 'how long allocation takes'),
  imagePull:   duration(seconds(20), 'pod.create', 'how long a new pod, or one with another image, pulls its image'),
  start:       duration(seconds(5), 'pod.start', 'how long a container takes to start'),
  pullFails:   duration(seconds(60), 'pod.error', 'how long an image that cannot be pulled is tried'),
  diskDefault: count(20, 'container.disk', 'GB of container disk unless given'),
};

export type PodSettings = SettingsOf<typeof podSettings>;
