import type { FileFinding } from '../format/problem.ts';
import { type PathProblem, problemAt } from '../format/problem.ts';

/** A finding in a file that can be run. */
export type Finding = PathProblem & Pick<FileFinding, 'isError'>;

export const errorAt = (path: PathProblem['path'], words: string): Finding => ({ ...problemAt(path, words), isError: true });
export const warningAt = (path: PathProblem['path'], words: string): Finding => ({ ...problemAt(path, words), isError: false });

/** An error, unless the run may pass all the same. */
export const findingAt = (path: PathProblem['path'], words: string, mayPass: boolean): Finding =>
  mayPass ? warningAt(path, words) : errorAt(path, words);

/** A finding about a name rather than its value. */
export const ofKey = (finding: Finding): Finding => ({ ...finding, ofKey: true });
