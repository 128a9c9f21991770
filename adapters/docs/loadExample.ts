import { isLeft } from 'fp-ts/lib/Either.js';
import { finish } from '../../engine/kernel/index.ts';
import { computeResults, parseScenario, placeFailures, play, type Run } from '../../engine/scenario/index.ts';
import { readWork, standInText } from '../../engine/scenario/standIn/index.ts';
import { CoverageReader } from '../../engine/world/index.ts';
import { readerFor } from '../cli/files.ts';
import { failureLines } from '../cli/run/failures.ts';
import { resultsLines } from '../cli/run/results/resultsText.ts';
import { coverageText } from '../coverage/coverageText.ts';

/** The load whose results the pages show. */
export const loadScenario = 'scenarios/scaling/ramp.scenario.yaml';

/** The results of the load, as a run prints them. */
export const showResults = (text: string): string => {
  const results = computeResults(playText(text));
  return results === undefined ? '' : resultsLines(results).join('\n');
};

/** What a run prints of an assertion that fails: the same scenario would have to wait less. */
export const showFailure = (text: string): string => {
  const stricter = text.replace('p95: { lte: 500ms }', 'p95: { lte: 100ms }');
  const { failures, failedAssertions } = placeFailures(loadScenario, stricter, playText(stricter).failed);
  return failures
    .flatMap((words) => failureLines(words, failedAssertions))
    .map((line, k) => (k === 0 ? `✗ ${line}` : line))
    .join('\n');
};

/** What `podsim run --coverage` says of it. */
export const showCoverage = (text: string): string =>
  [
    ...coverageText(new CoverageReader().readLog(playText(text).world.log.entries()).coverage())
      .split('\n')
      .slice(0, 17),
    '  …',
  ].join('\n');

/** The session with a real worker whose stand-in the pages show. */
export const workersScenario = 'scenarios/studies/ten-real-jobs.scenario.yaml';

/** What `podsim log stand-in` prints of it. */
export const showStandIn = (text: string): string => {
  const [[endpointId, work] = ['', undefined]] = finish(readWork(playText(text, workersScenario).world.log.entries()));
  const written = work === undefined ? undefined : standInText(endpointId, work);
  if (written === undefined || isLeft(written)) throw new Error(`${workersScenario} has no work of real workers`);
  return written.right;
};

const playText = (text: string, path = loadScenario): Run => {
  const parsed = parseScenario(path, text, readerFor(path));
  if (isLeft(parsed) || parsed.right[0] === undefined) throw new Error(`${path} cannot be played`);
  return play(parsed.right[0]);
};
