import { exp } from '../kernel/math/exactMath.ts';

/** The chance that a standard normal value is at most x (Marsaglia, 2004): Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …). */
export const normalProbability = (x: number): number => {
  if (Number.isNaN(x)) return 0.5;
  // Beyond, it is 0 or 1 to fifteen digits.
  if (x < -beyond) return 0;
  if (x > beyond) return 1;
  let [sum, term] = [x, x];
  for (let k = 3; k < termsMax && term !== 0; k += 2) {
    term = (term * x * x) / k;
    sum += term;
  }
  return 0.5 + sum * inverseRootOfTwoPi * exp((-x * x) / 2);
};

const beyond = 8;
const termsMax = 400;
const inverseRootOfTwoPi = 0.3989422804014327;
