import { left, right } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { fillIn, substitute, valueAt } from '../../engine/scenario/format/variables.ts';

const variables = new Map<string, Json>([
  ['job', { id: 'job-7', parts: [{ n: 1 }, { n: 2 }] }],
  ['id', 'job-7'],
  ['count', 3],
  ['nothing', null],
]);

// biome-ignore format: a table
test.each<[string, Json, Json]>([
  ['a whole text becomes the value, whatever its kind',  '$count',                   3],
  ['an object, too',                                     '$job.parts.0',             { n: 1 }],
  ['and null',                                           '$nothing',                 null],
  ['a part of a text becomes text',                      'job $id is $count',        'job job-7 is 3'],
  ['a field is reached by its path',                     'of $job.id',               'of job-7'],
  ['an item is reached by its number',                   '$job.parts.1.n',           2],
  ['an object in a text stands as JSON',                 'is $job.parts.0',          'is {"n":1}'],
  ['two dollars are one',                                'costs $$5, not $$id',      'costs $5, not $id'],
  ['a dollar before no name stays',                      '^a$ 5$ $',                 '^a$ 5$ $'],
  ['lists and objects are gone through',                 { a: ['$count', { b: '$id' }] }, { a: [3, { b: 'job-7' }] }],
  ['keys stay as they are',                              { $id: 1 },                 { $id: 1 }],
  ['numbers, too',                                       [1, true, null],            [1, true, null]],
])('%s', (_, written, meant) => {
  expect(substitute(written, variables)).toStrictEqual(right(meant));
});

describe('a variable that is not set is named', () => {
  // biome-ignore format: a table
  test.each<[Json, string]>([
    ['$jbo',             '$jbo'],
    ['of $jbo there',    '$jbo'],
    ['$job.name',        '$job.name'],
    ['$id.length',       '$id.length'],
    ['$job.constructor', '$job.constructor'],
    [{ a: ['$count', '$jbo'] }, '$jbo'],
  ])('%j', (written, name) => {
    expect(substitute(written, variables)).toStrictEqual(left(name));
  });
});

describe('a matrix', () => {
  // biome-ignore format: a table
  test.each<[string, Json, Json]>([
    ['fills in what it has, of its kind', { min: '$count', n: '$job.parts.0.n' },  { min: 3, n: 1 }],
    ['also null',                         ['$nothing'],                            [null]],
    ['also within texts',                 'of $id and $job.id',                    'of job-7 and job-7'],
    ['leaves what it does not know',      ['$other', 'job $other is', '$job.name'], ['$other', 'job $other is', '$job.name']],
    ['leaves two dollars for later',      ['$$', '$$count', '$$$count'],           ['$$', '$$count', '$$3']],
  ])('%s', (_, written, meant) => {
    expect(fillIn(written, variables)).toStrictEqual(meant);
  });
});

test('a value is found by its path, among own fields only', () => {
  expect(valueAt({ a: [{ b: 1 }] }, ['a', '0', 'b'])).toBe(1);
  expect(valueAt({ a: 1 }, [])).toStrictEqual({ a: 1 });
  expect(valueAt({ a: 1 }, ['toString'])).toBeUndefined();
  expect(valueAt('text', ['length'])).toBeUndefined();
  expect(valueAt(undefined, ['a'])).toBeUndefined();
});
