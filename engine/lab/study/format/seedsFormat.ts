import { z } from 'zod';
import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { seedList } from '../../../scenario/format/matrix.ts';
import { measureName } from '../measure/measureName.ts';

/** The places of items that also occur earlier in the list. */
export const findRepeats = (items: readonly unknown[]): readonly number[] => {
  const texts = items.map((item) => canonicalText(item as Json));
  return texts.flatMap((text, k) => (texts.indexOf(text) < k ? [k] : []));
};

const shareWords = 'must be a percentage such as 5%, with its sign, or a part such as 0.05';

/** `5%`, or `0.05`. */
export const percentage = z
  .union([z.number().gt(0, shareWords).lt(1, shareWords), z.string().regex(/^\d{1,2}(?:\.\d{1,3})?%$/)], { error: shareWords })
  .transform((written) => (typeof written === 'number' ? written : Number(written.slice(0, -1)) / 100));

const precision = percentage.refine((value) => value > 0, 'must be more than 0%');

const seedsMax = 100_000;

const untilPrecise = z
  .strictObject({
    precision: precision.describe('The half-width of the 95 % interval over the mean'),
    of: measureName,
    lookAhead: z.int().min(0).max(1_000).default(5).describe('For how many more replications it has to stay so; 5 unless given'),
    min: z.int().min(2).max(seedsMax).default(5).describe('The fewest replications; 5 unless given'),
    max: z.int().min(2).max(seedsMax).default(400).describe('The most replications; 400 unless given'),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], message: 'must not be less than `min`' });

const sureMin = 0.5;

const untilSure = z
  .strictObject({
    sure: percentage
      .refine((value) => value > sureMin, 'must be more than 50%')
      .describe('How likely the choice is right: the best configuration that keeps to the limits of the goal'),
    indifference: percentage
      .default(0.01)
      .describe(
        'By how much the chosen one may be worse than the best, of its own value in what is minimized or maximized; 1% unless given',
      ),
    // With fewer plays, a star is wrong more often than its level promises.
    min: z.int().min(10).max(seedsMax).default(10).describe('The fewest replications; 10 unless given'),
    max: z.int().min(10).max(seedsMax).default(1_600).describe('with `sure`, 1,600 unless given'),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], message: 'must not be less than `min`' });

const until = z.union([untilPrecise, untilSure], {
  error: 'must say when it is enough: { precision: 5%, of: delayTime.p95 }, or { sure: 95% } of the choice that the goal asks for',
});

const batches = z.strictObject({
  batches: z
    .int()
    .min(10)
    .max(100)
    .describe('One long play, whose durations are divided into so many batches of equal numbers: for a steady state'),
  seed: z.string().default('1').describe('The seed of that play; 1 unless given'),
});

const seedWords =
  'must be a number of seeds from 1 on, a range such as 1..20, a list, { until: { precision: 5%, of: delayTime.p95 } }, { until: { sure: 95% } }, or { batches: 20 }';

export const seeds = z.union(
  [
    z
      .int()
      .min(1)
      .max(seedsMax)
      .transform((count) => Array.from({ length: count }, (_, k) => String(k + 1))),
    z
      .string()
      .regex(/^\d{1,6}\.\.\d{1,6}$/)
      .transform((text) => seedList(text) ?? [])
      .refine((list) => list.length > 0, 'must count upwards, as in 1..20'),
    z
      .array(z.union([z.string().min(1), z.int()], { error: 'a seed is a text or a whole number' }).transform(String))
      .min(1)
      .max(seedsMax)
      .superRefine((list, { addIssue }) => {
        for (const k of findRepeats(list)) addIssue({ code: 'custom', path: [k], message: `the seed ${list[k]} is given twice` });
      }),
    z.strictObject({ until }),
    batches,
  ],
  { error: seedWords },
);

export type SeedPlan = z.output<typeof seeds>;
export type SurePlan = z.output<typeof untilSure>;
