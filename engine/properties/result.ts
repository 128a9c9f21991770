import { z } from 'zod';

/** What one run says of one property. Plain data: runs are played in threads. */
export const propertyResult = z.strictObject({
  name: z.string(),
  kind: z.string().describe('`always`, `never`, …'),
  index: z.int().min(0).describe('Its place in the list of the file'),
  evaluated: z.boolean().describe('Whether the run had anything that it is about'),
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
});

export type PropertyResult = {
  readonly [Key in keyof z.output<typeof propertyResult>]: z.output<typeof propertyResult>[Key];
};

/** What a run says of a property, in a line. */
export const resultText = ({ name, seen, evaluated, progress, broken }: PropertyResult): string => {
  if (broken !== undefined) return `${name}: broken`;
  if (progress !== undefined && seen !== true)
    return `${name}: ${progress.met} of ${progress.of}${progress.next === undefined ? '' : `, next ${progress.next}`}`;
  if (seen !== undefined) return `${name}: ${seen ? 'seen' : 'not seen'}`;
  return `${name}: ${evaluated ? 'held' : 'never evaluated'}`;
};
