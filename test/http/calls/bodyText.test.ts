import { describe, expect, test } from 'vitest';
import { countBytes, formatLongBody, splitText, takeBeginning } from '../../../adapters/host/call/bodyText.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { finish } from '../../../engine/kernel/steps.ts';

/** Letters of one, two and four bytes. */
const many = (count: number): Json[] => Array.from({ length: count }, (_, k) => ({ k, 'odd "key"': [null, `é${k}😀`], absent: undefined }));

const bodies: readonly (readonly [string, Json])[] = [
  ['a long list', many(1_000)],
  ['a list of just so many that it is taken apart', many(129)],
  ['an object with long lists in it', { a: many(300), absent: undefined, b: { c: { d: many(200), e: [] } }, f: 1 }],
  ['an object of many parts', Object.fromEntries(many(500).map((part, k) => [`part "${k}"`, part]))],
  ['a list that is longer than a piece', many(10_000)],
  ['a list with nothing where something should be', { list: Array.from({ length: 900 }, (_, k) => (k % 3 === 0 ? undefined : k)) as Json }],
];

describe('the text of a long answer', () => {
  test.each(bodies)('is what JSON.stringify makes of it, made in steps: %s', (_name, body) => {
    const steps = formatLongBody({ status: 200, body });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(takeBeginning(step.value, Number.POSITIVE_INFINITY)).toBe(JSON.stringify(body));
    expect(count).toBeGreaterThan(1);
  });

  test('comes in pieces where it is very long, which have as many bytes as it', () => {
    const body = many(10_000);
    const long = finish(formatLongBody({ status: 200, body }));
    const text = JSON.stringify(body);
    for (const pieces of [long, splitText(text)]) {
      expect(Array.isArray(pieces) && countBytes(pieces)).toBe(Buffer.byteLength(text));
      expect(takeBeginning(pieces, text.length)).toBe(text);
      const beginning = takeBeginning(pieces, 1_000) ?? '';
      expect([beginning.length > 1_000, beginning.length < 4_000, text.startsWith(beginning.slice(0, 1_000))]).toStrictEqual([
        true,
        true,
        true,
      ]);
    }
    expect(splitText('short')).toBe('short');
  });

  test('is not made before it goes out where it is short', () => {
    for (const body of [many(50), { a: 1 }, 'text', null, undefined] as const)
      expect(finish(formatLongBody(body === undefined ? { status: 204 } : { status: 200, body }))).toBeUndefined();
  });
});
