import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryLine, longEntryLine } from '../../adapters/store/file/chain.ts';
import { canonicalText } from '../../engine/kernel/canonical.ts';
import { givenFields } from '../../engine/kernel/entryText.ts';
import { isLong, longJson, longText } from '../../engine/kernel/log/longText.ts';
import { hash128, hashInSteps } from '../../engine/kernel/rng.ts';
import { finish, type Steps } from '../../engine/kernel/steps.ts';
import { fewOrAll } from '../support/long.ts';

/** Values of which some are long: small ones many times, long texts, and many names in no order. */
const part = fc.jsonValue({ maxDepth: 2 });
const text = fc.string({ unit: 'binary', maxLength: 8 });
const value = fc.oneof(
  part,
  fc.tuple(part, fc.integer({ min: 100, max: 2_000 })).map(([one, count]) => Array.from({ length: count }, () => one)),
  fc.tuple(text, fc.integer({ min: 2_000, max: 6_000 })).map(([one, count]) => ({ body: { text: `a${one}`.repeat(count) }, b: [one] })),
  fc
    .tuple(text, fc.integer({ min: 200, max: 3_000 }), part)
    .map(([name, count, one]) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`${(k * 7_919) % count}${name}`, one]))),
);

const taken = <Result>(steps: Steps<Result>): { readonly result: Result; readonly steps: number } => {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, steps: count };
  }
};

test('a text that is made in steps is the same as one that is made at once, and so are its hash and its line of a log', () => {
  const check = fc.property(value, (one) => {
    const pieces = finish(longText(one, givenFields));
    expect(pieces.join('')).toBe(canonicalText(one, givenFields));
    expect(finish(longJson(one)).join('')).toBe(JSON.stringify(one));
    expect(finish(hashInSteps(pieces))).toStrictEqual(hash128(pieces.join('')));
    const event = { type: 'JobQueued', input: one, b: 1 };
    const entry = { seq: 7, at: 5, cause: 3, event } as never;
    const { line, link } = entryLine(entry, 'ab');
    const long = finish(longEntryLine(entry, 'ab'));
    expect([Buffer.concat(long.line).toString(), long.link]).toStrictEqual([`${line}\n`, link]);
  });
  fc.assert(check, { numRuns: fewOrAll(15, 40), seed: 1 });
});

test.each([
  ['one text', 'x'.repeat(2_000_000)],
  ['a list', Array.from({ length: 100_000 }, (_, k) => k)],
  ['names', Object.fromEntries(Array.from({ length: 50_000 }, (_, k) => [`n${k}`, k]))],
  ['lists of lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1]))],
])('%s: the steps are many, and none is long', (_, one) => {
  expect(isLong(one)).toBe(true);
  const { result, steps } = taken(longText(one, new Set()));
  expect(steps).toBeGreaterThan(100);
  expect(Math.max(...result.map(({ length }) => length))).toBeLessThan(200_000);
});

test('what has few parts and characters is short', () => {
  expect([null, 1, 'x'.repeat(16_000), { a: [1, 2, { b: 'c' }] }, Array.from({ length: 500 }, () => 0)].map(isLong)).toStrictEqual(
    Array.from({ length: 5 }, () => false),
  );
});
