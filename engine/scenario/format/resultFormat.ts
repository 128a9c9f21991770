import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';

/** The verdict of one run on one property. Plain data, because runs are played in threads. */
export const propertyResult = strictObject(() => ({
  name: z.string(),
  kind: z.string().describe('`always`, `never`, …'),
  index: z.int().min(0).describe('Its place in the list of the file'),
  evaluated: z.boolean().describe('Whether the run had anything that it is about'),
  why: z.string().optional().describe('Why it was not evaluated, where that is known'),
  seen: z.boolean().optional().describe('Of `sometimes` and `reachable`: whether the run showed it'),
  progress: z
    .strictObject({ met: z.int().min(0), of: z.int().min(1), next: z.string().optional().describe('The first step that was not taken') })
    .optional()
    .describe('Of `reachable`: how many of its steps were taken'),
  broken: z
    .strictObject({
      words: z.string(),
      shape: z.string().describe('The same for every run that breaks it in the same way'),
      at: z.int().min(0).describe('Virtual time, in milliseconds'),
      seq: z.int().min(1).optional().describe('The entry of the log to look at'),
    })
    .optional(),
}));

export type PropertyResult = z.output<typeof propertyResult>;
