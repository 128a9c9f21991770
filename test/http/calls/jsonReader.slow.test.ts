import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notJson, readJson } from '../../../adapters/http/jsonReader.ts';
import { finish } from '../../../engine/kernel/steps.ts';

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

const all = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/** The value with its keys in their order, and with its negative zeros. */
const exactly = (value: unknown): string => JSON.stringify(value, (_, part) => (Object.is(part, -0) ? '-0' : part));

test('a text is accepted as JSON exactly if a parser reads it, and read as the parser reads it', () => {
  const good = fc.oneof(fc.json(), fc.constantFrom('{"__proto__":{"a":1},"b":-0,"b":"\\ud83d\\ude00","1":[]}', ' [ "\\\\" , {"":[[]]} ] '));
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
      const read = finish(readJson(text, all));
      expect('notJson' in read).toBe(!isJson(text));
      if ('value' in read) expect(exactly(read.value)).toBe(exactly(JSON.parse(text)));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('a deep text, or one with a string of ten million characters, is read completely', () => {
  expect(notJson(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).toBe(undefined);
  expect(notJson(`["${'a\\n'.repeat(3_000_000)}`)).toMatch(/^line 1, column 9000003: expected the " that ends a string/);
  expect(notJson(`[${'1'.repeat(10_000_000)}`)).toMatch(/^line 1, column 10000002: expected , or ]/);
});

test('a long string is read piece by piece, wherever its escapes and halves of letters stand', () => {
  const text = JSON.stringify(['🙂'.repeat(20_001), '\n"\\🙂'.repeat(9_999), 'x'.repeat(16_384), 'y'.repeat(16_383)]);
  for (const shift of ['', 'a', 'ab'])
    expect(finish(readJson(`["${shift}",${text}]`, all))).toStrictEqual({ value: [shift, JSON.parse(text)] });
});

test('reading stops at a bound: values and names count, and levels', () => {
  const bounds = { values: 7, names: 2, depth: 2 };
  const read = (text: string) => finish(readJson(text, bounds));
  expect(read('{"a":1,"b":[2]}')).toStrictEqual({ value: { a: 1, b: [2] } });
  expect(read('{"a":{},"b":{},"c":{}}')).toStrictEqual({ over: 'names' });
  expect(read('{"a":1,"b":[2,3,4]} and what is not read')).toStrictEqual({ over: 'values' });
  expect(read('[[3]]')).toStrictEqual({ value: [[3]] });
  expect(read('[[[3]]]')).toStrictEqual({ over: 'depth' });
});

test('a pause comes after a bounded piece of work, whatever the text is', () => {
  const most = { values: 1_000_000, names: 1_000_000, depth: 200 };
  const texts = [
    `"${'x'.repeat(5_000_000)}"`,
    ' \n'.repeat(2_000_000),
    `[${'[],'.repeat(200_000)}1]`,
    `{${'"a":1,'.repeat(200_000)}"b":2}`,
  ];
  for (const text of texts) {
    const reading = readJson(text, most);
    let steps = 1;
    while (reading.next().done !== true) steps += 1;
    expect(steps).toBeGreaterThan(text.length / 100_000);
  }
});
