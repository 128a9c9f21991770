import { after } from '../../kernel/decider.ts';
import type { Timer } from '../decisions.ts';
import type { PodCommand } from './decide.ts';
import type { Pod } from './evolve.ts';
import type { PodSettings } from './settings.ts';

// biome-ignore format: a table
export const podTimers: readonly Timer<Pod, PodCommand, PodSettings>[] = [
  { name: 'provision', runs: ['PROVISIONING'], dueAt: (pod, settings) => after(pod.since, settings.provision), command: { type: 'BeginStart' } },
  { name: 'start',     runs: ['STARTING'],     dueAt: (pod) => after(pod.since, pod.startingMs),               command: { type: 'FinishStart' } },
  { name: 'reach',     runs: ['RUNNING'],      dueAt: (pod) => after(pod.startedAt, pod.reachMs),              command: { type: 'FinishReach' }, rule: 'pod.reachable' },
];
