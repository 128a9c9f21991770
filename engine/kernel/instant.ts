/**
 * Calendar dates by whole-number arithmetic (proleptic Gregorian, UTC), because `Date` is the wall clock's type
 * and has no place in `engine/`. An instant is whole milliseconds since 1970-01-01T00:00:00Z.
 */

const msPerDay = 86_400_000;

/** Days since 1970-01-01 of a date. March is counted as the first month, so that the leap day comes last. */
const daysFromDate = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

const dateFromDays = (days: number): { year: number; month: number; day: number } => {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
};

const pad = (n: number, width: number) => String(n).padStart(width, '0');

/** `2026-01-01T00:00:00.000Z`, the way every timestamp of the platform is written. */
export const formatInstant = (ms: number): string => {
  const days = Math.floor(ms / msPerDay);
  const { year, month, day } = dateFromDays(days);
  const rest = ms - days * msPerDay;
  const clock = [3_600_000, 60_000, 1_000].map((unit) => pad(Math.floor(rest / unit) % (unit === 3_600_000 ? 24 : 60), 2));
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock.join(':')}.${pad(rest % 1_000, 3)}Z`;
};

/** The last instant that this format can express, `9999-12-31T23:59:59.999Z`. */
export const lastInstantMs = 253_402_300_799_999;

const written = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?Z$/;

/** Reads `2026-01-01T00:00:00Z` (UTC only, milliseconds optional); undefined if it is no real instant. */
export const parseInstant = (text: string): number | undefined => {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const fraction = Number((match[7] ?? '0').padEnd(3, '0'));
  const ms = daysFromDate(year, month, day) * msPerDay + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction;
  const canonical = `${text.slice(0, 19)}.${pad(fraction, 3)}Z`;
  return formatInstant(ms) === canonical ? ms : undefined;
};

/** Reads any RFC 3339 date-time, with an offset and with any number of fractional digits; the part below a millisecond is cut off. */
export const parseDateTime = (text: string): number | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (match === null) return undefined;
  const [, local = '', fraction = '0', sign, hours = '0', minutes = '0'] = match;
  const ms = parseInstant(`${local.toUpperCase()}.${fraction.slice(0, 3)}Z`);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return ms === undefined ? undefined : ms - (sign === '-' ? -offset : offset);
};

export type BucketSize = 'hour' | 'day' | 'week' | 'month' | 'year';

/** The number of the hour, day, week, month or year that holds an instant; 0 is the one in which 1970 began. Weeks begin on Monday (policy). */
export const findBucket = (ms: number, size: BucketSize): number => {
  const days = Math.floor(ms / msPerDay);
  const { year, month } = dateFromDays(days);
  switch (size) {
    case 'hour':
      return Math.floor(ms / msPerHour);
    case 'day':
      return days;
    case 'week':
      return Math.floor((days + daysFromMonday) / 7);
    case 'month':
      return (year - 1970) * 12 + month - 1;
    case 'year':
      return year - 1970;
  }
};

/** The instant at which the bucket of a number begins; the one before ends there. */
export const bucketStart = (bucket: number, size: BucketSize): number => {
  switch (size) {
    case 'hour':
      return bucket * msPerHour;
    case 'day':
      return bucket * msPerDay;
    case 'week':
      return (bucket * 7 - daysFromMonday) * msPerDay;
    case 'month':
      return daysFromDate(1970 + Math.floor(bucket / 12), bucket - Math.floor(bucket / 12) * 12 + 1, 1) * msPerDay;
    case 'year':
      return daysFromDate(1970 + bucket, 1, 1) * msPerDay;
  }
};

const msPerHour = 3_600_000;
/** 1970-01-01 was a Thursday. */
const daysFromMonday = 3;
