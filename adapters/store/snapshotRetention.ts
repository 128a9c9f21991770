/** The most snapshots of a world that are retained, unless given. */
export const snapshotsMax = 24;

/**
 * Which of these snapshots to retain, at most `max`. The newest and the oldest always stay. Of the others, the one is dropped whose
 * removal leaves the smallest gap, relative to its age. So snapshots are dense near the end, which is read most, and get sparser
 * before it: the way forward from a snapshot is always short compared to the way back.
 */
export const thinSnapshots = (seqs: readonly number[], max: number): readonly number[] => {
  const retained = [...seqs];
  while (retained.length > Math.max(max, 1)) retained.splice(smallestGap(retained), 1);
  return retained;
};

const smallestGap = (seqs: readonly number[]): number => {
  const newest = seqs.at(-1) ?? 0;
  let least = { gap: Number.POSITIVE_INFINITY, at: 0 };
  for (let at = 1; at < seqs.length - 1; at++) {
    const gap = ((seqs[at + 1] ?? 0) - (seqs[at - 1] ?? 0)) / (newest - (seqs[at - 1] ?? 0));
    if (gap < least.gap) least = { gap, at };
  }
  return least.at;
};
