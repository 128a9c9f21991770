import { basename } from 'node:path';
import { type Known, scenarioTemplate } from '../../../engine/lab/study/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import type { MedianRun, StudyAnswer, StudyPageData } from '../../console/app/study/studyData.ts';
import { readStudyParts } from '../../console/writer/parts.ts';
import { studyPageHtml } from '../../console/writer/studyPage.ts';
import { writeText } from '../files.ts';
import { listAnswers, type StudyOutcome } from './answers.ts';
import { listBound, listQuotes } from './text.ts';

/** Writes a study as one HTML file, the first where it was made under several timings: its pictures, its table, and the median run of each configuration. */
export const writeStudyPage = (out: string, all: readonly StudyOutcome[], known: Known): void => {
  const [first] = all;
  if (first !== undefined) writeText(out, studyPageHtml(readStudyParts(), studyPageData(first, known, listAnswers(all))));
};

const studyPageData = ({ study, report }: StudyOutcome, known: Known, answers: readonly StudyAnswer[] = []): StudyPageData => ({
  engine: engineVersion,
  report,
  answers,
  quotes: [...listBound(report), ...listQuotes(study, report)],
  scenario: typeof study.spec.scenario === 'string' ? study.spec.scenario : 'its own scenario',
  template: scenarioTemplate(study),
  name: basename(study.file).replace(/(?:\.study)?\.ya?ml$/, ''),
  medians: report.configurations.flatMap(({ number, medianSeed }, k): readonly MedianRun[] => {
    const configuration = study.configurations[k];
    const result = configuration === undefined || medianSeed === null ? undefined : known(configuration, medianSeed);
    if (result === undefined || medianSeed === null) return [];
    return [{ configuration: number, seed: medianSeed, entries: result.entries, fingerprint: result.fingerprint }];
  }),
});
