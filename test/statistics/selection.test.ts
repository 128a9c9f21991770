import { describe, expect, test } from 'vitest';
import { knStanding } from '../../engine/statistics/kn.ts';
import { normalProbability } from '../../engine/statistics/normal.ts';
import { ocbaStanding } from '../../engine/statistics/ocba.ts';
import { normalValues } from '../support/contract/normalValues.ts';

const rules = { indifference: 1, error: 0.05, first: 10, max: 1_000 };
const alternating = (low: number, high: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => (k % 2 === 0 ? low : high));

describe('KN', () => {
  test('asks for the first stage of all, and is done with it where differences never vary', () => {
    expect(knStanding([[1, 2], [3]], rules)).toMatchObject({ selected: undefined, wanted: [10, 10] });
    const one = alternating(1, 5, 10);
    const worse = one.map((value) => value + 0.1);
    expect(knStanding([worse, one], rules)).toStrictEqual({ selected: 1, isSure: true, wanted: [10, 10], inPlay: [1] });
  });

  test('goes on as long as the variance of the difference asks for', () => {
    // Differences of ±1: S² = 10/9. For two systems and 10 replications η = (0.1^(-2/9) - 1) / 2 = 0.3340 and h² = 18 η = 6.013. With an
    // indifference of a half, h²S²/δ² = 26.72. After an odd number of replications the one leads by 1: it stays in play as long as that
    // is less than 0.25 · (26.72 - r), which is 1.43 after 21 and 0.93 after 23.
    const halves = { ...rules, indifference: 0.5 };
    const [a, b] = [alternating(0, 1, 40), alternating(1, 0, 40)];
    expect(knStanding([a.slice(0, 22), b.slice(0, 22)], halves)).toMatchObject({ selected: undefined, inPlay: [0, 1] });
    expect(knStanding([a.slice(0, 23), b.slice(0, 23)], halves)).toMatchObject({ selected: 0, isSure: true, wanted: [23, 23] });
    expect(knStanding([b, a], halves)).toMatchObject({ selected: 1, isSure: true, wanted: [23, 23] });
  });

  test('drops what is clearly worse, and plays it no more', () => {
    const value = normalValues('drop');
    const systems = [0, 0.3, 8].map((mean, i) => Array.from({ length: 300 }, (_, k) => mean + value(`s${i}`, k)));
    const standing = knStanding(systems, { ...rules, indifference: 0.25 });
    expect(standing.wanted[2]).toBeLessThan(15);
    expect(standing.wanted[0]).toBeGreaterThan(30);
    expect(standing.selected).toBe(0);
  });

  test('takes the lowest mean at the bound, and says that it is not sure', () => {
    const value = normalValues('bound');
    const systems = [0, 0.01].map((mean, i) => Array.from({ length: 100 }, (_, k) => mean + value(`s${i}`, k)));
    const standing = knStanding(systems, { ...rules, indifference: 0.01, max: 100 });
    expect(standing).toMatchObject({ isSure: false, inPlay: [0, 1], wanted: [100, 100] });
    expect(standing.selected).toBeDefined();
  });

  test('selects a system that stands alone', () => {
    expect(knStanding([alternating(1, 2, 10)], rules)).toMatchObject({ selected: 0, isSure: true });
  });

  test('selects the best of five in 95 of 100 experiments, where all others are worse by just the indifference', () => {
    const right = Array.from({ length: 200 }, (_, experiment) => {
      const value = normalValues(`slippage/${experiment}`);
      const systems = Array.from({ length: 5 }, (_, i) => Array.from({ length: 250 }, (_, k) => (i === 3 ? 0 : 1) + 2 * value(`s${i}`, k)));
      return knStanding(systems, rules).selected === 3;
    });
    expect(right.filter(Boolean).length / right.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('OCBA', () => {
  test('gives each of the others in proportion to the square of deviation over distance, and the best the root of their squares', () => {
    // Means 0, 1, 2 and equal variances: shares √(1 + 1/16) : 1 : 1/4.
    const systems = [0, 1, 2].map((mean) => alternating(mean - 1, mean + 1, 1_000));
    const { wanted, selected } = ocbaStanding(systems, { first: 10, budget: 1_000 });
    expect(selected).toBe(0);
    const shares = [Math.sqrt(17) / 4, 1, 1 / 4].map((share) => (1_000 * share) / (Math.sqrt(17) / 4 + 1.25));
    for (const [k, share] of shares.entries()) expect(Math.abs((wanted[k] ?? 0) - share)).toBeLessThan(10);
    expect(wanted.reduce((sum, count) => sum + count)).toBe(1_000);
  });

  test('comes to the same allocation however many values are there already', () => {
    const value = normalValues('stages');
    const systems = [0, 0.5, 1, 3].map((mean, i) => Array.from({ length: 400 }, (_, k) => mean + value(`s${i}`, k)));
    const whole = ocbaStanding(systems, { first: 10, budget: 300 });
    let counts: readonly number[] = systems.map(() => 0);
    let standing = whole;
    for (let round = 0; round < 100; round++) {
      standing = ocbaStanding(
        systems.map((values, i) => values.slice(0, counts[i])),
        { first: 10, budget: 300 },
      );
      if (standing.selected !== undefined) break;
      counts = standing.wanted;
    }
    expect(standing).toStrictEqual(whole);
    expect(whole.selected).toBe(0);
    expect(whole.probability).toBeGreaterThan(0.9);
  });

  test('divides the budget equally where nothing varies', () => {
    expect(ocbaStanding([alternating(1, 1, 40), alternating(2, 2, 40)], { first: 2, budget: 20 })).toStrictEqual({
      selected: 0,
      probability: 1,
      wanted: [10, 10],
    });
  });
});

// From printed tables.
test.each([
  [0, 0.5],
  [1, 0.8413447],
  [1.959964, 0.975],
  [-1.281552, 0.1],
  [3.090232, 0.999],
  [-5, 2.866516e-7],
  [9, 1],
  [-9, 0],
])('a normal value is at most %f with the probability %f', (x, probability) => {
  expect(normalProbability(x)).toBeCloseTo(probability, 6);
});
