import { describe, expect, test } from 'vitest';
import { longTextOf } from '../../adapters/http/bodyText.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { finish } from '../../engine/kernel/steps.ts';

const many = (count: number): Json[] => Array.from({ length: count }, (_, k) => ({ k, 'odd "key"': [null, `é${k}`], absent: undefined }));

const bodies: readonly (readonly [string, Json])[] = [
  ['a long list', many(1_000)],
  ['a list of just so many that it is taken apart', many(129)],
  ['an object with long lists in it', { a: many(300), absent: undefined, b: { c: { d: many(200), e: [] } }, f: 1 }],
  ['an object of many parts', Object.fromEntries(many(500).map((part, k) => [`part "${k}"`, part]))],
  ['a list with nothing where something should be', { list: Array.from({ length: 300 }, (_, k) => (k % 3 === 0 ? undefined : k)) as Json }],
];

describe('the text of a long answer', () => {
  test.each(bodies)('is what JSON.stringify makes of it, made in steps: %s', (_name, body) => {
    const steps = longTextOf({ status: 200, body });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(step.value).toBe(JSON.stringify(body));
    expect(count).toBeGreaterThan(1);
  });

  test('is not made before it goes out where it is short', () => {
    for (const body of [many(128), { a: 1 }, 'text', null, undefined] as const)
      expect(finish(longTextOf(body === undefined ? { status: 204 } : { status: 200, body }))).toBeUndefined();
  });
});
