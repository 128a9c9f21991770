/** Finds by bisection the least of ascending numbers that is wanted, up to the next above a bound. It assumes that all above a wanted one are wanted. */
export const findLeast = (ascending: readonly number[], than: number, isWanted: (one: number) => boolean): number | undefined => {
  const above = ascending.findIndex((one) => one >= than);
  const last = above === -1 ? ascending.length - 1 : above;
  if (ascending[last] !== than && !isWanted(ascending[last] as number)) return undefined;
  let [unwanted, wanted] = [-1, last];
  while (wanted - unwanted > 1) {
    const middle = Math.floor((unwanted + wanted) / 2);
    if (isWanted(ascending[middle] as number)) wanted = middle;
    else unwanted = middle;
  }
  return ascending[wanted];
};

/** Finds the least whole number that passes, up to one that does: first among round numbers, then just below the one found. */
export const leastNumber = (than: number, isWanted: (one: number) => boolean): number | undefined => {
  const round = findLeast(smallNumbers, than, isWanted);
  const top = round === undefined ? than : Math.min(round, than);
  const bottom = smallNumbers.findLast((one) => one < top) ?? 0;
  if (!Number.isInteger(top) || top - bottom > widestGap) return round;
  const between = Array.from({ length: top - bottom }, (_, k) => bottom + 1 + k);
  return findLeast(between, top, (one) => one === than || isWanted(one));
};

const widestGap = 1_000;
const smallNumbers: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 100_000, 1_000_000];

const units = [1_000, 60_000, 3_600_000] as const;
const day = 86_400_000;
/** Round durations, shortest first. */
export const roundMs: readonly number[] = [
  ...[1, 10, 100, 500],
  ...units.flatMap((unit) =>
    [1, 2, 5, 10, 15, 20, 30, 45].filter((times) => unit !== 3_600_000 || times <= 12).map((times) => times * unit),
  ),
  ...[1, 2, 7, 30].map((times) => times * day),
].sort((a, b) => a - b);
