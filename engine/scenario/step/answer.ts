import { isLeft } from 'fp-ts/lib/Either.js';
import type { Answer } from '../../api/operation.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { ExpectationSpec } from '../format/callFormat.ts';
import { unitWords } from '../format/durations.ts';
import { substitute, type Variables, valueAt } from '../format/variables.ts';
import { durationMismatches, type Mismatch, mismatches, mismatchText } from './expectation.ts';
import type { Failure } from './failure.ts';

/** The answer to a call, and how long it took. */
export interface Answered {
  readonly act: string;
  readonly answer: Answer;
  readonly took: DurationMs;
  /** The entry of the call; null if it left none. */
  readonly seq: number | null;
  /** What is wrong with the name under `as`. */
  readonly caller?: string | undefined;
}

/** How an answer differs from its expectation, one failure per difference; paths begin at the call. */
export const answerFailures = (expect: ExpectationSpec, answered: Answered, variables: Variables): readonly Failure[] => {
  const expected = substitute(expect as Json, variables);
  return isLeft(expected)
    ? [{ path: ['expect'], message: `${expected.left} is not set` }]
    : withCaller(differences(expected.right as ExpectationSpec, answered), answered);
};

const withCaller = (found: readonly Failure[], { caller }: Answered): readonly Failure[] =>
  found.length === 0 || caller === undefined ? found : [...found, { path: ['as'], message: caller }];

/** Saves the parts of an answer that later calls need. A missing part is a failure. */
export const saveParts = (
  save: Readonly<Record<string, string>> | undefined,
  { body }: Answer,
  variables: Map<string, Json>,
): readonly Failure[] =>
  Object.entries(save ?? {}).flatMap(([name, path]) => {
    const value = valueAt(body, path === '.' ? [] : path.split('.'));
    if (value === undefined) return [{ path: ['save', name], message: `the answer has no ${path} to save as $${name}` }];
    variables.set(name, value);
    return [];
  });

/** An answer may be a refusal only if the expectation has a status or a rule. */
const differences = (
  { status, body, headers, rule, limits, took }: ExpectationSpec,
  { act, answer, took: tookMs }: Answered,
): Failure[] => {
  const refused = answer.status >= 400 && status === undefined && rule === undefined;
  return [
    ...(refused ? [{ path: [], message: refusalWords(act, answer) }] : []),
    ...(status === undefined ? [] : comparison('status', mismatches(status as Json, answer.status, 'status'))),
    ...(rule === undefined ? [] : comparison('rule', mismatches(rule, answer.rule, 'rule'))),
    ...(body === undefined ? [] : comparison('body', mismatches(body as Json, answer.body, 'body'))),
    ...(headers === undefined ? [] : comparison('headers', mismatches(headers as Json, (answer.headers ?? {}) as Json, 'headers'))),
    ...(limits === undefined ? [] : comparison('limits', mismatches(limits as Json, (answer.limits ?? []) as unknown as Json, 'limits'))),
    ...(took === undefined ? [] : comparison('took', durationMismatches(took as Json, tookMs, 'took'))),
  ];
};

const refusalWords = (act: string, { status, body, rule }: Answer): string =>
  `was refused: ${status} ${JSON.stringify(body)} (${rule})${unitWords(act, body)}`;

const comparison = (part: keyof ExpectationSpec, found: readonly Mismatch[]): Failure[] =>
  found.map((mismatch) => ({ path: ['expect', part], message: mismatchText(mismatch), mismatch }));
