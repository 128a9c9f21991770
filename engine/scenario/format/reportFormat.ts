import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import type { Json } from '../../kernel/canonical.ts';
import { propertyResult } from './resultFormat.ts';
import { resultsSchema } from './resultsFormat.ts';

const failedAssertion = strictObject(() => ({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  what: z.string().describe('The part of the file, and what was compared'),
  expected: z.string().describe('As the scenario writes it'),
  actual: z.string().describe('In the same unit'),
  nearest: z.string().nullable().describe('The place in the log to look at first'),
}));

const runReport = strictObject(() => ({
  file: z.string(),
  title: z.string(),
  member: z.string().optional().describe('The member of the matrix; absent without one'),
  seed: z.string(),
  verdict: z.enum(['pass', 'fail', 'incomplete']),
  failures: z.array(z.string()).describe('Everything that was not as expected, assertions first: `file:line:column: words`'),
  failedAssertions: z
    .array(failedAssertion)
    .describe('Of the failures, those that are comparisons: of assertions, and of the answers to steps'),
  results: resultsSchema.optional().describe('Of a run with a load'),
  properties: z.array(propertyResult).describe('What the run says of each property of the file'),
  unfired: z.array(z.string()).describe('Steps that were never taken, and why'),
  warnings: z.array(z.string()).describe('Mistakes in the file, and parts of it that had no effect: `file:line:column: words`'),
  events: z.int().min(0).describe('The number of log entries'),
  endedAt: z.int().min(0).describe('Virtual time: milliseconds since the world’s start'),
  fingerprint: z.string().describe('Of the log'),
  again: z.string().describe('The command that repeats exactly this run'),
  page: z.string().optional().describe('The file that shows the run in a browser: of a run that does not pass, with `--page`'),
}));

/** The output of `podsim run --reporter json`. */
export const reportSchema = strictObject(() => ({ runs: z.array(runReport) }));

export type RunReport = z.output<typeof runReport>;
export type FailedAssertion = z.output<typeof failedAssertion>;

/** The JSON Schema (draft-07) of a report. */
export const reportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(reportSchema, { target: 'draft-7' }) as { readonly [key: string]: Json };
