import { choice, count, duration, notZero, ofMechanism, percent, type SettingsOf } from '../../kernel/settings.ts';
import { seconds } from '../../kernel/time.ts';
import { usualDisk } from '../container/config.ts';
import { varyIn } from '../handler/drawnSetting.ts';

/** The settings of a pod. */
// biome-ignore format: a table
export const podSettings = {
  provision:   duration(seconds(5), 'pod.create', 'how long allocation takes'),
  imagePull:   varyIn('pull', seconds(20), 'pod.create', 'how long a new pod, or one with another image, pulls its image, whatever its size'),
  pullPerGigabyte: varyIn('pull', 0, 'pod.image-size', 'how much longer for each GB of the image'),
  pullRate:    ofMechanism('pull', choice(['pull', 'pool'], 'pod.image-size', 'what has a rate of its own: each pull, or a pool of hosts, which are those of a data center with the same GPU, for all pulls of pods there')),
  imageMegabytes: ofMechanism('pull', notZero(count(1_000, 'pod.image-size', 'the size of an image of a pod that the world does not name under `images`, in MB'))),
  imageMemory: ofMechanism('pull', choice(['pod', 'host'], 'pod.image-size', 'what has an image that was pulled: the pod alone, or its host, for all pods and workers there')),
  start:       duration(seconds(5), 'pod.start', 'how long a container takes to start'),
  pullIn:      choice(['STARTING', 'RUNNING'], 'pod.reachable', 'the status in which the image is pulled; RUNNING: as the platform does, so that a running pod is not reachable yet'),
  reach:       varyIn('pod', 0, 'pod.reachable', 'how long a pod that runs, and has its image, is not reachable yet when it starts for the first time'),
  reachAgain:  varyIn('pod', 0, 'pod.reachable', 'the same when it starts again'),
  pullFails:   duration(seconds(60), 'pod.error', 'how long an image that cannot be pulled is tried'),
  diskDefault: notZero(count(usualDisk, 'container.disk', 'GB of container disk unless given')),
  gpuUtil:       percent(80, 'pod.runtime', 'how busy the GPUs of a running pod are'),
  gpuMemoryUtil: percent(60, 'pod.runtime', 'how much of the memory of those GPUs is in use'),
  cpuUtil:       percent(25, 'pod.runtime', 'how busy the vCPUs of a running pod are'),
  memoryUtil:    percent(40, 'pod.runtime', 'how much of the memory of a running pod is in use'),
};

export type PodSettings = SettingsOf<typeof podSettings>;
