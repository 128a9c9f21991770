import { z } from 'zod';
import { units } from './times.ts';

const file = z.string().min(1).describe('A CSV or NDJSON file in this folder or below');
const unit = z.enum(units).optional().describe('Of numbers; durations such as 1.5s have their own');

/** Durations in a column of a file. */
export const columnFile = z.strictObject({ file, column: z.string().min(1).describe('The name of the column'), unit });

/** The times of arrivals in a column of a file. */
export const traceFile = z.strictObject({
  file,
  at: z.string().min(1).describe('The name of the column with the times, in order: numbers, durations, or date-times'),
  unit,
  origin: z.literal('first').optional().describe('Times count from the first row, and not from the load’s start; date-times always do'),
});

export type TraceFile = z.output<typeof traceFile>;
export type ColumnFile = z.output<typeof columnFile>;
