import type { Mutable } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { ClusterEvent, ClusterShape, OverlayNetwork } from './events.ts';
import { type ClusterStatus, clusterLifecycle } from './lifecycle.ts';

/** The state of one cluster without its members: a member is a pod and refers to its cluster. */
export interface Cluster {
  readonly id: string;
  readonly status: ClusterStatus;
  readonly accountId: string;
  readonly shape: ClusterShape;
  readonly dataCenterId: string | null;
  readonly createdAt: VirtualTime | null;
  /** When it entered its status. */
  readonly since: VirtualTime | null;
  /** Null until it is provisioned. */
  readonly network: OverlayNetwork | null;
}

export const newCluster = (id: string): Cluster => ({
  id,
  status: 'NEW',
  accountId: '',
  shape: noShape,
  dataCenterId: null,
  createdAt: null,
  since: null,
  network: null,
});

const noShape: ClusterShape = { name: '', type: 'APPLICATION', compute: { gpuTypeId: '', gpuCountPerPod: 1, podCount: 2 } };

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveCluster = (cluster: Mutable<Cluster>, event: ClusterEvent, at: VirtualTime): void => {
  const from = cluster.status;
  cluster.status = clusterLifecycle.to(from, event.type);
  if (cluster.status !== from) cluster.since = at;
  switch (event.type) {
    case 'ClusterCreated':
      cluster.accountId = event.accountId;
      cluster.shape = event.shape;
      cluster.dataCenterId = event.dataCenterId;
      cluster.createdAt = at;
      return;
    case 'ClusterNetworkProvisioned':
      cluster.network = event.network;
      return;
    case 'ClusterRenamed':
      cluster.shape = { ...cluster.shape, name: event.name };
      return;
    case 'ClusterBecameActive':
    case 'ClusterDegraded':
    case 'ClusterTerminated':
      return;
    default:
      event satisfies never;
  }
};
