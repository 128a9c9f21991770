import { playToVerdict } from '../../../engine/scenario/index.ts';
import { type ReadLog, readLog } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import { BadInput } from '../terminal/exit.ts';
import { load } from './load.ts';

/** Whether a path names a scenario rather than a log. */
export const isScenario = (path: string): boolean => /\.ya?ml$/.test(path);

/** The log in a file; of a scenario with one run, the log that it comes to. */
export const loadLog = (path: string): ReadLog => {
  if (!isScenario(path)) return readLog(path);
  const [scenario, ...others] = load([path], {});
  if (scenario === undefined || others.length > 0)
    throw new BadInput(`${path} has ${others.length + 1} runs: write the log of one with \`podsim run ${path} --only MEMBER --log FILE\``);
  const { world } = playToVerdict(scenario, { sha256 });
  return { header: world.header, entries: [...world.log.entries()], fingerprint: world.fingerprint() };
};
