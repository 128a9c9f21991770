import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BucketSize, bucketStart, findBucket, formatInstant, parseDateTime, parseInstant } from '../../engine/kernel/instant.ts';
import { checkProperty } from '../support/checkProperty.ts';

const first = Date.parse('0000-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');
const instants = fc.integer({ min: first, max: last });

describe('an instant', () => {
  test('is written as Date writes it', () => {
    checkProperty(
      fc.property(instants, (ms) => {
        expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
      }),
      2_000,
    );
  });

  test('is read as Date reads it', () => {
    checkProperty(
      fc.property(instants, (ms) => {
        expect(parseInstant(new Date(ms).toISOString())).toBe(ms);
      }),
      2_000,
    );
  });

  test('is the same on every first and last day of a month, leap years and centuries included', () => {
    const years = [0, 1, 4, 99, 100, 400, 1582, 1600, 1899, 1900, 1969, 1970, 1999, 2000, 2024, 2025, 2026, 2100, 2400, 9999];
    const edges = years.flatMap((year) =>
      Array.from({ length: 12 }, (_, month) => {
        const start = new Date(first);
        start.setUTCFullYear(year, month, 1);
        return [start.getTime(), start.getTime() - 1];
      }).flat(),
    );
    const written = edges.filter((ms) => ms >= first);
    expect(written.map(formatInstant)).toStrictEqual(written.map((ms) => new Date(ms).toISOString()));
    expect(written.map((ms) => parseInstant(formatInstant(ms)))).toStrictEqual(written);
  });

  test.each([
    ['the epoch', 0, '1970-01-01T00:00:00.000Z'],
    ['a moment before the epoch', -1, '1969-12-31T23:59:59.999Z'],
    ['the first that has four digits', first, '0000-01-01T00:00:00.000Z'],
    ['the last that has four digits', last, '9999-12-31T23:59:59.999Z'],
    ['a leap day', 951_782_400_000, '2000-02-29T00:00:00.000Z'],
  ])('%s is %i, written %s', (_, ms, text) => {
    expect(formatInstant(ms)).toBe(text);
    expect(parseInstant(text)).toBe(ms);
  });
});

test.each([
  ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
  ['2026-01-01T00:00:00.5Z', Date.UTC(2026, 0, 1) + 500],
  ['2026-01-01T00:00:00.05Z', Date.UTC(2026, 0, 1) + 50],
])('milliseconds may be left out or be short: %s', (text, ms) => {
  expect(parseInstant(text)).toBe(ms);
});

test.each([
  ['a day that the month has not', '2026-02-29T00:00:00Z'],
  ['a leap day in a century without', '1900-02-29T00:00:00Z'],
  ['a 31st of April', '2026-04-31T00:00:00Z'],
  ['a month 0', '2026-00-10T00:00:00Z'],
  ['a month 13', '2026-13-01T00:00:00Z'],
  ['a day 0', '2026-01-00T00:00:00Z'],
  ['an hour 24', '2026-01-01T24:00:00Z'],
  ['a minute 60', '2026-01-01T00:60:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['another time zone', '2026-01-01T00:00:00+01:00'],
  ['no time zone', '2026-01-01T00:00:00'],
  ['a date alone', '2026-01-01'],
  ['microseconds', '2026-01-01T00:00:00.123456Z'],
  ['something around it', ' 2026-01-01T00:00:00Z'],
  ['nothing', ''],
])('%s is refused: %j', (_, text) => {
  expect(parseInstant(text)).toBeUndefined();
});

describe('a date-time with an offset', () => {
  test('is read as Date reads it', () => {
    checkProperty(
      fc.property(
        fc.integer({ min: first + 86_400_000, max: last - 86_400_000 }),
        fc.integer({ min: -1_439, max: 1_439 }),
        (ms, minutes) => {
          const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
          const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'));
          const text = `${local}${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
          expect(parseDateTime(text)).toBe(ms);
          expect(parseDateTime(text)).toBe(Date.parse(text));
        },
      ),
      2_000,
    );
  });

  test.each([
    ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
    ['2026-01-01t00:00:00z', Date.UTC(2026, 0, 1)],
    ['2026-01-01T00:00:00.123999Z', Date.UTC(2026, 0, 1) + 123],
    ['2026-01-01T00:00:00.5+00:00', Date.UTC(2026, 0, 1) + 500],
    ['2026-01-01T01:00:00+01:00', Date.UTC(2026, 0, 1)],
    ['2025-12-31T19:00:00-05:00', Date.UTC(2026, 0, 1)],
  ])('%s is read; what is under a millisecond is cut off', (text, ms) => {
    expect(parseDateTime(text)).toBe(ms);
  });

  test.each([
    ['a date alone', '2026-01-01'],
    ['no time zone', '2026-01-01T00:00:00'],
    ['a blank for the T', '2026-01-01 00:00:00Z'],
    ['an offset without its minutes', '2026-01-01T00:00:00+01'],
    ['a point and no digit', '2026-01-01T00:00:00.Z'],
    ['a day that the month has not', '2026-02-29T00:00:00+01:00'],
    ['nothing', ''],
  ])('%s is refused: %j', (_, text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('the bucket of an instant', () => {
  const sizes: readonly BucketSize[] = ['hour', 'day', 'week', 'month', 'year'];

  test.each(sizes)('is the %s that begins at or before it, and ends after it', (size) => {
    checkProperty(
      fc.property(instants, (ms) => {
        const bucket = findBucket(ms, size);
        expect(bucketStart(bucket, size)).toBeLessThanOrEqual(ms);
        expect(bucketStart(bucket + 1, size)).toBeGreaterThan(ms);
      }),
      1_000,
    );
  });

  test.each(sizes)('begins a %s at its own first instant, and the one before ends there', (size) => {
    checkProperty(
      fc.property(fc.integer({ min: -200, max: 900 }), (bucket) => {
        expect(findBucket(bucketStart(bucket, size), size)).toBe(bucket);
        expect(findBucket(bucketStart(bucket, size) - 1, size)).toBe(bucket - 1);
      }),
      1_000,
    );
  });

  test('begins where Date says that hours, days, months and years begin, and weeks on a Monday', () => {
    checkProperty(
      fc.property(instants, (ms) => {
        const startOf = (size: BucketSize) => new Date(bucketStart(findBucket(ms, size), size)).toISOString();
        const written = new Date(ms).toISOString();
        expect(startOf('hour')).toBe(`${written.slice(0, 13)}:00:00.000Z`);
        expect(startOf('day')).toBe(`${written.slice(0, 10)}T00:00:00.000Z`);
        expect(startOf('month')).toBe(`${written.slice(0, 7)}-01T00:00:00.000Z`);
        expect(startOf('year')).toBe(`${written.slice(0, 4)}-01-01T00:00:00.000Z`);
        const week = new Date(bucketStart(findBucket(ms, 'week'), 'week'));
        expect([week.getUTCDay(), week.getTime() % 86_400_000]).toStrictEqual([1, week.getTime() < 0 ? -0 : 0]);
      }),
      1_000,
    );
  });

  // biome-ignore format: a table
  test.each<[string, BucketSize, number, string]>([
    ['1970-01-01T00:00:00.000Z', 'hour',  0,      '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', 'hour',  -1,     '1969-12-31T23:00:00.000Z'],
    ['2026-01-01T00:59:59.999Z', 'hour',  490896, '2026-01-01T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', 'day',   19782,  '2024-02-29T00:00:00.000Z'],
    ['1970-01-04T23:59:59.999Z', 'week',  0,      '1969-12-29T00:00:00.000Z'],
    ['1970-01-05T00:00:00.000Z', 'week',  1,      '1970-01-05T00:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'week',  2922,   '2025-12-29T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', 'month', 649,    '2024-02-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', 'month', -1,     '1969-12-01T00:00:00.000Z'],
    ['2025-12-31T23:59:59.999Z', 'year',  55,     '2025-01-01T00:00:00.000Z'],
    ['1969-06-01T00:00:00.000Z', 'year',  -1,     '1969-01-01T00:00:00.000Z'],
  ])('of %s is %s %i, from %s on', (text, size, bucket, from) => {
    expect(findBucket(parseInstant(text) ?? 0, size)).toBe(bucket);
    expect(formatInstant(bucketStart(bucket, size))).toBe(from);
  });
});
