import type { SomeSettings } from '../entities.ts';
import { judged202611 } from './judged202611.ts';
import { judged202612 } from './judged202612.ts';
import { listValues, type MeasuredTiming, newestTiming, type TimingName } from './timings.ts';
import type { MechanismError } from './timingValue.ts';

/** The times behind a number: every result names them, since a number means little without them. */
export interface Times {
  readonly timing: TimingName;
  /** The times that the world sets itself, such as `worker.start`, instead of those of its timing. */
  readonly changed: readonly string[];
  /** The error of these times, for each mechanism behind the number, the widest first; null if it was not measured. */
  readonly errors: readonly MechanismError[] | null;
}

const judged: Readonly<Record<MeasuredTiming, readonly MechanismError[]>> = {
  'measured-2026-11': judged202611,
  'measured-2026-12': judged202612,
};

/**
 * The times of a world in which these mechanisms took part. With a measured value changed, its error is that of no world that was judged. A mechanism that
 * was not judged is not known.
 */
export const describeTimes = (
  { timing, settings }: { readonly timing?: MeasuredTiming | undefined; readonly settings: SomeSettings },
  used: () => Iterable<string>,
): Times => {
  const measured = new Set(listValues(timing ?? newestTiming).map(({ setting }) => setting));
  const own = Object.entries(settings).flatMap(([kind, some]) => Object.keys(some ?? {}).map((key) => `${kind}.${key}`));
  const changed = own.filter((name) => measured.has(name)).sort();
  if (timing === undefined) return { timing: 'textbook', changed, errors: null };
  return { timing, changed, errors: changed.length === 0 ? findErrors(timing, [...used()]) : null };
};

const findErrors = (timing: MeasuredTiming, used: readonly string[]): readonly MechanismError[] =>
  used.map((name) => judged[timing].find(({ mechanism }) => mechanism === name) ?? unknownError(name)).sort(byError);

const unknownError = (mechanism: string): MechanismError => ({ mechanism, facts: 0, percent: null, near: 0, bounds: 0, kept: 0 });

/** Unknown errors come last, by name. */
const byError = (a: MechanismError, b: MechanismError): number =>
  (b.percent ?? -1) - (a.percent ?? -1) || (a.mechanism < b.mechanism ? -1 : 1);

/** More settings are counted, not named. */
const namedMax = 3;

/** The times in words: `measured-2026-11; on facts of others they are off by 42 % for start (19 facts, 7 within a quarter), …`. */
export const timesText = ({ timing, changed, errors }: Times): string => {
  if (errors !== null) return `${timing}; ${errorsText(errors)}${adviseMeasuring(errors)}`;
  if (timing === 'textbook' && changed.length === 0) return 'textbook, not measured';
  const more = changed.length - namedMax;
  const names = more > 0 ? `${changed.slice(0, namedMax).join(', ')} and ${more} more` : changed.join(', ');
  return timing === 'textbook'
    ? `its own ${names}; else textbook, not measured`
    : `${timing} but for ${names}; how far off that is was not measured`;
};

/** What one measures of one's own endpoint to narrow a mechanism. */
const ownMeasurements: Readonly<Record<string, string>> = {
  pull: 'the first start of your image on a host',
  start: 'three cold starts of your image',
  take: 'ten jobs on a warm worker',
  post: 'ten jobs on a warm worker',
};

/** Errors up to this many percent are as narrow as measurements make them. */
const narrowPercent = 25;

/** The measurement of one's own that narrows the answer most: that of the widest error that one can measure. */
const adviseMeasuring = (errors: readonly MechanismError[]): string => {
  const widest = errors.find(({ mechanism, percent }) => ownMeasurements[mechanism] !== undefined && (percent ?? 0) > narrowPercent);
  if (widest === undefined) return '';
  return `; ${ownMeasurements[widest.mechanism]} would narrow ${widest.mechanism} (podsim observe)`;
};

/** The median error of each mechanism, on facts whose authors were left out. All reports share this wording. */
export const errorsText = (errors: readonly MechanismError[]): string => {
  if (errors.length === 0) return 'nothing in it hangs on a measured time';
  const known = errors.filter(({ percent }) => percent !== null).map((one) => `${one.mechanism} ${sayError(one)}`);
  const unknown = errors.filter(({ percent }) => percent === null).map(({ mechanism }) => mechanism);
  return [
    ...(known.length === 0 ? [] : [`median error on facts of authors left out: ${known.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`unknown: ${unknown.join(', ')}`]),
  ].join('; ');
};

/** `42 % (20 facts, 6 within a quarter)` */
export const sayError = ({ percent, facts, near }: MechanismError): string =>
  percent === null ? 'unknown' : `${percent} % (${facts === 1 ? '1 fact' : `${facts} facts`}, ${near} within a quarter)`;
