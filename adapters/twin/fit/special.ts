import { gammaBelow, lnGamma } from '../../../engine/kernel/index.ts';

/** The derivative of the logarithm of the gamma function: its recurrence up to 10, and from there its asymptotic series. */
export const digamma = (x: number): number => {
  let [sum, at] = [0, x];
  for (; at < 10; at++) sum -= 1 / at;
  const square = 1 / (at * at);
  return sum + Math.log(at) - 0.5 / at - square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))));
};

/** The second derivative. */
export const trigamma = (x: number): number => {
  let [sum, at] = [0, x];
  for (; at < 10; at++) sum += 1 / (at * at);
  const square = 1 / (at * at);
  return sum + 1 / at + square / 2 + (square / at) * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)));
};

/** The standard normal distribution function. */
export const normalBelow = (x: number): number => {
  const half = gammaBelow(0.5, (x * x) / 2) / 2;
  return x < 0 ? 0.5 - half : 0.5 + half;
};

export { gammaBelow, lnGamma };
