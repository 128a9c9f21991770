import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';

const count = z.int().min(0);

const measureReport = z.strictObject({
  n: count.describe('How many plays have the measure'),
  mean: z.number().describe('Over these plays, in the unit of the measure'),
  low: z.number().nullable().describe('The lower end of its 95 % interval; null where there are too few plays'),
  high: z.number().nullable().describe('The upper end'),
});

const failedPlay = z.strictObject({ seed: z.string(), why: z.string() });

const met = z.enum(['yes', 'no', 'unclear']);

const histogram = z.array(z.tuple([count, count]));

const configurationReport = z.strictObject({
  number: z.int().min(1),
  values: z.array(z.json()).describe('Of what is varied, in the order of `varied`'),
  plays: count.describe('By how many plays it is judged'),
  failed: z.array(failedPlay).describe('Those of them that did not come to their end: in no mean'),
  measures: z.record(z.string(), measureReport.nullable()).describe('By the name of the measure; null where no play has it'),
  meets: met
    .nullable()
    .describe('Whether it keeps to the limits of the goal; unclear where an interval holds a limit; null without a goal'),
  medianSeed: z
    .string()
    .nullable()
    .describe('The seed of the play in the middle, by what the goal names, or by the first measure: the one to look at'),
  delays: histogram.describe('Of all its delay times in ms: the number of a bin, and how many fall into it'),
});

/** What `podsim study --json` prints: a `StudyReport`, described. */
export const studyReportSchema = z.strictObject({
  study: z.string().describe('The question'),
  engine: z.string(),
  ruleset: z.string().describe('The digest of the rules'),
  varied: z.array(z.string()),
  measures: z.array(z.strictObject({ name: z.string(), unit: z.string() })),
  configurations: z.array(configurationReport),
  best: z
    .int()
    .min(1)
    .nullable()
    .describe('The number of the configuration that meets the goal best; null without a goal, or if none meets it'),
  frontier: z
    .array(z.int().min(1))
    .describe('Those that no other one beats in both the first measure with a limit and the one to be minimized or maximized'),
});

/** The JSON Schema (draft-07) of a report. */
export const studyReportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(studyReportSchema, { target: 'draft-7', unrepresentable: 'any' }) as { readonly [key: string]: Json };
