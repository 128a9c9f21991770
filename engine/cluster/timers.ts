import type { Timer } from '../kernel/decider.ts';
import type { ClusterCommand } from './decide.ts';
import type { Cluster } from './evolve.ts';
import type { ClusterSettings } from './settings.ts';

/** None: a cluster changes when its members do, and when its owner says so. */
export const clusterTimers: readonly Timer<Cluster, ClusterCommand, ClusterSettings>[] = [];
