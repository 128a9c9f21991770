import type { Complete } from '../../kernel/logEntry.ts';

/** The events of a cluster. Its members are pods, with events of their own. */
export type ClusterEvent =
  | {
      readonly type: 'ClusterCreated';
      readonly clusterId: string;
      readonly accountId: string;
      readonly shape: Complete<ClusterShape>;
      readonly dataCenterId: string;
    }
  | { readonly type: 'ClusterNetworkProvisioned'; readonly clusterId: string; readonly network: OverlayNetwork }
  | { readonly type: 'ClusterBecameActive'; readonly clusterId: string }
  | { readonly type: 'ClusterDegraded'; readonly clusterId: string; readonly podId: string; readonly because: LossReason }
  | { readonly type: 'ClusterRenamed'; readonly clusterId: string; readonly name: string }
  | { readonly type: 'ClusterTerminated'; readonly clusterId: string };

/** The shape of a cluster: a number of identical members. */
export interface ClusterShape {
  readonly name: string;
  readonly type: ClusterType;
  readonly compute: { readonly gpuTypeId: string; readonly gpuCountPerPod: number; readonly podCount: number };
}

export const clusterTypes = ['APPLICATION', 'TRAINING', 'SLURM', 'RAY'] as const;
export type ClusterType = (typeof clusterTypes)[number];

/** The private network that connects its members. */
export interface OverlayNetwork {
  readonly cidr: string;
  readonly vxlanId: number;
  readonly vxlanPort: number;
}

/** The event of the member whose loss degrades a cluster. */
export type LossReason = 'stopped' | 'failed' | 'terminated';
