import { allowEvent, changes } from '../../kernel/decider.ts';
import type { Decision } from '../decisions.ts';
import type { RuleId } from '../lifecycles.ts';
import type { ClusterEvent, ClusterShape, LossReason } from './events.ts';
import type { Cluster } from './evolve.ts';
import { clusterLifecycle } from './lifecycle.ts';
import { makeOverlay } from './overlay.ts';

export type ClusterCommand =
  | { readonly type: 'CreateCluster'; readonly accountId: string; readonly shape: ClusterShape; readonly dataCenterId: string }
  | { readonly type: 'ProvisionNetwork' }
  | { readonly type: 'ActivateCluster' }
  | { readonly type: 'DegradeCluster'; readonly podId: string; readonly because: LossReason }
  | { readonly type: 'RenameCluster'; readonly name: string }
  | { readonly type: 'TerminateCluster' };

export const decideCluster = (command: ClusterCommand, cluster: Cluster): Decision<ClusterEvent> => {
  const clusterId = cluster.id;
  switch (command.type) {
    case 'CreateCluster': {
      const { accountId, shape, dataCenterId } = command;
      return occurs(cluster, 'cluster.create', { type: 'ClusterCreated', clusterId, accountId, shape, dataCenterId });
    }
    case 'ProvisionNetwork':
      return occurs(cluster, 'cluster.summary', { type: 'ClusterNetworkProvisioned', clusterId, network: makeOverlay(clusterId) });
    case 'ActivateCluster':
      return occurs(cluster, 'cluster.lifecycle', { type: 'ClusterBecameActive', clusterId });
    case 'DegradeCluster':
      return occurs(cluster, 'cluster.lifecycle', { type: 'ClusterDegraded', clusterId, podId: command.podId, because: command.because });
    case 'RenameCluster':
      return changes(
        cluster.shape.name,
        command.name,
        occurs(cluster, 'cluster.rename', { type: 'ClusterRenamed', clusterId, name: command.name }),
      );
    case 'TerminateCluster':
      return occurs(cluster, 'cluster.delete', { type: 'ClusterTerminated', clusterId });
  }
};

const occurs = (cluster: Cluster, rule: RuleId, event: ClusterEvent): Decision<ClusterEvent> =>
  allowEvent(clusterLifecycle, cluster, rule, event);
