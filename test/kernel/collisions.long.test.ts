import { describe, expect, test } from 'vitest';
import { drawsFrom, hash128 } from '../../engine/kernel/rng.ts';

describe('a million draws', () => {
  const million = 1_000_000;
  const collisions = (number: (k: number) => number): number =>
    million - new Set(Array.from({ length: million }, (_, k) => number(k))).size;

  // Of 53 bits, half a million million pairs agree once in 18,000 seeds; of 32 bits, some 116 pairs do in every seed.
  test('of a million keys are a million numbers', () => {
    const drawn = drawsFrom('collisions');
    expect(collisions((k) => drawn('job/execution', `job-${k}`))).toBe(0);
  });

  test('that collide are detected: 32 bits do', () => {
    expect(collisions((k) => hash128(`job-${k}`).a)).toBeGreaterThan(50);
  });
});
