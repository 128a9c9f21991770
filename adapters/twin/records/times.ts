import { parseDuration } from '../../../engine/kernel/index.ts';

/** The notation of times in a column. */
export type TimeNotation = 'zoned' | 'local' | 'ns' | 'us' | 'ms' | 's' | 'since-ms' | 'since-s';

export const clockWords: Readonly<Record<TimeNotation, string>> = {
  zoned: 'date-times with a zone',
  local: 'date-times without a zone, taken as UTC',
  ns: 'nanoseconds since 1970',
  us: 'microseconds since 1970',
  ms: 'milliseconds since 1970',
  s: 'seconds since 1970',
  'since-ms': 'milliseconds since the start of the records',
  'since-s': 'seconds since the start of the records',
};

/** Whether the hour of the day is known. */
export const isCalendar = (clock: TimeNotation): boolean => !clock.startsWith('since');

const msPer: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  'since-ms': 1,
  'since-s': 1_000,
};

/** Units that `--map FIELD=COLUMN:UNIT` takes. */
export const unitNames = ['ns', 'us', 'ms', 's', 'm', 'h'] as const;
export type TimeUnitName = (typeof unitNames)[number];

const dateTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a time in ms and its notation. Text says what is wrong. */
export const readTime = (text: string, unit: TimeUnitName | undefined): { readonly ms: number; readonly clock: TimeNotation } | string => {
  if (plainNumber.test(text)) {
    const value = Number(text);
    if (value < 0) return 'is negative';
    const clock = findNotation(value, unit);
    return { ms: value * (msPer[clock] ?? 1), clock };
  }
  const match = dateTime.exec(text);
  if (match === null) return 'is no time such as 2026-01-31T10:00:00Z, or a number of seconds or ms since 1970';
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const numbers = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number];
  const local = Date.UTC(numbers[0], numbers[1] - 1, numbers[2], numbers[3], numbers[4], numbers[5]);
  const isReal =
    new Date(local).getUTCDate() === numbers[2] &&
    numbers[1] >= 1 &&
    numbers[1] <= 12 &&
    numbers[3] < 24 &&
    numbers[4] < 60 &&
    numbers[5] < 60;
  if (!isReal) return 'is no date that there is';
  const ms = local + (fraction === '' ? 0 : Number(`0.${fraction}`) * 1_000);
  return { ms: ms - parseOffset(zone), clock: zone === undefined ? 'local' : 'zoned' };
};

/** Numbers below a hundred million count from the start of the records; of seconds since 1970, that is March 1973. */
const findNotation = (value: number, unit: TimeUnitName | undefined): TimeNotation => {
  if (value < 1e8) return unit === 'ms' ? 'since-ms' : 'since-s';
  if (unit === 'ns' || unit === 'us' || unit === 'ms') return unit === 'ms' && value < 1e11 ? 'since-ms' : unit;
  if (unit === 's') return 's';
  return value < 1e11 ? 's' : value < 1e14 ? 'ms' : value < 1e17 ? 'us' : 'ns';
};

const parseOffset = (zone: string | undefined): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** Reads a duration in ms: a number of a unit, or a text such as 1.5s. Text says what is wrong. */
export const readSpan = (text: string, unit: TimeUnitName): number | string => {
  const written = parseDuration(text);
  if (written !== undefined) return written;
  if (!plainNumber.test(text)) return 'is no duration: a number, or one such as 1.5s, is expected';
  const value = Number(text) * (msPer[unit] ?? 1);
  return value < 0 ? 'is negative' : value > longestMs ? 'is longer than a year' : value;
};

const longestMs = 366 * 86_400_000;

/** Reads a number that is not negative. Text says what is wrong. */
export const readNumber = (text: string): number | string => {
  if (!plainNumber.test(text)) return 'is no number';
  return Number(text) < 0 ? 'is negative' : Number(text);
};
