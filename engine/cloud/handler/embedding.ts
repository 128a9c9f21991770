import type { Draw } from '../../kernel/rng.ts';
import type { JsonFields } from './openaiWords.ts';

/** The default length of an embedding. */
const dimensionsDefault = 8;
const dimensionsMax = 4_096;

/**
 * Makes the embedding of a text. Within a world, equal texts have equal numbers, and other texts have others. The numbers say nothing about
 * the meaning.
 */
export const embedText = (text: string, { dimensions, encoding_format: format }: JsonFields, draw: Draw): readonly number[] | string => {
  const asked = typeof dimensions === 'number' && dimensions >= 1 ? Math.floor(dimensions) : dimensionsDefault;
  const numbers = Array.from({ length: Math.min(asked, dimensionsMax) }, (_, k) => roundDraw(draw('openai/embedding', text, k)));
  const rounded = new Float32Array(numbers);
  return format === 'base64' ? encodeBase64(new Uint8Array(rounded.buffer)) : [...rounded];
};

/** From -1 to 1, in steps that 32 bits hold exactly. */
const roundDraw = (drawn: number): number => (Math.floor(drawn * 2_049) - 1_024) / 1_024;

/** The engine has no `Buffer` and no `btoa`. */
const encodeBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let k = 0; k < bytes.length; k += 3) {
    const left = bytes.length - k;
    const three = ((bytes[k] ?? 0) << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    for (let sixth = 0; sixth < 4; sixth++) text += sixth > left ? '=' : (digits[(three >> (18 - 6 * sixth)) & 63] ?? '');
  }
  return text;
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
