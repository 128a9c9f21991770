import { exp, ln } from '../kernel/math/exactMath.ts';
import { variance } from './moments.ts';

/** When the least mean of several systems is found. */
export interface KnRules {
  /** Differences of the means below this do not matter. Above 0. */
  readonly indifference: number;
  /** The chance of selecting a system that is worse than the best one by the indifference or more: 0.05 is five percent. */
  readonly error: number;
  /** The replications of the first stage; at least two. */
  readonly first: number;
  /** No system gets more than these. */
  readonly max: number;
}

/** Where a selection stands. */
export interface KnStanding {
  /** The system that is selected; undefined while replications are missing. */
  readonly selected: number | undefined;
  /** Whether the selection has its guarantee: it has none where systems were left at `max` replications. */
  readonly isSure: boolean;
  /** For each system, how many replications it takes, as far as one can tell now. */
  readonly wanted: readonly number[];
  /** The systems that are not eliminated. */
  readonly inPlay: readonly number[];
}

/**
 * The procedure KN (Kim and Nelson, 2001: "A fully sequential procedure for indifference-zone selection in simulation"), with c = 1, for
 * the system with the least mean. `series` has the values of each system in the order of the seeds, as far as they are known. Systems may
 * use common random numbers: variances are those of the differences. Only the order of the values counts, not when they came.
 */
export const knStanding = (series: readonly (readonly number[])[], rules: KnRules): KnStanding => {
  const { first, max } = rules;
  const systems = series.map((_, k) => k);
  if (series.length < 2 || series.some(({ length }) => length < first))
    return { selected: series.length === 1 ? 0 : undefined, isSure: true, wanted: systems.map(() => first), inPlay: systems };
  const reaches = reachesOf(series, rules);
  const taken = systems.map(() => first);
  const sums = series.map((values) => values.slice(0, first).reduce((sum, value) => sum + value, 0));
  const ends = systems.map((i) => Math.max(...systems.flatMap((l) => (l === i ? [] : Math.floor(reaches(i, l))))));
  let inPlay: readonly number[] = systems;
  for (let r = first; ; r++) {
    const meanOf = (i: number): number => (sums[i] ?? 0) / r;
    const others: readonly number[] = inPlay;
    inPlay = others.filter((i) => others.every((l) => l === i || meanOf(i) <= meanOf(l) + slack(reaches(i, l), r, rules)));
    const isSure = inPlay.length === 1 || r > Math.max(...inPlay.map((i) => ends[i] ?? 0));
    if (isSure || r >= max) return { selected: leastOf(inPlay, meanOf), isSure, wanted: taken, inPlay };
    if (inPlay.some((i) => (series[i]?.length ?? 0) <= r)) {
      // An eighth more at a time: few are played in vain, and threads have enough to do.
      const next = Math.min(max, r + Math.max(1, Math.ceil(r / 8)));
      return { selected: undefined, isSure: false, wanted: taken.map((n, i) => (inPlay.includes(i) ? next : n)), inPlay };
    }
    for (const i of inPlay) {
      sums[i] = (sums[i] ?? 0) + (series[i]?.[r] ?? 0);
      taken[i] = r + 1;
    }
  }
};

type Reaches = (i: number, l: number) => number;

/** h²S²/δ² for every pair: after so many replications the mean of the one may be no more above the other's, or it is eliminated. */
const reachesOf = (series: readonly (readonly number[])[], { indifference, error, first }: KnRules): Reaches => {
  const base = (2 * error) / (series.length - 1);
  const eta = (exp((-2 / (first - 1)) * ln(base)) - 1) / 2;
  const h2 = 2 * eta * (first - 1);
  const rows = series.map((one, i) =>
    series.slice(0, i).map((other) => {
      const differences = Array.from({ length: first }, (_, k) => (one[k] ?? 0) - (other[k] ?? 0));
      return (h2 * variance(differences)) / (indifference * indifference);
    }),
  );
  return (i, l) => rows[Math.max(i, l)]?.[Math.min(i, l)] ?? 0;
};

const slack = (reach: number, r: number, { indifference }: KnRules): number => Math.max(0, (indifference / (2 * r)) * (reach - r));

const leastOf = (systems: readonly number[], worth: (i: number) => number): number | undefined =>
  systems.reduce<number | undefined>((best, i) => (best === undefined || worth(i) < worth(best) ? i : best), undefined);
