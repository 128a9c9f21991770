import { squareRoot } from '../kernel/math/exactMath.ts';
import type { IntervalOf } from './interval.ts';
import { isConstant, mean, variance } from './moments.ts';
import { intervalOfSkewed } from './skewedInterval.ts';
import { studentQuantile } from './studentT.ts';

/** More are as good as never. */
const most = 100_000;

/**
 * How many more values there may have to be until the interval of their mean at that level no longer reaches below 0, or above: about, as if the mean
 * and the variance so far were the true ones; 0 where these values tell. Undefined where no number is likely to, as the mean is too close to 0.
 */
export const valuesToTell = (values: readonly number[], level: number, intervalOf: IntervalOf = intervalOfSkewed): number | undefined => {
  const [n, middle, { low, high }] = [values.length, mean(values), intervalOf(values, level)];
  if ((low !== null && low >= 0) || (high !== null && high < 0)) return 0;
  if (n < 2 || middle === 0) return undefined;
  if (isConstant(values)) return repeatsToTell(values, level, intervalOf);
  const errors = (studentQuantile(n - 1, level) * squareRoot(variance(values))) / middle;
  const needed = errors * errors;
  // Values whose tail is not known yet: as many again show it.
  return needed > most ? undefined : Math.max(1, needed <= n ? n : Math.ceil(needed) - n);
};

/** Values that are all alike have no variance: how many more of them tell. */
const repeatsToTell = (values: readonly number[], level: number, intervalOf: IntervalOf): number | undefined => {
  const tells = (n: number): boolean => {
    const { low, high } = intervalOf(
      Array.from({ length: n }, () => values[0] ?? 0),
      level,
    );
    return (low !== null && low >= 0) || (high !== null && high < 0);
  };
  let [few, many] = [values.length, 2 * values.length];
  for (; !tells(many); few = many, many *= 2) if (many > repeatsMax) return undefined;
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (tells(middle)) many = middle;
    else few = middle;
  }
  return many - values.length;
};

const repeatsMax = 10_000;
