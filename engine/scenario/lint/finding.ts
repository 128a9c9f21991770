import { type PathProblem, problemAt } from '../build.ts';

/**
 * What a check finds. An error: the run cannot pass. A warning: it can, but something in the file has no effect, which is rarely
 * meant. So a file that passes never becomes one that is refused.
 */
export interface Finding extends PathProblem {
  readonly isError: boolean;
}

export const errorAt = (path: PathProblem['path'], words: string): Finding => ({ ...problemAt(path, words), isError: true });
export const warningAt = (path: PathProblem['path'], words: string): Finding => ({ ...problemAt(path, words), isError: false });

/** An error, unless the run may pass all the same. */
export const findingAt = (path: PathProblem['path'], words: string, mayPass: boolean): Finding =>
  mayPass ? warningAt(path, words) : errorAt(path, words);

/** A finding about a name rather than its value. */
export const ofKey = (finding: Finding): Finding => ({ ...finding, ofKey: true });
