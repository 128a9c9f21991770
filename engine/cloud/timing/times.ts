import type { SomeSettings } from '../entities.ts';
import { judged202611 } from './judged202611.ts';
import { type MeasuredTiming, type TimingName, valuesOf } from './timings.ts';
import type { TimingError } from './timingValue.ts';

/** The times that a number was made with: what every result says of itself, since a number means little without it. */
export interface Times {
  readonly timing: TimingName;
  /** The settings of the world that stand in place of measured ones, such as `worker.start`; none under `textbook`. */
  readonly changed: readonly string[];
  /** How far off these times are on facts that they were not made from; null where that was not measured. */
  readonly error: TimingError | null;
}

const errors: Readonly<Record<MeasuredTiming, TimingError>> = { 'measured-2026-11': judged202611 };

/** The times of a world. With a measured value changed, its error is that of no world that was judged. */
export const timesOf = ({ timing, settings }: { readonly timing?: MeasuredTiming | undefined; readonly settings: SomeSettings }): Times => {
  if (timing === undefined) return { timing: 'textbook', changed: [], error: null };
  const measured = new Set(valuesOf(timing).map(({ setting }) => setting));
  const own = Object.entries(settings).flatMap(([kind, some]) => Object.keys(some ?? {}).map((key) => `${kind}.${key}`));
  const changed = own.filter((name) => measured.has(name)).sort();
  return { timing, changed, error: changed.length === 0 ? errors[timing] : null };
};

/** More settings are counted, not named. */
const namedMax = 3;

/** The times in words: `measured-2026-11, median error 30 % on 52 facts it was not made from`. */
export const timesText = ({ timing, changed, error }: Times): string => {
  if (timing === 'textbook') return 'textbook, not measured';
  if (error !== null) return `${timing}, median error ${error.percent} % on ${error.facts} facts it was not made from`;
  const more = changed.length - namedMax;
  const names = more > 0 ? `${changed.slice(0, namedMax).join(', ')} and ${more} more` : changed.join(', ');
  return `${timing} but for ${names}; how far off that is was not measured`;
};
