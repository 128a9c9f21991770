import { z } from 'zod';
import { headerName, headerValue, isOwnHeader, ownHeaders } from '../../../cloud/handler/answerHeaders.ts';
import type { AttemptEnding } from '../../../cloud/handler/attempt.ts';
import type { Distribution } from '../../../cloud/handler/distribution.ts';
import { chunksMax, defaultHandler, type HandlerChanges } from '../../../cloud/handler/handler.ts';
import { concurrencyMax, speedMin } from '../../../cloud/handler/sharing.ts';
import type { ChunkSpec, HandlerAnswer, HandlerSpec } from '../../../cloud/handler/spec.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { minutes } from '../../../kernel/time.ts';
import { distribution, explainDrawn } from '../parts/distribution.ts';
import { duration } from '../parts/duration.ts';
import { json } from '../parts/json.ts';
import { strictObject } from '../parts/objects.ts';
import { ratio, shareText } from '../parts/share.ts';
import { tokensOfJob } from './tokenSizes.ts';
import { tokens } from './tokens.ts';

export { duration };

const endings = ['complete', 'fail', 'crash', 'hang'] as const satisfies readonly AttemptEnding[];
const ending = z.enum(endings);

const makeChunks = () =>
  z.union([
    z
      .array(json)
      .min(1)
      .transform((outputs): ChunkSpec => ({ outputs: outputs as Json[] })),
    z.strictObject({ outputs: z.array(json).min(1), metrics: json.optional() }).transform(
      ({ outputs, metrics }): ChunkSpec => ({
        outputs: outputs as Json[],
        ...(metrics === undefined ? {} : { metrics: metrics as Json }),
      }),
    ),
    z.strictObject({ count: z.int().min(1).max(chunksMax), every: duration, metrics: json.optional() }).transform(
      ({ count, every, metrics }): ChunkSpec => ({
        count,
        everyMs: every,
        ...(metrics === undefined ? {} : { metrics: metrics as Json }),
      }),
    ),
  ]);

/** The statuses a worker may answer with. A 1xx is not yet an answer. */
export const answerStatus = z.int().min(200).max(599);

export const answerHeaders = z
  .record(z.string().regex(headerName, 'must be the name of a header'), z.string().regex(headerValue, 'must be printable ASCII'))
  .refine(
    (headers) => !Object.keys(headers).some(isOwnHeader),
    `may not name ${ownHeaders.join(', ')}: the server writes these, for they say where the answer ends`,
  );

const fields = lazily(() => ({
  duration: distribution.optional().describe('How long an attempt takes; 1s unless given'),
  outcomes: z.array(ending).min(1).optional().describe('One per attempt; the last repeats'),
  chances: z
    .partialRecord(ending, ratio)
    .optional()
    .describe('Instead of outcomes: the chance of each ending; otherwise the attempt completes'),
  output: json.optional().describe('A JSON value; the echo of the input unless given'),
  error: z.string().optional().describe('The error of a failing attempt'),
  chunks: makeChunks().optional().describe('Partial output'),
  firstJob: z
    .union([duration.transform((ms): Distribution => ({ kind: 'fixed', ms })), distribution], {
      error: ({ input }) => explainDrawn(input, 'must be a duration such as 40s, or a distribution as `duration` takes it'),
    })
    .optional()
    .describe('How much longer the first job of a process runs, while it loads its model'),
  emptyInput: z
    .enum(['runs', 'ignored'])
    .optional()
    .describe(
      'ignored: a job with an empty input is never run, and its worker pings on without naming it, as the Python SDK does; runs unless given',
    ),
  status: answerStatus.optional().describe('Of a load balancer: the status of the answer; 200 unless given'),
  headers: answerHeaders.optional().describe('Of a load balancer: headers of the answer'),
}));

const external = strictObject(() => ({
  scale: z.number().min(0.001).max(1_000).default(1).describe('How much virtual time one unit of measured real time is'),
  timeout: duration
    .default(minutes(10))
    .refine((ms) => ms > 0, 'must be longer than nothing')
    .describe('A worker that has not posted the end of a job by then counts as crashed'),
}))
  .optional()
  .describe('Instead of all else: real workers take the jobs, and post their results');

/** The fields of a worker, not of one job. */
const makeWorkerFields = () => ({
  concurrency: z
    .int()
    .min(1)
    .max(concurrencyMax)
    .optional()
    .describe('How many jobs, or requests to a load balancer, one worker takes at once; unless given, 1 job or 100 requests'),
  ramp: z
    .enum(['none', 'sdk'])
    .optional()
    .describe(
      'sdk: a process begins with fewer places and raises them poll by poll, as the Python SDK does for jobs; none: it has all from the first; none unless given',
    ),
  sharing: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none').describe('they do not: they wait for something else') }),
      z.strictObject({
        kind: z.literal('processor').describe('`from` jobs run at full speed, and more share that speed evenly'),
        from: z.int().min(1).max(concurrencyMax).default(1),
      }),
      z.strictObject({
        kind: z.literal('batch').describe('they run in steps, as the sequences of a language model do'),
        slope: z
          .union([z.number().min(0).max(1), shareText.refine((share) => share <= 1, 'must not be more than 100%')], {
            error: 'must be a share such as 2% or 0.02',
          })
          .describe('By how much of a step alone each further job makes a step longer: 2%'),
      }),
      z.strictObject({
        kind: z.literal('table').describe('the speed of each job while so many run, as it was measured'),
        speeds: z
          .array(z.number().min(speedMin).max(1))
          .min(1)
          .max(concurrencyMax)
          .refine(([first]) => first === 1, 'must begin with 1: a duration is how long a job takes alone')
          .describe('From one job on, a speed for each number of jobs: [1, 1, 0.9, 0.7]'),
      }),
    ])
    .optional()
    .describe('How the jobs of one worker slow each other down; not at all unless given'),
  tokens: z
    .lazy(() => tokens)
    .optional()
    .describe('Instead of a duration: its jobs are sequences of tokens, which a worker makes for many at once'),
});

/** A table needs a speed for each number of jobs up to the concurrency: nothing is extrapolated. */
const isMeasured = ({ concurrency = 1, sharing }: z.output<z.ZodObject<ReturnType<typeof makeWorkerFields>>>): boolean =>
  sharing?.kind !== 'table' || sharing.speeds.length >= concurrency;
const unmeasured = 'sharing.speeds needs a speed for each number of jobs up to concurrency';

/** The number of tokens determines the time of a job, and the speed of the others. */
const isByTokens = ({ tokens: made, ...others }: { readonly tokens?: unknown; readonly duration?: unknown; readonly sharing?: unknown }) =>
  made === undefined || (others.duration === undefined && others.sharing === undefined);
const byTokens = 'tokens say how long a job takes, and how several slow each other down: give no duration and no sharing beside them';

const hasOneEnding = ({ outcomes, chances }: Pick<Parsed, 'outcomes' | 'chances'>) => outcomes === undefined || chances === undefined;
const oneOf = 'give outcomes or chances, not both';
const addsUp = ({ chances }: Pick<Parsed, 'chances'>) => sum(chances) <= 1;
const tooMuch = 'chances add up to more than 1';

const written = strictObject(() => ({
  ...fields(),
  tokens: tokensOfJob.optional().describe('Of an endpoint whose handler makes tokens: how many this job reads and writes'),
}))
  .refine(hasOneEnding, oneOf)
  .refine(addsUp, tooMuch)
  .refine(isByTokens, byTokens);

/** How often an answer may have been given, and the number of an attempt: more than any recording has. */
const timesMax = 1_000_000_000;

const answer = strictObject(() => ({
  job: z.string().min(1).optional().describe('The job that it answers; others may draw it'),
  input: json.optional().describe('The input that it answers'),
  attempt: z.int().min(1).max(timesMax).default(1).describe('The attempt that it answers'),
  times: z.int().min(1).max(timesMax).default(1).describe('Its weight'),
  ...fields(),
}))
  .refine(hasOneEnding, oneOf)
  .refine(addsUp, tooMuch)
  .transform(
    ({ job, input, attempt, times, ...spec }): HandlerAnswer => ({
      ...(job === undefined ? {} : { job }),
      ...(input === undefined ? {} : { input: input as Json }),
      attempt,
      times,
      handler: { ...defaultHandler, ...readChanges(spec) },
    }),
  );

const answers = z
  .array(z.lazy(() => answer))
  .min(1)
  .optional()
  .describe('Instead of all else: answers by question, as `podsim log stand-in` prints them');

const isAlone = (spec: object): boolean => Object.keys(spec).length === 1;

const writtenOrOther = strictObject(() => ({ ...fields(), ...makeWorkerFields(), external, answers }))
  .refine(hasOneEnding, oneOf)
  .refine(addsUp, tooMuch)
  .refine(isMeasured, unmeasured)
  .refine(isByTokens, byTokens)
  .refine((spec) => spec.external === undefined || isAlone(spec), 'an external handler has nothing else')
  .refine(
    ({ concurrency: _, ...spec }) => spec.answers === undefined || isAlone(spec),
    'a handler with answers has nothing else, but concurrency',
  );

type Parsed = z.output<z.ZodObject<ReturnType<typeof fields>>>;

/** How one job's handler differs from that of its endpoint's other jobs. */
export const handlerChanges = written.transform(
  ({ tokens: made, ...spec }): HandlerChanges => ({ ...readChanges(spec), ...(made === undefined ? {} : { tokens: made }) }),
);

/** The work of an endpoint's jobs, as scenarios and the control plane write it. */
export const handlerSpec = writtenOrOther.transform(
  ({ external: real, answers: given, concurrency, ramp, sharing, tokens: made, ...spec }): HandlerSpec => ({
    ...defaultHandler,
    ...readChanges(spec),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(ramp === 'sdk' ? { ramp } : {}),
    ...(sharing === undefined || sharing.kind === 'none' ? {} : { sharing }),
    ...(made === undefined ? {} : { tokens: made }),
    ...(given === undefined ? {} : { answers: given }),
    ...(real === undefined ? {} : { external: { scale: real.scale, timeoutMs: real.timeout } }),
  }),
);

/** A handler before it is read: durations and chances are strings. */
export type HandlerWritten = z.input<typeof writtenOrOther>;

function readChanges({ duration: takes, chances, output, chunks: pieces, emptyInput, ...others }: Parsed): Omit<HandlerChanges, 'tokens'> {
  return {
    ...(takes === undefined ? {} : { duration: takes }),
    ...(chances === undefined ? {} : { chances: inOrder(chances).map(([key, [of, among]]) => ({ ending: key, of, among })) }),
    ...(output === undefined ? {} : { output: output as Json }),
    ...(pieces === undefined ? {} : { chunks: pieces }),
    ...(emptyInput === 'ignored' ? { emptyInput } : {}),
    ...withoutUndefined(others),
  };
}

/** The fields that are not undefined. */
const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

type Chances = { readonly [E in AttemptEnding]?: readonly [of: number, among: number] | undefined };

/** A draw falls into these ranges in turn. The order is fixed here, and not that of the keys as sent, which the log does not store. */
const inOrder = (chances: Chances): readonly (readonly [AttemptEnding, readonly [number, number]])[] =>
  endings.flatMap((key) => (chances[key] === undefined ? [] : [[key, chances[key]] as const]));

const sum = (chances: Chances | undefined): number => inOrder(chances ?? {}).reduce((total, [, [of, among]]) => total + of / among, 0);
