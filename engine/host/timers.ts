import type { Timer } from '../kernel/decider.ts';
import type { HostCommand } from './decide.ts';
import type { Host } from './evolve.ts';
import type { HostSettings } from './settings.ts';

/** None: a host fails and recovers when a fault says so. */
export const hostTimers: readonly Timer<Host, HostCommand, HostSettings>[] = [];
