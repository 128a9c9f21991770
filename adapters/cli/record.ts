import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, play, record } from '../../engine/index.ts';
import { readLog } from '../store/logFile.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput, exitCodes } from './exit.ts';
import { writeText } from './files.ts';
import { otherRules } from './logs.ts';

/** `podsim record`: a log as a scenario that comes to the same log. It is played once before it is said that it does. */
export const recordCommand = (path: string, { out }: { readonly out?: string }): number => {
  const log = readLog(path);
  const text = record(log.header, log.entries, sha256);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}; podsim rerun, fork and compare take the log as it is`);
  const parsed = parseScenario(out ?? path, text.right, () => undefined);
  const [scenario] = isLeft(parsed) ? [] : parsed.right;
  if (scenario === undefined) throw new Error(`what was recorded of ${path} cannot be read`);
  const { verdict, failures, unfired } = play(scenario, { sha256 });
  if (verdict !== 'pass') {
    const why =
      otherRules(log) ?? 'its inputs come to another log: a handler of it was a function, or something is wrong with podsim rerun, too';
    process.stderr.write(`${path} cannot be recorded: ${why}\n${[...failures, ...unfired].map((words) => `  ${words}\n`).join('')}`);
    return exitCodes.fail;
  }
  if (out === undefined) process.stdout.write(text.right);
  else {
    writeText(out, text.right);
    process.stdout.write(`${out} comes to the same ${log.entries.length} entries, fingerprint ${log.fingerprint}\n`);
  }
  return exitCodes.pass;
};
