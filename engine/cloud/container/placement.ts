/** Where a pod or a worker is. */
export interface Placement {
  readonly hostId: string;
  readonly dataCenterId: string;
  /** Null on a host without GPUs. */
  readonly gpuTypeId: string | null;
  readonly cudaVersion: string | null;
}

/** A placement in a timeline. */
export const placementWords = ({ hostId }: Placement): string => hostId;
