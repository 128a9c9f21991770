import { basename } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { parseStudy, type Study, type StudyReport, studyReport } from '../../../engine/lab/study/index.ts';
import { problemText } from '../../../engine/scenario/index.ts';
import { KnownResults } from '../../study/knownResults.ts';
import { ResultStore } from '../../study/resultStore.ts';
import { runStudy } from '../../study/runStudy.ts';
import type { TwinFile } from '../../twin/write/serviceText.ts';
import { readerFor, readText } from '../files.ts';
import { studyProgress } from '../run/progress.ts';
import { readStudy } from '../study/file.ts';
import { listConclusions } from '../study/text.ts';
import { StudyThreads } from '../study/threads.ts';
import { BadInput } from '../terminal/exit.ts';

export interface StandingOptions {
  readonly results: string;
  readonly jobs?: string;
}

/** Plays the study of a twin as it was and as it is now, and says whether its recommendation is the same. */
export const standingLines = async (file: string, now: readonly TwinFile[], options: StandingOptions): Promise<readonly string[]> => {
  const [before, after] = [readStudy(file), studyNow(file, now)].map(withoutSensitivity) as [Study, Study];
  const results = new KnownResults(new ResultStore(options.results));
  const threads = new StudyThreads(options.jobs);
  try {
    for (const study of [before, after]) await playWith(study, results, threads);
  } finally {
    await threads.close();
  }
  const [then, today] = [studyReport(before, results.known), studyReport(after, results.known)];
  return [`then: ${describeAnswer(before, then)}`, `now:  ${describeAnswer(after, today)}`, verdict(then, today)];
};

/** What is recommended does not depend on it, and it takes as many plays again. */
const withoutSensitivity = (study: Study): Study => ({ ...study, spec: { ...study.spec, sensitivity: undefined } });

/** The same study of other files: those that it does not name are where they were. */
const studyNow = (file: string, files: readonly TwinFile[]): Study => {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const parsed = parseStudy(file, readText(file), {
    scenario: (path) => texts.get(basename(path)),
    includedBy: (path) => (included) => texts.get(basename(included)) ?? readerFor(path)(included),
  });
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  return parsed.right;
};

const playWith = async (study: Study, results: KnownResults, threads: StudyThreads): Promise<void> => {
  const progress = studyProgress();
  try {
    await runStudy(study, results, (plays, onResult) => threads.compute(plays, onResult), { onProgress: progress.at });
  } finally {
    progress.stop();
  }
};

const describeAnswer = (study: Study, report: StudyReport): string => listConclusions(study, report)[0] ?? 'the study has no goal';

const verdict = (then: StudyReport, today: StudyReport): string => {
  if (then.best === null) return 'nothing was recommended, so nothing stands or falls';
  if (then.best === today.best) return 'the recommendation still stands';
  const meets = today.configurations.find(({ number }) => number === then.best)?.meets;
  return meets === 'yes'
    ? 'the recommendation still meets the goal, but it is no longer the best'
    : meets === 'no'
      ? 'the recommendation no longer stands: it misses the goal'
      : 'the recommendation may no longer stand: whether it meets the goal is unclear';
};
