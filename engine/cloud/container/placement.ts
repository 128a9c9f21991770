/** The place of a pod or a worker. */
export interface Placement {
  readonly hostId: string;
  readonly dataCenterId: string;
  /** Null on a host without GPUs. */
  readonly gpuTypeId: string | null;
  readonly cudaVersion: string | null;
}

/** A placement in a timeline. */
export const placementWords = ({ hostId }: Placement): string => hostId;
