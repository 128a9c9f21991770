import type { Json } from '../../kernel/canonical.ts';
import { lastInstantMs } from '../../kernel/instant.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { type AnswerableQuestion, answerTo, type HandlerAnswer } from './answers.ts';
import type { Attempt, AttemptEnding, StreamPlan } from './attempt.ts';
import { type Distribution, quantile } from './distribution.ts';

/** What the jobs of an endpoint do when they run. It is plain data, so the log can contain it. */
export interface HandlerSpec {
  readonly duration: Distribution;
  /** By attempt, from the first; the last one repeats. */
  readonly outcomes: readonly AttemptEnding[];
  /** Instead of `outcomes`: the probability of each ending; the rest complete. */
  readonly chances?: readonly { readonly ending: AttemptEnding; readonly of: number; readonly among: number }[];
  /** Absent = the echo of the input. */
  readonly output?: Json;
  readonly error?: string;
  readonly chunks?: ChunkSpec;
  /** For answers of a load balancer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its jobs are not run by the simulation: real workers take them, and post their results (worker-api.external). */
  readonly external?: ExternalSpec;
  /** Instead of all else: each attempt is one of these (worker-api.stand-in). */
  readonly answers?: readonly HandlerAnswer[];
}

/** How a real worker's work is counted. */
export interface ExternalSpec {
  /** How many ms of virtual time one ms of real work is, on a clock that measures. */
  readonly scale: number;
  /** A worker that has not posted the end of a job after so much virtual time counts as crashed. */
  readonly timeoutMs: DurationMs;
}

/** How the handler of one job differs from the handler of its endpoint. */
export type HandlerChanges = Partial<HandlerSpec>;

/** The handler with the changes of one job. Chances and outcomes replace each other. */
export const changeHandler = (handler: HandlerSpec, changes: HandlerChanges): HandlerSpec => {
  const { chances, ...rest } = handler;
  return { ...(changes.outcomes === undefined ? handler : rest), ...changes };
};

/** The handler for one attempt: of a handler with answers, the one that it gives. The draw is keyed by job and start. */
export const handlerFor = (handler: HandlerSpec, question: AnswerableQuestion, draw: Draw): HandlerSpec =>
  handler.answers === undefined
    ? handler
    : answerTo(handler.answers, question, () => draw('job/answer', question.id, question.attempt)).handler;

/** A list of outputs spread evenly over the attempt, or a number of numbered outputs at a fixed interval. */
export type ChunkSpec = { readonly metrics?: Json } & (
  | { readonly outputs: readonly Json[] }
  | { readonly count: number; readonly everyMs: DurationMs }
);

/** The longest run of an attempt, and the most chunks it may yield. */
export const longestRunMs: DurationMs = lastInstantMs;
export const chunksMax = 100_000;

/**
 * A handler written by a library user: pure and synchronous. Its answer is written into the log. If it throws, or answers
 * something that is not an attempt, the job fails with an error that says so.
 */
export type HandlerFunction = (
  job: { readonly id: string; readonly input: Json; readonly attempt: number },
  draw: (purpose: string) => number,
) => Attempt;

export const defaultHandler: HandlerSpec = { duration: { kind: 'fixed', ms: 1_000 }, outcomes: ['complete'] };

/** The outcome of the `n`-th start (from 1) of a job. Draws are keyed by job and start, so they do not depend on other jobs. */
export const attemptOf = (handler: HandlerSpec, jobId: string, n: number, draw: Draw): Attempt => {
  if (handler.external !== undefined) return { runsMs: handler.external.timeoutMs, ending: 'crash', external: true };
  const ending = endingOf(handler, jobId, n, draw);
  const drawnMs =
    handler.duration.kind === 'fixed' ? quantile(handler.duration, 0) : quantile(handler.duration, draw('job/execution', jobId, n));
  const stream = streamOf(handler.chunks, drawnMs);
  const runsMs = stream === undefined ? drawnMs : Math.max(drawnMs, stream.count * stream.everyMs);
  const attempt: { -readonly [Key in keyof Attempt]: Attempt[Key] } = { runsMs, ending };
  if (handler.output !== undefined) attempt.output = handler.output;
  if (handler.error !== undefined && ending === 'fail') attempt.error = handler.error;
  if (stream !== undefined) attempt.stream = stream;
  if (handler.status !== undefined) attempt.status = handler.status;
  if (handler.headers !== undefined) attempt.headers = handler.headers;
  return attempt;
};

const endingOf = ({ outcomes, chances }: HandlerSpec, jobId: string, n: number, draw: Draw): AttemptEnding => {
  if (chances === undefined) return outcomes[Math.min(n, outcomes.length) - 1] ?? 'complete';
  let left = draw('job/ending', jobId, n);
  for (const { ending, of, among } of chances) {
    if (left < of / among) return ending;
    left -= of / among;
  }
  return 'complete';
};

const streamOf = (chunks: ChunkSpec | undefined, runsMs: DurationMs): StreamPlan | undefined => {
  if (chunks === undefined) return undefined;
  const metrics = chunks.metrics === undefined ? {} : { metrics: chunks.metrics };
  if ('count' in chunks) return { count: chunks.count, everyMs: chunks.everyMs, ...metrics };
  const { outputs } = chunks;
  return { count: outputs.length, everyMs: Math.floor(runsMs / (outputs.length + 1)), outputs, ...metrics };
};
