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

/** `podsim replay`: the state a log stands for, up to an instant or an entry, as JSON. */
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

/** `podsim rerun`: the inputs of a log through the rules once more; the same log, or where it parts. */
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
    const end = 'it ends in the midst of what an input brings, as where a server was killed';
    process.stdout.write(`the same log again: ${length} entries, fingerprint ${log.fingerprint}; ${end}\n`);
    return exitCodes.pass;
  }
  process.stdout.write(`${others === undefined ? '' : `${others}\n`}${divergenceText(difference, 'log', 'rerun')}`);
  return exitCodes.fail;
};

/** What came of a log; where that breaks, and the log was written by other rules, it is those that do not fit. */
export const understood = <T>(log: ReadLog, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const others = otherRules(log);
    throw others === undefined ? error : new BadInput(`${others}, which cannot make sense of it: ${(error as Error).message}`);
  }
};

/** Words for a log that other rules than ours have written. */
export const otherRules = ({ header: { podsim, definition } }: ReadLog): string | undefined => {
  const { ruleset } = headerOf(definition).podsim;
  return ruleset === podsim.ruleset
    ? undefined
    : `the log was written by podsim ${podsim.engine} with other rules (${podsim.ruleset}) than this podsim ${engineVersion} has (${ruleset})`;
};

/** `podsim diff`: where two logs part, and how each came to it. */
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

/** `podsim explain`: why an entity is where it is. */
export const explainCommand = (path: string, name: string, { last }: { readonly last?: string }): number => {
  if (last !== undefined && !/^[1-9]\d{0,8}$/.test(last))
    throw new BadInput(`--last '${last}' is no number of steps; give a whole number from 1 on`);
  const log = readLog(path);
  const { log: told } = historyOf(log.header, log.entries);
  const id = idMeant(told, name);
  const explanation = understood(log, () =>
    explain(
      told,
      id,
      settingsAfter(log.header.definition, log.entries),
      replay(log.header, log.entries),
      last === undefined ? {} : { last: Number(last) },
    ),
  );
  if (explanation === undefined) {
    const known = similarIds(told, name);
    throw new BadInput(`${path} knows no entity '${name}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
  }
  process.stdout.write(explanationText(explanation));
  return exitCodes.pass;
};
