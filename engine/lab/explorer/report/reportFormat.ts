import { z } from 'zod';
import type { Json } from '../../../kernel/canonical.ts';
import type { PropertySummary } from '../../../scenario/properties/summary.ts';

const futuresAt = z.strictObject({
  after: z.int().min(0).describe('The newest entry of the log then, as `podsim run` of the file writes it'),
  at: z.int().min(0).describe('Virtual time, in milliseconds'),
  what: z.string().describe('What happened last before it: a call, an event'),
  failing: z.int().min(0),
  of: z.int().min(1).describe('How many other futures were played from there'),
});

/** When a failure became inevitable, as plain data. */
const inevitable = z.strictObject({
  words: z.string(),
  after: z.int().min(0).nullable().describe('The first of these moments from which all futures fail; null if some never do'),
  moments: z.array(futuresAt).describe('How many other futures fail, from moments of the story, up to right before the failure'),
});

const foundFailure = z.strictObject({
  property: z.string().describe('What was broken: an invariant, a law, or a property of a scenario'),
  words: z.string(),
  story: z.array(z.string()).describe('What happens, in at most three lines'),
  file: z.string().nullable().describe('The scenario that shows it; null of a failure beyond the number that is written'),
  steps: z.int().min(0),
  run: z.int().min(0).describe('The first run that found it'),
  times: z.int().min(1).describe('How many runs found it'),
  shortened: z.enum(['fully', 'partly', 'no']).describe('`partly`: it was interrupted'),
  again: z.string().describe('The command that repeats it'),
  inevitable: inevitable
    .optional()
    .describe('When it became so: from which moment on other draws, and steps left out, change nothing. Absent where none could be played'),
  page: z.string().optional().describe('The file that shows it in a browser, with `--page`'),
});

const missingCell = z.strictObject({
  cell: z.string(),
  nearest: z
    .strictObject({ cell: z.string(), times: z.int().min(1).describe('How many runs met it') })
    .optional()
    .describe('The cell that is most like it, of those met'),
});

const family = z.strictObject({
  name: z.string(),
  about: z.string(),
  met: z.int().min(0),
  possible: z.int().min(0).optional().describe('How many cells can be met; absent where no table says'),
  missing: z.array(missingCell).optional(),
});

const occasion = {
  shows: z.string().describe('What happens, in the words of `--coverage`'),
  rule: z.string().describe('The rule that says so'),
};

const unreached = z.strictObject({
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  way: z.array(z.string()).describe('The events of a shortest life in which it happens; the last of them brings it about'),
});

const times = z.int().min(0);

const declaredProperty = z.strictObject({
  name: z.string(),
  kind: z.string().describe('`always`, `never`, …'),
  runs: times.describe('How many runs declared it'),
  evaluated: times.describe('How many of them had anything that it is about'),
  seen: times.describe('Of `sometimes` and `reachable`: how many showed it'),
  broken: times,
  firstSeen: times.optional().describe('The first run that showed it'),
  best: z
    .strictObject({ met: times, of: z.int().min(1), next: z.string().optional(), run: times })
    .optional()
    .describe('Of `reachable`: how many of its steps were taken at best, the first that was not, and by which run'),
});

/** The output of `podsim explore --reporter json`. */
export const exploreReportSchema = z.strictObject({
  seed: z.string(),
  runs: z.int().min(0),
  ended: z.enum(['runs', 'time', 'interrupted']).describe('Why no more were played'),
  outcomes: z.strictObject({
    held: z.int().min(0),
    failed: z.int().min(0),
    cut: z.int().min(0).describe('More entries than a run may have'),
    invalid: z.int().min(0).describe('What came of the changes was no scenario'),
  }),
  failures: z.array(foundFailure),
  properties: z.array(declaredProperty).describe('What all runs together say of each property that a scenario declares'),
  coverage: z.strictObject({
    met: z.int().min(0).describe('Cells, and how often they occurred in a run'),
    families: z.array(family),
    neverReached: z.array(unreached).describe('The changes of status that no run has shown, of the kinds that were met'),
    neverEntered: z
      .array(z.strictObject({ kind: z.string(), status: z.string() }))
      .describe('The statuses that no run has shown, of the kinds that were met'),
    neverRefused: z
      .array(z.strictObject({ operation: z.string(), rule: z.string() }))
      .describe('The refusals that no run has shown, of the operations that were called'),
    curve: z
      .array(z.strictObject({ runs: z.int().min(1), met: z.int().min(0) }))
      .describe('How many cells had been met after how many runs'),
    lastNewIn: z.int().min(0).describe('No run after so many met a new cell'),
  }),
  kept: z.array(z.string()).optional().describe('The files that were added to the folder of `--corpus`'),
  proposed: z
    .strictObject({
      files: z.array(z.strictObject({ ...occasion, file: z.string() })).describe('A scenario for each occasion that was met'),
      unmet: z.array(z.strictObject(occasion)).describe('Those that no run has met either'),
    })
    .optional()
    .describe('With `--propose`: what a client should be ready for, and the files never show'),
  took: z
    .strictObject({ ms: z.number().min(0), runsPerSecond: z.number().min(0) })
    .optional()
    .describe('Wall time, with `--for`. All else is the same for the same seed and as many runs'),
});

/** The output of `podsim explore --reporter json` for a client. */
export const clientReportSchema = z.strictObject({
  seed: z.string(),
  runs: z.int().min(0),
  outcomes: z.strictObject({
    held: z.int().min(0),
    failed: z.int().min(0),
    cut: z.int().min(0).describe('At a bound, before the client had ended'),
    invalid: z.int().min(0).describe('Without a world'),
  }),
  calls: z.int().min(0).describe('That the client made, in all runs'),
  gaveUp: z.int().min(0).describe('In how many runs it threw an error, as it may'),
  fewHosts: z.int().min(0).describe('In how many runs the hosts were few, so that room might run short'),
  bounds: z.record(z.string(), z.int().min(1)).describe('How many runs each bound has cut'),
  failures: z.array(
    foundFailure.omit({ inevitable: true }).extend({
      failsAlone: z.boolean().describe('Whether the file fails without the client'),
      client: z.string().describe('The command that runs the client again, as it failed'),
    }),
  ),
});

export type ClientReport = z.output<typeof clientReportSchema>;

/** The JSON Schema (draft-07) of such a report. */
export const clientReportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(clientReportSchema, { target: 'draft-7' }) as { readonly [key: string]: Json };

export type ExploreReport = Omit<z.output<typeof exploreReportSchema>, 'properties'> & { readonly properties: readonly PropertySummary[] };
export type ReportedFutures = z.output<typeof inevitable>;
export type ReportedFailure = z.output<typeof foundFailure>;

/** The JSON Schema (draft-07) of such a report. */
export const exploreReportJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(exploreReportSchema, { target: 'draft-7' }) as { readonly [key: string]: Json };
