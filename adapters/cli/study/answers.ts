import { timesText } from '../../../engine/cloud/index.ts';
import type { Study, StudyReport } from '../../../engine/lab/study/index.ts';
import type { StudyAnswer } from '../../console/app/study/studyData.ts';
import { foldLine, pc } from '../terminal/terminal.ts';
import { listConclusions } from './text.ts';

/** A study, and what it found. */
export interface StudyOutcome {
  readonly study: Study;
  readonly report: StudyReport;
}

/** What a study came to under each of its timings: where the answers differ, it is the times that decide. */
export const listAnswers = (all: readonly StudyOutcome[]): readonly StudyAnswer[] =>
  all.map(({ study, report }) => ({
    times: report.times.map(timesText).join('; '),
    words: listConclusions(study, report)[0] ?? 'The study has no goal: no configuration is better than others.',
  }));

/** The same as lines of a terminal; none where there is only one. */
export const answersText = (all: readonly StudyOutcome[], columns: number): string => {
  const answers = listAnswers(all);
  if (answers.length < 2) return '';
  const lines = answers.flatMap(({ times, words }) => [...foldLine(`times: ${times}`, columns), ...foldLine(`  ${words}`, columns)]);
  return [pc.bold(isOne(answers) ? 'The answer is the same under each timing' : 'The answer depends on the times'), ...lines].join('\n');
};

const isOne = (answers: readonly StudyAnswer[]): boolean => new Set(answers.map(({ words }) => nameIn(words))).size === 1;

/** The configuration of an answer, without its figures. */
const nameIn = (words: string): string => words.split(' meets ')[0] ?? words;
