import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { handlerSpec } from '../../api/contract/handler/handler.ts';
import { handlerView } from '../../api/contract/handler/handlerView.ts';
import { readAs } from '../../api/reading/readAs.ts';
import type { AttemptEnding } from '../../cloud/handler/attempt.ts';
import type { HandlerAnswer } from '../../cloud/handler/spec.ts';
import { isSame, type Json } from '../../kernel/canonical.ts';
import { pluralize } from '../../kernel/text/pluralize.ts';
import { type DurationMs, sayDuration } from '../../kernel/time.ts';
import { lowerMedian } from '../../statistics/lowerMedian.ts';
import { readYaml } from '../format/yamlFile.ts';
import { holdsAnswers } from '../recording/answersText.ts';
import { yamlText } from '../recording/yamlText.ts';
import { makeStandIn, type RecordedWork, withoutJobs } from './recordedWork.ts';

/**
 * Writes the work of an endpoint's real workers as the `handler:` of a simulated one. It is for other scenarios, too, so no answer belongs
 * to a single job. Left says why there is none.
 */
export const standInText = (endpointId: string, work: RecordedWork): Either<string, string> => {
  const handler = makeStandIn(withoutJobs(work.answers), work.atOnce);
  if (handler === undefined) return left(noAnswers([[endpointId, work]]));
  const text = yamlText(
    { handler: handlerView(handler) },
    writeComment(endpointId, work),
    (node, path) => path.length === 1 || holdsAnswers(node, path),
  );
  const read = readYaml('handler', text);
  if (isLeft(read)) return left(`a scenario cannot hold what they answered: ${read.left[0]?.message ?? ''}`);
  const again = readAs(handlerSpec, (read.right.data as { readonly handler: Json }).handler);
  return !isLeft(again) && isSame(again.right, handler) ? right(text) : left('a scenario cannot hold what they answered');
};

/** Explains why there is no work to repeat, and what to do. */
export const noAnswers = (work: Iterable<readonly [string, RecordedWork]>): string => {
  const all = [...work];
  const others = all.map(([id, { leftOut }]) => `${id}${leftOut.size === 0 ? ', which had none' : `: ${writeCounts(leftOut)}`}`);
  return `no real worker has ended a job in this log (${others.join('; ')}): record one that has`;
};

const writeComment = (endpointId: string, { answers, leftOut, startUps, atOnce }: RecordedWork): string => {
  const lines = [
    `What the real workers of ${endpointId} did with ${pluralize(answers.length, 'attempt')}: ${endings.flatMap(([ending, word]) => endingText(answers, ending, word)).join(', ')}.`,
    ...(leftOut.size === 0 ? [] : [`Left out, because no worker ended them: ${writeCounts(leftOut)}.`]),
    ...(atOnce > 1 ? [`A worker ran up to ${atOnce} at once.`] : []),
    ...(startUps.length === 0 ? [] : [`Their processes asked for work ${spreadText(startUps)} after their containers were up.`]),
  ];
  return lines.map((line) => ` ${line}`).join('\n');
};

const endings: readonly (readonly [AttemptEnding, string])[] = [
  ['complete', 'completed'],
  ['fail', 'failed'],
  ['crash', 'lost their workers'],
  ['hang', 'timed out'],
];

const endingText = (answers: readonly HandlerAnswer[], ending: AttemptEnding, word: string): readonly string[] => {
  const its = answers.filter(({ handler }) => handler.outcomes[0] === ending);
  if (its.length === 0) return [];
  const took = its.flatMap(({ handler: { duration } }) => (duration.kind === 'fixed' ? [duration.ms] : []));
  return [`${its.length} ${word}${ending === 'hang' ? '' : ` after ${spreadText(took)}`}`];
};

/** `2 s to 9 s (median 3 s)`, or the one time. */
const spreadText = (times: readonly DurationMs[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  if (least === most) return sayDuration(least);
  return `${sayDuration(least)} to ${sayDuration(most)} (median ${sayDuration(lowerMedian(sorted) ?? 0)})`;
};

const writeCounts = (counts: ReadonlyMap<string, number>): string => [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
