/**
 * A histogram of whole numbers with fixed bounds, the same in every study: so two histograms are merged by adding, exactly and in any
 * order. Numbers below 32 have a bin each; above, every doubling is divided into 16 bins, so that a bin is at most
 * a sixteenth as wide as its numbers are large. Only bins that are not empty are there, in the order of their numbers.
 */
export type Histogram = readonly (readonly [bin: number, count: number])[];

const exactBelow = 32;
const binsPerDoubling = 16;

/** The number of the bin in which a whole number from 0 to 2^53 falls. */
export const findBin = (value: number): number => {
  let [rest, doublings] = [value, 0];
  while (rest >= exactBelow) {
    rest = Math.floor(rest / 2);
    doublings += 1;
  }
  return rest + doublings * binsPerDoubling;
};

/** The smallest number that falls in a bin. */
export const findLowerBound = (bin: number): number => {
  if (bin < exactBelow) return bin;
  const doublings = Math.floor(bin / binsPerDoubling) - 1;
  let bound = bin - doublings * binsPerDoubling;
  for (let k = 0; k < doublings; k++) bound *= 2;
  return bound;
};

export const buildHistogram = (values: Iterable<number>): Histogram => {
  const counts = new Map<number, number>();
  for (const value of values) {
    const bin = findBin(value);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  return inOrder(counts);
};

export const mergeHistograms = (histograms: Iterable<Histogram>): Histogram => {
  const counts = new Map<number, number>();
  for (const histogram of histograms) for (const [bin, count] of histogram) counts.set(bin, (counts.get(bin) ?? 0) + count);
  return inOrder(counts);
};

const inOrder = (counts: ReadonlyMap<number, number>): Histogram => [...counts].sort(([a], [b]) => a - b);
