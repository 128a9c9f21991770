import { isLeft } from 'fp-ts/lib/Either.js';
import { problemText, type Run, readYaml, type Scenario } from '../../../engine/scenario/index.ts';
import { readText } from '../files.ts';

/** The mistakes in a file, as its text and its run show them, each with its place. What the text shows is not said again. */
export const listWarnings = ({ file, findings }: Scenario, { idle }: Pick<Run, 'idle'>): readonly string[] => {
  const others = idle.filter(({ path }) => !findings.some(({ message }) => message.startsWith(`${path.join('.')}.`)));
  const source = others.length === 0 ? undefined : readYaml(file, readText(file));
  const placeOf = source === undefined || isLeft(source) ? () => ({ line: 1, column: 1 }) : source.right.placeOf;
  return [...findings, ...others.map(({ path, message }) => ({ file, ...placeOf(path), message }))].map(problemText);
};
