import { z } from 'zod';
import { duration } from '../../../api/contract/handler/handler.ts';
import { measureName } from '../measure/measureName.ts';
import { studyMeasures } from '../measure/measures.ts';

const first = z.int().min(2).max(1_000).default(10).describe('With how many seeds every configuration is played; 10 unless given');

const best = measureName.describe(
  'The measure whose mean is to be best: most of utilization, completed and throughput, least of all others',
);

/** A number, or a duration in milliseconds. */
const difference = z
  .union([z.number().transform((value) => ({ value, isDuration: false })), duration.transform((value) => ({ value, isDuration: true }))], {
    error: 'must be a number above 0, or a duration such as 100ms',
  })
  .refine(({ value }) => value > 0, 'must be more than 0');

const kn = z
  .strictObject({
    best,
    by: z.literal('kn').describe('Kim and Nelson’s procedure: configurations that are surely worse drop out, until one is left'),
    indifference: difference.describe('A difference that does not matter, in the unit of the measure'),
    confidence: z.number().gt(0.5).lt(1).default(0.95).describe('How sure the choice has to be; 0.95 unless given'),
    first,
    max: z.int().min(2).max(100_000).default(1_000).describe('No configuration is played with more seeds; 1000 unless given'),
  })
  .refine(({ first: least, max }) => least <= max, { path: ['max'], message: 'must not be less than `first`' })
  .superRefine(({ best: measure, indifference: { isDuration } }, { addIssue }) => {
    const wanted = studyMeasures.get(measure)?.unit === 'ms';
    const message = wanted ? 'must be a duration such as 100ms' : `must be a number: ${measure} is no duration`;
    if (wanted !== isDuration) addIssue({ code: 'custom', path: ['indifference'], message });
  })
  .transform(({ indifference, ...rest }) => ({ ...rest, indifference: indifference.value }));

const ocba = z.strictObject({
  best,
  by: z.literal('ocba').describe('Optimal computing budget allocation: the budget goes where it tells the best from the others'),
  budget: z.int().min(4).max(1_000_000).describe('How many plays all configurations have together'),
  first,
});

/** Which configuration has the best mean, with as few plays as that takes. */
export const select = z.discriminatedUnion('by', [kn, ocba]);
export type SelectSpec = z.output<typeof select>;

/** Every pair of configurations is compared. */
const configurationsMax = 500;

/** What is wrong with a selection among so many configurations. */
export const selectProblem = (select: SelectSpec | undefined, configurations: number): string | undefined => {
  if (select === undefined) return undefined;
  if (configurations > configurationsMax)
    return `selects among at most ${configurationsMax} configurations, and there are ${configurations}: vary fewer values`;
  const least = select.by === 'ocba' ? select.first * configurations : 0;
  if (select.by === 'ocba' && select.budget < least)
    return `the budget of ${select.budget} plays is less than ${select.first} for each of ${configurations} configurations: give at least ${least}, or a smaller \`first\``;
  return undefined;
};
