import type { Chunk } from '../handler/attempt.ts';
import { canonicalText } from '../kernel/canonical.ts';

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

/** Pieces whose JSON text, quotes and escapes included, stays within the limit. */
const cut = (text: string, bytesMax: number): string[] => {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 2;
  for (const character of text) {
    const size = utf8Length(JSON.stringify(character)) - 2;
    if (bytes + size > bytesMax && piece !== '') {
      pieces.push(piece);
      piece = '';
      bytes = 2;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece];
};

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
