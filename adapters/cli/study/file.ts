import { existsSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { TimingName } from '../../../engine/cloud/index.ts';
import { parseStudy, type Study, type StudyFiles } from '../../../engine/lab/study/index.ts';
import { type FileFinding, problemText } from '../../../engine/scenario/index.ts';
import { readerFor, readText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';

/** The files that a study names: its scenario may be anywhere, and that includes files of its own folder. */
export const studyFiles: StudyFiles = {
  scenario: (path) => (existsSync(path) ? readText(path) : undefined),
  includedBy: readerFor,
};

/** A study that can be played, with the times of that name if one is given. Throws with all that is wrong with it. */
export const readStudy = (file: string, timing?: TimingName): Study => {
  const study = parseStudy(file, readText(file), studyFiles, { timing });
  if (isLeft(study)) throw new BadInput(study.left.map(problemText).join('\n'));
  return study.right;
};

/** What is wrong with a study, and what its scenario has, whatever the configuration is, that has no effect. */
export const studyFindings = (file: string): readonly FileFinding[] => {
  const study = parseStudy(file, readText(file), studyFiles, { lint: true });
  return isLeft(study) ? study.left.map((problem) => ({ ...problem, isError: true })) : study.right.findings;
};
