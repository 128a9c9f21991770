import type { Distribution, PerImage } from '../../cloud/handler/distribution.ts';
import { exp, ln, squareRoot } from '../../kernel/math/exactMath.ts';
import { normalP95 } from '../../kernel/math/normal.ts';
import { computeMedian } from '../../statistics/sample.ts';
import { studentQuantile } from '../../statistics/studentT.ts';
import { estimateQuantities } from './estimate/estimate.ts';
import { groupByImage } from './estimate/levels.ts';
import { selectGrounds } from './fidelity.ts';
import type { Observation } from './observation.ts';
import { inPlays } from './units.ts';

/** What the next start of an image takes: its median, and the band in which it lies with 90 %. */
export interface StartBand {
  readonly medianMs: number;
  readonly lowMs: number;
  readonly highMs: number;
}

/** The weight of the usual scatter within an image, as a number of additional starts. */
const usualStarts = 3;

/**
 * The next start of an image of which these starts were seen: the conjugate update of a normal level with an unknown scatter, on logarithms
 * (normal and inverse gamma). The median of the starts stands for their mean, so that a second mode widens the band and hardly moves the
 * level. Without starts it is the band of an image that was never seen.
 */
export const predictStart = ({ between, withinPercent }: PerImage, startsMs: readonly number[]): StartBand => {
  const [middle, spread] = readPrior(between);
  const usual = square(ln(1 + withinPercent / 100) / normalP95);
  const logs = startsMs.map((ms) => ln(Math.max(1, ms)));
  if (logs.length === 0) return findBand(middle, normalP95 * squareRoot(spread + usual));
  const own = computeMedian(logs);
  const degrees = usualStarts + logs.length - 1;
  const scatter = (usualStarts * usual + logs.reduce((sum, one) => sum + square(one - own), 0)) / degrees;
  const weight = spread === 0 ? 0 : (spread * logs.length) / (spread * logs.length + scatter);
  const level = middle + weight * (own - middle);
  return findBand(level, studentQuantile(degrees, 0.9) * squareRoot(scatter + (weight * scatter) / logs.length));
};

const square = (value: number): number => value * value;

const findBand = (middle: number, half: number): StartBand => ({
  medianMs: Math.round(exp(middle)),
  lowMs: Math.round(exp(middle - half)),
  highMs: Math.round(exp(middle + half)),
});

/** The mean and the variance of the logarithms of levels. Timings have lognormal ones. */
const readPrior = (between: Distribution): readonly [number, number] =>
  between.kind === 'lognormal' ? [ln(between.medianMs), square(ln(between.p95Ms / between.medianMs) / normalP95)] : [0, 0];

/** The starts that observations tell of, one by one: their image was on its host. */
export const findStarts = (observations: readonly Observation[]): readonly number[] =>
  observations.flatMap(({ spec }) =>
    (spec.values ?? []).flatMap(({ unit, value, values, kind, tells }) =>
      kind === 'observed' && tells?.quantity === 'start' ? (values ?? [value]).filter(isNumber).map((one) => inPlays(unit, one)) : [],
    ),
  );

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** How well a few starts of an image predict its others. */
export interface OwnStarts {
  /** The run that its starts are of. */
  readonly image: string;
  readonly starts: number;
  /** How many of them were given. */
  readonly given: number;
  /** The median over all choices of the given ones: the error of the predicted median against the median of the others. */
  readonly error: number;
  /** The share of choices with an error of a quarter or less. */
  readonly withinQuarter: number;
  /** The share of the others that lie in the predicted band. */
  readonly coverage: number;
}

const givenMax = 3;

/** Predicts starts of each image of which at least three were seen from three others, or two of three, and from what other authors saw. */
export const judgeOwnStarts = (observations: readonly Observation[]): readonly OwnStarts[] => {
  const grounds = selectGrounds(observations);
  const authors = new Map(grounds.map(({ spec }) => [spec.run, spec.author]));
  const all = estimateQuantities(grounds);
  return (['start', 'cold-start'] as const).flatMap((name) =>
    [...groupByImage(all.get(name)?.seen ?? [])].flatMap(([image, seen]) => {
      const author = authors.get(seen[0]?.run ?? '');
      if (seen.length < givenMax) return [];
      const prior = estimateQuantities(grounds.filter(({ spec }) => spec.author !== author)).get(name)?.timing.value;
      return prior === undefined
        ? []
        : [
            {
              image,
              ...judgeImage(
                prior as PerImage,
                seen.map(({ value }) => Number(value)),
              ),
            },
          ];
    }),
  );
};

const judgeImage = (prior: PerImage, starts: readonly number[]): Omit<OwnStarts, 'image'> => {
  const given = Math.min(givenMax, starts.length - 1);
  const tries = listChoices(starts.length, given).map((chosen) => {
    const { medianMs, lowMs, highMs } = predictStart(
      prior,
      chosen.map((k) => starts[k] ?? 0),
    );
    const others = starts.filter((_, k) => !chosen.includes(k));
    const middle = computeMedian(others);
    return {
      error: Math.abs(medianMs - middle) / middle,
      inside: others.filter((ms) => ms >= lowMs && ms <= highMs).length / others.length,
    };
  });
  return {
    starts: starts.length,
    given,
    error: computeMedian(tries.map(({ error }) => error)),
    withinQuarter: tries.filter(({ error }) => error <= 0.25).length / tries.length,
    coverage: tries.reduce((sum, { inside }) => sum + inside, 0) / tries.length,
  };
};

/** All ways to choose some of the first numbers, each ascending. */
const listChoices = (count: number, size: number, from = 0): readonly (readonly number[])[] =>
  size === 0
    ? [[]]
    : Array.from({ length: Math.max(0, count - from) }, (_, k) => from + k).flatMap((first) =>
        listChoices(count, size - 1, first + 1).map((rest) => [first, ...rest]),
      );
