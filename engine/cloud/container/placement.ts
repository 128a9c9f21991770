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

/** Its pool: the hosts of a data center with the same GPU, or those without GPUs. They have the same registry and the same network. */
export const poolName = ({ dataCenterId, gpuTypeId }: Pick<Placement, 'dataCenterId' | 'gpuTypeId'>): string =>
  `${dataCenterId}/${gpuTypeId ?? 'cpu'}`;
