import { z } from 'zod';
import type { SizeInInput, TokenSize } from '../../../cloud/handler/tokenSizes.ts';
import { memoryMax, outputMax } from '../../../cloud/handler/tokens.ts';
import { countDistributionInLog, countDistributionInViews, countDistributions, countDistributionView } from '../parts/distribution.ts';
import type { PlainWritten } from '../parts/distributionFamily.ts';

/** How many tokens a job reads or writes, as a scenario writes it. */
export type TokenSizeWritten = number | PlainWritten<number> | { readonly of: string; readonly else?: number | undefined };

const placePattern = /^input(?:\.[^.]+)+$/;

const inInput = (most: number) =>
  z
    .strictObject({
      of: z
        .string()
        .regex(placePattern, 'must be a place in the input of a job, such as input.max_tokens')
        .describe('A place in the input of the job, with a number: input.max_tokens'),
      else: z.int().min(1).max(most).optional().describe('Of a job whose input says nothing there; unless given, it fails'),
    })
    .transform(({ of, else: otherwise }): SizeInInput => ({ of, ...(otherwise === undefined ? {} : { else: otherwise }) }));

const size = (most: number): z.ZodType<TokenSize, TokenSizeWritten> =>
  z.lazy(() =>
    z.union([z.int().min(1).max(most), ...countDistributions(), inInput(most)], {
      error: `must be a whole number of tokens from 1 to ${most}, a distribution of them such as { lognormal: { median: 400, p95: 3000 } }, or a number in the input such as { of: input.max_tokens }`,
    }),
  );

/** The tokens that an endpoint's jobs read and write. */
export const tokenSizes = {
  prompt: size(memoryMax).describe('How many tokens a job reads'),
  output: size(outputMax).describe('How many tokens it writes'),
};

/** The same of one job. */
export const tokensOfJob = z
  .strictObject({ prompt: tokenSizes.prompt.optional(), output: tokenSizes.output.optional() })
  .transform(({ prompt, output }) => ({ ...(prompt === undefined ? {} : { prompt }), ...(output === undefined ? {} : { output }) }));

const sizeInLog = (most: number): z.ZodType<TokenSize> =>
  z.union([
    z.int().min(1).max(most),
    countDistributionInLog(),
    z.strictObject({ of: z.string().regex(placePattern), else: z.int().min(1).max(most).optional() }),
  ]) as unknown as z.ZodType<TokenSize>;

/** The same as the log has it. */
export const tokenSizesInLog = () => ({ prompt: sizeInLog(memoryMax), output: sizeInLog(outputMax) });

const sizeInViews = () =>
  z.union([z.int(), countDistributionInViews(), z.strictObject({ of: z.string(), else: z.int().optional() })]) as unknown as z.ZodType<
    TokenSizeWritten,
    TokenSizeWritten
  >;

/** The same as the control plane shows it. */
export const tokenSizesInViews = () => ({ prompt: sizeInViews(), output: sizeInViews() });

export const tokenSizeView = (its: TokenSize): TokenSizeWritten =>
  typeof its === 'object' && 'kind' in its ? countDistributionView(its) : its;
