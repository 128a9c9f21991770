import type { Either } from 'fp-ts/lib/Either.js';
import type { TimingName } from '../../engine/cloud/index.ts';
import type { StudyFiles, StudyReport } from '../../engine/lab/study/index.ts';
import type { FileProblem } from '../../engine/scenario/index.ts';
import { load } from './load.ts';

/**
 * Plays in this thread all that a study asks for, and reports; left: everything that is wrong with its file. Nothing is stored.
 * `timing`: the times of its scenario, in place of the file's.
 */
export const playStudy = async (
  file: string,
  text: string,
  files: StudyFiles,
  options: { readonly timing?: TimingName } = {},
): Promise<Either<readonly FileProblem[], StudyReport>> => (await load()).playStudy(file, text, files, options);
