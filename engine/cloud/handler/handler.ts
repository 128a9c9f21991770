import type { Json } from '../../kernel/canonical.ts';
import { lastInstantMs } from '../../kernel/instant.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { type AnswerableQuestion, answerTo } from './answers.ts';
import type { Attempt, AttemptEnding, StreamPlan } from './attempt.ts';
import { countTokens } from './countTokens.ts';
import { quantile } from './distribution.ts';
import type { ChunkSpec, HandlerSpec } from './spec.ts';
import type { TokenSizes } from './tokenSizes.ts';
import { msAlone, type TokenSpec } from './tokens.ts';

/** How the handler of one job differs from the handler of its endpoint. */
export type HandlerChanges = Partial<Omit<HandlerSpec, 'tokens'>> & { readonly tokens?: Partial<TokenSizes> };

/** The handler with the changes of one job. Chances and outcomes replace each other. A handler that makes no tokens has no numbers of them. */
export const changeHandler = (handler: HandlerSpec, { tokens, ...changes }: HandlerChanges): HandlerSpec => {
  const { chances, ...rest } = handler;
  const changed: HandlerSpec = { ...(changes.outcomes === undefined ? handler : rest), ...changes };
  return tokens === undefined || handler.tokens === undefined ? changed : { ...changed, tokens: { ...handler.tokens, ...tokens } };
};

/** Chooses the handler of one attempt: for a handler with answers, one of these. The draw is keyed by job and start. */
export const handlerFor = (handler: HandlerSpec, question: AnswerableQuestion, draw: Draw): HandlerSpec =>
  handler.answers === undefined ? handler : findAnswer(handler.answers, question, draw);

const findAnswer = (answers: NonNullable<HandlerSpec['answers']>, question: AnswerableQuestion, draw: Draw): HandlerSpec =>
  answerTo(answers, question, () => draw('job/answer', question.id, question.attempt)).handler;

/** The longest run of an attempt, and the most chunks it may yield. */
export const longestRunMs: DurationMs = lastInstantMs;
export const chunksMax = 100_000;

/**
 * A handler written by a library user: pure and synchronous. Its answer is written into the log. If it throws, or returns anything that is
 * not an attempt, the job fails with an error that says so.
 */
export type HandlerFunction = (
  job: { readonly id: string; readonly input: Json; readonly attempt: number },
  draw: (purpose: string) => number,
) => Attempt;

export const defaultHandler: HandlerSpec = { duration: { kind: 'fixed', ms: 1_000 }, outcomes: ['complete'] };

/** Draws the outcome of one start of a job; the first is 1. Draws are keyed by job and start, so they do not depend on other jobs. */
export const drawAttempt = (handler: HandlerSpec, question: AnswerableQuestion, draw: Draw): Attempt => {
  const { id: jobId, attempt: n } = question;
  if (handler.external !== undefined) return { runsMs: handler.external.timeoutMs, ending: 'crash', external: true };
  const ending = chooseEnding(handler, jobId, n, draw);
  const tokens = handler.tokens && countTokens(handler.tokens, question, draw);
  if (tokens !== undefined && 'error' in tokens) return { runsMs: 0, ending: 'fail', ...tokens };
  const drawnMs = tokens === undefined ? drawDuration(handler, jobId, n, draw) : msAlone(handler.tokens as TokenSpec, tokens);
  const stream = planStream(handler.chunks, drawnMs);
  const runsMs = stream === undefined || tokens !== undefined ? drawnMs : Math.max(drawnMs, stream.count * stream.everyMs);
  const attempt: { -readonly [Key in keyof Attempt]: Attempt[Key] } = { runsMs, ending };
  if (tokens !== undefined) attempt.tokens = tokens;
  if (handler.output !== undefined) attempt.output = handler.output;
  if (handler.error !== undefined && ending === 'fail') attempt.error = handler.error;
  if (stream !== undefined) attempt.stream = stream;
  if (handler.status !== undefined) attempt.status = handler.status;
  if (handler.headers !== undefined) attempt.headers = handler.headers;
  return attempt;
};

const drawDuration = ({ duration }: HandlerSpec, jobId: string, n: number, draw: Draw): DurationMs =>
  duration.kind === 'fixed' ? quantile(duration, 0) : quantile(duration, draw('job/execution', jobId, n));

const chooseEnding = ({ outcomes, chances }: HandlerSpec, jobId: string, n: number, draw: Draw): AttemptEnding => {
  if (chances === undefined) return outcomes[Math.min(n, outcomes.length) - 1] ?? 'complete';
  let left = draw('job/ending', jobId, n);
  for (const { ending, of, among } of chances) {
    if (left < of / among) return ending;
    left -= of / among;
  }
  return 'complete';
};

const planStream = (chunks: ChunkSpec | undefined, runsMs: DurationMs): StreamPlan | undefined => {
  if (chunks === undefined) return undefined;
  const metrics = chunks.metrics === undefined ? {} : { metrics: chunks.metrics };
  if ('count' in chunks) return { count: chunks.count, everyMs: chunks.everyMs, ...metrics };
  const { outputs } = chunks;
  return { count: outputs.length, everyMs: Math.floor(runsMs / (outputs.length + 1)), outputs, ...metrics };
};
