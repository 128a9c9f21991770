import {
  chain,
  type Divergence,
  type DomainEvent,
  divergence,
  type Explanation,
  engineVersion,
  entryText,
  explain,
  formatVirtualTime,
  headerOf,
  kinds,
  type LogEntry,
  parseDuration,
  replay,
  rerun,
  settingsOf,
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
  process.stdout.write(`${others === undefined ? '' : `${others}\n`}${divergenceText(difference, 'log', 'rerun')}`);
  return exitCodes.fail;
};

/** What came of a log; where that breaks, and the log was written by other rules, it is those that do not fit. */
const understood = <T>(log: ReadLog, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const others = otherRules(log);
    throw others === undefined ? error : new BadInput(`${others}, which cannot make sense of it: ${(error as Error).message}`);
  }
};

/** Words for a log that other rules than ours have written. */
const otherRules = ({ header: { podsim, definition } }: ReadLog): string | undefined => {
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

const divergenceText = ({ seq, a, b, causesOfA, causesOfB }: Divergence, nameA: string, nameB: string): string => {
  const side = (name: string, entry: LogEntry | undefined, causes: readonly LogEntry[]) =>
    entry === undefined
      ? [`${name}: ends before`]
      : [`${name}:`, ...causes.map((cause, depth) => `  ${'  '.repeat(depth)}${depth === 0 ? '' : 'because of '}${entryText(cause)}`)];
  return `${[`the first difference is entry ${seq}`, ...side(nameA, a, causesOfA), ...side(nameB, b, causesOfB)].join('\n')}\n`;
};

/** `podsim explain`: why an entity is where it is. */
export const explainCommand = (path: string, id: string): number => {
  const log = readLog(path);
  const explanation = understood(log, () => explain(log.entries, idIn(log, id), settingsOf(log.header.definition)));
  if (explanation === undefined) {
    const known = similar(log, id);
    throw new BadInput(`${path} knows no entity '${id}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
  }
  process.stdout.write(explanationText(explanation, log.entries));
  return exitCodes.pass;
};

/** `job-2` is the second job of the log, as in its timeline. */
const idIn = (log: ReadLog, id: string): string => {
  const ordinal = /^job-([1-9]\d*)$/.exec(id)?.[1];
  return (ordinal === undefined ? undefined : jobsOf(log)[Number(ordinal) - 1]) ?? id;
};

const jobsOf = ({ entries }: ReadLog): readonly string[] =>
  entries.flatMap(({ event }) => (event.type === 'JobQueued' ? [event.jobId] : []));

/** What begins or ends like the id, or like as much of its beginning as anything does. */
const similar = (log: ReadLog, id: string): readonly string[] => {
  const jobs = jobsOf(log).length;
  if (id.startsWith('job') && jobs > 0) return [`job-1${jobs === 1 ? '' : ` to job-${jobs}`}`];
  for (let length = id.length; length > 0; length--) {
    const known = similarIds(log.entries, id.slice(0, length));
    if (known.length > 0) return known;
  }
  return [];
};

const explanationText = (
  { kind, id, status, description, history, refusals, possible, timers, waitsFor }: Explanation,
  entries: readonly LogEntry<DomainEvent>[],
): string => {
  const lines = [`${kind} ${id} is ${status}: ${description}`, '', 'how it came there'];
  for (const { entry, from, to, rule, description: words } of history) {
    lines.push(
      `  ${String(entry.seq).padStart(5)}  ${formatVirtualTime(entry.at)}  ${entry.event.type}: ${from === to ? to : `${from} → ${to}`}, ${words} (${rule})`,
    );
    const causes = chain(entries, entries[entry.cause - 1]).map((cause) => `${cause.event.type} #${cause.seq}`);
    if (causes.length > 0) lines.push(`         because of ${causes.join(' ← ')}`);
  }
  if (refusals.length > 0)
    lines.push(
      '',
      'what was refused',
      ...refusals.map(
        ({ seq, at, operation, rule, detail }) =>
          `  ${String(seq).padStart(5)}  ${formatVirtualTime(at)}  ${operation}: ${detail} (${rule})`,
      ),
    );
  if (waitsFor.length > 0) lines.push('', 'what it waits for', ...waitsFor.map((words) => `  ${words}`));
  if (timers.length > 0)
    lines.push(
      '',
      'what will happen by itself',
      ...[...timers]
        .sort((a, b) => a.at - b.at)
        .map(({ name, at, then }) => `  ${formatVirtualTime(at)}  its timer '${name}' asks for ${then}`),
    );
  lines.push(
    '',
    possible.length === 0 ? 'nothing can happen to it any more' : 'what can happen to it now',
    ...possible.map(({ event, to, rule, description: words }) => `  ${event} → ${to}: ${words} (${rule})`),
  );
  return `${lines.join('\n')}\n`;
};
