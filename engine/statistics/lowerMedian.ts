/** The middle of a sorted list, or the lower of the two in the middle; undefined of an empty one. */
export const lowerMedian = <Item>(sorted: readonly Item[]): Item | undefined => sorted[Math.floor((sorted.length - 1) / 2)];
