import { isLeft } from 'fp-ts/lib/Either.js';
import { problemText, type Run, readYaml, type Scenario } from '../../engine/index.ts';
import { readText } from './files.ts';

/** What of a file had no effect, as its text says and as its run showed, each with its place. What the text says is not said again. */
export const warningsOf = ({ file, warnings }: Scenario, { idle }: Pick<Run, 'idle'>): readonly string[] => {
  const shown = idle.filter(({ path }) => !warnings.some(({ message }) => message.startsWith(`${path.join('.')}.`)));
  const source = shown.length === 0 ? undefined : readYaml(file, readText(file));
  const placeOf = source === undefined || isLeft(source) ? () => ({ line: 1, column: 1 }) : source.right.placeOf;
  return [...warnings, ...shown.map(({ path, message }) => ({ file, ...placeOf(path), message }))].map(problemText);
};
