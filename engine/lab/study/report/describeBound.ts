import type { BoundReport } from '../format/boundFormat.ts';
import { amountText } from '../measure/amount.ts';

/** How far the recommendation is from the least that any scaler needs, in words. */
export const describeBound = (bound: BoundReport): string => {
  const which = `configuration ${bound.configuration}, seed ${bound.seed}`;
  if ('unknown' in bound) return `A scaler that knows the future: unknown, because ${bound.unknown}.`;
  const { recommended, least } = bound;
  const hours = (value: number): string => String(Number(value.toPrecision(3)));
  const usd = (value: number): string => amountText(value, 'USD');
  return `Recommended: ${hours(recommended.workerHours)} worker-hours, ${usd(recommended.usd)}; a scaler that knows the future: at least ${hours(least.workerHours)}, ${usd(least.usd)}; gap ${usd(Math.max(0, recommended.usd - least.usd))} (${which}).`;
};
