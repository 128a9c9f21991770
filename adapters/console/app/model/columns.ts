import type { Trace } from '../../../../engine/world/index.ts';

/** Values at places of a time scale: one list for each trace. */
export interface Columns {
  readonly places: readonly number[];
  readonly values: readonly (readonly number[])[];
}

const rowsPerColumn = 3;

/**
 * Reduces traces to a picture that is `count` columns wide. Each column has three rows: the values at its begin, and the values when their
 * sum was lowest and highest in it, in order. So a burst never vanishes, however many changes a column has. Changes placed beyond 1 are
 * left out. The traces of one call are stacked; unstacked ones need a call each.
 */
export const sampleColumns = (traces: readonly Trace[], placeOf: (at: number) => number, count: number): Columns => {
  const places = Array.from({ length: count * rowsPerColumn }, (_, row) => row / rowsPerColumn / count);
  const values = traces.map((): number[] => []);
  const current = traces.map(() => 0);
  let [begin, low, high] = [extreme(current), extreme(current), extreme(current)];
  let [column, step] = [0, 0];
  const close = (): void => {
    const [first, second] = low.step <= high.step ? [low, high] : [high, low];
    for (const [k, list] of values.entries()) list.push(begin.values[k] ?? 0, first.values[k] ?? 0, second.values[k] ?? 0);
    begin = low = high = extreme(current);
    column += 1;
    step = 0;
  };
  const newest = traces.map(() => 0);
  const nextTime = (): number =>
    traces.reduce(
      (soonest, { times }, k) => Math.min(soonest, times[newest[k] ?? 0] ?? Number.POSITIVE_INFINITY),
      Number.POSITIVE_INFINITY,
    );
  for (let at = nextTime(); at < Number.POSITIVE_INFINITY; at = nextTime()) {
    const place = placeOf(at) * count;
    if (place > count) break;
    while (column < Math.min(count - 1, Math.floor(place))) close();
    for (const [k, { times, values: own }] of traces.entries()) {
      const next = newest[k] ?? 0;
      if (times[next] !== at) continue;
      current[k] = own[next] ?? 0;
      newest[k] = next + 1;
    }
    step += 1;
    const now = extreme(current, step);
    // A change at the very begin of a column belongs to the column's first row.
    if (place === column) begin = low = high = now;
    if (now.sum < low.sum) low = now;
    if (now.sum > high.sum) high = now;
  }
  while (column < count) close();
  return { places, values };
};

interface Extreme {
  readonly values: readonly number[];
  readonly sum: number;
  readonly step: number;
}

const extreme = (values: readonly number[], step = 0): Extreme => ({
  values: values.slice(),
  sum: values.reduce((sum, value) => sum + value, 0),
  step,
});
