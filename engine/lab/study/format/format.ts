import { z } from 'zod';
import { duration } from '../../../api/contract/handler/handler.ts';
import { json } from '../../../api/contract/parts/json.ts';
import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { durationPattern, parseDuration } from '../../../kernel/time.ts';
import { measureName } from '../measure/measureName.ts';
import { backtestSchema } from './backtestFormat.ts';
import { goal } from './goalFormat.ts';
import { findRepeats, seeds } from './seedsFormat.ts';

/** A number, or a duration in milliseconds. `isWhole`: a whole number, or a duration in whole seconds that is written without milliseconds. */
const bound = z
  .union([z.number(), z.string().meta({ pattern: durationPattern.source })], { error: 'must be a number, or a duration such as 5s' })
  .transform((written, { addIssue }) => {
    const value = typeof written === 'number' ? written : parseDuration(written);
    if (value === undefined) addIssue(`'${written}' is no duration such as 500ms, 5s or 2m`);
    const isDuration = typeof written === 'string';
    return {
      value: value ?? 0,
      isDuration,
      isWhole: isDuration ? (value ?? 0) % 1_000 === 0 && !written.includes('ms') : Number.isInteger(value),
    };
  });

const stepsMax = 1_000;

const range = z
  .strictObject({
    from: bound,
    to: bound,
    steps: z
      .int('must be a whole number: how many values a grid takes')
      .min(2, 'counts both ends: give 2 or more, or write a list')
      .max(stepsMax, `must be ${stepsMax} or fewer`)
      .optional()
      .describe('How many values a grid takes of it, both ends included'),
    scale: z.enum(['linear', 'log']).default('linear').describe('log: each value is the one before times the same factor'),
  })
  .superRefine(({ from, to, scale }, { addIssue }) => {
    const issue = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (from.isDuration !== to.isDuration) issue('to', 'one end is a duration and the other a number: write both alike');
    else if (from.value >= to.value) issue('to', 'must be more than `from`');
    if (scale === 'log' && from.value <= 0) issue('from', 'a logarithmic scale begins above 0');
  });

const valuesMax = 1_000;

const list = z
  .array(json)
  .min(1, 'give at least one value')
  .max(valuesMax, `has more than ${valuesMax} values`)
  .superRefine((values, { addIssue }) => {
    for (const k of findRepeats(values))
      addIssue({ code: 'custom', path: [k], message: `${canonicalText(values[k] as Json)} is given twice` });
  });

const axis = z.union([list, range], { error: 'must be a list of values, or a range such as { from: 1, to: 16, steps: 4 }' });
export type AxisSpec = z.output<typeof axis>;

const pointsMax = 10_000;
const points = z.int().min(2).max(pointsMax);

const warmUp = z
  .enum(['auto', 'none'])
  .default('none')
  .describe('auto: for a steady state, what comes before it is found by pilot plays (MSER-5) and left out of averages; none unless given');

const baseline = z
  .union([z.int().min(1), z.record(z.string(), json)], { error: 'must be the number of a configuration, or its values' })
  .describe('The configuration that all others are compared with, seed by seed: its number, or its values');

/** A study file. */
export const studySchema = z
  .strictObject({
    $schema: z.string().optional(),
    study: z.string().min(1).describe('The question'),
    scenario: z
      .union([z.string().min(1), z.record(z.string(), json)], { error: 'must be the path of a scenario file, or a scenario' })
      .describe('A scenario, or the path of one from the folder of the study'),
    vary: z
      .record(z.string(), axis)
      .refine((axes) => Object.keys(axes).length > 0, 'name at least one setting: `podsim study FILE --settings` lists them')
      .describe('Settings of the world, fields of its endpoints and loads, or variables of the scenario’s matrix, each with its values'),
    circumstances: z
      .record(z.string(), axis)
      .refine((axes) => Object.keys(axes).length > 0, 'name at least one setting, or leave it out')
      .optional()
      .describe(
        'What happens to one and is not chosen, such as the time of a cold start or the rate of arrivals, each with its values: every configuration is played in all of these, and none of them is recommended',
      ),
    sample: z
      .union([z.literal('grid'), z.strictObject({ 'latin-hypercube': points }), z.strictObject({ sobol: points })], {
        error: 'must be grid, { latin-hypercube: 64 } or { sobol: 64 }',
      })
      .default('grid')
      .describe('Which combinations are played; all of them unless given'),
    seeds: seeds.optional().describe('With which seeds each configuration is played; 1..20 unless given'),
    measures: z.array(measureName).min(1).optional().describe('What the table shows, in this order'),
    goal: goal.optional().describe('What a configuration must keep to, and what is best among those that do'),
    backtest: z
      .partialRecord(measureName, backtestSchema)
      .optional()
      .describe(
        'How far off the scenario was on what really happened, such as `9 % too low on the last 2 days`, for each measure: the answer quotes it. Over 20 % in what the goal limits, no configuration is recommended',
      ),
    doubts: z
      .array(z.string().min(1).max(400))
      .min(1, 'give a sentence, or leave it out')
      .optional()
      .describe('What records contradict in the scenario, each in a sentence: with any, no configuration is recommended'),
    records: duration
      .refine((ms) => ms > 0, 'must be longer than nothing')
      .optional()
      .describe(
        'How long the records cover that the scenario was fitted to: intervals are wider by what these leave open, as they are one draw of many',
      ),
    sensitivity: z
      .array(z.string().min(1))
      .min(1, 'name at least one setting, or leave it out')
      .optional()
      .describe(
        'Durations, rates and numbers of the scenario that may turn out larger: how much larger until the best configuration fails',
      ),
    warmUp,
    baseline: baseline.optional(),
  })
  .superRefine(({ seeds, goal: wanted, sensitivity, baseline: compared, circumstances }, { addIssue }) => {
    const issue = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (circumstances !== undefined && seeds !== undefined && 'batches' in seeds)
      issue('seeds', 'with `circumstances`, plays are compared seed by seed, and `batches` has one seed: give several seeds');
    if (circumstances !== undefined && compared !== undefined)
      issue('baseline', 'compares configurations in one circumstance: leave it out, or `circumstances`');
    if (
      seeds !== undefined &&
      'batches' in seeds &&
      Object.values(wanted ?? {}).some((limit) => typeof limit === 'object' && 'in' in limit)
    )
      issue('goal', 'a share (`in`) is one over plays, and `batches` has one play: give several seeds');
    if (seeds !== undefined && 'until' in seeds && 'sure' in seeds.until && wanted === undefined)
      issue('seeds', '`sure` is about the choice that a `goal` asks for: give one, or play until `precision`');
    const { minimize: _minimize, maximize: _maximize, ...limits } = wanted ?? {};
    if (sensitivity !== undefined && Object.keys(limits).length === 0)
      issue('sensitivity', 'is about the limits of a `goal`, which the best configuration keeps to: give limits');
    if (seeds !== undefined && 'batches' in seeds && compared !== undefined)
      issue('baseline', 'compares configurations seed by seed, and `batches` has one seed: give several seeds, or leave `baseline` out');
  });

export type StudySpec = z.output<typeof studySchema>;
export type Goal = NonNullable<StudySpec['goal']>;
