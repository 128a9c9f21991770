import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkPieces, utf8Length } from '../../../engine/cloud/job/chunks.ts';
import { checkProperty } from '../../support/checkProperty.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const outputs = (output: Parameters<typeof chunkPieces>[0]['output'], bytesMax: number) =>
  chunkPieces({ output }, bytesMax).map((piece) => piece.output);

describe('a chunk', () => {
  test('within the limit stays as it is, the very object', () => {
    const chunk = { output: { text: 'hi' }, metrics: { tokens: 1 } };
    expect(chunkPieces(chunk, 13)).toStrictEqual([chunk]);
    expect(chunkPieces(chunk, 13)[0]).toBe(chunk);
  });

  test('one byte over the limit is cut', () => {
    expect(outputs('abcd', 6)).toStrictEqual(['abcd']);
    expect(outputs('abcd', 5)).toStrictEqual(['abc', 'd']);
  });

  test('of a megabyte and more comes out in pieces of a megabyte, quotes included', () => {
    const pieces = outputs('x'.repeat(2_000_000), 1_000_000) as string[];
    expect(pieces.map((piece) => piece.length)).toStrictEqual([999_998, 999_998, 4]);
    expect(pieces.map(bytesOf)).toStrictEqual([1_000_000, 1_000_000, 6]);
  });

  test('is never cut through a character', () => {
    expect(outputs('😀😀😀', 11)).toStrictEqual(['😀😀', '😀']);
    expect(outputs('äöü', 5)).toStrictEqual(['ä', 'ö', 'ü']);
    expect(outputs('大大大', 8)).toStrictEqual(['大大', '大']);
  });

  test('counts an escaped character with its escape', () => {
    expect(outputs('""""', 6)).toStrictEqual(['""', '""']);
    expect(outputs('\n\u0001\n', 8)).toStrictEqual(['\n', '\u0001', '\n']);
    expect(outputs('a\ud83da', 8)).toStrictEqual(['a', '\ud83d', 'a']);
  });

  test('that is no text is cut as its JSON text', () => {
    const output = { list: [1, 2, 3], text: 'hi' };
    const pieces = outputs(output, 14) as string[];
    expect(pieces.every((piece) => bytesOf(piece) <= 14)).toBe(true);
    expect(JSON.parse(pieces.join(''))).toStrictEqual(output);
  });

  test('gives its metrics to the last piece alone', () => {
    expect(chunkPieces({ output: 'abcdef', metrics: { tokens: 3 } }, 4)).toStrictEqual([
      { output: 'ab' },
      { output: 'cd' },
      { output: 'ef', metrics: { tokens: 3 } },
    ]);
  });
});

const texts = fc.string({ unit: fc.oneof(fc.constantFrom('"', '\\', '\n', 'ä', '大', '😀', '\ud83d'), fc.string({ maxLength: 1 })) });

test('pieces put together are the text, none is over the limit, and none has room for the next character', () => {
  checkProperty(
    fc.property(texts, fc.integer({ min: 8, max: 40 }), (text, bytesMax) => {
      const pieces = outputs(text, bytesMax) as string[];
      expect(pieces.join('')).toBe(text);
      expect(pieces.filter((piece) => bytesOf(piece) > bytesMax)).toStrictEqual([]);
      const roomy = pieces.slice(0, -1).filter((piece, k) => bytesOf(`${piece}${[...(pieces[k + 1] ?? '')][0]}`) <= bytesMax);
      expect(roomy).toStrictEqual([]);
    }),
    500,
  );
});

test('the length of a text in UTF-8 is what Node says', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
    500,
  );
});
