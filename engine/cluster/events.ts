/** What the log may say of a cluster. Its members are pods, and their own events say how they fare. */
export type ClusterEvent =
  | {
      readonly type: 'ClusterCreated';
      readonly clusterId: string;
      readonly accountId: string;
      readonly shape: ClusterShape;
      readonly dataCenterId: string;
    }
  | { readonly type: 'ClusterNetworkProvisioned'; readonly clusterId: string; readonly network: OverlayNetwork }
  | { readonly type: 'ClusterBecameActive'; readonly clusterId: string }
  | { readonly type: 'ClusterDegraded'; readonly clusterId: string; readonly podId: string; readonly because: LossReason }
  | { readonly type: 'ClusterRenamed'; readonly clusterId: string; readonly name: string }
  | { readonly type: 'ClusterTerminated'; readonly clusterId: string };

/** What a cluster is made of: so many members, all alike. */
export interface ClusterShape {
  readonly name: string;
  readonly type: ClusterType;
  readonly compute: { readonly gpuTypeId: string; readonly gpuCountPerPod: number; readonly podCount: number };
}

export const clusterTypes = ['APPLICATION', 'TRAINING', 'SLURM', 'RAY'] as const;
export type ClusterType = (typeof clusterTypes)[number];

/** The private network that its members reach each other on. */
export interface OverlayNetwork {
  readonly cidr: string;
  readonly vxlanId: number;
  readonly vxlanPort: number;
}

/** What became of the member whose loss degrades a cluster. */
export type LossReason = 'stopped' | 'failed' | 'terminated';
