/** Something wrong with a file that a person wrote: where, and what to do about it. Lines and columns count from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const problemText = ({ file, line, column, message }: FileProblem): string => `${file}:${line}:${column}: ${message}`;

/** Nobody mends more than these at once, and a broken file can have a million. */
const problemsMax = 20;

/** The first of what was found, put into words; the last of them says how many there are beside. */
export const firstOf = <T>(found: readonly T[], problem: (one: T) => FileProblem): readonly FileProblem[] => {
  const problems = found.slice(0, problemsMax).map(problem);
  const left = found.length - problems.length;
  return left === 0
    ? problems
    : problems.map((one, k) => (k === problemsMax - 1 ? { ...one, message: `${one.message} (and ${left} problems more)` } : one));
};
