import { squareRoot } from '../kernel/math/exactMath.ts';

/** Enough halvings for the bounds to meet: a double has 53 bits. */
const halvings = 64;
/** Above the quantile for one degree of freedom and a level of 95 %. */
const quantileMax = 13;

/**
 * The quantile of Student's t distribution between whose negative and which this share of all values lies: at the level 0.95, the
 * 0.975 quantile. It is found by bisection of the closed form for a whole number of degrees of freedom. So it needs only + - * / and
 * is the same on every platform. The level is from 0 to 0.999999.
 */
export const studentQuantile = (degrees: number, level = 0.95): number => {
  const ofLevel = quantiles.get(level) ?? new Map<number, number>();
  quantiles.set(level, ofLevel);
  const known = ofLevel.get(degrees);
  if (known !== undefined) return known;
  const quantile = bisect(degrees, level);
  ofLevel.set(degrees, quantile);
  return quantile;
};

/** How likely a value is that lies at least as far from 0 as this one, on either side: the two-sided p-value of a t statistic. */
export const studentProbability = (t: number, degrees: number): number => Math.max(0, 1 - within(Math.abs(t), degrees));

/** Rules for stopping ask for the same ones again and again. By level, and then by degrees of freedom. */
const quantiles = new Map<number, Map<number, number>>();

const bisect = (degrees: number, level: number): number => {
  let [below, above] = [0, quantileMax];
  while (within(above, degrees) < level) above *= 2;
  for (let k = 0; k < halvings; k++) {
    const middle = (below + above) / 2;
    if (within(middle, degrees) < level) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
};

/** The probability between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
const within = (t: number, degrees: number): number => {
  const cosine2 = degrees / (degrees + t * t);
  const sine = t / squareRoot(degrees + t * t);
  if (degrees % 2 === 0) return sine * series(cosine2, 1, degrees - 2, 1, 2);
  const angle = arcTangent(t / squareRoot(degrees));
  const more = degrees === 1 ? 0 : sine * squareRoot(cosine2) * series(cosine2, 1, degrees - 2, 2, 3);
  return (2 / pi) * (angle + more);
};

/** 1 + x·(a/b) + x²·(a/b)·((a+2)/(b+2)) + …, up to the power `to` of the cosine. */
const series = (x: number, first: number, to: number, a: number, b: number): number => {
  let [sum, term] = [first, first];
  for (let power = a === 1 ? 2 : 3, k = 0; power <= to; power += 2, k += 2) {
    term = (term * x * (a + k)) / (b + k);
    sum += term;
  }
  return sum;
};

const pi = 3.141592653589793;

/** For t ≥ 0. The angle is halved until its series converges fast. */
const arcTangent = (t: number): number => {
  let [x, doublings] = [t, 1];
  while (x > 0.1) {
    x = x / (1 + squareRoot(1 + x * x));
    doublings *= 2;
  }
  let [sum, term] = [0, x];
  for (let k = 1; k < 40; k += 2) {
    sum += term / k;
    term *= -x * x;
  }
  return doublings * sum;
};
