/** What a body says of mounts: GB of the disk of a pod's machine, and network volumes by their numbers; null where it says nothing. */
export interface MountsAsked {
  readonly persistent: number | null;
  readonly network: readonly number[] | null;
}

/** What no pod can have. */
export const refuseMounts = ({ persistent, network }: MountsAsked, isInCommunity = false): string | undefined => {
  if (persistent !== null && persistent < 10) return '422 mounts.persistent-size';
  if (network !== null && network.length > 1) return '422 mounts.extra';
  if (network !== null && isInCommunity) return '400 mounts.secure-cloud';
  if (network !== null && persistent !== null) return '400 mounts.exclusive';
  return network?.length === 0 ? '400 mounts.patch-empty-network' : undefined;
};

/** What this pod cannot change: it keeps the kind of its mount and its volume, and its disk only grows. */
export const refuseRemount = (
  pod: { readonly mount: number; readonly volume: number | null },
  { persistent, network }: MountsAsked,
): string | undefined => {
  if (persistent !== null && pod.mount === 0) return '400 mounts.patch-kind';
  if (persistent !== null && persistent < pod.mount) return '400 mounts.persistent-size';
  if (network !== null && pod.volume === null) return '400 mounts.patch-kind';
  return network !== null && network[0] !== pod.volume ? '400 mounts.patch-volume' : undefined;
};
