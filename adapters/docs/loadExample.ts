import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, placeFailures, play, type Run, resultsOf } from '../../engine/index.ts';
import { failureLines } from '../cli/failures.ts';
import { readerFor } from '../cli/files.ts';
import { resultsLines } from '../cli/resultsText.ts';

/** The load whose results the pages show. */
export const loadScenario = 'scenarios/scaling/ramp.scenario.yaml';

/** The results of the load, as a run prints them. */
export const shownResults = (text: string): string => {
  const results = resultsOf(playedText(text));
  return results === undefined ? '' : resultsLines(results).join('\n');
};

/** What a run prints of an assertion that fails: the same scenario would have to wait less. */
export const shownFailure = (text: string): string => {
  const stricter = text.replace('p95: { lte: 500ms }', 'p95: { lte: 100ms }');
  const { failures, failedAssertions } = placeFailures(loadScenario, stricter, playedText(stricter).failed);
  return failures
    .flatMap((words) => failureLines(words, failedAssertions))
    .map((line, k) => (k === 0 ? `✗ ${line}` : line))
    .join('\n');
};

const playedText = (text: string): Run => {
  const parsed = parseScenario(loadScenario, text, readerFor(loadScenario));
  if (isLeft(parsed) || parsed.right[0] === undefined) throw new Error(`${loadScenario} cannot be played`);
  return play(parsed.right[0]);
};
