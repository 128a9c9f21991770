import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import type { Json } from '../../kernel/canonical.ts';
import { ways } from './assess.ts';
import type { FactReport } from './fidelity.ts';
import { type Mechanism, mechanisms } from './mechanisms.ts';
import type { SinceFirst, Summary } from './summary.ts';
import { unitNames } from './units.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const mechanism = z.enum(mechanisms);

const summary = z.strictObject({
  facts: count.describe('Those that have a value that counts here'),
  measured: count.describe('How many have a time or another measured value, and not only ranges or bounds'),
  error: z.number().min(0).optional().describe('The median of their errors; of a fact with several values the median of theirs'),
  withinQuarter: share.optional().describe('The share of those that are off by a quarter or less'),
  bounds: count.describe('How many ranges and bounds were seen: they are in no error'),
  kept: count.describe('How many of these the median of the plays keeps to'),
  right: count.describe('Of what is counted or named: how many values are right'),
  named: count.describe('Of how many'),
  coverage: share.optional().describe('The share of the values that were seen that lie in the middle 90 % of the plays'),
});

export const judgedValue = z.strictObject({
  what: z.string(),
  unit: z.enum(unitNames),
  kind: z.enum(['observed', 'interpreted', 'documented']),
  observed: z.array(json).describe('Times in milliseconds'),
  as: z.string().describe('The quantile, range or bound that was seen'),
  predicted: z
    .strictObject({ median: z.number(), low: z.number(), high: z.number() })
    .optional()
    .describe('The median of the plays, and their middle 90 %; absent where no play shows it'),
  error: z.number().optional().describe('For what is measured: the prediction less what was seen, as a share of what was seen'),
  right: z.boolean().optional().describe('For what is counted or named: whether most plays show the same'),
  within: count.describe('How many of the values that were seen lie in the middle 90 % of the plays'),
  among: count.describe('Of how many'),
  unseen: z.literal(true).optional().describe('Nothing was left to predict it from: it is compared with the textbook, and counts nowhere'),
});

const fact = z.strictObject({
  fact: z.string(),
  title: z.string(),
  mechanisms: z.array(mechanism),
  repeats: z.string().optional().describe('The fact that it is a part of: it is not counted again'),
  judgments: z.array(judgedValue),
  atFirst: z.number().optional().describe('The error when the fact was first compared with podsim, before any time was measured'),
});

const change = z.strictObject({ fact: z.string(), mechanism, way: z.enum(ways), words: z.string() });

/** The output of `podsim fidelity --reporter json`. */
const fidelityReportSchema = z.strictObject({
  timing: z.string(),
  seeds: z.int().min(1).describe('How often each observation was played'),
  without: z.array(mechanism).describe('Mechanisms that were switched off: their settings are as in the textbook'),
  ways: z
    .array(
      z.strictObject({
        way: z.enum(ways).describe('Whose observations the times were made without: of the author of a fact, of its run, or of none'),
        summary,
        unseen: z.array(z.string()).describe('Facts that are not judged: no other run, or no other author, has seen what they rest on'),
        withUnseen: summary.describe('The same with these, which are compared with the textbook'),
        mechanisms: z.array(z.strictObject({ mechanism, summary })).describe('A fact is of the first that it names'),
        sinceFirst: z
          .strictObject({ facts: count, then: z.number().min(0), now: z.number().min(0) })
          .optional()
          .describe('The median error when facts were first compared with podsim, before any time was measured, and of the same facts now'),
        facts: z.array(fact),
      }),
    )
    .describe('The strictest first'),
  documented: summary.describe('Constants that are documented, which count nowhere else'),
  interpreted: summary.describe('What was concluded from what was seen, which counts nowhere else'),
  ownStarts: z
    .array(
      z.strictObject({
        image: z.string().describe('The run that its starts are of'),
        starts: count,
        given: count.describe('How many of them were given, in all choices; the others were predicted'),
        error: z.number().min(0).describe('Of the predicted median, against the median of the others; the median over all choices'),
        withinQuarter: share.describe('The share of choices that are off by a quarter or less'),
        coverage: share.describe('The share of the others that lie in the predicted band of 90 %'),
      }),
    )
    .optional()
    .describe('How well a few starts of an image predict its others'),
  worse: z
    .array(z.strictObject({ mechanism, before: share, after: share }))
    .optional()
    .describe('With `--without`: whose facts are more wrong for it, the worst first. 1 is all wrong'),
  unplayed: z.array(z.strictObject({ fact: z.string(), title: z.string(), file: z.string(), because: z.string() })),
  kept: z
    .strictObject({ worse: z.array(change), better: z.array(change), missing: z.array(z.string()) })
    .optional()
    .describe('Against the figures that are kept beside the observations'),
});

type PrintedReport = z.output<typeof fidelityReportSchema>;
/** The facts judged in one way, in total and by mechanism. */
export type WayReport = Pick<PrintedReport['ways'][number], 'way' | 'unseen'> & {
  readonly summary: Summary;
  readonly withUnseen: Summary;
  readonly sinceFirst?: SinceFirst | undefined;
  readonly mechanisms: readonly { readonly mechanism: Mechanism; readonly summary: Summary }[];
  readonly facts: readonly FactReport[];
};
export type FidelityReport = Omit<PrintedReport, 'ways' | 'documented' | 'interpreted'> & {
  readonly ways: readonly WayReport[];
  readonly documented: Summary;
  readonly interpreted: Summary;
};

/** The JSON Schema (draft-07) of such a report. */
export const fidelityReportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(fidelityReportSchema, { target: 'draft-7' }) as { readonly [key: string]: Json };
