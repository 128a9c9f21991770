export type Cloud = 'SECURE' | 'COMMUNITY';

/** A machine in a data center, with GPUs of one type or with vCPUs. */
export interface HostSpec {
  readonly id: string;
  readonly dataCenterId: string;
  readonly cloud: Cloud;
  /** Null on a host without GPUs. */
  readonly gpuTypeId: string | null;
  readonly gpus: number;
  /** For CPU pods and workers; 0 on a GPU host. */
  readonly vcpus: number;
  /** What the host reports; null where it reports none. */
  readonly cudaVersion: string | null;
}
