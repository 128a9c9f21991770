import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { units } from './times.ts';

const file = z.string().min(1).describe('A CSV or NDJSON file in this folder or below');
const unit = z.enum(units).optional().describe('Of numbers; durations such as 1.5s have their own');

/** Durations in a column of a file. */
export const columnFile = strictObject(() => ({
  file,
  column: z.string().min(1).describe('The name of the column'),
  unit,
  times: z
    .number('must be a number such as 1.2')
    .min(0.001, 'must be 0.001 or more')
    .max(1_000, 'must be 1000 or less')
    .default(1)
    .describe('So many times as long as the column says; 1 unless given'),
}));

/** The times of arrivals in a column of a file. */
export const traceFile = strictObject(() => ({
  file,
  at: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The name of the column with the times, in order: numbers, durations, or date-times; public traces are known by their header',
    ),
  unit,
  origin: z.literal('first').optional().describe('Times count from the first row, and not from the load’s start; date-times always do'),
}));

/** Tokens in two columns of a file. */
export const tokensFile = strictObject(() => ({
  file,
  prompt: z.string().min(1).optional().describe('The name of the column with what is read; public traces are known by their header'),
  output: z.string().min(1).optional().describe('The name of the column with what is written'),
}));

/** Whole numbers in a column of a file. */
export const countsFile = columnFile.omit({ unit: true });

export type TraceFile = z.output<typeof traceFile>;
export type TokensFile = z.output<typeof tokensFile>;
