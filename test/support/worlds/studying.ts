import { isLeft } from 'fp-ts/lib/Either.js';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { ownVersions } from '../../../adapters/study/ownVersions.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { missingPlays } from '../../../engine/lab/study/design/plan.ts';
import type { StudyReport } from '../../../engine/lab/study/format/reportFormat.ts';
import { studyReport } from '../../../engine/lab/study/report/report.ts';
import { PlayKeys } from '../../../engine/lab/study/results/key.ts';
import type { Known, Missing } from '../../../engine/lab/study/results/known.ts';
import type { PlayResult } from '../../../engine/lab/study/results/result.ts';
import { parseStudy, type Study } from '../../../engine/lab/study/study.ts';
import { problemText } from '../../../engine/scenario/format/problem.ts';

/** Studies for tests: texts as a person would write them, played in this process. */
export const studyFrom = (text: string, scenario: string): Study => {
  const study = parseStudy('a.study.yaml', text, { scenario: () => scenario, includedBy: () => () => undefined });
  if (isLeft(study)) throw new Error(study.left.map(problemText).join('\n'));
  return study.right;
};

/** What is wrong with a study, as `line:column: message`. */
export const studyProblems = (text: string, scenario: string): string[] => {
  const study = parseStudy('a.study.yaml', text, { scenario: () => scenario, includedBy: () => () => undefined });
  return isLeft(study) ? study.left.map((problem) => problemText(problem).replace('a.study.yaml:', '')) : [];
};

export interface Conducted {
  readonly report: StudyReport;
  /** Every play that was made, in the order in which they were: `configuration/seed`. */
  readonly plays: readonly string[];
  readonly known: Known;
}

/** Which of the missing plays are made next. */
export type Choice = (missing: readonly Missing[]) => readonly Missing[];

/** Makes all plays that a study asks for, by their keys, as the command line does. */
export const conduct = (study: Study, choose: Choice = (missing) => missing, play: typeof playOnce = playOnce): Conducted => {
  const keys = new PlayKeys(sha256, ownVersions());
  const results = new Map<string, PlayResult>();
  const known: Known = (configuration, seed) => results.get(keys.preparePlay(configuration, seed).key);
  const plays: string[] = [];
  for (;;) {
    const missing = missingPlays(study, known);
    if (missing.length === 0) return { report: studyReport(study, known), plays, known };
    for (const { configuration, seed } of choose(missing)) {
      plays.push(`${configuration.number}/${seed}`);
      results.set(keys.preparePlay(configuration, seed).key, play(configuration.scenario, seed, configuration.measuring));
    }
  }
};
