import type { Json } from '../../../kernel/canonical.ts';
import type { Draw } from '../../../kernel/rng.ts';
import type { StudySpec } from '../format/format.ts';
import { type Axis, withoutTwins } from './axis.ts';
import { sobol } from './sobol.ts';

/** One value for each axis, in their order. */
export type Combination = readonly Json[];

/**
 * Which combinations of values a study plays. A grid plays all; the last axis changes fastest. The other designs spread a number of points.
 * With lists and whole numbers, several points may fall on the same combination, so there are fewer combinations.
 */
export const drawCombinations = (axes: readonly Axis[], sample: StudySpec['sample'], draw: Draw): readonly Combination[] => {
  if (sample === 'grid') return grid(axes);
  const places = 'sobol' in sample ? sobol(axes.length, sample.sobol) : latinHypercube(axes, sample['latin-hypercube'], draw);
  return withoutTwins(places.map((point) => axes.map(({ at }, k) => at(point[k] ?? 0))));
};

const grid = (axes: readonly Axis[]): readonly Combination[] =>
  axes.reduce<readonly Combination[]>(
    (combinations, { values = [] }) => combinations.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  );

/** Each axis is cut into as many equal parts as there are points, and each part is hit once (McKay, Beckman and Conover, 1979). */
const latinHypercube = (axes: readonly Axis[], count: number, draw: Draw): readonly (readonly number[])[] => {
  const parts = axes.map(({ name }) => shuffle(count, (k) => draw('study/order', name, k)));
  return Array.from({ length: count }, (_, k) =>
    axes.map(({ name }, axis) => ((parts[axis]?.[k] ?? 0) + draw('study/place', name, k)) / count),
  );
};

/** The numbers from 0 in a drawn order (Fisher and Yates). */
const shuffle = (count: number, draw: (k: number) => number): readonly number[] => {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(draw(k) * (k + 1));
    [order[k], order[other]] = [order[other] as number, order[k] as number];
  }
  return order;
};
