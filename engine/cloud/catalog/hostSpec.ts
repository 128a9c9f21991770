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
  /** The CUDA version that the host reports; null if it reports none. */
  readonly cudaVersion: string | null;
  /** Its vCPUs and GB of memory for each of its GPUs; the usual ones by default (pod.gpu-filters). */
  readonly vcpusPerGpu?: number | undefined;
  readonly memoryPerGpu?: number | undefined;
}

/** A host's share for each of its GPUs. The usual figures are policy: real ones differ from host to host. */
export const perGpu = ({
  vcpusPerGpu = 16,
  memoryPerGpu = 64,
}: Partial<HostSpec> = {}): { readonly vcpus: number; readonly memory: number } => ({
  vcpus: vcpusPerGpu,
  memory: memoryPerGpu,
});
