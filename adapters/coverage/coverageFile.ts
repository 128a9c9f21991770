import type { Coverage } from '../../engine/world/index.ts';
import { coverageData, coverageLcov } from './coverageData.ts';
import { coveragePage } from './coveragePage.ts';
import { coverageText } from './coverageText.ts';

/** The text of a file of coverage, in the form that its name ends with: `.html`, `.json`, `.info` for lcov, and text otherwise. */
export const coverageFileText = (path: string, coverage: Coverage): string => {
  if (path.endsWith('.json')) return `${JSON.stringify(coverageData(coverage), null, 2)}\n`;
  if (path.endsWith('.html')) return coveragePage(coverage);
  return path.endsWith('.info') ? coverageLcov(coverage) : coverageText(coverage);
};
