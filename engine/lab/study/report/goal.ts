import type { Goal } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { ConfigurationReport, MeasureReport, Met } from '../format/reportFormat.ts';

type MeasureReports = Readonly<Record<string, MeasureReport | null>>;

/**
 * The level of the intervals that must lie within their limits. If each of many configurations were judged by itself, some would seem to
 * keep to a limit by chance, and the cheapest of these would be recommended. So the family-wise error is at most 5 % (Bonferroni): each
 * interval errs on the side of its limit with 5 % over their number. One or two have 2.5 %, as an interval of 95 % has.
 */
export const levelOfGoal = (configurations: number): number => Math.max(0.95, 1 - 0.1 / configurations);

/**
 * Whether a configuration keeps to every limit of the goal: `sure`, the intervals of the limited measures at the level of the whole study
 * ({@link levelOfGoal}), lie within. It misses one if the 95 % interval does. A measure that it does not have, such as the delay without
 * jobs, keeps to no limit. If some plays did not reach their end, the others still give a verdict, but never a sure one.
 */
export const checkGoal = (goal: Goal, measures: MeasureReports, failedPlays = 0, sure: MeasureReports = measures): Met => {
  const answers = listLimits(goal).map(({ name, lte, gte }) => within(measures[name] ?? null, sure[name] ?? null, lte, gte));
  const met = joinKept(answers);
  return met === 'yes' && failedPlays > 0 ? 'unclear' : met;
};

/**
 * The configuration that keeps to the limits and has the least, or most, of the goal's measure; the first if it names none, or
 * if several have the same. One that does not have the measure cannot be best.
 */
export const chooseBest = (goal: Goal | undefined, configurations: readonly ConfigurationReport[]): ConfigurationReport | undefined => {
  if (goal === undefined) return undefined;
  const { minimize, maximize } = goal;
  const name = minimize ?? maximize;
  const costs = configurations.flatMap((one) => {
    const mean = name === undefined ? 0 : one.measures[name]?.mean;
    return one.meets !== 'yes' || mean === undefined ? [] : [{ one, cost: maximize === undefined ? mean : -mean }];
  });
  const [first, ...others] = costs;
  return others.reduce((best, each) => (best === undefined || each.cost < best.cost ? each : best), first)?.one;
};

/** Combines the results for several limits, or for one in several circumstances. */
export const joinKept = (all: readonly Met[]): Met => (all.includes('no') ? 'no' : all.includes('unclear') ? 'unclear' : 'yes');

const within = (
  measure: MeasureReport | null,
  sure: MeasureReport | null,
  lte = Number.POSITIVE_INFINITY,
  gte = Number.NEGATIVE_INFINITY,
): Met => {
  if (measure === null || sure === null) return 'no';
  const [least, most] = findEnds(sure);
  if (most <= lte && least >= gte) return 'yes';
  const [low, high] = findEnds(measure);
  return low > lte || high < gte ? 'no' : 'unclear';
};

/** An end that several plays do not know may be anywhere. A single play is its own interval. */
const findEnds = ({ n, mean, low, high }: MeasureReport): readonly [number, number] =>
  n === 1 ? [mean, mean] : [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
