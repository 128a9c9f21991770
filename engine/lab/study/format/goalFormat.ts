import { z } from 'zod';
import { duration } from '../../../api/contract/handler/handler.ts';
import { suggestion } from '../../../kernel/collections/nearest.ts';
import { durationNames, isDuration } from '../../../world/reports/record/namedMeasures.ts';
import { measureName } from '../measure/measureName.ts';
import { type StudyMeasure, studyMeasures } from '../measure/measures.ts';
import { type ShareWhole, shareWholes } from '../measure/shares.ts';
import { percentage } from './seedsFormat.ts';

const shareWords = 'must be a share such as 50% or 0.5';
const shareLimit = z.union([z.number().min(0, shareWords).max(1, shareWords), percentage], { error: shareWords });

/** `95% of days` */
const shareOf = z
  .string({ error: 'must be a share of jobs, days or plays, such as 95% of days' })
  .transform((text, { addIssue }) => {
    const [, percent = '', whole = ''] = /^(\d{1,2}(?:\.\d{1,3})?)% of (\S+)$/.exec(text) ?? [];
    if (percent === '' || Number(percent) === 0)
      addIssue(`'${text}' is no share such as 95% of days: write a percentage below 100, and of what`);
    else if (!isWhole(whole)) addIssue(`'${whole}' is nothing that has a share here${suggestion(whole, shareWholes, '')}`);
    return { share: Number(percent) / 100, whole: (isWhole(whole) ? whole : 'plays') as ShareWhole };
  })
  .describe(
    'For which share it is to hold: `99% of jobs`, `95% of days` or `95% of plays`. Without it, the mean over the plays keeps to the limit',
  );

const isWhole = (word: string): word is ShareWhole => shareWholes.some((one) => one === word);

interface Limit {
  readonly lte?: number | undefined;
  readonly gte?: number | undefined;
  readonly in?: { readonly whole: ShareWhole } | undefined;
}

/** The upper or lower limit of a measure, in its unit: a duration as text, a share as a percentage, or a number. */
const makeLimitSchema = (name: string, unit: StudyMeasure['unit']) => {
  const value = unit === 'ms' ? duration : unit === 'share' ? shareLimit : z.number();
  return z
    .strictObject({ lte: value.optional().describe('At most'), gte: value.optional().describe('At least'), in: shareOf.optional() })
    .refine(({ lte, gte }) => lte !== undefined || gte !== undefined, 'give `lte` (at most) or `gte` (at least)')
    .refine(({ lte, gte }) => lte === undefined || gte === undefined || gte <= lte, {
      path: ['gte'],
      message: 'must not be more than `lte`',
    })
    .superRefine((limit, { addIssue }) => {
      const words = whyNoShare(name, limit);
      if (words !== undefined) addIssue({ code: 'custom', path: limit.in === undefined ? [] : ['in'], message: words });
    });
};

/** Each job has one duration; a day and a play have every measure. */
const whyNoShare = (name: string, { lte, gte, in: within }: Limit): string | undefined => {
  const [duration = '', which] = name.split('.');
  const hasEach = isDuration(duration);
  if (within === undefined)
    return which === undefined && hasEach
      ? `each job has one: say for which share of them, \`in: 99% of jobs\`, or limit ${name}.p95`
      : undefined;
  if (lte !== undefined && gte !== undefined) return 'is of one limit: leave `lte` or `gte` out';
  if (within.whole === 'jobs' && (which !== undefined || !hasEach))
    return hasEach
      ? `a share of jobs is one of ${duration} itself: write \`${duration}\` in place of \`${name}\``
      : `jobs have no ${name}: it is one of plays`;
  if (within.whole !== 'jobs' && which === undefined && hasEach)
    return `${within.whole} have many of them: limit ${name}.p95, or a share of jobs`;
  if (within.whole === 'days' && !hasEach) return `${name} is not known day by day: durations are, and all measures of plays`;
  return undefined;
};

/** The measures that have a limit, and the durations of single jobs. */
const limits = [
  ...durationNames.map((name) => [name, makeLimitSchema(name, 'ms').optional().describe(`Each ${name} of a share of jobs`)] as const),
  ...[...studyMeasures].map(([name, { unit, about }]) => [name, makeLimitSchema(name, unit).optional().describe(about)] as const),
];

export const goal = z
  .strictObject({
    minimize: measureName.optional().describe('Of the configurations that keep to the limits, the one with the least of this is best'),
    maximize: measureName.optional().describe('Instead, the one with the most'),
    ...Object.fromEntries(limits),
  })
  .refine((written) => Object.keys(written).length > 0, {
    message: 'give a limit such as `delayTime.p95: { lte: 5s }`, or `minimize`',
    // A misspelled name is the only problem that is reported.
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ minimize, maximize }) => minimize === undefined || maximize === undefined, 'give `minimize` or `maximize`, not both');
