import { rankValues } from './ranks.ts';

const hourMs = 3_600_000;
/** Shorter records do not have each hour of the day often enough to be compared within it. */
const daysMin = 3;

/** Groups of times within which nothing else is known to differ: the stretches between steps of the records and, in each, the hours of the day. */
export const stratify = (at: readonly number[], steps: readonly number[] = []): readonly number[] => {
  const hasHours = (at.at(-1) ?? 0) - (at[0] ?? 0) >= daysMin * 24 * hourMs;
  return at.map((ms) => 24 * steps.filter((step) => step <= ms).length + (hasHours ? Math.floor(ms / hourMs) % 24 : 0));
};

/** Ranks from 0 to 1, within each stratum. */
export const rankWithin = (values: readonly number[], strata: readonly number[] = values.map(() => 0)): readonly number[] => {
  const places = new Map<number, number[]>();
  for (const [k, stratum] of strata.entries()) {
    const own = places.get(stratum);
    if (own === undefined) places.set(stratum, [k]);
    else own.push(k);
  }
  const ranks = new Array<number>(values.length).fill(0);
  for (const own of places.values())
    for (const [k, rank] of rankValues(own.map((place) => values[place] ?? 0)).entries()) ranks[own[k] ?? 0] = (rank - 0.5) / own.length;
  return ranks;
};
