import type { Field } from './fields.ts';
import type { JobTable } from './jobTable.ts';

/** Why rows were left out, and which: a reason is kept once, with its first lines. */
export class LeftOut {
  readonly #reasons = new Map<string, { count: number; readonly places: string[] }>();
  count = 0;

  add(reason: string, place: string, rows = 1): void {
    this.count += rows;
    const known = this.#reasons.get(reason) ?? { count: 0, places: [] };
    known.count += rows;
    if (known.places.length < placesMax) known.places.push(place);
    this.#reasons.set(reason, known);
  }

  /** `3 rows: execution is empty (lines 4, 9, 12)`, the most frequent first. */
  get lines(): readonly string[] {
    return [...this.#reasons]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(
        ([reason, { count, places }]) =>
          `${count} ${count === 1 ? 'row' : 'rows'}: ${reason} (${places.join(', ')}${count > places.length ? ', …' : ''})`,
      );
  }
}

const placesMax = 3;

/** Few GPU jobs are shorter. If more than half of a file's jobs are, its unit was misread. */
const shortMs = 200;

/** Whether durations that no unit was said of may be seconds. `withoutUnit`: their columns. */
export const doubtUnits = ({ execution }: JobTable, withoutUnit: ReadonlyMap<Field, string>): readonly string[] => {
  const column = withoutUnit.get('execution');
  let [known, short] = [0, 0];
  for (let k = 0; column !== undefined && k < execution.length; k++) {
    if (Number.isNaN(execution.at(k))) continue;
    known += 1;
    if (execution.at(k) < shortMs) short += 1;
  }
  if (2 * short <= known) return [];
  const map = (unit: string) => `--map ${[...withoutUnit].map(([field, one]) => `${field}=${one}:${unit}`).join(',')}`;
  return [
    `${column} says no unit and is read as milliseconds, of which half of the jobs have less than ${shortMs}: if these are seconds, ${map('s')}; if not, ${map('ms')}`,
  ];
};
