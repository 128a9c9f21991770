import type { Decider } from '../kernel/decider.ts';
import { type ClusterCommand, decideCluster } from './decide.ts';
import type { ClusterEvent } from './events.ts';
import { type Cluster, evolveCluster, newCluster } from './evolve.ts';
import { clusterLifecycle } from './lifecycle.ts';
import type { ClusterSettings } from './settings.ts';
import { clusterTimers } from './timers.ts';

/** A cluster: pods of one shape in one data centre, joined by a private network, made and deleted together. */
export const clusterDecider: Decider<Cluster, ClusterCommand, ClusterEvent, ClusterSettings> = {
  kind: 'cluster',
  lifecycle: clusterLifecycle,
  initial: newCluster,
  decide: decideCluster,
  evolve: evolveCluster,
  timers: clusterTimers,
};
