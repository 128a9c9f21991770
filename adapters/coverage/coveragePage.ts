import { engineVersion } from '../../engine/simulator/index.ts';
import { type Coverage, coverageFamilies, neverSeen, possibleCoverage } from '../../engine/world/index.ts';
import { type CoveragePageData, coverageDataId } from '../console/app/coverage/coverageData.ts';
import { readReportParts } from '../console/writer/parts.ts';
import { reportPageHtml } from '../console/writer/reportPage.ts';
import { coverageAbouts } from './coverageText.ts';

/** The coverage of runs as a page, whose tables are sorted and copied. */
export const coveragePage = (coverage: Coverage): string =>
  reportPageHtml(readReportParts(), {
    id: coverageDataId,
    title: 'podsim: what the runs met',
    shows: 'what runs of podsim met',
    data: coveragePageData(coverage),
  });

const coveragePageData = (coverage: Coverage): CoveragePageData => {
  const possible = possibleCoverage(coverage);
  return {
    engine: engineVersion,
    neverSeen: neverSeen(coverage),
    families: coverageFamilies.map((name) => ({
      name,
      about: coverageAbouts[name],
      times: Object.fromEntries(possible[name].map((one) => [one, coverage[name][one] ?? 0])),
    })),
  };
};
