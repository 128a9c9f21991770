import { expect, test } from 'vitest';
import { fitCapacity, fitWaits } from '../../../engine/lab/fidelity/estimate/capacity.ts';
import type { Seen } from '../../../engine/lab/fidelity/estimate/seen.ts';

const count = (held: number, of: number): Seen => ({ value: held, of, run: 'r', image: 'r' });
const wait = (minutes: number, isOpen?: true): Seen => ({ value: minutes * 60_000, run: 'r', image: 'r', ...(isOpen ? { isOpen } : {}) });
const medianOf = (...seen: readonly Seen[]): number => (fitWaits(seen, 1) as { readonly medianMs: number }).medianMs / 60_000;

test('few counts leave both shares near the middle, and many tell them', () => {
  expect(fitCapacity([count(0, 1)]).shortHours).toBeGreaterThan(35);
  const many = [...Array.from({ length: 30 }, () => count(0, 10)), ...Array.from({ length: 10 }, () => count(4, 10))];
  const { shortHours, heldShare } = fitCapacity(many);
  expect([shortHours, heldShare].map((one) => Math.round(one / 5) * 5)).toStrictEqual([25, 40]);
});

test('hours with single launches do not tell the two shares apart, but bound their product', () => {
  const { shortHours, heldShare } = fitCapacity(Array.from({ length: 50 }, () => count(0, 1)));
  expect((shortHours * heldShare) / 100).toBeLessThan(15);
});

test('a wait that was given up counts as one that is longer', () => {
  expect(medianOf(wait(30, true))).toBeGreaterThan(1.2 * medianOf(wait(10)));
  expect(medianOf(wait(30, true))).toBeGreaterThan(10);
  expect(medianOf(wait(1, true))).toBeGreaterThan(8);
});

test('the band of waits is wide, for how far they deviate was not seen', () => {
  const { medianMs, p95Ms } = fitWaits([wait(9), wait(12)], 1) as { readonly medianMs: number; readonly p95Ms: number };
  expect(p95Ms / medianMs).toBeGreaterThan(5);
});
