import { z } from 'zod';
import type { BySize, CountDistribution, Distribution, PerImage } from '../../../cloud/handler/distribution.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { type BoundsWritten, type DistributionRow, makeFamily, type PlainWritten } from './distributionFamily.ts';
import { counts, explainKind, times } from './distributionUnits.ts';
import { duration } from './duration.ts';
import { strictObject } from './objects.ts';

/** A distribution as people write it: `{ fixed: '2s' }`, `{ gamma: { shape: 2, mean: '5s' }, max: '1m' }`. */
export type DistributionWritten =
  | PlainWritten
  | ({ readonly bySize: BySizeWritten } & BoundsWritten<string>)
  | ({ readonly perImage: PerImageWritten } & BoundsWritten<string>);

interface BySizeWritten {
  readonly size: PlainWritten<number>;
  readonly intercept?: string | undefined;
  readonly slope: string;
  readonly per?: number | undefined;
  readonly remainder?: PlainWritten | undefined;
}

interface PerImageWritten {
  readonly between: PlainWritten;
  readonly within: string;
}

// Few processes need all of these schemas.
const plain = lazily(() => makeFamily(times));
const ofCounts = lazily(() => makeFamily(counts));

const part = z.looseObject({});
const perMax = 1_000_000_000;

/** Times that lie further apart say nothing of their image. */
const withinMax = 400;
const withinText = z
  .string()
  .regex(/^\d{1,3}%$/, `must be a share such as 10%, of ${withinMax}% at most`)
  .transform((text) => Number.parseInt(text, 10))
  .pipe(z.int().max(withinMax, `must not be more than ${withinMax}%`));

/** A time that grows with the size of a job, in the units in which that is counted. */
const bySize = lazily(
  (): DistributionRow => ({
    kind: 'bySize',
    written: strictObject(() => ({
      size: ofCounts().part.describe('A distribution of sizes, in whole units: { lognormal: { median: 400, p95: 3000 } }'),
      intercept: duration.default(0).describe('What each takes, whatever its size; nothing unless given'),
      slope: duration.describe('How much longer for each `per` units of size'),
      per: z.int().min(1).max(perMax).default(1).describe('For how many units the slope is; 1 unless given'),
      remainder: plain().part.optional().describe('What does not follow from the size; nothing unless given'),
    })),
    read: ({ intercept, slope, ...rest }: { readonly intercept: number; readonly slope: number; readonly remainder?: unknown }) => ({
      ...rest,
      interceptMs: intercept,
      slopeMs: slope,
    }),
    logged: {
      size: ofCounts().loggedPart(),
      interceptMs: z.int().min(0),
      slopeMs: z.int().min(0),
      per: z.int().min(1).max(perMax),
      remainder: plain().loggedPart().optional(),
    },
    shown: strictObject(() => ({ size: part, intercept: z.string(), slope: z.string(), per: z.int(), remainder: part.optional() })),
    view: ({ size, interceptMs, slopeMs, per, remainder }: BySize) => ({
      size: ofCounts().view(size as never),
      intercept: formatDuration(interceptMs),
      slope: formatDuration(slopeMs),
      per,
      ...(remainder === undefined ? {} : { remainder: plain().view(remainder as never) }),
    }),
  }),
);

/** A time that belongs to an image. */
const perImage = lazily(
  (): DistributionRow => ({
    kind: 'perImage',
    written: strictObject(() => ({
      between: plain().part.describe('How the levels of images differ: { lognormal: { median: 13s, p95: 52s } }'),
      within: withinText.describe('How close the times of one image are to its level: 19 of 20 are at most this much longer'),
    })).describe('Images differ widely, and the times of one hardly: the level of each is drawn once'),
    read: ({ between, within }: { readonly between: unknown; readonly within: number }) => ({ between, withinPercent: within }),
    logged: { between: plain().loggedPart(), withinPercent: z.int().min(0).max(withinMax) },
    shown: strictObject(() => ({ between: part, within: z.string() })),
    view: ({ between, withinPercent }: PerImage) => ({ between: plain().view(between as never), within: `${withinPercent}%` }),
  }),
);

const ofTimes = lazily(() => makeFamily(times, [bySize()]));
const ofImages = lazily(() => makeFamily(times, [bySize(), perImage()]));

/** The lists of values of empirical distributions, as they are written. */
export const empiricalValues = () => ofTimes().empirical.written;
export const empiricalCounts = () => ofCounts().empirical.written;

/** A distribution of durations, by its kind: `{ fixed: 2s }`, `{ exponential: { mean: 2s }, max: 10s }`. */
export const distribution = z.lazy(() =>
  z.union(ofTimes().written(), {
    // Logs have this text: it stays as it is, and so names the first kinds only.
    error:
      'must be one of { fixed: 5s }, { uniform: { from: 1s, to: 9s } }, { exponential: { mean: 5s } }, { lognormal: { median: 2s, p95: 9s } }, { empirical: [{ value: 5s }] }',
  }),
) as unknown as z.ZodType<Distribution, DistributionWritten>;

/** Times that tell images apart: `{ perImage: { between: { lognormal: { median: '13s', p95: '52s' } }, within: '10%' } }`. */
export const imageTimes = z.lazy(() => ofImages().writtenAs(perImage())) as unknown as z.ZodType<Distribution, DistributionWritten>;

/** Describes the problem with a value that should be a distribution, or something else: that it names none, or the possible values. */
export const explainDrawn = (input: unknown, words: string): string =>
  (input !== null && typeof input === 'object' && !Array.isArray(input) && !Object.hasOwn(input, 'kind')
    ? explainKind(input, ofImages().kinds)
    : undefined) ?? words;

/** A distribution as the log has it: in milliseconds. */
export const loggedDistribution = z.lazy(() => ofTimes().logged()) as unknown as z.ZodType<Distribution>;
export const loggedImageTimes = z.lazy(() => ofImages().loggedAs(perImage())) as unknown as z.ZodType<Distribution>;

/** A distribution as the control plane shows it: as a scenario writes it. */
export const distributionInViews = () => ofTimes().shown() as unknown as z.ZodType<DistributionWritten, DistributionWritten>;

/** Writes the distribution in the form that `distribution` reads: reading it back gives the same one. */
export const distributionView = (its: Distribution): DistributionWritten => ofImages().view(its as never) as unknown as DistributionWritten;

/** The same of whole numbers, such as of tokens: `{ lognormal: { median: 400, p95: 3000 }, max: 8000 }`. */
export const countDistributions = () => ofCounts().written() as unknown as readonly z.ZodType<CountDistribution, PlainWritten<number>>[];
export const countDistributionInLog = () => ofCounts().logged() as unknown as z.ZodType<CountDistribution>;
export const countDistributionInViews = () => ofCounts().shown() as unknown as z.ZodType<PlainWritten<number>, PlainWritten<number>>;
export const countDistributionView = (its: CountDistribution): PlainWritten<number> =>
  ofCounts().view(its as never) as unknown as PlainWritten<number>;
