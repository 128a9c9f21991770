import { basename } from 'node:path';
import { engineVersion } from '../../../engine/index.ts';
import { type Known, type Study, type StudyReport, scenarioTemplate } from '../../../engine/lab/study/index.ts';
import type { MedianRun, StudyPageData } from '../../console/app/study/studyData.ts';
import { readStudyParts } from '../../console/writer/parts.ts';
import { studyPageHtml } from '../../console/writer/studyPage.ts';
import { writeText } from '../files.ts';

/** Writes a study as one HTML file: its pictures, its table, and the median run of each configuration. */
export const writeStudyPage = (out: string, study: Study, report: StudyReport, known: Known): void =>
  writeText(out, studyPageHtml(readStudyParts(), studyPageData(study, report, known)));

export const studyPageData = (study: Study, report: StudyReport, known: Known): StudyPageData => ({
  engine: engineVersion,
  report,
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
