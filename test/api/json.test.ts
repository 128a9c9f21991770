import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dictionary, json } from '../../engine/api/contract/parts/json.ts';
import { readAs } from '../../engine/api/reading/readAs.ts';

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const read = readAs(schema, value);
  return isLeft(read) ? read.left.map(({ path, message }) => [path.join('.'), message]) : [];
};

test.each<[string, unknown]>([
  ['a number that is none', Number.NaN],
  ['a number without end', { deep: [Number.POSITIVE_INFINITY] }],
  ['a date', { at: new Date(0) }],
  ['a map', [new Map()]],
  ['a function', { run: () => 1 }],
  ['nothing at all', undefined],
])('%s is no JSON value', (_, value) => {
  expect(issuesOf(json, value)).toStrictEqual([['', 'must be a JSON value']]);
});

test('what can be written as JSON is a JSON value, also without a prototype, and with fields that are left out', () => {
  for (const value of [null, 0, 'x', false, [], { a: [1, { b: null }] }, Object.assign(Object.create(null), { a: 1 }), { left: undefined }])
    expect(issuesOf(json, value)).toStrictEqual([]);
});

test('a dictionary takes any name, and says under which one a value does not fit', () => {
  const env = dictionary(z.string());
  expect(issuesOf(env, JSON.parse('{ "A": "1", "__proto__": "2", "constructor": "3" }'))).toStrictEqual([]);
  expect(issuesOf(env, { A: '1', B: 2 }).map(([path]) => path)).toStrictEqual(['B']);
  expect(issuesOf(dictionary(env), { outer: { inner: 7 } }).map(([path]) => path)).toStrictEqual(['outer.inner']);
  for (const other of [[], null, 'A=1']) expect(issuesOf(env, other).length).toBe(1);
});
