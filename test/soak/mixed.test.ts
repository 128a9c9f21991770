import { describe, expect, test } from 'vitest';
import { median } from '../bench/median.mjs';
import { drawsFrom, growth, missingFrom, weighted } from './mixedParts.mjs';

describe('the soak of mixed traffic', () => {
  test('draws the same from the same seed, and something of every kind', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => Array.from({ length: 1_000 }, drawsFrom(seed)));
    expect(one).toStrictEqual(same);
    expect(one).not.toStrictEqual(other);
    const rows = [{ weight: 1 }, { weight: 0 }, { weight: 3 }];
    const counts = rows.map((row) => one?.filter((draw) => weighted(rows, draw) === row).length ?? 0);
    expect(counts[0]).toBeGreaterThan(150);
    expect(counts[1]).toBe(0);
    expect(counts[2]).toBeGreaterThan(600);
  });

  test('detects growth of memory under the sawtooth of a garbage collector, and none where there is none', () => {
    const saw = (k: number) => 100 + (k % 7) * 20;
    const samples = (more: (k: number) => number) => Array.from({ length: 300 }, (_, k) => saw(k) + more(k));
    expect(growth(samples(() => 0))).toBe(1);
    expect(growth(samples((k) => k))).toBeGreaterThan(2);
    expect(growth([1, 2, 3])).toBeUndefined();
    expect(median([3, 1, 2])).toBe(2);
  });

  test('names ids that clients got but the log lacks', () => {
    const told = new Map([
      ['JobQueued', new Set(['a', 'b'])],
      ['PodCreated', new Set(['p'])],
    ]);
    const lines = [
      '{"seq":1,"type":"JobQueued","jobId":"a"}',
      '{"seq":2,"type":"PodCreated","podId":"p"}',
      '{"seq":3,"type":"JobQueued","jobId":"p"}',
    ];
    expect(missingFrom(told, lines)).toStrictEqual(new Map([['JobQueued', ['b']]]));
    expect(told.get('JobQueued')?.size).toBe(2);
  });
});
