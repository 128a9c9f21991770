import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileProblem, problemText } from '../format/problem.ts';
import type { FailedAssertion } from '../format/reportFormat.ts';
import { readYaml } from '../format/yamlFile.ts';
import type { Failure } from './failure.ts';

/** The failures of a run, each with its line in the file: all of them in words, and comparisons with their values. */
export interface PlacedFailures {
  readonly failures: readonly string[];
  readonly failedAssertions: readonly FailedAssertion[];
}

export const placeFailures = (file: string, text: string, failed: readonly Failure[]): PlacedFailures => {
  const yaml = readYaml(file, text);
  const placed = failed.map((failure) => ({
    ...failure,
    file,
    ...(isLeft(yaml) ? { line: 1, column: 1 } : yaml.right.placeOf(failure.path)),
  }));
  const failedAssertions = placed.flatMap(({ line, column, mismatch, nearest = null }): FailedAssertion[] =>
    mismatch === undefined ? [] : [{ file, line, column, ...mismatch, nearest }],
  );
  return { failures: placed.map(writeLine), failedAssertions };
};

/** Why steps were not taken, each with the line of its condition, or of the step. */
export const placeUnfired = (file: string, text: string, unfired: readonly string[]): readonly string[] => {
  const yaml = unfired.length === 0 ? undefined : readYaml(file, text);
  if (yaml === undefined || isLeft(yaml)) return unfired;
  return unfired.map((message) => {
    const [label] = /^steps(?:\.(?:\d+|steps))+/.exec(message) ?? [];
    if (label === undefined) return message;
    const path = label.split('.').map((part) => (part === 'steps' ? part : Number(part)));
    return problemText({ file, ...yaml.right.placeOf([...path, 'when']), message });
  });
};

/** The failure in words that a failed comparison is. */
export const assertionLine = ({ what, expected, actual, nearest, ...place }: FailedAssertion): string =>
  writeLine({ ...place, message: `${what}: expected ${expected}, got ${actual}`, ...(nearest === null ? {} : { nearest }) });

const writeLine = ({ nearest, ...problem }: FileProblem & Pick<Failure, 'nearest'>): string =>
  `${problemText(problem)}${nearest === undefined ? '' : ` (${nearest})`}`;
