import { z } from 'zod';

/** The error of a scenario against the real records. */
export interface BacktestSpec {
  /** `9 % too low on the last 2 days` */
  readonly words: string;
  /** The relative error: -0.09 is 9 % too low; undefined if the words do not contain it. */
  readonly error: number | undefined;
  /** Whether the observation lies in the band of the plays, widened because the records are short; undefined if unknown. */
  readonly inBand: boolean | undefined;
  /** The likely reason of a large error, and what would mend it. */
  readonly because?: string | undefined;
}

const inWords = z
  .string()
  .min(1)
  .max(200)
  .transform((words): BacktestSpec => ({ words, error: errorIn(words), inBand: undefined }));

const inNumbers = z
  .strictObject({
    error: z.number().min(-1).describe('Relative to what happened: -0.09 is 9 % too low'),
    inBand: z
      .boolean()
      .optional()
      .describe('Whether what happened lies where plays let it be; with false, no configuration is recommended'),
    on: z.string().min(1).max(100).optional().describe('On what, such as `the last 2 days`'),
    because: z.string().min(1).max(400).optional().describe('The likely reason of an error that is too large, and what would mend it'),
  })
  .transform(
    ({ error, inBand, on, because }): BacktestSpec => ({
      words: errorWords(error) + (on === undefined ? '' : ` on ${on}`),
      error,
      inBand,
      because,
    }),
  );

export const backtestSchema = z.union([inNumbers, inWords], {
  error: 'must be text such as `9 % too low on the last 2 days`, or numbers such as { error: -0.09, on: the last 2 days }',
});

/** `9 % too low`. */
export const errorWords = (error: number): string =>
  Math.abs(error) < 0.005 ? 'right' : `${Math.round(100 * Math.abs(error))} % too ${error < 0 ? 'low' : 'high'}`;

/** The same in words is accepted, too. */
const errorIn = (words: string): number | undefined => {
  const [, percent, way] = /(\d+(?:\.\d+)?) ?% too (low|high)/.exec(words) ?? [];
  if (percent === undefined) return undefined;
  return ((way === 'low' ? -1 : 1) * Number(percent)) / 100;
};
