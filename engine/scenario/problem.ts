/** Something wrong with a file that a person wrote: where, and what to do about it. Lines and columns count from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const problemText = ({ file, line, column, message }: FileProblem): string => `${file}:${line}:${column}: ${message}`;
