import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay, throttle } from '../../adapters/console/app/model/throttled.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a throttled signal follows at once, and then once in a while', () => {
  const source = signal(0);
  const follower = throttle(source, 100);
  source.value = 1;
  expect(follower.value).toBe(1);
  source.value = 2;
  source.value = 3;
  expect(follower.value).toBe(1);
  vi.advanceTimersByTime(100);
  expect(follower.value).toBe(3);
  vi.advanceTimersByTime(100);
  source.value = 4;
  expect(follower.value).toBe(4);
});

test('a delayed signal follows later, and skips what has passed', () => {
  const source = signal(0);
  const follower = delay(source, 100);
  source.value = 1;
  vi.advanceTimersByTime(60);
  source.value = 2;
  expect(follower.value).toBe(0);
  vi.advanceTimersByTime(40);
  expect(follower.value).toBe(2);
  vi.advanceTimersByTime(500);
  source.value = 3;
  vi.advanceTimersByTime(100);
  expect(follower.value).toBe(3);
});
