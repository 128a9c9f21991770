import { type Either, isLeft, left, right, tryCatch } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { InvalidArgument } from '../../kernel/invalidArgument.ts';
import { isPlain, jsonCopy, kindOfValue } from '../../kernel/json.ts';
import { headerName, headerValue, isOwnHeader, ownHeaders } from './answerHeaders.ts';
import type { Attempt, AttemptEnding, StreamPlan } from './attempt.ts';
import { chunksMax, type HandlerFunction, longestRunMs } from './handler.ts';

/**
 * Calls a handler function and reads its answer as an attempt. If it throws, or returns anything else, the job fails. The error says what
 * was wrong, in words that are the same on every JavaScript engine. The log shares neither its argument nor its answer.
 */
export const attemptBy = (
  handler: HandlerFunction,
  endpointId: string,
  job: Parameters<HandlerFunction>[0],
  draw: Parameters<HandlerFunction>[1],
): Attempt => {
  const answered = tryCatch(
    () => attemptIn(handler({ ...job, input: jsonCopy(job.input, 'input') }, draw)),
    (thrown) => (thrown instanceof InvalidArgument ? `answered what cannot be kept: ${thrown.message}` : `threw ${wordsOfThrown(thrown)}`),
  );
  const attempt = isLeft(answered) ? answered : answered.right;
  if (!isLeft(attempt)) return attempt.right;
  return { runsMs: 0, ending: 'fail', error: `the handler function of ${endpointId} ${attempt.left}` };
};

const attemptIn = (answered: unknown): Either<string, Attempt> => {
  if (typeof answered !== 'object' || answered === null || !isPlain(answered))
    return wrong('', answered, 'a plain object with runsMs and ending, at once');
  const { runsMs, ending } = answered as { readonly [key: string]: unknown };
  if (!isWhole(runsMs, longestRunMs))
    return wrong('runsMs: ', runsMs, `whole milliseconds from 0 to ${longestRunMs}; a job that never ends has the ending hang`);
  if (!endings.includes(ending as AttemptEnding)) return wrong('ending: ', ending, `one of ${endings.join(', ')}`);
  const {
    runsMs: _runs,
    ending: _ending,
    output,
    error,
    stream,
    status,
    headers,
    ...others
  } = jsonCopy(answered, 'answer') as { readonly [key: string]: Json };
  const [other] = Object.keys(others);
  if (other !== undefined)
    return left(`answered an unknown property ${other}; there are runsMs, ending, output, error, stream, status and headers`);
  if (error !== undefined && typeof error !== 'string') return wrong('error: ', error, 'a text');
  if (status !== undefined && !(isWhole(status, 599) && status >= 200)) return wrong('status: ', status, 'a whole number from 200 to 599');
  if (headers !== undefined && !areHeaders(headers))
    return wrong('headers: ', headers, `names of headers with printable ASCII, and none of ${ownHeaders.join(', ')}`);
  const plan = stream === undefined ? right(undefined) : planIn(stream);
  if (isLeft(plan)) return plan;
  return right({
    runsMs,
    ending: ending as AttemptEnding,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers }),
    ...(plan.right === undefined ? {} : { stream: plan.right }),
  });
};

const planIn = (value: Json): Either<string, StreamPlan> => {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return wrong('stream: ', value, 'an object with count and everyMs');
  const { count, everyMs, outputs, metrics } = value as { readonly [key: string]: Json };
  if (!isWhole(count, chunksMax)) return wrong('stream.count: ', count, `a whole number from 0 to ${chunksMax}`);
  if (!isWhole(everyMs, longestRunMs)) return wrong('stream.everyMs: ', everyMs, `whole milliseconds from 0 to ${longestRunMs}`);
  if (outputs !== undefined && !Array.isArray(outputs)) return wrong('stream.outputs: ', outputs, 'a list');
  return right({
    count,
    everyMs,
    ...(outputs === undefined ? {} : { outputs: outputs as readonly Json[] }),
    ...(metrics === undefined ? {} : { metrics }),
  });
};

const areHeaders = (value: Json): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, text]) => headerName.test(name) && !isOwnHeader(name) && typeof text === 'string' && headerValue.test(text),
  );

const endings: readonly AttemptEnding[] = ['complete', 'fail', 'crash', 'hang'];

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;

const wrong = (part: string, value: unknown, expected: string): Either<string, never> =>
  left(`answered ${part}${kindOfValue(value)}; expected ${expected}`);

/** The message of a built-in error differs between JavaScript engines, so only its name is used. */
const wordsOfThrown = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return kindOfValue(thrown);
  const { name } = thrown.constructor;
  return ofLanguage.includes(name) ? `a ${name}` : `${thrown.name}: ${thrown.message}`;
};

const ofLanguage = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'EvalError', 'URIError', 'AggregateError'];
