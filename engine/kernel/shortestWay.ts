import type { Lifecycle, Row } from './lifecycle.ts';

/** A shortest way of a lifecycle from one status to another, as its rows; undefined if there is none. Of equally short ones, the first. */
export const shortestWay = <Status extends string>(lifecycle: Lifecycle<Status>, from: string, to: string): readonly Row[] | undefined =>
  waysFrom(lifecycle, from).get(to);

/** By status: the shortest way to it (breadth-first search). */
export const waysFrom = ({ rows }: Lifecycle, from: string): ReadonlyMap<string, readonly Row[]> => {
  const ways = new Map<string, readonly Row[]>([[from, []]]);
  // A status that is added in the loop has its turn in it, too.
  for (const [status, way] of ways) for (const row of rows) if (row.from === status && !ways.has(row.to)) ways.set(row.to, [...way, row]);
  return ways;
};
