import { isLeft } from 'fp-ts/lib/Either.js';
import { type FailedAssertion, type Failure, type FileProblem, problemText, readYaml } from '../../engine/index.ts';
import { readText } from './files.ts';

/** The failures of a run, each with its line in the file. The file is read again: most runs have none. */
export const placeFailures = (
  file: string,
  failed: readonly Failure[],
  read: (path: string) => string = readText,
): { readonly failures: readonly string[]; readonly failedAssertions: readonly FailedAssertion[] } => {
  if (failed.length === 0) return { failures: [], failedAssertions: [] };
  const yaml = readYaml(file, read(file));
  const placed = failed.map((failure) => ({
    ...failure,
    file,
    ...(isLeft(yaml) ? { line: 1, column: 1 } : yaml.right.placeOf(failure.path)),
  }));
  const failedAssertions = placed.flatMap(({ line, column, mismatch, nearest = null }): FailedAssertion[] =>
    mismatch === undefined ? [] : [{ file, line, column, ...mismatch, nearest }],
  );
  return { failures: placed.map(lineOf), failedAssertions };
};

const lineOf = ({ nearest, ...problem }: FileProblem & Pick<Failure, 'nearest'>): string =>
  `${problemText(problem)}${nearest === undefined ? '' : ` (${nearest})`}`;

/** A failure for a terminal. A failed comparison takes a few lines, so that expected and actual stand below each other. */
export const failureLines = (failure: string, failedAssertions: readonly FailedAssertion[]): readonly string[] => {
  const failed = failedAssertions.find((one) => failure === assertionLine(one));
  if (failed === undefined) return [failure];
  const { what, expected, actual, nearest, ...place } = failed;
  return [
    problemText({ ...place, message: what }),
    `    expected  ${expected}`,
    `    actual    ${actual}`,
    ...(nearest === null ? [] : [`    nearest   ${nearest}`]),
  ];
};

const assertionLine = ({ what, expected, actual, nearest, ...place }: FailedAssertion): string =>
  lineOf({ ...place, message: `${what}: expected ${expected}, got ${actual}`, ...(nearest === null ? {} : { nearest }) });
