import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepCopy } from '../../engine/kernel/copy.ts';
import { checkProperty } from '../support/checkProperty.ts';

describe('a copy', () => {
  test('equals the original, and shares nothing with it', () => {
    checkProperty(
      fc.property(fc.jsonValue(), (value) => {
        const copy = deepCopy(value);
        expect(copy).toStrictEqual(value);
        if (value !== null && typeof value === 'object') expect(copy).not.toBe(value);
      }),
    );
    const data = { list: [1, { a: 'b' }], map: new Map([['k', { n: 1n }]]), set: new Set([['x']]), none: undefined, empty: null };
    const copy = deepCopy(data);
    expect(copy).toStrictEqual(data);
    (copy.list[1] as { a: string }).a = 'c';
    (copy.map.get('k') as { n: bigint }).n = 2n;
    expect(data).toMatchObject({ list: [1, { a: 'b' }] });
    expect(data.map.get('k')?.n).toBe(1n);
  });

  test('preserves shared references', () => {
    const shared = { a: 1 };
    const data = { one: shared, list: [shared], map: new Map([[shared, shared]]), set: new Set([shared]) };
    const copy = deepCopy(data);
    const all = [copy.one, copy.list[0], ...copy.map.keys(), ...copy.map.values(), ...copy.set];
    expect(new Set(all)).toStrictEqual(new Set([{ a: 1 }]));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(shared);
  });

  test('keeps names that reach into objects as names', () => {
    const data = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}');
    const copy = deepCopy(data);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(data));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.values(copy).some((part) => Object.values(data).includes(part))).toBe(false);
  });
});
