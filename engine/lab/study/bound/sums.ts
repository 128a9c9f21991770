/** The sum of the largest `count` of some numbers. */
export const sumLargest = (numbers: readonly number[], count: number): number =>
  [...numbers]
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, one) => sum + one, 0);

/** Binary search: the index of the last of some ascending numbers that is at most `limit`; -1 if none is. */
export const lastIndexAtOrBelow = (ascending: readonly number[], limit: number): number => {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
