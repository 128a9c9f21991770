import { describe, expect, test } from 'vitest';
import { handlerSpec } from '../../engine/api/contract/handler/handler.ts';
import { handlerResource, handlerView } from '../../engine/api/contract/handler/handlerView.ts';
import { loggedHandler } from '../../engine/api/contract/handler/loggedHandler.ts';

const tokens = {
  prompt: 800,
  output: 200,
  prefill: '0.25ms',
  decode: '18ms',
  batch: { slope: '0.35ms', most: 64 },
  memory: { tokens: 160_000 },
};
const messagesOf = (written: object): string =>
  handlerSpec
    .safeParse(written)
    .error?.issues.map(({ message }) => message)
    .join() ?? '';

describe('a handler of tokens', () => {
  test('has its times in whole nanoseconds, is shown as it was written, and reads the same from a log', () => {
    const spec = handlerSpec.parse({ concurrency: 8, tokens });
    expect(spec.tokens).toStrictEqual({
      prompt: 800,
      output: 200,
      prefillNs: 250_000,
      decodeNs: 18_000_000,
      slopeNs: 350_000,
      most: 64,
      memory: 160_000,
    });
    expect(handlerView(spec)).toMatchObject({ concurrency: 8, tokens });
    expect(handlerView(spec)).not.toHaveProperty('duration');
    expect(handlerSpec.parse(handlerView(spec))).toStrictEqual(spec);
    expect(loggedHandler.parse(spec)).toStrictEqual(spec);
    expect(handlerSpec.parse({ tokens: { ...tokens, decode: '1.5s', prefill: '0.000001ms' } }).tokens).toMatchObject({
      decodeNs: 1_500_000_000,
      prefillNs: 1,
    });
  });

  test('may draw how many, or take them from the input, and is shown so, too', () => {
    const sizes = [
      { prompt: { lognormal: { median: 400, p95: 3_000 }, max: 8_000 }, output: { of: 'input.max_tokens', else: 256 } },
      { prompt: { of: 'input.n' }, output: { empirical: [{ value: 20, weight: 3 }] } },
      { prompt: { mixture: [{ of: { fixed: 9 }, weight: 1 }] }, output: { hyperexponential: [{ mean: 5, weight: 2 }], min: 2 } },
    ];
    for (const size of sizes) {
      const spec = handlerSpec.parse({ tokens: { ...tokens, ...size } });
      expect(handlerView(spec)).toMatchObject({ tokens: size });
      expect(handlerSpec.parse(handlerView(spec))).toStrictEqual(spec);
      expect(loggedHandler.parse(spec)).toStrictEqual(spec);
      expect(handlerResource().parse(handlerView(spec))).toStrictEqual(handlerView(spec));
    }
    expect(handlerSpec.parse({ tokens: { ...tokens, ...sizes[0] } }).tokens?.prompt).toStrictEqual({
      kind: 'lognormal',
      median: 400,
      p95: 3_000,
      max: 8_000,
    });
  });

  test('has no duration beside them, and no times that are none', () => {
    expect(messagesOf({ tokens, duration: { fixed: '1s' } })).toContain('give no duration and no sharing beside them');
    expect(messagesOf({ tokens, sharing: { kind: 'processor' } })).toContain('give no duration and no sharing beside them');
    expect(messagesOf({ tokens: { ...tokens, decode: '18' } })).toContain('must be a duration from 0.001ms to 10000ms, such as 0.25ms');
    expect(messagesOf({ tokens: { ...tokens, decode: '0ms' } })).toContain('must be a duration from 0.001ms');
    expect(messagesOf({ tokens: { ...tokens, prefill: '0.0000001ms' } })).toContain('must be a duration from 0ms');
  });
});
