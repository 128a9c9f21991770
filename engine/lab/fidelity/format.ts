import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { id } from '../../api/contract/parts/id.ts';
import { json } from '../../api/contract/parts/json.ts';
import { measuredTimings } from '../../cloud/timing/timings.ts';
import { eventType, where } from '../../scenario/format/eventFormat.ts';
import { worldSchema } from '../../scenario/format/worldFormat.ts';
import { load } from '../../scenario/load/format.ts';
import { step } from '../../scenario/step/stepFormat.ts';
import { type QuantityName, quantityNames } from './estimate/quantities.ts';
import { mechanisms } from './mechanisms.ts';
import { unitNames } from './units.ts';

const text = z.string().min(1);
const [month, day] = ['(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])'];
const dayOrMonth = `\\d{4}(?:-${month}(?:-${day})?)?`;
const date = z
  .string()
  .regex(
    new RegExp(`^${dayOrMonth}(?:\\.\\.(?:${dayOrMonth}|${month}|${day}))?$`),
    'must be a date such as 2026-07-13, 2026-07, or 2026-07-11..12',
  );

const jobs = z
  .union([z.enum(['each', 'first', 'last', 'later']), z.int().min(1)])
  .describe(
    'Of each job since the origin, in the order of their submission; of the first or last; of all after the first; or of one by its number',
  );

const event = z.strictObject({
  event: z
    .union([eventType, z.array(eventType).min(2)])
    .describe('Its type; or several, where what was seen is any of them, such as a stop, be it for good or for a sleep'),
  of: z.string().optional(),
  where,
  nth: z.int().min(1).optional().describe('The first unless given'),
});

/** How a value is read off a play. Times begin at the origin. */
const reading = z.union([
  z.strictObject({
    delayTime: jobs,
    under: duration.optional(),
    over: duration.optional(),
    as: z.enum(['share', 'count', 'least']).optional(),
  }),
  z.strictObject({ executionTime: jobs, less: duration.optional().describe('Without so long, as the handler takes by itself') }),
  z.strictObject({
    total: jobs.describe('From the submission to the end'),
    less: duration.optional().describe('Without so long, as the handler takes by itself'),
    under: duration.optional(),
  }),
  z.strictObject({ from: event.optional().describe('The origin unless given'), to: event }),
  z.strictObject({ last: eventType, of: z.string().optional(), where }).describe('From the origin to the last such event'),
  z.strictObject({ gaps: eventType, where }).describe('Between one such event and the next'),
  z.strictObject({ count: eventType, of: z.string().optional(), where }),
  z.strictObject({ took: id.describe('The name of a step: how long its answer took') }),
  z.strictObject({ status: id.describe('The name of a step: the HTTP status of its answer; that of its last time, if it is repeated') }),
  z.strictObject({ answer: id.describe('The name of a step'), field: z.string().describe('A path in the body, such as detail') }),
  z.strictObject({ until: id.describe('The name of a repeated step: from the origin to its first answer'), status: z.int() }),
  z.strictObject({
    bill: id.describe('An endpoint or a pod: what it cost, in USD'),
    of: z
      .enum(['executions'])
      .optional()
      .describe('Only while its workers ran jobs: what a ledger of jobs has, without starts and idle time'),
    per: z.enum(['executionTime']).optional(),
  }),
  z.strictObject({ workersUsed: z.literal('all') }).describe('How many workers ran a job'),
]);

const quantity = z.enum(quantityNames as [QuantityName, ...QuantityName[]]);
const part = z.union([duration, quantity]);

/** Statements about the platform beyond this play, which the estimators collect. */
const tells = z.strictObject({
  quantity: quantity.describe('What the estimators learn from it'),
  less: z
    .union([part, z.array(part)])
    .optional()
    .describe('Without what it contains besides: a duration that was known, or another quantity, as all observations together tell it'),
  per: z.number().positive().optional().describe('For each of so many, such as gigabytes'),
  after: duration.optional().describe('Of a count of restores: how long the image had not been used'),
  image: z
    .union([text, z.array(text)])
    .optional()
    .describe('The image that its values are of, or one for each of them; values of one run are of one image unless given'),
});

const rests = z.array(quantity).optional().describe('What a prediction of it rests on: where no other run tells of that, it is not judged');

/** A property of the image or model that its author knew, and whose time other facts give. */
const supposition = z.strictObject({
  quantity,
  as: z.enum(['firstJob', 'worker.start', 'worker.imageMegabytes']).describe('What it is in this world'),
});

const value = z.strictObject({
  what: text.describe('Its name in the source'),
  unit: z.enum(unitNames),
  value: json.optional(),
  values: z.array(json).optional().describe('Several of the same, one for each job or try'),
  range: z.tuple([z.number(), z.number()]).optional(),
  quantiles: z.record(z.string().regex(/^0?\.\d+$/, 'must be a quantile such as 0.5'), z.number()).optional(),
  bound: z.enum(['at least', 'at most', 'about']).optional().describe('How the value bounds what was: nothing unless given'),
  n: z.int().min(1).optional().describe('How many were seen; 1 unless given'),
  of: z.int().min(1).optional().describe('Of a count: of how many'),
  at: duration.optional().describe('When it was seen, after the origin'),
  kind: z.enum(['observed', 'interpreted', 'documented']).default('observed'),
  note: text.optional(),
  read: reading.optional().describe('How a play shows it; unless given, the value is not compared'),
  tells: tells.optional(),
  rests,
  adds: quantity
    .optional()
    .describe('What is in it besides, as the judged times have it, such as the clock of a client; then without a spread'),
  unplayed: text.optional().describe('Why no play shows it'),
});

const count = z.int().min(0);
const some = <Names extends string>(...names: readonly Names[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, count.optional()])) as { readonly [Name in Names]: z.ZodOptional<typeof count> },
  );

/** One poll: the counts of health, and the statuses of the jobs. */
const poll = z.strictObject({
  at: duration.describe('After the origin'),
  since: duration.optional().describe('The poll before, which need not be printed: what changed did so after it'),
  jobs: some('completed', 'failed', 'inProgress', 'inQueue', 'retried').optional(),
  workers: some('idle', 'initializing', 'ready', 'running', 'throttled', 'unhealthy').optional(),
  workerList: z
    .array(z.strictObject({ worker: z.int().min(1), status: z.string() }))
    .optional()
    .describe('The workers as the management API lists them, by the order in which they were first listed'),
  statuses: z.array(z.string()).optional().describe('Of the jobs since the origin, in the order of their submission'),
  about: z.boolean().optional().describe('The author is not sure of this poll: one more or less is right, too'),
});

/** An observation file: the values seen on the platform, and the world and steps that play them. */
export const observationSchema = z.strictObject({
  $schema: z.string().optional(),
  title: text,
  fact: text.describe('Its name in the list of facts'),
  repeats: text.optional().describe('The fact of which this one is a part: it is not counted again'),
  date,
  source: text.describe('Where it is written'),
  author: text.describe('Who gave it: one person or team'),
  run: text.describe('The one live run that it is of, or the one document: what is left out together'),
  trust: text.describe('How far it can be trusted'),
  conditions: text,
  mechanisms: z.array(z.enum(mechanisms)).min(1),
  atFirst: z
    .number()
    .min(-100)
    .optional()
    .describe('How far off podsim was when the fact was first compared with it, before any time was measured: in percent of what was seen'),
  judges: z
    .array(z.enum(measuredTimings))
    .min(1)
    .optional()
    .describe('Timings that were released before it was known: it judges them, and they were not made from it'),
  partial: z.literal(true).optional().describe('The recorder was interrupted'),
  brokenOff: text.optional().describe('What interrupted it'),
  unplayed: text.optional().describe('Why it has no world: what would be needed to play it'),
  world: worldSchema.optional().describe('Only what was known before the run: no time that is among its values'),
  supposes: z
    .array(supposition)
    .optional()
    .describe('What the world has besides, as the judged times have it: nothing where they do not have it, as the textbook'),
  rests,
  steps: z.array(step).optional(),
  load: z.array(load).optional(),
  faults: z.array(z.unknown()).optional(),
  origin: duration.optional().describe('The virtual time from which its times count; the world’s start unless given'),
  endpoint: id.optional().describe('The endpoint whose health was polled; the only one unless given'),
  values: z.array(value).optional(),
  series: z.array(poll).optional().describe('Polls in the order of time'),
});

export type ObservationSpec = z.output<typeof observationSchema>;
export type ValueSpec = z.output<typeof value>;
export type PollSpec = z.output<typeof poll>;
export type Supposition = z.output<typeof supposition>;
export type ReadingSpec = z.output<typeof reading>;
