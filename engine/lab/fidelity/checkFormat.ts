import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import type { JudgedValue } from './fidelity.ts';
import { mechanisms } from './mechanisms.ts';
import { judgedValue } from './reportFormat.ts';

const timingCheck = z.strictObject({
  timing: z.string(),
  isMadeFromIt: z.boolean().describe('Whether the timing was made from this fact: then its error says less'),
  error: z
    .number()
    .min(0)
    .optional()
    .describe('The median of the sizes of its errors, as a share of what was seen; absent if no value has one'),
  judgments: z.array(judgedValue),
});

const observationCheck = z.strictObject({
  file: z.string(),
  fact: z.string(),
  title: z.string(),
  isUsable: z.boolean().describe('Whether it judges a timing, or tells what the next one is made from'),
  unplayed: z.string().optional().describe('Why it is not played'),
  mechanisms: z.array(z.strictObject({ mechanism: z.enum(mechanisms), words: z.string() })),
  tells: z.array(z.string()).describe('The quantities that the next timing learns from it'),
  timings: z.array(timingCheck).describe('How far off each timing is on it; empty if it is not played'),
  uncompared: z
    .array(z.strictObject({ what: z.string(), because: z.string() }))
    .describe('Values that no play is compared with, each with the reason that the file gives'),
  toDo: z.array(z.string()).describe('What would make it worth more'),
});

/** The output of `podsim fidelity --check --reporter json`. */
const fidelityCheckSchema = z.strictObject({
  seeds: z.int().min(1).describe('How often each observation was played'),
  checks: z.array(observationCheck),
});

type PrintedCheck = z.output<typeof observationCheck>;
export type TimingCheck = Omit<PrintedCheck['timings'][number], 'judgments'> & { readonly judgments: readonly JudgedValue[] };
export type ObservationCheck = Omit<PrintedCheck, 'timings' | 'tells' | 'toDo' | 'uncompared' | 'mechanisms'> & {
  readonly mechanisms: readonly PrintedCheck['mechanisms'][number][];
  readonly tells: readonly string[];
  readonly timings: readonly TimingCheck[];
  readonly uncompared: readonly PrintedCheck['uncompared'][number][];
  readonly toDo: readonly string[];
};

/** The JSON Schema (draft-07) of such a check. */
export const fidelityCheckJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(fidelityCheckSchema, { target: 'draft-7' }) as { readonly [key: string]: Json };
