/** A path in the data of a file: keys of mappings, and numbers of list items from 0. */
export type DataPath = readonly (string | number)[];

/** A problem at a path of the scenario's data. */
export interface PathProblem {
  readonly path: DataPath;
  readonly message: string;
  /** It is about the name at that path, and not about the value. */
  readonly ofKey?: boolean;
}

/** A problem whose message begins with its path. */
export const problemAt = (path: DataPath, words: string): PathProblem => ({ path, message: `${path.join('.')}: ${words}` });

/** A problem in a file that a person wrote: its position, and how to fix it. Lines and columns count from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * A mistake that does not prevent a run. An error: the run cannot pass. A warning: it can, but something in the file has no effect, which is
 * rarely meant.
 */
export interface FileFinding extends FileProblem {
  readonly isError: boolean;
}

export const byPlace = (a: FileProblem, b: FileProblem): number =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;

export const problemText = ({ file, line, column, message }: FileProblem): string => `${file}:${line}:${column}: ${message}`;

/** The most problems that are reported: more would not be read, and a broken file can have a million. */
const problemsMax = 20;

/** Describes the first problems of a list; the last one says how many more there are. */
export const limitProblems = <T>(found: readonly T[], problem: (one: T) => FileProblem): readonly FileProblem[] => {
  const problems = found.slice(0, problemsMax).map(problem);
  const left = found.length - problems.length;
  return left === 0
    ? problems
    : problems.map((one, k) => (k === problemsMax - 1 ? { ...one, message: `${one.message} (and ${left} problems more)` } : one));
};
