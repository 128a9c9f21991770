import { levelText } from '../design/levels.ts';
import type { Goal } from '../format/format.ts';
import { type GoalLimit, listLimits } from '../format/goalLimits.ts';
import type { ConfigurationReport, StudyReport } from '../format/reportFormat.ts';
import { amountText } from '../measure/amount.ts';
import { valueText } from '../study.ts';

/**
 * Advises what to do if no configuration meets the goal: the nearest one, and the setting that moves the missed measure most: `Nearest is
 * workers.max=6, whose delayTime.p95 is 24.1s. workers.min moves it most, from 31.2s at 0 to 17s at 1 on average.`
 */
export const missWords = (goal: Goal, report: StudyReport): readonly string[] => {
  const limits = listLimits(goal);
  const [nearest] = [...report.configurations].sort((a, b) => worstMiss(limits, a).by - worstMiss(limits, b).by);
  const limit = nearest === undefined ? undefined : worstMiss(limits, nearest).limit;
  const value = limit === undefined ? undefined : nearest?.measures[limit.name]?.mean;
  if (nearest === undefined || limit === undefined || value === undefined) return [];
  const name = report.varied.map((setting, k) => `${setting}=${valueText(nearest.values[k] ?? null)}`).join(' ');
  return [`Nearest is ${name}, whose ${limit.name} is ${amountText(value, unitIn(report, limit.name))}.`, knobWords(report, limit)];
};

/** The limit that a configuration misses by the greatest share; one that it has no value for is missed by all. */
const worstMiss = (limits: readonly GoalLimit[], { measures }: ConfigurationReport): { readonly limit?: GoalLimit; readonly by: number } =>
  limits
    .map((limit) => ({ limit, by: measureMiss(limit, measures[limit.name]?.mean) }))
    .reduce((worst, one) => (one.by > worst.by ? one : worst), { by: Number.NEGATIVE_INFINITY });

const measureMiss = ({ lte, gte }: GoalLimit, mean: number | undefined): number => {
  if (mean === undefined) return Number.POSITIVE_INFINITY;
  const over = lte === undefined ? Number.NEGATIVE_INFINITY : (mean - lte) / Math.max(lte, 1);
  const under = gte === undefined ? Number.NEGATIVE_INFINITY : (gte - mean) / Math.max(gte, 1);
  return Math.max(over, under);
};

/** A setting that explains less of a measure than this does not move it. */
const shareMin = 0.05;

const knobWords = (report: StudyReport, limit: GoalLimit): string => {
  const { settings, effects } = report.picture;
  const all = effects.find(({ measure }) => measure === limit.name)?.settings ?? [];
  const [most] = [...all].sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  if (most === undefined || (most.share ?? 0) < shareMin) return `No setting that is varied here moves its ${limit.name}: vary another.`;
  const levels = settings.find(({ name }) => name === most.name)?.levels ?? [];
  const means = most.means.flatMap((mean, k) => (mean === null ? [] : [{ mean, level: levels[k] ?? { from: null, to: null } }]));
  const sorted = means.sort((a, b) => (limit.lte === undefined ? a.mean - b.mean : b.mean - a.mean));
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return `No setting that is varied here moves its ${limit.name}: vary another.`;
  const at = ({ mean, level }: typeof worst): string => `${amountText(mean, unitIn(report, limit.name))} at ${levelText(level)}`;
  return `${most.name} moves it most, from ${at(worst)} to ${at(best)} on average: vary it further, or what is not varied yet.`;
};

const unitIn = ({ measures }: StudyReport, name: string): string => measures.find((one) => one.name === name)?.unit ?? '';
