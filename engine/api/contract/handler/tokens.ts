import { z } from 'zod';
import { concurrencyMax } from '../../../cloud/handler/sharing.ts';
import { batchMost, memoryMax, nsPerMs, prefillMaxNs, stepMaxNs, stepMinNs, type TokenSpec } from '../../../cloud/handler/tokens.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { strictObject } from '../parts/objects.ts';
import type { Resource } from '../parts/resource.ts';
import { tokenSizes, tokenSizesInLog, tokenSizesInViews, tokenSizeView } from './tokenSizes.ts';

const finePattern = /^(\d{1,9})(?:\.(\d{1,9}))?(ms|s)$/;

/** A duration in nanoseconds: one token takes less than a millisecond. */
const fine = (leastNs: number, mostNs: number) => {
  const words = `must be a duration from ${fineText(leastNs)} to ${fineText(mostNs)}, such as 0.25ms`;
  return z
    .string({ error: words })
    .regex(finePattern, words)
    .transform(parseNanoseconds)
    .refine((ns) => Number.isSafeInteger(ns) && ns >= leastNs && ns <= mostNs, words)
    .meta({ description: 'A duration of a fraction of a millisecond, or more: 0.25ms, 18ms' });
};

function parseNanoseconds(text: string): number {
  const [, whole = '', fraction = '', unit = ''] = finePattern.exec(text) ?? [];
  return (Number(whole + fraction) * nsPerMs * (unit === 's' ? 1_000 : 1)) / Number(`1${'0'.repeat(fraction.length)}`);
}

/** Without an exponent, however small it is. */
function fineText(ns: number): string {
  const fraction = String(ns % nsPerMs)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${Math.floor(ns / nsPerMs)}${fraction === '' ? '' : `.${fraction}`}ms`;
}

const count = (most: number) => z.int().min(1).max(most);

/** The tokens that an endpoint's jobs read and write, and the speed of its workers. */
export const tokens = strictObject(() => ({
  ...tokenSizes,
  prefill: fine(0, prefillMaxNs).describe('How long one token of a prompt is read: 0.25ms'),
  decode: fine(stepMinNs, stepMaxNs).describe('How long a step takes that gives one sequence its next token: 18ms'),
  batch: z
    .strictObject({
      slope: fine(0, stepMaxNs).describe('How much longer a step takes for each further sequence: 0.35ms'),
      most: count(concurrencyMax).default(batchMost).describe('How many sequences are in memory at most'),
    })
    .describe('How sequences share the steps'),
  memory: z.strictObject({ tokens: count(memoryMax).describe('How many tokens of prompts and answers are in memory at most') }),
})).transform(
  ({ prefill, decode, batch, memory, ...counts }): TokenSpec => ({
    ...counts,
    prefillNs: prefill,
    decodeNs: decode,
    slopeNs: batch.slope,
    most: batch.most,
    memory: memory.tokens,
  }),
);

/** The same as the log has it. */
export const loggedTokens = strictObject(() => ({
  ...tokenSizesInLog(),
  prefillNs: z.int().min(0).max(prefillMaxNs),
  decodeNs: z.int().min(stepMinNs).max(stepMaxNs),
  slopeNs: z.int().min(0).max(stepMaxNs),
  most: count(concurrencyMax),
  memory: count(memoryMax),
}));

const shown = z.string().regex(finePattern);

/** The same as the control plane shows it. */
export const tokensInViews = lazily(() =>
  z.strictObject({
    ...tokenSizesInViews(),
    prefill: shown,
    decode: shown,
    batch: z.strictObject({ slope: shown, most: z.int() }),
    memory: z.strictObject({ tokens: z.int() }),
  }),
);

export const tokensView = (spec: TokenSpec): Resource<typeof tokensInViews> => {
  const { prompt, output, prefillNs, decodeNs, slopeNs, most, memory } = spec;
  return {
    prompt: tokenSizeView(prompt),
    output: tokenSizeView(output),
    prefill: fineText(prefillNs),
    decode: fineText(decodeNs),
    batch: { slope: fineText(slopeNs), most },
    memory: { tokens: memory },
  };
};
