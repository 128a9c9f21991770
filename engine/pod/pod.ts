import type { Decider } from '../kernel/decider.ts';
import { decidePod, type PodCommand } from './decide.ts';
import type { PodEvent } from './events.ts';
import { evolvePod, newPod, type Pod } from './evolve.ts';
import { podLifecycle } from './lifecycle.ts';
import type { PodSettings } from './settings.ts';
import { podTimers } from './timers.ts';

/** A pod: a container on a host, with GPUs or vCPUs of its own, until it is terminated. */
export const podDecider: Decider<Pod, PodCommand, PodEvent, PodSettings> = {
  kind: 'pod',
  lifecycle: podLifecycle,
  initial: newPod,
  decide: decidePod,
  evolve: evolvePod,
  timers: podTimers,
};
