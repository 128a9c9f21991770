import { describe, expect, test } from 'vitest';
import { ByName } from '../../engine/kernel/collections/byName.ts';

describe('one value for each name', () => {
  test('is made when it is first changed, and then found', () => {
    const counts = new ByName(() => ({ count: 0 }));
    counts.of('a').count += 1;
    expect(counts.of('a')).toEqual({ count: 0 });
    counts.own('a').count += 1;
    expect(counts.of('a')).toEqual({ count: 1 });
    expect([...counts]).toEqual([['a', { count: 1 }]]);
  });

  test('is another one after it was dropped or set, however often it was just asked for', () => {
    const counts = new ByName(() => ({ count: 0 }));
    counts.own('a').count = 7;
    expect(counts.of('a').count).toBe(7);
    counts.drop('a');
    expect(counts.of('a').count).toBe(0);
    counts.own('a').count = 8;
    expect(counts.of('a').count).toBe(8);
    counts.set('a', { count: 9 });
    expect(counts.of('a').count).toBe(9);
  });
});
