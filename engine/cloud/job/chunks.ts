import { canonicalText } from '../../kernel/canonical.ts';
import type { Chunk } from '../handler/attempt.ts';

/**
 * Splits a chunk over the limit into several (stream.chunk-size). Text is cut between characters; any other output is cut as JSON
 * text. Metrics go with the last piece.
 */
export const chunkPieces = (chunk: Chunk, bytesMax: number): readonly Chunk[] => {
  const text = canonicalText(chunk.output);
  if (text.length * 3 <= bytesMax || utf8Length(text) <= bytesMax) return [chunk];
  const pieces = cut(typeof chunk.output === 'string' ? chunk.output : text, bytesMax);
  return pieces.map((output, k) =>
    k === pieces.length - 1 && chunk.metrics !== undefined ? { output, metrics: chunk.metrics } : { output },
  );
};

/**
 * Pieces whose JSON text, quotes and escapes included, stays within the limit. They are slices of the text: a piece that grew by one
 * character at a time would take an object for each.
 */
const cut = (text: string, bytesMax: number): string[] => {
  const pieces: string[] = [];
  let start = 0;
  let bytes = 2;
  for (let i = 0; i < text.length; ) {
    const character = text.codePointAt(i) as number;
    const size = jsonBytes(character);
    if (bytes + size > bytesMax && i > start) {
      pieces.push(text.slice(start, i));
      start = i;
      bytes = 2;
    }
    bytes += size;
    i += character > 0xffff ? 2 : 1;
  }
  return [...pieces, text.slice(start)];
};

/** Bytes of a character in a JSON text in UTF-8, its escape included. */
const jsonBytes = (character: number): number => {
  if (character < 0x20) return shortEscapes.includes(character) ? 2 : 6;
  if (character === 0x22 || character === 0x5c) return 2;
  if (character < 0x80) return 1;
  if (character < 0x800) return 2;
  if (character > 0xffff) return 4;
  return character >= 0xd800 && character < 0xe000 ? 6 : 3;
};

/** Control characters that JSON escapes as a letter: `\b`, `\t`, `\n`, `\f` and `\r`. */
const shortEscapes: readonly number[] = [0x08, 0x09, 0x0a, 0x0c, 0x0d];

/** Bytes of a text in UTF-8. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
};
