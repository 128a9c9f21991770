import { describe, expect, test } from 'vitest';
import { isRestored } from '../../../engine/cloud/worker/restore.ts';
import { workerSettings } from '../../../engine/cloud/worker/settings.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { placement } from './examples.ts';

const draw = drawsFrom('restores');
const wakes = 200;

/** The share of restores of each endpoint, over many wakes right after the last use. */
const measureShares = (endpoints: number, snapshotHit: number, snapshotSpread: number): readonly number[] =>
  Array.from({ length: endpoints }, (_, k) => {
    const basis = { settings: { ...listDefaults(workerSettings), snapshotHit, snapshotSpread }, draw };
    const restored = Array.from({ length: wakes }, (_, tries) =>
      isRestored({ id: `ep-${k}-w1`, tries, megabytes: null, start: null, placement }, `ep-${k}`, 0, basis),
    );
    return restored.filter(Boolean).length / wakes;
  });

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const deviation = (values: readonly number[]): number => Math.sqrt(mean(values.map((one) => (one - mean(values)) ** 2)));

describe('the chance of a restore', () => {
  test('is drawn once for each endpoint, with the mean and the deviation of the settings', () => {
    const shares = measureShares(400, 70, 20);
    expect(mean(shares)).toBeCloseTo(0.7, 1);
    // The wakes of one endpoint scatter, too: by 0.03.
    expect(deviation(shares)).toBeGreaterThan(0.18);
    expect(deviation(shares)).toBeLessThan(0.23);
  });

  test('is that of all where endpoints do not differ', () => {
    expect(deviation(measureShares(100, 70, 0))).toBeLessThan(0.05);
  });

  test.each([
    [0, 50],
    [100, 50],
  ])('of %i in a hundred is certain for all', (hit, spread) => {
    expect(measureShares(20, hit, spread).every((one) => one === hit / 100)).toBe(true);
  });

  test('may be as far apart as never and always', () => {
    const shares = measureShares(100, 50, 50);
    expect(shares.filter((one) => one < 0.1 || one > 0.9).length).toBeGreaterThan(90);
    expect(mean(shares)).toBeGreaterThan(0.3);
    expect(mean(shares)).toBeLessThan(0.7);
  });
});
