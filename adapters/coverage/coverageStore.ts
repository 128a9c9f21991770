import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coverage, coverageFamilies } from '../../engine/world/index.ts';
import { makeFolderSync } from '../store/files.ts';

/** What the name of a file ends with that tests add their coverage to. */
export const coverageEnding = '.coverage.jsonl';

/**
 * Adds what a world met to the file of this process, in the folder that `PODSIM_COVERAGE` names, if it does. Tests run in many processes, and
 * none of them knows which is the last.
 */
export const storeCoverageIfAsked = (read: () => Coverage): void => {
  const { PODSIM_COVERAGE: folder } = process.env;
  if (folder === undefined || folder === '') return;
  makeFolderSync(folder);
  appendFileSync(join(folder, `${process.pid}${coverageEnding}`), `${JSON.stringify(read())}\n`);
};

/** What the lines of such a file say. Throws with the number of a line that says something else. */
export const parseCoverage = (path: string, text: string): readonly Coverage[] =>
  text.split('\n').flatMap((line, k) => {
    if (line === '') return [];
    const read = readJson(line) as Partial<Coverage> | null;
    if (coverageFamilies.every((family) => typeof read?.[family] === 'object')) return [read as Coverage];
    throw new Error(`${path}:${k + 1}: is no coverage, as tests write it with PODSIM_COVERAGE=DIR`);
  });

const readJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};
