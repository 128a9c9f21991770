import { isLeft } from 'fp-ts/lib/Either.js';
import { type Observation, observationEnding, parseObservation } from '../../../engine/lab/fidelity/index.ts';
import { problemText } from '../../../engine/scenario/index.ts';
import { readerFor, readText, scenarioFiles } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput } from '../terminal/exit.ts';

/** The observations that paths name; those that come with podsim where there are none. Throws with everything that is wrong in them. */
export const readObservations = (paths: readonly string[]): readonly Observation[] => {
  const files = scenarioFiles(paths.length === 0 ? [`${ownScenarios()}/observed`] : paths, [observationEnding]);
  const parsed = files.map((file) => parseObservation(file, readText(file), readerFor(file)));
  const problems = parsed.flatMap((one) => (isLeft(one) ? one.left : []));
  if (problems.length > 0) throw new BadInput(problems.map(problemText).join('\n'));
  return parsed.flatMap((one) => (isLeft(one) ? [] : [one.right]));
};
