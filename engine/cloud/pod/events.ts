import type { Complete } from '../../kernel/logEntry.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Cloud } from '../catalog/hostSpec.ts';
import type { CompleteContainer, CpuShape, Mounts } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';

/** The events of a pod. Durations in whole milliseconds. */
export type PodEvent =
  | {
      readonly type: 'PodCreated';
      readonly podId: string;
      readonly accountId: string;
      readonly config: Complete<PodConfig>;
      readonly placement: Placement;
      readonly member: Membership | null;
    }
  | ({ readonly type: 'PodStarting'; readonly podId: string; readonly startingMs: DurationMs } & PodImage)
  | {
      readonly type: 'PodStarted';
      readonly podId: string;
      readonly ports: readonly PortMapping[];
      readonly ip: string;
      /** The time until it can be reached; absent if it can be at once. */
      readonly reachMs?: DurationMs;
      /** Its image is pulled within that time. */
      readonly pulling?: true;
    }
  | { readonly type: 'PodBecameReachable'; readonly podId: string }
  | { readonly type: 'PodPullTroubled'; readonly podId: string; readonly startingMs: DurationMs; readonly pulls: boolean }
  | { readonly type: 'PodPullRestarted'; readonly podId: string; readonly startingMs: DurationMs }
  | { readonly type: 'PodStopped'; readonly podId: string }
  | { readonly type: 'PodResumed'; readonly podId: string; readonly placement: Placement }
  | ({
      readonly type: 'PodRestarted';
      readonly podId: string;
      readonly reason: 'action' | 'patch';
      readonly startingMs: DurationMs;
    } & PodImage)
  | { readonly type: 'PodUpdated'; readonly podId: string; readonly config: PodConfig }
  | { readonly type: 'PodFailed'; readonly podId: string; readonly reason: 'image' | 'host' }
  | { readonly type: 'PodRanked'; readonly podId: string; readonly rank: number; readonly role: ClusterRole | null; readonly ip: string }
  | { readonly type: 'PodPrinted'; readonly podId: string; readonly lines: readonly string[] }
  | { readonly type: 'PodTerminated'; readonly podId: string };

/** The pull of a pod that begins to start (pod.image-size). */
export interface PodImage {
  /** The size of its image; absent if it makes no difference, or the world does not name it. */
  readonly megabytes?: number;
  /** Its host has the image; absent if it does not, and if hosts remember none. */
  readonly imageOnHost?: true;
}

/** The configuration of a pod, defaults filled in. Fields are named as in the interface document. */
export interface PodConfig {
  readonly name: string;
  /** The template it was created from. A template that a PATCH applies once is not recorded (pod.template). */
  readonly templateId: string | null;
  readonly container: CompleteContainer;
  readonly gpu: {
    readonly id: string;
    readonly count: number;
    readonly allowedCudaVersions: readonly string[];
    readonly minCudaVersion: string | null;
    /** GB of memory, and vCPUs, that its host must have for each GPU; absent = anything (pod.gpu-filters). */
    readonly minRamPerGpu?: number;
    readonly minVcpuCountPerGpu?: number;
  } | null;
  readonly cpu: CpuShape | null;
  readonly cloud: Cloud;
  readonly dataCenterIds: readonly string[];
  readonly mounts: Mounts;
  readonly globalNetworking: boolean;
  readonly locked: boolean;
}

/** The cluster a pod is a member of, and its index there. */
export interface Membership {
  readonly clusterId: string;
  readonly index: number;
}

export type ClusterRole = 'SLURM_CONTROLLER' | 'SLURM_COMPUTE' | 'RAY_HEAD' | 'RAY_WORKER';

export interface PortMapping {
  readonly private: number;
  readonly public: number | null;
  readonly type: string;
  readonly ip: string | null;
}
