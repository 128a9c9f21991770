import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { compilePattern, type Pattern } from '../../../engine/scenario/format/pattern/pattern.ts';
import { checkProperty } from '../../support/checkProperty.ts';

const patternFrom = (text: string): Pattern => {
  const made = compilePattern(text);
  if (isLeft(made)) throw new Error(made.left);
  return made.right;
};
const problemWith = (text: string): string | undefined => {
  const made = compilePattern(text);
  return isLeft(made) ? made.left : undefined;
};

describe('a pattern', () => {
  // biome-ignore format: a table
  test.each([
    ['',                        ['', 'a']],
    ['ok',                      ['ok', 'not ok', 'o', 'OK']],
    ['^ok$',                    ['ok', 'ok\n', ' ok', 'not ok']],
    ['a|b|',                    ['', 'c']],
    ['^(?:a|bc)$',              ['a', 'bc', 'b', 'abc']],
    ['^(?<word>\\w+)$',         ['job', 'a job', 'jöb']],
    ['^.$',                     ['x', '\n', '\r', '\u2028', '😀', '\ud83d', 'xy']],
    ['^[^]$',                   ['\n', '😀', '']],
    ['[]',                      ['', 'a']],
    ['^\\s+$',                  [' \t\v', '\u00a0\u3000', 'x']],
    ['^[\\S\\n]$',              ['x', '\n', ' ']],
    ['^[\\b]$',                 ['\b', 'b']],
    ['^\\p{Script=Greek}$',     ['α', 'a']],
    ['^[😀-😃\\u{61}\\x62]+$',  ['😁ab', '😄', 'c']],
    ['^\\uD83D\\uDE00\\/\\$$',  ['😀/$', '😀']],
    ['\\bok\\b',                ['it is ok.', 'token', 'ok']],
    ['\\Bk',                    ['ok', 'k', 'o k']],
    ['^a{2,3}?b{0}c{1,}$',      ['aac', 'aaacc', 'aabc', 'ac']],
    ['^(?:a?){3}$',             ['', 'aaa', 'aaaa']],
    ['^(?:a*)*$',               ['', 'aa', 'b']],
    ['^(?:)*(?:|a)+$',          ['', 'aa', 'b']],
    ['^(?:^a|$)+$',             ['a', '', 'aa']],
    ['(?:$|x)^',                ['', 'x']],
  ] as const)('%s matches what it does in JavaScript', (pattern, texts) => {
    const native = new RegExp(pattern, 'u');
    expect(texts.map((text) => [text, patternFrom(pattern).test(text)])).toStrictEqual(texts.map((text) => [text, native.test(text)]));
  });

  // biome-ignore format: a table
  test.each([
    ['(',             "'(' is not a regular expression"],
    ['x{,2}',         "'x{,2}' is not a regular expression"],
    ['\\p{Smurf}',    "'\\p{Smurf}' is not a regular expression"],
    ['a(?=b)',        "'a(?=b)' has a look around (?=b), which takes exponential time in some texts: write it without"],
    ['((?!b)|a)+',    "'((?!b)|a)+' has a look around (?!b), which takes exponential time in some texts: write it without"],
    ['(?<=b)a',       "'(?<=b)a' has a look around (?<=b), which takes exponential time in some texts: write it without"],
    ['(?<!b)a',       "'(?<!b)a' has a look around (?<!b), which takes exponential time in some texts: write it without"],
    ['(a+)\\1',       "'(a+)\\1' has a backreference \\1, which takes exponential time in some texts: write it without"],
    ['(?<n>a)\\k<n>', "'(?<n>a)\\k<n>' has a backreference \\k<n>, which takes exponential time in some texts: write it without"],
    ['((a{99}){99})', "'((a{99}){99})' repeats its parts over 10000 times in all: use smaller counts, or * or +"],
    ['(?:){99999}',   "'(?:){99999}' repeats its parts over 10000 times in all: use smaller counts, or * or +"],
    ['x'.repeat(1001), `'${'x'.repeat(40)}…' is a regular expression of 1001 characters: write one of 1000 or less`],
  ])('is refused: %s', (pattern, words) => {
    expect(problemWith(pattern)).toBe(words);
  });

  test('nested as deep as its length allows is read', () => {
    const deep = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(patternFrom(deep(499)).test('bab')).toBe(true);
    expect(patternFrom(`${'(?:'.repeat(199)}a${')+'.repeat(199)}$`).test('ba')).toBe(true);
  });
});

const characters = ['a', 'b', '1', '-', '$', 'é', 'ſ', '大', '\n', ' ', '\u00a0', '\ud83d', '😀', 'A', '_'];
const atoms = ['a', 'b', '\\$', '.', '\\d', '\\w', '\\W', '\\s', '[ab]', '[^a]', '[\\d-]', '\\p{L}', '\\u{1F600}', '(?:)', '^', '$'];
const suffixes = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}', '{2,}'];

const patterns = fc.letrec<{ readonly pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...atoms),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie('pattern'), fc.constantFrom(...suffixes)).map(([one, suffix]) => `(${one})${suffix}`),
  ),
})).pattern;

test('random patterns match the texts that they match in JavaScript', () => {
  const seen = { true: 0, false: 0 };
  checkProperty(
    fc.property(patterns, fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 }), (pattern, text) => {
      const matched = patternFrom(pattern).test(text);
      seen[`${matched === true}`] += 1;
      expect([pattern, text, matched]).toStrictEqual([pattern, text, new RegExp(pattern, 'u').test(text)]);
    }),
    5_000,
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(500);
});
