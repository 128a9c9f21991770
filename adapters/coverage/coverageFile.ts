import type { Coverage } from '../../engine/world/index.ts';
import { coverageData, coverageLcov } from './coverageData.ts';
import { coverageText } from './coverageText.ts';

/** The text of a file of coverage, in the form that its name ends with: `.json`, `.info` for lcov, and for people otherwise. */
export const coverageFileText = (path: string, coverage: Coverage): string => {
  if (path.endsWith('.json')) return `${JSON.stringify(coverageData(coverage), null, 2)}\n`;
  return path.endsWith('.info') ? coverageLcov(coverage) : coverageText(coverage);
};
