import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { durationMismatches, findBrokenPatterns, mismatches, mismatchText } from '../../engine/scenario/step/expectation.ts';

const wrong = (expected: Json, actual: Json | undefined) => mismatches(expected, actual, 'body').map(mismatchText);

describe('an operator holds, or says what it got', () => {
  // biome-ignore format: a table
  test.each<[string, Json, Json | undefined, Json | undefined]>([
    // operator  wanted                holds of            does not hold of
    ['eq',       3,                    3,                  4],
    ['eq',       { a: [1] },           { a: [1] },         { a: [1], b: 2 }],
    ['eq',       null,                 null,               undefined],
    ['eq',       '3',                  '3',                3],
    ['ne',       3,                    4,                  3],
    ['ne',       3,                    undefined,          3],
    ['lt',       3,                    2,                  3],
    ['lte',      3,                    3,                  4],
    ['gt',       3,                    4,                  3],
    ['gte',      3,                    3,                  2],
    ['lt',       3,                    2,                  '2'],
    ['matches',  '^job-\\d+$',         'job-7',            'job-x'],
    ['matches',  '^.$',                '💠',               'ab'],
    ['matches',  '1',                  '1',                1],
    ['contains', 'ob',                 'job',              'jab'],
    ['contains', { a: 1 },             [0, { a: 1 }],      [{ a: 1, b: 2 }]],
    ['contains', 'a',                  ['a'],              { a: 1 }],
    ['length',   2,                    ['a', 'b'],         ['a']],
    ['length',   0,                    [],                 ''],
    ['exists',   true,                 null,               undefined],
    ['exists',   false,                undefined,          null],
    ['oneOf',    ['a', { b: 1 }],      { b: 1 },           { b: 1, c: 2 }],
    ['oneOf',    ['a'],                'a',                undefined],
  ])('%s %j holds of %j, not of %j', (name, wanted, good, bad) => {
    const got = bad === undefined ? 'nothing' : JSON.stringify(bad);
    expect(wrong({ [name]: wanted }, good)).toStrictEqual([]);
    expect(wrong({ [name]: wanted }, bad)).toStrictEqual([`body: expected ${name} ${JSON.stringify(wanted)}, got ${got}`]);
  });

  // biome-ignore format: a table
  test.each<[string, string, number, number, string]>([
    ['lt',  '2s',     1_999,  2_000,  '2s'],
    ['lt',  '2s',     1_999,  7_234,  '7.234s'],
    ['lte', '500ms',  500,    2_001,  '2001ms'],
    ['gt',  '0.5s',   501,    500,    '0.5s'],
    ['gte', '1m30s',  90_000, 89_999, '1m29s999ms'],
    ['gte', '2m',     120_000, 100_000, '1m40s'],
  ])('%s %s holds of %i ms, not of %i, which is said in its unit: %s', (name, wanted, good, bad, said) => {
    for (const compared of [mismatches, durationMismatches]) {
      expect(compared({ [name]: wanted }, good, 'body')).toStrictEqual([]);
      expect(compared({ [name]: wanted }, bad, 'body')).toStrictEqual([{ what: 'body', expected: `${name} ${wanted}`, actual: said }]);
    }
  });

  test('never, where what it is compared with is no number', () => {
    expect(wrong({ gt: 'soon' }, 1)).toHaveLength(1);
    expect(wrong({ lt: 'soon' }, 1)).toHaveLength(1);
  });

  test('several hold together, and each that does not is said', () => {
    expect(wrong({ gt: 1, lt: 5 }, 3)).toStrictEqual([]);
    expect(wrong({ gt: 1, lt: 5, ne: 7 }, 7)).toStrictEqual(['body: expected lt 5, got 7', 'body: expected ne 7, got 7']);
  });

  test('only by its own name: what every object inherits is a field like any other', () => {
    expect(wrong({ toString: 'eq' }, 'eq')).toStrictEqual(['body: expected {"toString":"eq"}, got "eq"']);
    expect(wrong({ hasOwnProperty: 'eq' }, { hasOwnProperty: 'eq' })).toStrictEqual([]);
  });

  test('among other keys it is a field, too', () => {
    expect(wrong({ gt: 1, name: 'a' }, { gt: 1, name: 'a', more: true })).toStrictEqual([]);
    expect(wrong({ gt: 1, name: 'a' }, 3)).toHaveLength(1);
  });
});

describe('without operators', () => {
  // biome-ignore format: a table
  test.each<[string, Json, Json | undefined, readonly string[]]>([
    ['objects are compared partially',           { a: 1 },            { a: 1, b: 2 },      []],
    ['a field that is missing is nothing',       { a: 1, c: 3 },      { a: 1 },            ['body.c: expected 3, got nothing']],
    ['fields are named by their path',           { a: { b: [1] } },   { a: { b: [2] } },   ['body.a.b[0]: expected 1, got 2']],
    ['lists are compared whole',                 [1],                 [1, 2],              ['body: expected [1], got [1,2]']],
    ['lists keep their order',                   [1, 2],              [2, 1],              ['body[0]: expected 1, got 2', 'body[1]: expected 2, got 1']],
    ['objects in lists are partial',             [{ a: 1 }],          [{ a: 1, b: 2 }],    []],
    ['operators stand anywhere within',          [{ a: { gt: 1 } }],  [{ a: 1 }],          ['body[0].a: expected gt 1, got 1']],
    ['an empty object is any object',            {},                  { a: 1 },            []],
    ['an empty object is no list',               {},                  [],                  ['body: expected {}, got []']],
    ['an empty list is an empty list',           [],                  [0],                 ['body: expected [], got [0]']],
    ['null is null',                             null,                null,                []],
    ['null is not nothing',                      null,                undefined,           ['body: expected null, got nothing']],
    ['a text is no number',                      '3',                 3,                   ['body: expected "3", got 3']],
    ['inherited fields are not there',           { constructor: { exists: false } }, {},   []],
  ])('%s', (_, expected, actual, words) => {
    expect(wrong(expected, actual)).toStrictEqual(words);
  });

  test('what is very long is shown by its beginning', () => {
    const [words = ''] = wrong('short', 'x'.repeat(10_000));
    expect(words.length).toBeLessThan(300);
    expect(words).toContain('…');
  });
});

describe('a time taken is compared with durations', () => {
  // biome-ignore format: a table
  test.each<[Json, number, boolean]>([
    ['2s',                     2_000, true],
    ['2s',                     2_001, false],
    [{ eq: '2s' },             2_000, true],
    [{ eq: '2s' },             2_001, false],
    [{ ne: '2s' },             2_000, false],
    [{ ne: '2s' },             2_001, true],
    [{ oneOf: ['1s', '2s'] },  2_000, true],
    [{ oneOf: ['1s', '2s'] },  3_000, false],
    [{ lt: '2s', gte: '1s' },  1_000, true],
    [{ lt: '2s' },             2_000, false],
    ['soon',                   2_000, false],
  ])('%j of %i ms: %s', (expected, actual, holds) => {
    expect(durationMismatches(expected, actual, 'took').length === 0).toBe(holds);
  });
});

test('a pattern that is none is found at any depth', () => {
  expect(findBrokenPatterns({ a: [{ b: { matches: '(' } }, { matches: '[' }] })).toStrictEqual([
    "'(' is not a regular expression",
    "'[' is not a regular expression",
  ]);
  expect(findBrokenPatterns({ a: { matches: '^a+$' }, matches: '(' })).toStrictEqual([]);
  expect(wrong({ matches: '(' }, '(')).toHaveLength(1);
});
