import type { Json } from '../../kernel/canonical.ts';
import { computeMedian, computeQuantile, sortUp } from '../../statistics/sample.ts';
import type { ValueSpec } from './format.ts';
import { inPlays, isMeasured, type ValueUnit } from './units.ts';

/** The comparison of an observed value with the predictions of plays. Times in milliseconds. */
export interface ValueReport {
  readonly what: string;
  readonly unit: ValueUnit;
  readonly kind: ValueSpec['kind'];
  /** The observed values, in the unit of plays. */
  readonly observed: readonly Json[];
  /** The observed quantile or range, as text. */
  readonly as: string;
  /** The median of the predictions of plays, and its middle 90 %; undefined if no play shows it. */
  readonly predicted?: Prediction;
  /** For measured values: the prediction minus the observation, as a share of the observation. -1 if no play shows it. */
  readonly error?: number;
  /** For counts and names: whether most plays show the same. */
  readonly right?: boolean;
  /** The coverage: how many of the observed values lie in the predicted middle 90 %, and of how many. */
  readonly within: number;
  readonly among: number;
}

interface Prediction {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

const middle = { low: 0.05, high: 0.95 };

/** Compares a value with its readings in plays: one list for each play. */
export const judge = (value: ValueSpec, plays: readonly (readonly Json[])[]): ValueReport =>
  isMeasured(value.unit) ? judgeMeasured(value, plays) : judgeNamed(value, plays);

const judgeMeasured = (value: ValueSpec, plays: readonly (readonly Json[])[]): ValueReport => {
  const ofPlays = plays.map((play) => sortUp(play.filter((one): one is number => typeof one === 'number')));
  const shown = sortUp(ofPlays.flat());
  const seen = marksIn(value);
  const base = { what: value.what, unit: value.unit, kind: value.kind, observed: seen.values, as: seen.words };
  if (shown.length === 0) return { ...base, error: -1, within: 0, among: seen.marks.length };
  const predicted = {
    median: computeQuantile(shown, 0.5),
    low: computeQuantile(shown, middle.low),
    high: computeQuantile(shown, middle.high),
  };
  const findShown = (quantile: number): number => quantileOfOne(ofPlays, quantile) ?? computeQuantile(shown, quantile);
  const errors = seen.marks.map(({ low, high, quantile, about }) => relativeError(findShown(quantile), low, high, about));
  const error = errors.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);
  const within = seen.marks.filter(({ low, high, quantile }) => {
    // A median or a bound is in the band if the two overlap; another quantile, if it is within 25 % of that of the plays.
    return quantile === 0.5
      ? predicted.low <= high && low <= predicted.high
      : Math.abs(relativeError(findShown(quantile), low, high, 1)) <= 0.25;
  }).length;
  if (value.values === undefined) return { ...base, predicted, error, within, among: seen.marks.length };
  // The error of several values is the error of their median; each of them counts for the band.
  const observed = computeMedian(seen.values);
  const inside = seen.values.filter((one) => predicted.low <= one && one <= predicted.high).length;
  return { ...base, predicted, error: relativeError(predicted.median, observed, observed, 1), within: inside, among: seen.values.length };
};

/** Readings of one play that show its own quantiles. */
const readingsMin = 20;

/** The sample is of one endpoint, as a play is: the median over plays of the quantile in each. Undefined if they show too little. */
const quantileOfOne = (plays: readonly (readonly number[])[], quantile: number): number | undefined => {
  const whole = plays.filter(({ length }) => length >= readingsMin);
  return whole.length === 0 ? undefined : computeMedian(whole.map((ascending) => computeQuantile(ascending, quantile)));
};

interface Mark {
  readonly low: number;
  readonly high: number;
  readonly quantile: number;
  /** The base of relative errors if the value itself is 0. */
  readonly about: number;
}

/** Converts the observation to marks on the axis: a value is a point, a bound is half the axis, a range all between. */
const marksIn = (value: ValueSpec): { readonly values: readonly number[]; readonly marks: readonly Mark[]; readonly words: string } => {
  const { unit, bound, range, quantiles, values } = value;
  const inUnit = (one: unknown) => inPlays(unit, Number(one));
  const mark = (low: number, high: number, quantile = 0.5): Mark => ({ low, high, quantile, about: 1 });
  if (quantiles !== undefined) {
    const all = Object.entries(quantiles).map(([share, one]) => [Number(share), inUnit(one)] as const);
    const marks = all.map(([share, one]) => markOfBound(bound, one, share));
    return { values: all.map(([, one]) => one), marks, words: all.map(([share]) => `q${share}`).join(', ') };
  }
  if (range !== undefined) {
    const [low, high] = range.map(inUnit) as [number, number];
    return { values: [low, high], marks: [mark(low, high)], words: 'range' };
  }
  const list = (values ?? [value.value]).map(inUnit);
  return { values: list, marks: list.map((one) => markOfBound(bound, one, 0.5)), words: bound ?? '' };
};

const markOfBound = (bound: ValueSpec['bound'], value: number, quantile: number): Mark => ({
  low: bound === 'at most' ? Number.NEGATIVE_INFINITY : value,
  high: bound === 'at least' ? Number.POSITIVE_INFINITY : value,
  quantile,
  about: 1,
});

/** The distance of a prediction from the observed bounds, as a share; 0 if it lies within. */
const relativeError = (predicted: number, low: number, high: number, about: number): number => {
  if (predicted < low) return (predicted - low) / (low === 0 ? about : low);
  return predicted > high ? (predicted - high) / (high === 0 ? about : high) : 0;
};

const judgeNamed = (value: ValueSpec, plays: readonly (readonly Json[])[]): ValueReport => {
  const wanted = value.values ?? [value.value ?? null];
  const base = { what: value.what, unit: value.unit, kind: value.kind, observed: wanted, as: value.bound ?? '' };
  const tolerance = value.bound === 'about' ? 1 : 0;
  const agrees = (shown: readonly Json[]): boolean =>
    value.range !== undefined
      ? shown.length > 0 &&
        shown.every((one) => typeof one === 'number' && value.range !== undefined && one >= value.range[0] && one <= value.range[1])
      : shown.length === wanted.length && wanted.every((one, k) => isSame(one, shown[k], value.bound, tolerance));
  const agreeing = plays.filter(agrees).length;
  const predicted = computePrediction(plays);
  const inBand =
    predicted === undefined
      ? agreeing > 0
      : wanted.every((one) => typeof one === 'number' && one >= predicted.low - tolerance && one <= predicted.high + tolerance) ||
        agreeing > 0;
  return {
    ...base,
    ...(predicted === undefined ? {} : { predicted }),
    right: agreeing * 2 > plays.length,
    within: inBand ? 1 : 0,
    among: 1,
  };
};

const isSame = (wanted: Json, shown: Json | undefined, bound: ValueSpec['bound'], tolerance: number): boolean => {
  if (typeof wanted !== 'number' || typeof shown !== 'number')
    return typeof wanted === 'string' && typeof shown === 'string' ? shown.includes(wanted) : wanted === shown;
  if (bound === 'at least') return shown >= wanted;
  return bound === 'at most' ? shown <= wanted : Math.abs(shown - wanted) <= tolerance;
};

const computePrediction = (plays: readonly (readonly Json[])[]): Prediction | undefined => {
  const numbers = sortUp(plays.flat().filter((one): one is number => typeof one === 'number'));
  if (numbers.length === 0) return undefined;
  return { median: computeQuantile(numbers, 0.5), low: computeQuantile(numbers, middle.low), high: computeQuantile(numbers, middle.high) };
};
