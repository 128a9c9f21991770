import { z } from 'zod';
import { json } from '../../../api/contract/parts/json.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { timesSchema } from '../../../scenario/format/resultsFormat.ts';
import { boundSchema } from './boundFormat.ts';
import { pictureSchema } from './pictureSchema.ts';

const count = z.int().min(0);

const measureReport = z.strictObject({
  n: count.describe('How many plays have the measure'),
  mean: z.number().describe('Over these plays, in the unit of the measure'),
  low: z
    .number()
    .nullable()
    .describe(
      'The lower end of its 95 % interval; null where there is one play, or where the plays do not say it, as one of them is far below the others',
    ),
  high: z.number().nullable().describe('The upper end, likewise'),
});

const measuresReport = z.record(z.string(), measureReport.nullable());

const failedPlay = z.strictObject({ configuration: z.int().min(1), seed: z.string(), why: z.string() });

const met = z.enum(['yes', 'no', 'unclear']);

const histogram = z.array(z.tuple([count, count]));

const configurationReport = z.strictObject({
  number: z.int().min(1),
  values: z.array(json).describe('Of what is varied, in the order of `varied`'),
  plays: count.describe('By how many plays it is judged'),
  failed: z.array(failedPlay).describe('Those of them that did not come to their end: in no mean'),
  measures: measuresReport.describe('By the name of the measure; null where no play has it'),
  meets: met
    .nullable()
    .describe('Whether it keeps to the limits of the goal; unclear where an interval holds a limit; null without a goal'),
  medianSeed: z
    .string()
    .nullable()
    .describe('The seed of the play in the middle, by what the goal names, or by the first measure: the one to look at'),
  circumstances: z
    .array(z.strictObject({ configuration: z.int().min(1), circumstance: z.string(), measures: measuresReport, meets: met.nullable() }))
    .describe('The same configuration in each circumstance; none where the study names no circumstances'),
  delays: histogram.describe('Of all its delay times in ms: the number of a bin, and how many fall into it'),
});

const difference = z.strictObject({
  configuration: z.int().min(1),
  measure: z.string(),
  pairs: count.describe('How many seeds both were played with'),
  mean: z.number().describe('Of the configuration less the baseline, seed by seed'),
  low: z.number().nullable(),
  high: z.number().nullable(),
  probability: z.number().describe('How likely such a difference is by chance'),
  adjusted: z.number().describe('The same, adjusted for the number of differences (Holm)'),
  verdict: z.enum(['more', 'less', 'same', 'unclear']).describe('By the adjusted probability, at 5 %; same: not different with any seed'),
});

const comparison = z.strictObject({
  baseline: z.int().min(1).describe('The number of the configuration that the others are compared with'),
  differences: z.array(difference),
});

const decision = z.strictObject({
  of: z.string().nullable().describe('What the goal minimizes or maximizes'),
  wanted: z.number().nullable().describe('How sure the choice was to be; null where the number of seeds was given'),
  isSure: z.boolean().describe('Whether no configuration is left that may be better'),
  open: z
    .array(
      z.strictObject({
        configuration: z.int().min(1),
        better: z
          .number()
          .nullable()
          .describe('By how much, in what the goal minimizes or maximizes; null where there is nothing to compare'),
        seeds: count.nullable().describe('About how many more would tell; null where no number is likely to'),
      }),
    )
    .describe('Configurations that may keep to the limits and be better than the best that surely does, the best first'),
});

const sensitivity = z.strictObject({
  name: z.string(),
  holdsTo: z.number().describe('So many times what it is, the best configuration still keeps to its limits'),
  failsAt: z.number().nullable().describe('So many times, it no longer does; null where it does as far as was tried'),
  runnerUp: z.int().min(1).nullable().describe('The configuration that is best there; null where none keeps to the limits'),
});

const warmUp = z.strictObject({
  configuration: z.int().min(1),
  cut: count.nullable().describe('How many delays were left out at the beginning; null where no steady state was found'),
  observations: count.describe('How many delays the averaged pilot plays have'),
});

const warning = z.strictObject({ configuration: z.int().min(1).nullable(), words: z.string() });

/** The schema of the output of `podsim study --json`: a `StudyReport`. */
export const studyReportSchema = z.strictObject({
  study: z.string().describe('The question'),
  engine: z.string(),
  ruleset: z.string().describe('The digest of the rules'),
  times: z.array(timesSchema).describe('Several, where they are varied'),
  varied: z.array(z.string()),
  circumstances: z.array(z.string()).describe('What each configuration may meet: measures are means over these'),
  measures: z.array(z.strictObject({ name: z.string(), unit: z.string() })),
  configurations: z.array(configurationReport),
  best: z
    .int()
    .min(1)
    .nullable()
    .describe('The number of the configuration that was selected, or else meets the goal best; null without a goal, or if none meets it'),
  frontier: z
    .array(z.int().min(1))
    .describe('Those that no other one beats in both the first measure with a limit and the one to be minimized or maximized'),
  comparison: comparison.nullable().describe('The differences from the baseline; null without one'),
  decision: decision
    .nullable()
    .describe('How sure the choice is that the goal asks for; null without a goal, and where something is selected'),
  doubts: z
    .array(z.string())
    .describe(
      'Why nothing is recommended, whatever the plays say: then nothing is best, and no configuration surely meets or misses the goal',
    ),
  sensitivity: z.array(sensitivity).describe('How much the choice stands, for each setting that was named'),
  warmUp: z.array(warmUp).nullable().describe('What was left out as warm-up; null where none was looked for'),
  warnings: z.array(warning).describe('What to know before believing a figure'),
  picture: pictureSchema.describe('What there is to draw'),
  bound: boundSchema.optional().describe('What any scaler needs for the same jobs, beside the best configuration; absent if none is best'),
});

/** The JSON Schema (draft-07) of a report. */
export const studyReportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(studyReportSchema, { target: 'draft-7', unrepresentable: 'any' }) as { readonly [key: string]: Json };
