import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notJson } from '../../../adapters/http/notJson.ts';

// biome-ignore format: a table
describe.each<readonly [text: string, words: string | undefined]>([
  ['',                    'line 1, column 1: expected a value, found the end of the text'],
  ['{"input":',           'line 1, column 10: expected a value, found the end of the text'],
  ['{"input" {}}',        'line 1, column 10: expected :, found "{"'],
  ["{'input': {}}",       `line 1, column 2: expected a name in double quotes or }, found "'"`],
  ['{"a": 1,}',           'line 1, column 9: expected a name in double quotes, found "}"'],
  ['[1, 2,]',             'line 1, column 7: expected a value, found "]"'],
  ['[1 2]',               'line 1, column 4: expected , or ], found "2"'],
  ['{"a": 1]',            'line 1, column 8: expected , or }, found "]"'],
  ['{\n  "a": nul\n}',    'line 2, column 8: expected a value, found "n"'],
  ['{"a": 01}',           'line 1, column 8: expected , or }, found "1"'],
  ['{"a": .5}',           'line 1, column 7: expected a value, found "."'],
  ['{"a": NaN}',          'line 1, column 7: expected a value, found "N"'],
  ['"a',                  'line 1, column 3: expected the " that ends a string, found the end of the text'],
  ['"a\nb"',              'line 1, column 3: expected an escape, such as \\n, found "\\n"'],
  ['"\\x"',               'line 1, column 3: expected an escape, such as \\n or \\u0041, found "x"'],
  ['"\\u12"',             'line 1, column 3: expected an escape, such as \\n or \\u0041, found "u"'],
  ['{} {}',               'line 1, column 4: expected nothing more, found "{"'],
  ['🙂',                  'line 1, column 1: expected a value, found "🙂"'],
  ['<html>',              'line 1, column 1: expected a value, found "<"'],
  [' {"a": [1, -2.5e3, true, false, null, "\\u0041\\n"], "b": {}, "c": []} ', undefined],
])('%j', (text, words) => {
  test('is reported with its place', () => {
    expect(notJson(text)).toBe(words);
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('a text is accepted as JSON exactly if a parser reads it', () => {
  const good = fc.json();
  const broken = fc
    .tuple(
      good,
      fc.nat(),
      fc.constantFrom('', '"', '\\', ',', ':', '{', '}', '[', ']', '0', '1', '.', 'e', '-', ' ', '\n', '\u0001', 'null', '\u2028'),
      fc.nat(2),
    )
    .map(([text, at, put, dropped]) => {
      const k = at % (text.length + 1);
      return text.slice(0, k) + put + text.slice(k + dropped);
    });
  fc.assert(
    fc.property(fc.oneof(good, broken), (text) => {
      expect(notJson(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('a deep text, or one with a string of ten million characters, is read completely', () => {
  expect(notJson(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).toBe(undefined);
  expect(notJson(`["${'a\\n'.repeat(3_000_000)}`)).toMatch(/^line 1, column 9000003: expected the " that ends a string/);
  expect(notJson(`[${'1'.repeat(10_000_000)}`)).toMatch(/^line 1, column 10000002: expected , or ]/);
});
