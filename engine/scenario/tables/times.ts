import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { lastInstantMs, parseDateTime } from '../../kernel/instant.ts';
import { type DurationMs, formatDuration, parseDuration } from '../../kernel/time.ts';
import type { FileRow, LineProblem } from './csv.ts';

/** The units in which a column of numbers may count. */
export const units = ['us', 'ms', 's', 'm', 'h'] as const;
export type ColumnUnit = (typeof units)[number];

/** Units as fractions: the first number of milliseconds is the second number of units. */
const msPer: { readonly [Unit in ColumnUnit]: readonly [number, number] } = {
  us: [1, 1_000],
  ms: [1, 1],
  s: [1_000, 1],
  m: [60_000, 1],
  h: [3_600_000, 1],
};

/** The durations in a column, in whole milliseconds: numbers of a unit, or durations such as 1.5s. */
export const durationsIn = (
  column: string,
  rows: readonly FileRow<string>[],
  unit: ColumnUnit | undefined,
  times = 1,
): Either<LineProblem, readonly DurationMs[]> =>
  each(column, rows, (text) => {
    const ms = parseDurationText(text, unit);
    return typeof ms === 'string' ? ms : Math.min(lastInstantMs, Math.round(ms * times));
  });

/**
 * The times of arrivals in a column: durations, from the start of the load or from the first row; or date-times, which count from the
 * first row. Left if one is before the one above it.
 */
export const arrivalsIn = (
  column: string,
  rows: readonly FileRow<string>[],
  unit: ColumnUnit | undefined,
  fromFirst: boolean,
): Either<LineProblem, readonly DurationMs[]> => {
  const isInstants = parseInstantText(rows[0]?.cells ?? '') !== undefined;
  const read = each(column, rows, (text) => (isInstants ? (parseInstantText(text) ?? notAnInstant(text)) : parseDurationText(text, unit)));
  if (isLeft(read)) return read;
  const first = isInstants || fromFirst ? (read.right[0] ?? 0) : 0;
  const times = read.right.map((time) => time - first);
  const k = times.findIndex((time, n) => time < (times[n - 1] ?? 0));
  if (k < 0) return right(times);
  const [before, after] = [times[k - 1] ?? 0, times[k] ?? 0].map(formatDuration);
  return left({ line: rows[k]?.line ?? 1, message: `${column}: ${after} comes below ${before}: sort the rows by this column` });
};

/** Also with a blank between the date and the time, and without a zone, which then is UTC: so public traces have it. */
const parseInstantText = (text: string): number | undefined => {
  const joined = text.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  return parseDateTime(joined) ?? parseDateTime(`${joined}Z`);
};

const each = (
  column: string,
  rows: readonly FileRow<string>[],
  read: (text: string) => number | string,
): Either<LineProblem, readonly DurationMs[]> => {
  const times: DurationMs[] = [];
  for (const { line, cells } of rows) {
    const time = read(cells);
    if (typeof time === 'string') return left({ line, message: `${column}: ${time}` });
    times.push(time);
  }
  return right(times);
};

const notAnInstant = (text: string): string => `'${text}' is not a date-time, and the first row has one`;

/** Rounds parts of a millisecond. A text says what is wrong. */
const parseDurationText = (text: string, unit: ColumnUnit | undefined): DurationMs | string => {
  const written = parseDuration(text);
  if (written !== undefined && written <= lastInstantMs) return written;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return `'${text}' is not a number, nor a duration such as 1.5s`;
  if (unit === undefined) return `'${text}' has no unit: give \`unit\`, one of ${units.join(', ')}`;
  const [times, parts] = msPer[unit];
  const ms = Math.round((Number(text) * times) / parts);
  if (ms < 0) return `'${text}' is negative`;
  return ms <= lastInstantMs ? ms : `'${text}' is longer than time lasts`;
};
