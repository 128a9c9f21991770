import type { Goal } from '../format/format.ts';
import type { ConfigurationReport, MeasureReport, Met } from '../format/reportFormat.ts';

type Measured = Readonly<Record<string, MeasureReport | null>>;

/**
 * Whether a configuration keeps to every limit of the goal. What it does not have, such as the delay of no jobs, keeps to no limit. Where
 * plays did not come to their end, the others say what they can, but never surely.
 */
export const checkGoal = (goal: Goal, measures: Measured, failedPlays = 0): Met => {
  const answers = limitsOf(goal).map(({ name, lte, gte }) => within(measures[name] ?? null, lte, gte));
  if (answers.includes('no')) return 'no';
  return failedPlays > 0 || answers.includes('unclear') ? 'unclear' : 'yes';
};

export interface GoalLimit {
  readonly name: string;
  readonly lte: number | undefined;
  readonly gte: number | undefined;
}

export const limitsOf = ({ minimize: _minimize, maximize: _maximize, ...limits }: Goal): readonly GoalLimit[] =>
  Object.entries(limits).flatMap(([name, limit]) => {
    const { lte, gte } = limit as { readonly lte?: number; readonly gte?: number };
    return [{ name, lte, gte }];
  });

/**
 * Of the configurations that keep to the limits, the one with the least, or most, of what the goal names; the first if it names nothing, or
 * if several have the same. One that does not have the measure cannot be best.
 */
export const bestOf = (goal: Goal | undefined, configurations: readonly ConfigurationReport[]): ConfigurationReport | undefined => {
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

const within = (measure: MeasureReport | null, lte = Number.POSITIVE_INFINITY, gte = Number.NEGATIVE_INFINITY): Met => {
  if (measure === null) return 'no';
  const { mean, low, high } = measure;
  const [least, most] = [low ?? mean, high ?? mean];
  if (most <= lte && least >= gte) return 'yes';
  return least > lte || most < gte ? 'no' : 'unclear';
};
