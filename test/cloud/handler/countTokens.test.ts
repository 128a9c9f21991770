import { describe, expect, test } from 'vitest';
import { countTokens } from '../../../engine/cloud/handler/countTokens.ts';
import { changeHandler, defaultHandler } from '../../../engine/cloud/handler/handler.ts';
import type { TokenSize } from '../../../engine/cloud/handler/tokenSizes.ts';
import type { TokenSpec } from '../../../engine/cloud/handler/tokens.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';

const draw = drawsFrom('sizes');
const rates = { prefillNs: 1, decodeNs: 1_000_000, slopeNs: 0, most: 256, memory: 100_000 };
const count = (prompt: TokenSize, output: TokenSize, input: Json = {}, id = 'job-1', attempt = 1) =>
  countTokens({ ...rates, prompt, output }, { id, attempt, input }, draw);

describe('how many tokens a job reads and writes', () => {
  const drawn: TokenSize = { kind: 'uniform', from: 1, to: 1_000 };

  test('is drawn once for its prompt, and anew for each answer', () => {
    const [first, second] = [count(drawn, drawn), count(drawn, drawn, {}, 'job-1', 2)];
    expect(first).toMatchObject({ prompt: expect.any(Number), output: expect.any(Number) });
    expect(second).toMatchObject({ prompt: (first as { prompt: number }).prompt });
    expect(second).not.toStrictEqual(first);
    expect(count(drawn, drawn, {}, 'job-2')).not.toStrictEqual(first);
  });

  test('is one at least, whatever is drawn, and a prompt and its answer fit the memory', () => {
    expect(count({ kind: 'fixed', value: 0 }, { kind: 'fixed', value: 0 })).toStrictEqual({ prompt: 1, output: 1 });
    expect(count(99_999, { kind: 'exponential', mean: 500 })).toStrictEqual({ prompt: 99_999, output: 1 });
    expect(count({ kind: 'fixed', value: 20_000_000 }, 1)).toStrictEqual({
      error: 'the prompt has 10000000 tokens, and the memory of the worker 100000',
    });
  });

  test('has the mean of its distribution, mixtures among them', () => {
    const mixed: TokenSize = {
      kind: 'mixture',
      parts: [
        { of: { kind: 'fixed', value: 10 }, weight: 3 },
        { of: { kind: 'gamma', shape: 2, mean: 2_000 }, weight: 1 },
      ],
    };
    const sum = Array.from({ length: 4_000 }, (_, k) => (count(mixed, 1, {}, `job-${k}`) as { prompt: number }).prompt).reduce(
      (a, b) => a + b,
    );
    expect(sum / 4_000).toBeGreaterThan(470);
    expect(sum / 4_000).toBeLessThan(545);
  });

  test('is what the input says at a place', () => {
    const of = { of: 'input.a.b' };
    expect(count(of, { of: 'input.max', else: 7 }, { a: { b: 30 } })).toStrictEqual({ prompt: 30, output: 7 });
    expect(count(of, 1, { a: 3 })).toStrictEqual({ error: 'the input says no input.a.b, by which its tokens are counted' });
    for (const wrong of [-1, 0, 1.5, '30', null, true])
      expect(count(of, 1, { a: { b: wrong } })).toStrictEqual({
        error: `input.a.b is ${JSON.stringify(wrong)}, and must be a whole number of tokens from 1 to 10000000`,
      });
    expect(count(1, { of: 'input.s' }, { s: 'x'.repeat(90) })).toMatchObject({ error: expect.stringContaining('x…, and must be') });
  });

  test('is what a call says of its job; a handler that makes no tokens has none of them', () => {
    const tokens: TokenSpec = { ...rates, prompt: 5, output: 6 };
    expect(changeHandler({ ...defaultHandler, tokens }, { tokens: { output: 9 } }).tokens).toStrictEqual({ ...tokens, output: 9 });
    expect(changeHandler(defaultHandler, { tokens: { output: 9 } })).toStrictEqual(defaultHandler);
  });
});
