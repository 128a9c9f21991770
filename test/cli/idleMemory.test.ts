import { expect, test } from 'vitest';
import { IdleWatch } from '../../adapters/cli/serve/idleMemory.ts';

const megabytes = 1_000_000;
const quiet = 0.01;

test('memory is returned once a server has grown, and had nothing to do for two seconds', () => {
  const watch = new IdleWatch(0, 100 * megabytes);
  expect([1_000, 2_000, 3_000].map((now) => watch.isDue(now, 163 * megabytes, quiet))).toStrictEqual([false, false, false]);
  expect(watch.isDue(4_000, 164 * megabytes, quiet)).toBe(true);
  watch.hasCollected(120 * megabytes);
  expect(watch.isDue(5_000, 164 * megabytes, quiet)).toBe(false);
  expect(watch.isDue(6_000, 184 * megabytes, quiet)).toBe(true);
});

test('a request begins the two seconds anew', () => {
  const watch = new IdleWatch(0, 0);
  watch.seesActivity(1_500);
  expect([2_000, 3_000, 3_499].map((now) => watch.isDue(now, 100 * megabytes, quiet))).toStrictEqual([false, false, false]);
  expect(watch.isDue(3_500, 100 * megabytes, quiet)).toBe(true);
});

test('a server that still works on a request is not idle, however long ago that came', () => {
  const watch = new IdleWatch(0, 0);
  for (let now = 1_000; now <= 60_000; now += 1_000) expect(watch.isDue(now, 1_000 * megabytes, 0.9)).toBe(false);
  expect([61_000, 62_000].map((now) => watch.isDue(now, 1_000 * megabytes, quiet))).toStrictEqual([false, true]);
});
