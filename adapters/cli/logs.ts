import {
  type DomainEvent,
  divergence,
  divergenceText,
  engineVersion,
  explain,
  explanationText,
  headerOf,
  historyOf,
  idMeant,
  kinds,
  type LogEntry,
  parseDuration,
  replay,
  rerun,
  settingsAfter,
  similarIds,
} from '../../engine/index.ts';
import { type ReadLog, readLog } from '../store/logFile.ts';
import { BadInput, exitCodes } from './exit.ts';

/** `podsim replay`: the state at the end of a log, or at an instant or entry, as JSON. */
export const replayCommand = (path: string, { at, seq }: { readonly at?: string; readonly seq?: string }): number => {
  const log = readLog(path);
  const past = boundary(at, seq);
  const state = understood(log, () => replay(log.header, log.entries, past));
  const entities = Object.fromEntries(
    kinds.map((kind) => [kind, Object.fromEntries([...state.all(kind)].map(({ id, ...rest }) => [id, rest]))]),
  );
  process.stdout.write(`${JSON.stringify(entities, null, 2)}\n`);
  return exitCodes.pass;
};

const boundary = (at: string | undefined, seq: string | undefined): ((entry: LogEntry<DomainEvent>) => boolean) => {
  if (at !== undefined && seq !== undefined) throw new BadInput('give --at or --seq, not both');
  if (seq !== undefined) {
    if (!/^\d{1,15}$/.test(seq)) throw new BadInput(`--seq '${seq}' is no entry's number`);
    return (entry) => entry.seq > Number(seq);
  }
  if (at === undefined) return () => false;
  const until = parseDuration(at);
  if (until === undefined) throw new BadInput(`--at '${at}' is no virtual time; write it as a duration since the start, such as 1m30s`);
  return (entry) => entry.at > until;
};

/** `podsim rerun`: runs the inputs of a log through the rules again, and reports the first difference, if any. */
export const rerunCommand = (path: string): number => {
  const log = readLog(path);
  const world = understood(log, () => rerun(log.header, log.entries));
  const difference = divergence(log.entries, [...world.log.entries()]);
  if (difference === undefined) {
    process.stdout.write(`the same log again: ${log.entries.length} entries, fingerprint ${log.fingerprint}\n`);
    return exitCodes.pass;
  }
  const others = otherRules(log);
  const { length } = log.entries;
  if (others === undefined && difference.seq > length) {
    const end = 'it ends during the effects of an input, as after a server was killed';
    process.stdout.write(`the same log again: ${length} entries, fingerprint ${log.fingerprint}; ${end}\n`);
    return exitCodes.pass;
  }
  process.stdout.write(`${others === undefined ? '' : `${others}\n`}${divergenceText(difference, 'log', 'rerun')}`);
  return exitCodes.fail;
};

/** Reads a log. If that fails, and the log was written under other rules, the error says so. */
export const understood = <T>(log: ReadLog, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const others = otherRules(log);
    throw others === undefined ? error : new BadInput(`${others}, so it cannot be read: ${(error as Error).message}`);
  }
};

/** A message for a log that was written under other rules; undefined for any other log. */
export const otherRules = ({ header: { podsim, definition } }: ReadLog): string | undefined => {
  const { ruleset } = headerOf(definition).podsim;
  return ruleset === podsim.ruleset
    ? undefined
    : `the log was written by podsim ${podsim.engine} with other rules (${podsim.ruleset}) than this podsim ${engineVersion} has (${ruleset})`;
};

/** `podsim diff`: the first difference of two logs, and what led to each side. */
export const diffCommand = (pathA: string, pathB: string): number => {
  const [a, b] = [readLog(pathA), readLog(pathB)];
  const difference = divergence(a.entries, b.entries);
  if (difference === undefined) {
    process.stdout.write(`the same ${a.entries.length} entries${a.fingerprint === b.fingerprint ? '' : '; only the headers differ'}\n`);
    return exitCodes.pass;
  }
  process.stdout.write(divergenceText(difference, pathA, pathB));
  return exitCodes.fail;
};

/** `podsim explain`: why an entity is in its status. */
export const explainCommand = (path: string, name: string, { last }: { readonly last?: string }): number => {
  if (last !== undefined && !/^[1-9]\d{0,8}$/.test(last))
    throw new BadInput(`--last '${last}' is not a number of steps: give a whole number from 1 on`);
  const log = readLog(path);
  const { log: history } = historyOf(log.header, log.entries);
  const id = idMeant(history, name);
  const explanation = understood(log, () =>
    explain(
      history,
      id,
      settingsAfter(log.header.definition, log.entries),
      replay(log.header, log.entries),
      last === undefined ? {} : { last: Number(last) },
    ),
  );
  if (explanation === undefined) {
    const known = similarIds(history, name);
    throw new BadInput(`${path} knows no entity '${name}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
  }
  process.stdout.write(explanationText(explanation));
  return exitCodes.pass;
};
