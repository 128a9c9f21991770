import type { Json } from '../kernel/canonical.ts';
import type { Told } from './tool.ts';

/** The most characters of one answer: agents read all of it, and pay for it. */
const answerMax = 6_000;

/** An answer of lines; what is too much is left out, and `more` says how to read it. */
export const tellLines = (lines: readonly string[], more: string): Told => {
  let room = answerMax;
  const shown = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  const left = shown === -1 ? 0 : lines.length - shown;
  const said = left === 0 ? lines : [...lines.slice(0, shown), `… ${left} lines more: ${more}`];
  return { text: said.join('\n').slice(0, 2 * answerMax), isError: false };
};

/** JSON that is short enough: long lists keep their first items, long texts their beginning, and each says how much is left out. */
export const shortText = (value: Json): string => {
  for (const [items, characters] of bounds) {
    const text = JSON.stringify(shorten(value, items, characters));
    if (text.length <= answerMax) return text;
  }
  return `${JSON.stringify(shorten(value, 1, 40)).slice(0, answerMax)}… (cut off)`;
};

/** The most items of a list or an object, and the most characters of a text, from generous to strict. */
const bounds = [
  [100, 2_000],
  [30, 1_000],
  [12, 300],
  [5, 120],
  [2, 60],
] as const;

const shorten = (value: Json, items: number, characters: number): Json => {
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}… (${value.length} characters)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((one) => shorten(one, items, characters));
    return value.length <= items ? kept : [...kept, `… ${value.length - items} more`];
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const kept = fields.slice(0, items * 3).map(([name, one]) => [name, shorten(one ?? null, items, characters)] as const);
  return Object.fromEntries(fields.length <= items * 3 ? kept : [...kept, ['…', `${fields.length - items * 3} more`]]);
};
