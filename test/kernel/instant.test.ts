import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from '../../engine/kernel/instant.ts';
import { law } from '../support/law.ts';

const first = Date.parse('0000-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');
const instants = fc.integer({ min: first, max: last });

describe('an instant', () => {
  test('is written as Date writes it', () => {
    law(
      fc.property(instants, (ms) => {
        expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
      }),
      2_000,
    );
  });

  test('is read as Date reads it', () => {
    law(
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
