import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  days,
  formatDuration,
  formatVirtualTime,
  hours,
  later,
  minutes,
  parseDuration,
  parseVirtualTime,
  sayDuration,
  seconds,
  type VirtualTime,
} from '../../engine/kernel/time.ts';
import { checkProperty } from '../support/checkProperty.ts';

describe('a written duration', () => {
  test.each([
    ['0s', 0],
    ['500ms', 500],
    ['8s', seconds(8)],
    ['2m', minutes(2)],
    ['1h30m', hours(1) + minutes(30)],
    ['2.5s', 2_500],
    ['0.25h', minutes(15)],
    ['1d2h3m4s5ms', days(1) + hours(2) + minutes(3) + seconds(4) + 5],
    ['0.001s', 1],
    ['10m', minutes(10)],
  ])('%s is read as %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    ['a bare number', '8'],
    ['a bare zero', '0'],
    ['nothing', ''],
    ['a unit alone', 's'],
    ['an unknown unit', '8w'],
    ['a unit in capitals', '8S'],
    ['a sign', '-8s'],
    ['a space', '8 s'],
    ['a space around it', ' 8s'],
    ['a trailing number', '8s30'],
    ['a point without digits', '8.s'],
    ['a part of a millisecond', '0.5ms'],
    ['a part of a millisecond in seconds', '1.0005s'],
    ['more than a whole number can hold', '9007199254740993ms'],
    ['a word', 'soon'],
  ])('%s is refused: %j', (_, text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test('says the same when it is written and read again', () => {
    checkProperty(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });
});

test.each([
  [0, '0s'],
  [999, '999ms'],
  [90_000, '1m30s'],
  [3_600_000, '1h'],
  [days(2) + 1, '2d1ms'],
  [-1_500, '-1s500ms'],
])('%i ms are written as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '00:00:00.000'],
  [2_000, '00:00:02.000'],
  [86_399_999, '23:59:59.999'],
  [86_400_000, '1d 00:00:00.000'],
  [days(12) + hours(3) + 45, '12d 03:00:00.045'],
])('virtual time %i is shown as %s', (at, text) => {
  expect(formatVirtualTime(at as VirtualTime)).toBe(text);
});

test('later is so much after', () => {
  expect(later(500 as VirtualTime, seconds(2))).toBe(2_500);
});

describe('a virtual time as timelines write it', () => {
  test('is read again as what it was', () => {
    checkProperty(
      fc.property(fc.nat(days(99_999_999)), (ms) => {
        expect(parseVirtualTime(formatVirtualTime(ms as VirtualTime))).toBe(ms);
      }),
    );
  });

  test('may be without milliseconds', () => {
    expect(parseVirtualTime('00:01:30')).toBe(90_000);
    expect(parseVirtualTime('2d 01:00:00')).toBe(days(2) + hours(1));
  });

  test.each(['', '90', '1m30s', '24:00:00', '00:60:00', '00:00:60', '00:00:00.5', '1d', '-00:00:01', ' 00:00:01', '2026-01-01T00:00:00Z'])(
    'is not %j',
    (text) => {
      expect(parseVirtualTime(text)).toBeUndefined();
    },
  );
});

// biome-ignore format: a table
test.each([
  [0,             '0 s'],
  [0.0123,        '0.0123 ms'],
  [340,           '340 ms'],
  [999.6,         '1 s'],
  [5_254,         '5.25 s'],
  [24_200,        '24.2 s'],
  [59_949,        '59.9 s'],
  [59_950,        '1 min'],
  [116_000,       '1 min 56 s'],
  [3_599_600,     '1 h'],
  [7_500_000,     '2 h 5 min'],
  [86_399_000,    '1 d'],
  [273_600_000,   '3 d 4 h'],
  [-5_254,        '-5.25 s'],
])('%f ms are said as %s', (ms, text) => {
  expect(sayDuration(ms)).toBe(text);
});
