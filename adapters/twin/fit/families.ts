import type { Distribution } from '../../../engine/cloud/index.ts';
import { digamma, gammaBelow, lnGamma, normalBelow, trigamma } from './special.ts';

/** A distribution that was fitted to values by maximum likelihood. */
export interface FittedDistribution {
  readonly kind: Distribution['kind'];
  /** As a scenario has it: times in whole ms, shapes to four digits. */
  readonly distribution: Distribution;
  /** The number of fitted parameters. */
  readonly parameters: number;
  /** The cumulative distribution function, in ms. */
  readonly below: (ms: number) => number;
  readonly lnDensity: (ms: number) => number;
}

/** The statistics of positive values, in ascending order, that the estimators need. */
interface FitSample {
  readonly values: readonly number[];
  readonly mean: number;
  readonly meanLn: number;
}

type Family = (sample: FitSample) => FittedDistribution | undefined;

/** Fits every family to the values by maximum likelihood, or only the family `kind`. Families that cannot have such values are left out. */
export const fitFamilies = (sorted: readonly number[], kind?: string): readonly FittedDistribution[] => {
  const values = sorted.map((ms) => Math.max(ms, shortestMs));
  const sample = { values, mean: computeMean(values, (ms) => ms), meanLn: computeMean(values, Math.log) };
  const isOne = values[0] === values.at(-1);
  const tried = Object.entries(families).filter(([name]) => kind === undefined || name === kind);
  return tried.flatMap(([, family]) => (isOne ? [] : (family(sample) ?? [])));
};

/** Times are whole milliseconds, and half of one is rounded to none. */
const shortestMs = 0.5;

const computeMean = (values: readonly number[], of: (value: number) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0) / values.length;

const round = (value: number): number => Number(value.toPrecision(4));
const whole = (ms: number): number => Math.max(1, Math.round(ms));
const normalP95 = 1.6448536269514722;
const lnRootTwoPi = 0.9189385332046727;

const exponential: Family = ({ mean }) => {
  const meanMs = whole(mean);
  return {
    kind: 'exponential',
    distribution: { kind: 'exponential', meanMs },
    parameters: 1,
    below: (ms) => 1 - Math.exp(-ms / meanMs),
    lnDensity: (ms) => -Math.log(meanMs) - ms / meanMs,
  };
};

const lognormal: Family = ({ values, meanLn }) => {
  const spread = Math.sqrt(computeMean(values, (ms) => (Math.log(ms) - meanLn) ** 2));
  const [medianMs, p95Ms] = [whole(Math.exp(meanLn)), whole(Math.exp(meanLn + spread * normalP95))];
  if (p95Ms <= medianMs || p95Ms > 1_000 * medianMs) return undefined;
  const [middle, sigma] = [Math.log(medianMs), Math.log(p95Ms / medianMs) / normalP95];
  const z = (ms: number) => (Math.log(ms) - middle) / sigma;
  return {
    kind: 'lognormal',
    distribution: { kind: 'lognormal', medianMs, p95Ms },
    parameters: 2,
    below: (ms) => (ms <= 0 ? 0 : normalBelow(z(ms))),
    lnDensity: (ms) => -(z(ms) ** 2) / 2 - Math.log(ms * sigma) - lnRootTwoPi,
  };
};

/** Newton's steps on 1/shape by Minka (Estimating a Gamma distribution, 2002), from his closed form. */
const gammaShape = ({ mean, meanLn }: Pick<FitSample, 'mean' | 'meanLn'>): number => {
  const s = Math.log(mean) - meanLn;
  let shape = (3 - s + Math.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s);
  for (let step = 0; step < 30; step++) {
    const inverse = 1 / shape + (Math.log(shape) - digamma(shape) - s) / (shape ** 2 * (1 / shape - trigamma(shape)));
    const next = 1 / inverse;
    if (Math.abs(next - shape) < 1e-10 * shape) break;
    shape = next;
  }
  return shape;
};

const buildGamma = (kind: 'gamma' | 'erlang', shape: number, meanMs: number): FittedDistribution => {
  const scale = meanMs / shape;
  const constant = lnGamma(shape) + shape * Math.log(scale);
  return {
    kind,
    distribution: { kind, shape, meanMs },
    parameters: 2,
    below: (ms) => gammaBelow(shape, ms / scale),
    lnDensity: (ms) => (shape - 1) * Math.log(ms) - ms / scale - constant,
  };
};

const gamma: Family = (sample) => {
  const shape = round(gammaShape(sample));
  return shape >= 0.01 && shape <= 1_000 ? buildGamma('gamma', shape, whole(sample.mean)) : undefined;
};

const erlang: Family = (sample) => {
  const shape = gammaShape(sample);
  const near = [Math.floor(shape), Math.ceil(shape)].filter((one) => one >= 2 && one <= 1_000);
  const fits = [...new Set(near)].map((one) => buildGamma('erlang', one, whole(sample.mean)));
  return fits.sort((a, b) => lnLikelihood(b, sample.values) - lnLikelihood(a, sample.values))[0];
};

/** The shape solves Σ x^k ln x / Σ x^k − 1/k = mean ln x, whose left side grows with k. Values are taken relative to their geometric mean. */
const weibull: Family = ({ values, meanLn }) => {
  const logs = values.map((ms) => Math.log(ms) - meanLn);
  const excess = (k: number): number => {
    let [sum, weighted] = [0, 0];
    for (const one of logs) {
      const power = Math.exp(k * one);
      sum += power;
      weighted += power * one;
    }
    return weighted / sum - 1 / k;
  };
  let [low, high] = [0.1, 100];
  if (excess(low) > 0 || excess(high) < 0) return undefined;
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) high = middle;
    else low = middle;
  }
  const shape = round(low);
  const scaleMs = whole(Math.exp(meanLn + Math.log(computeMean(logs, (one) => Math.exp(shape * one))) / shape));
  return {
    kind: 'weibull',
    distribution: { kind: 'weibull', shape, scaleMs },
    parameters: 2,
    below: (ms) => 1 - Math.exp(-((ms / scaleMs) ** shape)),
    lnDensity: (ms) => Math.log(shape / scaleMs) + (shape - 1) * Math.log(ms / scaleMs) - (ms / scaleMs) ** shape,
  };
};

const pareto: Family = ({ values, meanLn }) => {
  const scaleMs = Math.max(1, Math.floor(values[0] ?? 1));
  const shape = round(1 / (meanLn - Math.log(scaleMs)));
  if (!(shape >= 0.1 && shape <= 100)) return undefined;
  return {
    kind: 'pareto',
    distribution: { kind: 'pareto', shape, scaleMs },
    parameters: 2,
    below: (ms) => (ms < scaleMs ? 0 : 1 - (scaleMs / ms) ** shape),
    lnDensity: (ms) => Math.log(shape / scaleMs) - (shape + 1) * Math.log(ms / scaleMs),
  };
};

const uniform: Family = ({ values }) => {
  const [fromMs, toMs] = [Math.floor(values[0] ?? 0), Math.ceil(values.at(-1) ?? 0)];
  return {
    kind: 'uniform',
    distribution: { kind: 'uniform', fromMs, toMs },
    parameters: 2,
    below: (ms) => Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs))),
    lnDensity: () => -Math.log(toMs - fromMs),
  };
};

/** From the least to the greatest value, with the likeliest mode, which is one of the values. */
const triangular: Family = ({ values }) => {
  const [fromMs, toMs] = [Math.floor(values[0] ?? 0) - 1, Math.ceil(values.at(-1) ?? 0) + 1];
  if (fromMs < 0) return undefined;
  let after = values.reduce((sum, ms) => sum + Math.log(toMs - ms), 0);
  let [before, best, modeMs] = [0, Number.NEGATIVE_INFINITY, fromMs];
  for (const [k, ms] of values.entries()) {
    after -= Math.log(toMs - ms);
    const likelihood = before - k * Math.log(ms - fromMs) + after - (values.length - 1 - k) * Math.log(toMs - ms);
    before += Math.log(ms - fromMs);
    if (likelihood > best) [best, modeMs] = [likelihood, Math.round(ms)];
  }
  const width = toMs - fromMs;
  return {
    kind: 'triangular',
    distribution: { kind: 'triangular', fromMs, modeMs, toMs },
    parameters: 3,
    below: (ms) => {
      if (ms <= fromMs || ms >= toMs) return ms <= fromMs ? 0 : 1;
      return ms <= modeMs ? (ms - fromMs) ** 2 / (width * (modeMs - fromMs)) : 1 - (toMs - ms) ** 2 / (width * (toMs - modeMs));
    },
    lnDensity: (ms) =>
      Math.log((2 / width) * (ms <= modeMs ? (ms - fromMs) / Math.max(1, modeMs - fromMs) : (toMs - ms) / Math.max(1, toMs - modeMs))),
  };
};

/** A mixture of two exponentials, fitted by expectation-maximization from the halves of the values. */
const hyperexponential: Family = ({ values, mean }) => {
  let [short, long, share] = [mean / 3, mean * 2, 0.6];
  for (let step = 0; step < 200; step++) {
    let [ofShort, shortSum, longSum] = [0, 0, 0];
    for (const ms of values) {
      const a = (share / short) * Math.exp(-ms / short);
      const b = ((1 - share) / long) * Math.exp(-ms / long);
      const part = a + b === 0 ? 0 : a / (a + b);
      ofShort += part;
      shortSum += part * ms;
      longSum += (1 - part) * ms;
    }
    const next = [shortSum / ofShort, longSum / (values.length - ofShort), ofShort / values.length] as const;
    const isDone = Math.abs(next[0] - short) < 1e-6 * short && Math.abs(next[1] - long) < 1e-6 * long;
    [short, long, share] = next;
    if (isDone) break;
  }
  const weight = Math.round(share * 1_000);
  if (!(long > 1.1 * short) || weight < 1 || weight > 999) return undefined;
  const [shortMs, longMs, p] = [whole(short), whole(long), weight / 1_000];
  return {
    kind: 'hyperexponential',
    distribution: {
      kind: 'hyperexponential',
      branches: [
        { meanMs: shortMs, weight },
        { meanMs: longMs, weight: 1_000 - weight },
      ],
    },
    parameters: 3,
    below: (ms) => 1 - p * Math.exp(-ms / shortMs) - (1 - p) * Math.exp(-ms / longMs),
    lnDensity: (ms) => Math.log((p / shortMs) * Math.exp(-ms / shortMs) + ((1 - p) / longMs) * Math.exp(-ms / longMs)),
  };
};

const families = { lognormal, gamma, weibull, exponential, erlang, hyperexponential, pareto, uniform, triangular };

export const lnLikelihood = ({ lnDensity }: FittedDistribution, values: readonly number[]): number =>
  values.reduce((sum, ms) => sum + lnDensity(Math.max(ms, shortestMs)), 0);
