import { statSync } from 'node:fs';
import { type Coverage, CoverageReader, mergeCoverage } from '../../../engine/world/index.ts';
import { coverageFileText } from '../../coverage/coverageFile.ts';
import { coverageEnding, parseCoverage } from '../../coverage/coverageStore.ts';
import { readLog } from '../../store/file/logFile.ts';
import { filesBelow, readAnyText, writeText } from '../files.ts';
import { isScenario } from '../run/playedLog.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { print } from '../terminal/terminal.ts';

/** `podsim log coverage`: shows what tests and sessions have met, and what they have never seen. */
export const coverageCommand = (paths: readonly string[], { out }: { readonly out?: string }): number => {
  const files = paths.flatMap((path) => (isFolder(path) ? filesBelow(path, [coverageEnding, '.log', '.log.gz']) : [path]));
  if (files.length === 0)
    throw new BadInput(`no *${coverageEnding} and no *.log in ${paths.join(', ')}: run tests with PODSIM_COVERAGE=DIR`);
  const coverage = mergeCoverage(files.flatMap(coverageIn));
  if (out === undefined) print(coverageFileText('', coverage));
  else writeText(out, coverageFileText(out, coverage));
  return exitCodes.pass;
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const coverageIn = (path: string): readonly Coverage[] => {
  if (isScenario(path)) throw new BadInput(`${path} is a scenario: \`podsim run ${path} --coverage\` plays it and says what it met`);
  if (!path.endsWith(coverageEnding)) return [new CoverageReader().readLog(readLog(path).entries).coverage()];
  try {
    return parseCoverage(path, readAnyText(path));
  } catch (error) {
    throw error instanceof BadInput ? error : new BadInput((error as Error).message);
  }
};
