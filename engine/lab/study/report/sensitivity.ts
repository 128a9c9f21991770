import { squareRoot } from '../../../kernel/math/exactMath.ts';
import { mean } from '../../../statistics/moments.ts';
import { countChoices } from '../design/decision.ts';
import type { PlannedPart, StudyPlan } from '../design/plan.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';
import type { SensitivityReport } from '../format/statisticsFormat.ts';
import { listMeasured } from '../measure/batches.ts';
import { withMeasuring } from '../measure/warmUp.ts';
import type { Known, Missing } from '../results/known.ts';
import type { PlayResult } from '../results/result.ts';
import type { Study } from '../study.ts';

/** The known sensitivity of a choice, and the plays that tell more. */
export interface SensitivityStanding {
  readonly found: readonly SensitivityReport[];
  readonly missing: readonly Missing[];
}

/** The maximum number of seeds for each value. The margin is a rough number, so it does not need the hundreds of plays of a choice. */
const seedsMax = 40;

/** The largest size that is tried, in percent of the original. */
const percentMax = 800;

/**
 * Finds by bisection how far each setting may grow until the best configuration misses a limit: with its own first seeds, so that it meets
 * the same draws, and only by the means, as all are of the same plays. Beyond, the best configuration that keeps to the limits there takes
 * over.
 */
export const sensitivityStanding = (
  study: Study,
  { parts }: StudyPlan,
  configurations: readonly ConfigurationReport[],
  best: ConfigurationReport | undefined,
  known: Known,
): SensitivityStanding => {
  const { sensitivity = [], goal = {} } = study.spec;
  if (best === undefined || sensitivity.length === 0) return { found: [], missing: [] };
  const choices = countChoices(study);
  const missing: Missing[] = [];
  const findPlays = (place: number, name: string, percent: number): readonly (readonly PlayResult[] | undefined)[] =>
    parts.filter((_, k) => k % choices === place).map((part) => resultsAt(study, part, name, percent, known, missing));
  const holds = (place: number, name: string, percent: number): boolean =>
    findPlays(place, name, percent).every((results) => results !== undefined && keepsTo(goal, results));
  const bestPlace = configurations.indexOf(best);
  const found = sensitivity.flatMap((name): readonly SensitivityReport[] => {
    let [low, high] = [100, Number.POSITIVE_INFINITY];
    for (let percent = nextPercent(low, high); percent !== undefined; percent = nextPercent(low, high)) {
      const isHeld = holds(bestPlace, name, percent);
      if (missing.length > 0) return [];
      if (isHeld) low = percent;
      else high = percent;
    }
    if (high > percentMax) return [{ name, holdsTo: low / 100, failsAt: null, runnerUp: null }];
    const others = configurations.filter(({ meets }, place) => meets === 'yes' && place !== bestPlace && holds(place, name, high));
    if (missing.length > 0) return [];
    const next = cheapestAt(goal, others, (one) => findPlays(configurations.indexOf(one), name, high).flatMap((results) => results ?? []));
    return [{ name, holdsTo: low / 100, failsAt: high / 100, runnerUp: next?.number ?? null }];
  });
  return { found, missing };
};

/** Bisection: doubles until the limit is missed, then takes the geometric mean, until the two ends are within two percent. */
const nextPercent = (low: number, high: number): number | undefined => {
  if (high > percentMax) return low < percentMax ? low * 2 : undefined;
  return high - low <= 1 || high * 100 <= low * 102 ? undefined : Math.round(squareRoot(low * high));
};

/** With the seeds of the configuration itself. Undefined if its scenario does not allow such a value. Unknown results are missing. */
const resultsAt = (
  study: Study,
  { configuration, measured, seeds }: PlannedPart,
  name: string,
  percent: number,
  known: Known,
  missing: Missing[],
): readonly PlayResult[] | undefined => {
  const grown = study.grow(configuration, name, percent);
  if (grown === undefined) return undefined;
  const asMeasured = withMeasuring(grown, measured.measuring ?? {});
  return seeds.slice(0, seedsMax).flatMap((seed) => {
    const result = known(asMeasured, seed);
    if (result === undefined) missing.push({ configuration: asMeasured, seed });
    return result ?? [];
  });
};

const keepsTo = (goal: NonNullable<Study['spec']['goal']>, results: readonly PlayResult[]): boolean =>
  results.every(({ verdict }) => verdict !== 'failed') &&
  listLimits(goal).every(({ name, lte = Number.POSITIVE_INFINITY, gte = Number.NEGATIVE_INFINITY }) => {
    const values = listMeasured(name, results);
    return values.length > 0 && mean(values) <= lte && mean(values) >= gte;
  });

const cheapestAt = (
  { minimize, maximize }: NonNullable<Study['spec']['goal']>,
  others: readonly ConfigurationReport[],
  resultsOf: (one: ConfigurationReport) => readonly PlayResult[],
): ConfigurationReport | undefined => {
  const name = minimize ?? maximize;
  const worth = (one: ConfigurationReport): number =>
    name === undefined ? one.number : (maximize === undefined ? 1 : -1) * mean(listMeasured(name, resultsOf(one)));
  const worths = others.map((one) => ({ one, worth: worth(one) }));
  return worths.sort((a, b) => a.worth - b.worth || a.one.number - b.one.number)[0]?.one;
};
