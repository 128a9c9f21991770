import { describe, expect, test } from 'vitest';
import { exp, ln, power, squareRoot } from '../../engine/kernel/math/exactMath.ts';
import { gammaQuantile, lnGamma } from '../../engine/kernel/math/gammaFunction.ts';
import { drawsFrom } from '../../engine/kernel/rng.ts';

const draw = drawsFrom('exact math');
const numbers = (from: number, to: number) => Array.from({ length: 20_000 }, (_, k) => from + (to - from) * draw(`${from}/${to}`, 'x', k));
const powersOfTen = (from: number, to: number) => numbers(from, to).map((power) => 10 ** power);

/** The largest relative difference from what `Math` says. */
const errorOf = (exact: (x: number) => number, known: (x: number) => number, xs: readonly number[]): number =>
  Math.max(...xs.map((x) => Math.abs(exact(x) - known(x)) / Math.max(Math.abs(known(x)), Number.MIN_VALUE)));

describe('the natural logarithm', () => {
  test.each([
    ['chances', numbers(1e-9, 1)],
    ['numbers about 1', numbers(0.999, 1.001)],
    ['numbers of any size', powersOfTen(-300, 300)],
    ['the smallest numbers', [Number.MIN_VALUE, 2.3e-308, Number.MAX_VALUE]],
  ])('of %s is right to 1e-14', (_, xs) => {
    expect(errorOf(ln, Math.log, xs)).toBeLessThan(1e-14);
  });

  test('of 1 is nothing', () => {
    expect(ln(1)).toBe(0);
  });
});

describe('e to the x', () => {
  test('is right to 1e-14 in the range of random draws', () => {
    expect(errorOf(exp, Math.exp, numbers(-60, 60))).toBeLessThan(1e-14);
  });

  test('is right to 2e-13 in its whole range', () => {
    expect(errorOf(exp, Math.exp, numbers(-700, 700))).toBeLessThan(2e-13);
  });

  test('of nothing is 1', () => {
    expect(exp(0)).toBe(1);
  });
});

describe('the square root', () => {
  test('is right to 1e-14', () => {
    expect(errorOf(squareRoot, Math.sqrt, [...numbers(0, 100), ...powersOfTen(-12, 12)])).toBeLessThan(1e-14);
  });

  test('of nothing is nothing', () => {
    expect(squareRoot(0)).toBe(0);
  });
});

describe('a power', () => {
  const bases = powersOfTen(-12, 12);

  test.each([0.01, 0.5, 1 / 3, 2, 10, -0.1, -10])('to the %d is right to 1e-12', (exponent) => {
    expect(
      errorOf(
        (x) => power(x, exponent),
        (x) => x ** exponent,
        bases,
      ),
    ).toBeLessThan(1e-12);
  });

  test('of nothing is nothing', () => {
    expect(power(0, 0.5)).toBe(0);
  });
});

test('a difference in the fourteenth digit is detected', () => {
  expect(errorOf((x) => ln(x) * (1 + 2e-14), Math.log, numbers(2, 3))).toBeGreaterThan(1e-14);
});

// The very bits, the same wherever doubles are IEEE 754's: these are written into logs.
// biome-ignore format: a table
test.each([
  ['ln',         2,           ln,         '3fe62e42fefa39ef'],
  ['ln',         10,          ln,         '40026bb1bbb55515'],
  ['ln',         Math.PI,     ln,         '3ff250d048e7a1bd'],
  ['ln',         0.1,         ln,         'c0026bb1bbb55515'],
  ['ln',         1e-300,      ln,         'c085963447f87fb5'],
  ['exp',        1,           exp,        '4005bf0a8b14576a'],
  ['exp',        -1,          exp,        '3fd78b56362cef38'],
  ['exp',        10,          exp,        '40d5829dcf950563'],
  ['exp',        1e-10,       exp,        '3ff000000006df38'],
  ['exp',        -700,        exp,        '00d14f2b0fb92f8c'],
  ['squareRoot', 2,           squareRoot, '3ff6a09e667f3bcc'],
  ['squareRoot', 10,          squareRoot, '40094c583ada5b52'],
  ['squareRoot', 2 * Math.PI, squareRoot, '40040d931ff62705'],
  ['√0.1',       0.1,         (x: number) => power(x, 0.5), '3fd43d136248490f'],
  ['2 to the',   -1.5,        (x: number) => power(2, x), '3fd6a09e667f3bcd'],
  ['lnGamma',    0.3,         lnGamma,    '3ff188637a6c4190'],
  ['lnGamma',    1_000,       lnGamma,    '40b711386da7cab6'],
  ['gamma 0.3',  0.1,         (u: number) => gammaQuantile(0.3, u), '3f353732a9e46a86'],
  ['gamma 2.5',  0.4,         (u: number) => gammaQuantile(2.5, u), '3ffd3e76961f778a'],
  ['gamma 2.5',  0.999,       (u: number) => gammaQuantile(2.5, u), '402483d769127454'],
  ['gamma 100',  0.6,         (u: number) => gammaQuantile(100, u), '40598de0bac7ba93'],
] as const)('%s of %d has the same bits everywhere', (_, x, f, bits) => {
  expect(bitsOf(f(x))).toBe(bits);
});

const bitsOf = (x: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};
