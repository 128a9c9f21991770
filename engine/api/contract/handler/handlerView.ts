import { z } from 'zod';
import { defaultHandler } from '../../../cloud/handler/handler.ts';
import type { ChunkSpec, HandlerAnswer, HandlerSpec } from '../../../cloud/handler/spec.ts';
import { isSame } from '../../../kernel/canonical.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { durationPattern, formatDuration } from '../../../kernel/time.ts';
import { distributionInViews, distributionView } from '../parts/distribution.ts';
import { json } from '../parts/json.ts';
import type { Resource } from '../parts/resource.ts';
import { tokensInViews, tokensView } from './tokens.ts';

const time = z.string().regex(durationPattern);

/** A handler as the control plane shows it: as a scenario writes it, with every field. */
export const handlerResource = lazily(() =>
  z.union([
    simulated(),
    z.strictObject({ external: z.strictObject({ scale: z.number(), timeout: time }) }),
    z.strictObject({ answers: z.array(answered()).min(1), concurrency: z.int().min(1).optional() }),
  ]),
);

const simulated = lazily(() =>
  z.strictObject({
    duration: distributionInViews().optional(),
    outcomes: z
      .array(z.enum(['complete', 'fail', 'crash', 'hang']))
      .min(1)
      .optional(),
    chances: z.partialRecord(z.enum(['complete', 'fail', 'crash', 'hang']), z.string()).optional(),
    output: json.optional(),
    error: z.string().optional(),
    chunks: z
      .union([
        z.strictObject({ outputs: z.array(json).min(1), metrics: json.optional() }),
        z.strictObject({ count: z.int().min(1), every: time, metrics: json.optional() }),
      ])
      .optional(),
    firstJob: distributionInViews().optional(),
    emptyInput: z.literal('ignored').optional(),
    status: z.int().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    concurrency: z.int().min(1).optional(),
    ramp: z.literal('sdk').optional(),
    sharing: z
      .union([
        z.strictObject({ kind: z.literal('processor'), from: z.int().min(1) }),
        z.strictObject({ kind: z.literal('batch'), slope: z.number() }),
        z.strictObject({ kind: z.literal('table'), speeds: z.array(z.number()).min(1) }),
      ])
      .optional(),
    tokens: tokensInViews().optional(),
  }),
);

const answered = lazily(() =>
  simulated().extend({
    job: z.string().optional(),
    input: json.optional(),
    attempt: z.int().optional(),
    times: z.int().optional(),
  }),
);

type Simulated = Resource<typeof simulated>;

/** Writes the handler in the form that `handlerSpec` reads: reading it back gives the same handler. */
export const handlerView = (handler: HandlerSpec): Resource<typeof handlerResource> => {
  const { external, answers, concurrency } = handler;
  if (external !== undefined) return { external: { scale: external.scale, timeout: formatDuration(external.timeoutMs) } };
  return answers === undefined
    ? viewOfSimulated(handler)
    : { answers: answers.map(answerView), ...(concurrency === undefined ? {} : { concurrency }) };
};

/** Writes one answer, without its defaults. */
const answerView = ({ job, input, attempt, times, handler }: HandlerAnswer): Resource<typeof answered> => {
  const { outcomes, ...view } = viewOfSimulated(handler);
  return {
    ...(job === undefined ? {} : { job }),
    ...(input === undefined ? {} : { input }),
    ...(attempt === 1 ? {} : { attempt }),
    ...(times === 1 ? {} : { times }),
    ...(isSame(outcomes, defaultHandler.outcomes) ? {} : { outcomes }),
    ...view,
  };
};

const viewOfSimulated = ({
  duration,
  outcomes,
  chances,
  output,
  error,
  chunks,
  emptyInput,
  firstJob,
  status,
  headers,
  concurrency,
  ramp,
  sharing,
  tokens,
}: HandlerSpec): Simulated => ({
  ...(tokens === undefined ? { duration: distributionView(duration) } : { tokens: tokensView(tokens) }),
  ...(chances === undefined
    ? { outcomes }
    : { chances: Object.fromEntries(chances.map(({ ending, of, among }) => [ending, `${of}/${among}`])) }),
  ...(output === undefined ? {} : { output }),
  ...(error === undefined ? {} : { error }),
  ...(chunks === undefined ? {} : { chunks: chunksView(chunks) }),
  ...(firstJob === undefined ? {} : { firstJob: distributionView(firstJob) }),
  ...(emptyInput === undefined ? {} : { emptyInput }),
  ...(status === undefined ? {} : { status }),
  ...(headers === undefined ? {} : { headers }),
  ...(concurrency === undefined ? {} : { concurrency }),
  ...(ramp === undefined ? {} : { ramp }),
  ...(sharing === undefined ? {} : { sharing: sharing.kind === 'table' ? { ...sharing, speeds: [...sharing.speeds] } : sharing }),
});

const chunksView = (chunks: ChunkSpec): Simulated['chunks'] => ({
  ...('count' in chunks ? { count: chunks.count, every: formatDuration(chunks.everyMs) } : { outputs: chunks.outputs }),
  ...(chunks.metrics === undefined ? {} : { metrics: chunks.metrics }),
});
