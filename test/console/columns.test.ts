import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleColumns } from '../../adapters/console/app/model/columns.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { Trace } from '../../engine/world/reports/record/gauge.ts';
import { checkProperty } from '../support/checkProperty.ts';

const at = (ms: number) => ms as VirtualTime;

const traceOf = (changes: readonly (readonly [ms: number, value: number])[]): Trace => {
  const trace = new Trace();
  for (const [ms, value] of changes) trace.set(value, at(ms));
  return trace;
};

/** The values of the traces at a time, the slow way. */
const valuesAt = (traces: readonly Trace[], ms: number): readonly number[] =>
  traces.map(({ times, values }) => values[times.findLastIndex((time) => time <= ms)] ?? 0);

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describe('a trace as a picture shows it', () => {
  const end = 100;
  const place = (ms: number): number => ms / end;

  test('begins each column with what holds there, and misses no extreme of the sum', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: end }), fc.integer({ min: 0, max: 9 })), { maxLength: 60 });
    checkProperty(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 12 }), (all, count) => {
        const traces = all.map((one) => traceOf([...one].sort(([a], [b]) => a - b)));
        const { places, values } = sampleColumns(traces, place, count);
        expect(places).toHaveLength(count * 3);
        const rowOf = (row: number): readonly number[] => values.map((list) => list[row] ?? Number.NaN);
        for (let column = 0; column < count; column++) {
          const [from, to] = [(column / count) * end, ((column + 1) / count) * end];
          const isLast = column === count - 1;
          const changed = [...new Set(traces.flatMap(({ times }) => times))].filter((ms) => ms >= from && (isLast || ms < to));
          const inside = [from, ...changed].map((ms) => valuesAt(traces, ms));
          expect(rowOf(column * 3)).toStrictEqual(valuesAt(traces, from));
          const drawn = [0, 1, 2].map((row) => sum(rowOf(column * 3 + row)));
          expect([Math.min(...drawn), Math.max(...drawn)]).toStrictEqual([Math.min(...inside.map(sum)), Math.max(...inside.map(sum))]);
          // Layers that stand on one another are of one instant.
          for (const row of [0, 1, 2]) expect(inside).toContainEqual(rowOf(column * 3 + row));
        }
      }),
    );
  });

  test('shows a burst of a moment in a run of a day', () => {
    const day = 86_400_000;
    const trace = traceOf([
      [40_000_000, 500],
      [40_000_001, 0],
    ]);
    const { values } = sampleColumns([trace], (ms) => ms / day, 800);
    expect(Math.max(...(values[0] ?? []))).toBe(500);
  });

  test('keeps the order of what happened within a column', () => {
    const up = sampleColumns(
      [
        traceOf([
          [1, 5],
          [2, 9],
          [3, 1],
          [4, 4],
        ]),
      ],
      place,
      1,
    );
    expect(up.values[0]).toStrictEqual([0, 0, 9]);
    const down = sampleColumns(
      [
        traceOf([
          [0, 5],
          [2, 1],
          [3, 9],
        ]),
      ],
      place,
      1,
    );
    expect(down.values[0]).toStrictEqual([5, 1, 9]);
  });
});
