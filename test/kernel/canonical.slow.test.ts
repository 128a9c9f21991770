import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalFields, canonicalText, isSame, type Json, sortKeys } from '../../engine/kernel/canonical.ts';
import { checkProperty } from '../support/checkProperty.ts';

test.each([
  ['null', null, 'null'],
  ['a text with quotes and a line end', 'say "hi"\n', '"say \\"hi\\"\\n"'],
  ['a text beyond ASCII', 'Größe 大 😀', '"Größe 大 😀"'],
  ['half a surrogate pair', '\ud83d', '"\\ud83d"'],
  ['minus zero', -0, '0'],
  ['a large number', 1e21, '1e+21'],
  ['a list', [3, 'a', null, []], '[3,"a",null,[]]'],
  ['keys that look like numbers', { b: 1, 10: 2, 9: 3, a: 4 }, '{"10":2,"9":3,"a":4,"b":1}'],
  ['keys by code unit, capitals first', { b: 1, B: 2, ä: 3, _: 4 }, '{"B":2,"_":4,"b":1,"ä":3}'],
  ['nested objects', { z: { y: 1, x: { w: 2, v: 3 } } }, '{"z":{"x":{"v":3,"w":2},"y":1}}'],
  ['an undefined field', { a: 1, b: undefined }, '{"a":1}'],
  ['an empty object', {}, '{}'],
])('%s has one text', (_, value, text) => {
  expect(canonicalText(value)).toBe(text);
});

/** The definition, implemented without regard to speed. */
const defined = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(defined).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .filter((key) => (value as Record<string, unknown>)[key] !== undefined);
  return `{${fields.map((key) => `${JSON.stringify(key)}:${defined((value as Record<string, unknown>)[key])}`).join(',')}}`;
};

/** Texts that JSON writes in ways of its own, or that a regular expression could take for plain ones. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    '',
    '"',
    '\\',
    ' ',
    '!',
    '#',
    '[',
    ']',
    '/',
    '\u001f',
    '\u007f',
    '\u2028',
    '\ud7ff',
    '\ud800',
    '\udfff',
    '\ue000',
    '\uffff',
    '😀',
    '\ude00\ud83d',
  ),
);
const oddKey = fc.oneof(
  oddText,
  fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '0', '9', '10', '-1', '1.5', '4294967295', 'type', 'a', 'B', 'b'),
);
const oddValues = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      oddText,
      fc.integer(),
      fc.double(),
      fc.constantFrom<unknown>(0, -0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, false, () => 1, Symbol('s')),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(oddKey, tie('value')), { maxLength: 40 }).map((fields) => Object.fromEntries(fields)),
    // An inherited property is not a field.
    fc
      .array(fc.tuple(oddKey, tie('value')), { maxLength: 4 })
      .map((fields) => Object.assign(Object.create({ a: 1, zz: 2 }), Object.fromEntries(fields))),
  ),
})).value;

test('the text equals that of the definition exactly, for every value', () => {
  checkProperty(
    fc.property(oddValues, (value) => {
      expect(canonicalText(value)).toBe(defined(value));
    }),
    2_000,
  );
});

test('the fields of an object are the text between its braces, without one field on request', () => {
  checkProperty(
    fc.property(fc.array(fc.tuple(oddKey, oddValues), { maxLength: 6 }), oddKey, (fields, omitted) => {
      const object = Object.fromEntries(fields);
      expect(`{${canonicalFields(object)}}`).toBe(defined(object));
      expect(`{${canonicalFields(object, undefined, omitted)}}`).toBe(
        defined(Object.fromEntries(fields.filter(([key]) => key !== omitted))),
      );
    }),
    500,
  );
});

test('more keys than the cache of quoted keys holds, and longer ones, are written the same', () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, k) => [`key ${k} "${'x'.repeat(k % 90)}"`, k]));
  expect([canonicalText(many), canonicalText(many)]).toStrictEqual([defined(many), defined(many)]);
});

/** The same value, the keys of each object written in another order. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, field]) => [key, shuffled(field)] as const)
      .reverse(),
  );
};

const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'));

test('the order in which keys are written changes nothing', () => {
  checkProperty(
    fc.property(json, (value) => {
      expect(canonicalText(shuffled(value))).toBe(canonicalText(value));
    }),
    300,
  );
});

test('the text is JSON, and reads as the value', () => {
  checkProperty(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    300,
  );
});

test('values are the same whenever their texts are, and no others', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>({ a: undefined }, {}, { a: null }, [null], [], { a: [] }, { a: {} }, 0, -0, '', false),
  );
  checkProperty(
    fc.property(values, values, (a, b) => {
      expect(isSame(a, b)).toBe(canonicalText(a) === canonicalText(b));
      expect(isSame(a, shuffled(a))).toBe(true);
    }),
    500,
  );
});

test('an ordered value is the same, its keys in the order of its text', () => {
  checkProperty(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSame(sortKeys(value as Json), value)).toBe(true);
      expect(JSON.stringify(sortKeys(value as Json))).toBe(JSON.stringify(sortKeys(shuffled(value) as Json)));
    }),
    300,
  );
  expect(JSON.stringify(sortKeys({ b: [{ d: 1, c: 2 }], a: null }))).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});
