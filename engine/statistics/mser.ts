import { mean } from './moments.ts';

/** The number of observations in a batch: they are averaged before the rule is applied. */
const batchSize = 5;
/** Fewer batches than this say nothing of a warm-up: one could be cut nowhere but at the end. */
const batchesMin = 10;

/**
 * How many observations at the beginning of a series are warm-up, by MSER-5 (White, Cobb and Spratt, 2000): in batches of five, the cut
 * after which the squared standard error of the mean of the rest is least. `undefined` where that cut is past half of the series: then
 * the series is too short to tell warm-up from the rest (Hoad, Robinson and Davies, 2010). A whole number of batches.
 */
export const findWarmUp = (series: readonly number[]): number | undefined => {
  const batches = averageBatches(series);
  if (batches.length < batchesMin) return undefined;
  let [least, cut] = [Number.POSITIVE_INFINITY, 0];
  // From the end to the beginning: the sums of the rest grow by one batch at a time. The earliest of equal cuts is taken.
  let [count, middle, squares] = [0, 0, 0];
  for (let at = batches.length - 1; at >= 0; at--) {
    const value = batches[at] ?? 0;
    count += 1;
    const change = value - middle;
    middle += change / count;
    squares += change * (value - middle);
    const error = squares / count / count;
    // The last few batches are alike by chance.
    if (count >= keptMin && error <= least) [least, cut] = [error, at];
  }
  return cut * 2 > batches.length ? undefined : cut * batchSize;
};

/** The least number of batches after a cut (the authors leave five). */
const keptMin = 5;

const averageBatches = (series: readonly number[]): readonly number[] =>
  Array.from({ length: Math.floor(series.length / batchSize) }, (_, k) => mean(series.slice(k * batchSize, (k + 1) * batchSize)));

/** The mean of several series, observation by observation, up to the end of the shortest (Welch, 1983). */
export const averageSeries = (series: readonly (readonly number[])[]): readonly number[] => {
  const length = Math.min(...series.map((one) => one.length));
  return Array.from({ length: series.length === 0 ? 0 : length }, (_, k) => mean(series.map((one) => one[k] ?? 0)));
};
