import { expect, test } from 'vitest';
import { timeMeant } from '../../adapters/console/app/link/times.ts';

const [minutes, hours] = [60_000, 3_600_000];

test('hours and minutes are meant where the run is so long, and else minutes and seconds', () => {
  expect(timeMeant('12:30', 24 * hours)).toBe(12 * hours + 30 * minutes);
  expect(timeMeant('12:30', hours)).toBe(12 * minutes + 30_000);
  expect(timeMeant('12:30', minutes)).toBe(12 * minutes + 30_000);
  expect(timeMeant('12:30.5', 24 * hours)).toBe(12 * minutes + 30_500);
});

test('what is no time is none', () => {
  for (const text of ['', '12', '12:', '12:60', '1:2:3', 'job 37', '5 jobs', '00:00:00:00'])
    expect(timeMeant(text, hours), text).toBeUndefined();
});
