import { after, type Timer } from '../kernel/decider.ts';
import type { PodCommand } from './decide.ts';
import type { Pod } from './evolve.ts';
import type { PodSettings } from './settings.ts';

// biome-ignore format: a table
export const podTimers: readonly Timer<Pod, PodCommand, PodSettings>[] = [
  { name: 'provision', runs: ['PROVISIONING'], rings: (pod, settings) => after(pod.since, settings.provision), then: { type: 'BeginStart' } },
  { name: 'start',     runs: ['STARTING'],     rings: (pod) => after(pod.since, pod.startingMs),               then: { type: 'FinishStart' } },
];
