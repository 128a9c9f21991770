import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, play, record } from '../../../engine/scenario/index.ts';
import { recordStandIn } from '../../../engine/scenario/standIn/index.ts';
import { type ReadLog, readLog } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import { checkOther, writeText } from '../files.ts';
import { otherRules } from '../look/logs.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';

/** `podsim log record`: writes a log as a scenario that produces the same log. The scenario is played once to verify that. */
export const recordCommand = (path: string, { out, standIn }: { readonly out?: string; readonly standIn?: boolean }): number => {
  const log = readLog(path);
  if (out !== undefined) checkOther(out, [path]);
  if (standIn === true) return recordWithStandIn(path, log, out);
  const text = record(log.header, log.entries, sha256);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}; podsim log rerun, fork and compare accept the log itself`);
  const parsed = parseScenario(out ?? path, text.right, () => undefined);
  const [scenario] = isLeft(parsed) ? [] : parsed.right;
  if (scenario === undefined) throw new Error(`the scenario recorded from ${path} cannot be parsed`);
  const { verdict, failures, unfired } = play(scenario, { sha256 });
  if (verdict !== 'pass') {
    const why =
      otherRules(log) ?? 'its inputs produce a different log: it used a handler written as a function, or podsim log rerun fails as well';
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

/** The scenario without the real workers. It is played once, too: then it is known to be one. */
const recordWithStandIn = (path: string, log: ReadLog, out: string | undefined): number => {
  const text = recordStandIn(log.header, log.entries);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}`);
  const parsed = parseScenario(out ?? path, text.right, () => undefined);
  const [scenario] = isLeft(parsed) ? [] : parsed.right;
  if (scenario === undefined) throw new Error(`the scenario recorded from ${path} cannot be parsed`);
  const { verdict, failures, unfired, world } = play(scenario, { sha256 });
  if (verdict !== 'pass') {
    const lines = [...failures, ...unfired].map((words) => `  ${words}\n`);
    process.stderr.write(
      `${path} cannot be recorded with a stand-in: its callers asked what only its real workers led to\n${lines.join('')}`,
    );
    return exitCodes.fail;
  }
  if (out === undefined) process.stdout.write(text.right);
  else {
    writeText(out, text.right);
    process.stdout.write(`${out} needs no real workers, and comes to ${world.log.length} entries\n`);
  }
  return exitCodes.pass;
};
