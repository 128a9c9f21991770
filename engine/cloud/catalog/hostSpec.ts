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
  /** What it has for each of its GPUs: vCPUs, and GB of memory; what is usual unless given (pod.gpu-filters). */
  readonly vcpusPerGpu?: number | undefined;
  readonly memoryPerGpu?: number | undefined;
}

/** What a host has for each of its GPUs. The usual figures are policy: real ones differ from host to host. */
export const perGpu = ({
  vcpusPerGpu = 16,
  memoryPerGpu = 64,
}: Partial<HostSpec> = {}): { readonly vcpus: number; readonly memory: number } => ({
  vcpus: vcpusPerGpu,
  memory: memoryPerGpu,
});
