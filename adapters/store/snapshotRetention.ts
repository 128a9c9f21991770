/** How many snapshots of a world are kept, at most, unless told otherwise. */
export const snapshotsMax = 24;

/**
 * Which of these snapshots to keep, so that there are no more than `max`: the newest and the oldest always, and of those
 * between the one goes whose going leaves the smallest gap, measured by how long ago it was. What is left lies close together
 * near the end, where most look, and ever wider apart before it: wherever one goes back to, the way from the snapshot before
 * is short beside the way back.
 */
export const thinSnapshots = (seqs: readonly number[], max: number): readonly number[] => {
  const kept = [...seqs];
  while (kept.length > Math.max(max, 1)) kept.splice(leastMissed(kept), 1);
  return kept;
};

const leastMissed = (seqs: readonly number[]): number => {
  const newest = seqs.at(-1) ?? 0;
  let least = { gap: Number.POSITIVE_INFINITY, at: 0 };
  for (let at = 1; at < seqs.length - 1; at++) {
    const gap = ((seqs[at + 1] ?? 0) - (seqs[at - 1] ?? 0)) / (newest - (seqs[at - 1] ?? 0));
    if (gap < least.gap) least = { gap, at };
  }
  return least.at;
};
