import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, play, record } from '../../engine/index.ts';
import { readLog } from '../store/logFile.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput, exitCodes } from './exit.ts';
import { writeText } from './files.ts';
import { otherRules } from './logs.ts';

/** `podsim record`: writes a log as a scenario that produces the same log. The scenario is played once to verify that. */
export const recordCommand = (path: string, { out }: { readonly out?: string }): number => {
  const log = readLog(path);
  const text = record(log.header, log.entries, sha256);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}; podsim rerun, fork and compare accept the log itself`);
  const parsed = parseScenario(out ?? path, text.right, () => undefined);
  const [scenario] = isLeft(parsed) ? [] : parsed.right;
  if (scenario === undefined) throw new Error(`the scenario recorded from ${path} cannot be parsed`);
  const { verdict, failures, unfired } = play(scenario, { sha256 });
  if (verdict !== 'pass') {
    const why =
      otherRules(log) ?? 'its inputs produce a different log: it used a handler written as a function, or podsim rerun fails as well';
    process.stderr.write(`${path} cannot be recorded: ${why}\n${[...failures, ...unfired].map((words) => `  ${words}\n`).join('')}`);
    return exitCodes.fail;
  }
  if (out === undefined) process.stdout.write(text.right);
  else {
    writeText(out, text.right);
    process.stdout.write(`${out} produces the same ${log.entries.length} entries, fingerprint ${log.fingerprint}\n`);
  }
  return exitCodes.pass;
};
