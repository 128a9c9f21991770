import {
  amountText,
  findMeasure,
  type Goal,
  limitText,
  listLimits,
  type MeasureReport,
  plusMinusText,
} from '../../../engine/lab/study/index.ts';

/** A mean, and how far its 95 % interval reaches in the same unit: `15.1s ±0.4`. */
export const measureText = (measure: MeasureReport | null, unit: string): string => {
  if (measure === null) return 'none';
  return `${amountText(measure.mean, unit)}${plusMinusText(measure, unit)}`;
};

/** The limits of a goal: `delayTime.p95 at most 5s`. */
export const goalWords = (goal: Goal): string =>
  listLimits(goal)
    .map(({ name, lte = null, gte = null }) => limitText(name, findMeasure(name)?.unit ?? '', lte, gte))
    .join(', ');
