import { z } from 'zod';
import { headerName, headerValue, isOwnHeader, ownHeaders } from '../../handler/answerHeaders.ts';
import type { AttemptEnding } from '../../handler/attempt.ts';
import type { Distribution } from '../../handler/distribution.ts';
import { type ChunkSpec, chunksMax, defaultHandler, type HandlerChanges, type HandlerSpec } from '../../handler/handler.ts';
import type { Json } from '../../kernel/canonical.ts';
import { durationPattern, parseDuration } from '../../kernel/time.ts';
import { json } from './json.ts';

/** `500ms`, `8s`, `2m`, `1h30m`, read as whole milliseconds. Never a bare number. */
export const duration = z
  .string({ error: 'must be a duration such as 500ms, 8s, 2m or 1h30m' })
  .regex(durationPattern, 'must be a duration such as 500ms, 8s, 2m or 1h30m')
  .transform((text, { addIssue }) => {
    const ms = parseDuration(text);
    if (ms === undefined) addIssue('must be a whole number of milliseconds');
    return ms ?? 0;
  })
  .meta({ description: 'A duration: 500ms, 8s, 2m, 1h30m' });

/** `1/20`: a chance as a ratio of whole numbers. */
export const ratio = z
  .string({ error: 'must be a ratio of whole numbers such as 1/20' })
  .regex(/^\d{1,9}\/[1-9]\d{0,8}$/, 'must be a ratio of whole numbers such as 1/20')
  .transform((text) => text.split('/').map(Number) as [number, number])
  .refine(([of, among]) => of <= among, 'must not be more than 1')
  .meta({ description: 'A chance as a ratio of whole numbers: 1/20' });

const bounds = { min: duration.optional(), max: duration.optional() };
const boundsOf = ({ min, max }: { min?: number | undefined; max?: number | undefined }) => ({
  ...(min === undefined ? {} : { minMs: min }),
  ...(max === undefined ? {} : { maxMs: max }),
});

const positive = duration.refine((ms) => ms > 0, 'must be longer than nothing');

/** A distribution of durations, by its kind: `{ fixed: 2s }`, `{ exponential: { mean: 2s }, max: 10s }`. */
export const distribution = z.union(
  [
    z.strictObject({ fixed: duration, ...bounds }).transform((d): Distribution => ({ kind: 'fixed', ms: d.fixed, ...boundsOf(d) })),
    z
      .strictObject({
        uniform: z.strictObject({ from: duration, to: duration }).refine(({ from, to }) => from <= to, 'from must not be longer than to'),
        ...bounds,
      })
      .transform((d): Distribution => ({ kind: 'uniform', fromMs: d.uniform.from, toMs: d.uniform.to, ...boundsOf(d) })),
    z
      .strictObject({ exponential: z.strictObject({ mean: positive }), ...bounds })
      .transform((d): Distribution => ({ kind: 'exponential', meanMs: d.exponential.mean, ...boundsOf(d) })),
    z
      .strictObject({
        lognormal: z
          .strictObject({ median: positive, p95: positive })
          .refine(({ median, p95 }) => median <= p95 && p95 <= 1_000 * median, 'p95 must be from one to a thousand times the median'),
        ...bounds,
      })
      .transform((d): Distribution => ({ kind: 'lognormal', medianMs: d.lognormal.median, p95Ms: d.lognormal.p95, ...boundsOf(d) })),
    z
      .strictObject({ empirical: z.array(z.strictObject({ value: duration, weight: z.int().min(1).default(1) })).min(1), ...bounds })
      .transform(
        (d): Distribution => ({
          kind: 'empirical',
          values: d.empirical.map(({ value, weight }) => ({ ms: value, weight })),
          ...boundsOf(d),
        }),
      ),
  ],
  {
    error:
      'must be one of { fixed: 5s }, { uniform: { from: 1s, to: 9s } }, { exponential: { mean: 5s } }, { lognormal: { median: 2s, p95: 9s } }, { empirical: [{ value: 5s }] }',
  },
);

const endings = ['complete', 'fail', 'crash', 'hang'] as const satisfies readonly AttemptEnding[];
const ending = z.enum(endings);

const chunks = z.union([
  z
    .array(json)
    .min(1)
    .transform((outputs): ChunkSpec => ({ outputs: outputs as Json[] })),
  z
    .strictObject({ outputs: z.array(json).min(1), metrics: json.optional() })
    .transform(
      ({ outputs, metrics }): ChunkSpec => ({ outputs: outputs as Json[], ...(metrics === undefined ? {} : { metrics: metrics as Json }) }),
    ),
  z
    .strictObject({ count: z.int().min(1).max(chunksMax), every: duration, metrics: json.optional() })
    .transform(
      ({ count, every, metrics }): ChunkSpec => ({ count, everyMs: every, ...(metrics === undefined ? {} : { metrics: metrics as Json }) }),
    ),
]);

/** The statuses a worker may answer with. A 1xx is not yet an answer. */
export const answerStatus = z.int().min(200).max(599);

export const answerHeaders = z
  .record(z.string().regex(headerName, 'must be the name of a header'), z.string().regex(headerValue, 'must be printable ASCII'))
  .refine((headers) => !Object.keys(headers).some(isOwnHeader), `may not name ${ownHeaders.join(', ')}`);

const written = z
  .strictObject({
    duration: distribution.optional().describe('How long an attempt takes; 1s unless given'),
    outcomes: z.array(ending).min(1).optional().describe('One per attempt; the last repeats'),
    chances: z
      .partialRecord(ending, ratio)
      .optional()
      .describe('Instead of outcomes: the chance of each ending; otherwise the attempt completes'),
    output: json.optional().describe('A JSON value; the echo of the input unless given'),
    error: z.string().optional().describe('The error of a failing attempt'),
    chunks: chunks.optional().describe('Partial output'),
    status: answerStatus.optional().describe('Of a load balancer: the status of the answer; 200 unless given'),
    headers: answerHeaders.optional().describe('Of a load balancer: headers of the answer'),
  })
  .refine(({ outcomes, chances }) => outcomes === undefined || chances === undefined, 'give outcomes or chances, not both')
  .refine(({ chances }) => sum(chances) <= 1, 'chances add up to more than 1');

/** How one job's handler differs from that of its endpoint's other jobs. */
export const handlerChanges = written.transform(changesOf);

/** What an endpoint's jobs do when they run, as scenarios and the control plane write it. */
export const handlerSpec = written.transform((spec): HandlerSpec => ({ ...defaultHandler, ...changesOf(spec) }));

/** A handler before it is read: durations and chances are strings. */
export type HandlerWritten = z.input<typeof written>;

function changesOf({ duration: takes, chances, output, chunks: pieces, ...others }: z.output<typeof written>): HandlerChanges {
  return {
    ...(takes === undefined ? {} : { duration: takes }),
    ...(chances === undefined ? {} : { chances: inOrder(chances).map(([key, [of, among]]) => ({ ending: key, of, among })) }),
    ...(output === undefined ? {} : { output: output as Json }),
    ...(pieces === undefined ? {} : { chunks: pieces }),
    ...given(others),
  };
}

/** The fields that are not undefined. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

type Chances = { readonly [E in AttemptEnding]?: readonly [of: number, among: number] | undefined };

/** A draw falls into these ranges in turn. The order is fixed here, and not that of the keys as sent, which the log does not store. */
const inOrder = (chances: Chances): readonly (readonly [AttemptEnding, readonly [number, number]])[] =>
  endings.flatMap((key) => (chances[key] === undefined ? [] : [[key, chances[key]] as const]));

const sum = (chances: Chances | undefined): number => inOrder(chances ?? {}).reduce((total, [, [of, among]]) => total + of / among, 0);
