import { type DomainEvent, kinds } from '../../../engine/cloud/index.ts';
import { divergenceText, divergenceView } from '../../../engine/compare/index.ts';
import { canonicalText, finish, formatVirtualTime, type LogEntry } from '../../../engine/kernel/index.ts';
import { stateText } from '../../../engine/process/index.ts';
import { engineVersion, rulesetDigest } from '../../../engine/simulator/index.ts';
import { concerns, divergence, idMeant, makeHistory, namesIn, replay, rerun, similarIds } from '../../../engine/world/index.ts';
import { type ReadLog, readLog } from '../../store/file/logFile.ts';
import { loadLog } from '../run/playedLog.ts';
import { colorTimeline, formatTimelineLines, narrowsTimeline, parseTimeOption, type TimelineFlags } from '../run/timelines.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { fitLines, plain, print, printJson } from '../terminal/terminal.ts';

export interface ReplayOptions extends TimelineFlags {
  readonly at?: string;
  readonly seq?: string;
  readonly timeline?: boolean;
  readonly json?: boolean;
}

/** `podsim log show`: the state at the end of a log, or at an instant or entry; or the timeline up to there. */
export const replayCommand = (path: string, options: ReplayOptions): number => {
  const log = loadLog(path);
  const isPast = boundary(log, options.at, options.seq);
  const showsTimeline = options.timeline === true || narrowsTimeline(options);
  if (showsTimeline && options.json === true)
    throw new BadInput('--json prints the state; a timeline is text: leave out --json or the others');
  if (showsTimeline) return replayTimeline(path, log, isPast, options);
  const state = explainErrors(log, () => replay(log.header, log.entries, isPast));
  if (options.json === true)
    printJson(
      Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries([...state.all(kind)].map(({ id, ...rest }) => [id, rest]))])),
    );
  else print(stateText(state, namesIn(log.entries)));
  return exitCodes.pass;
};

const replayTimeline = (path: string, log: ReadLog, isPast: (entry: LogEntry<DomainEvent>) => boolean, options: ReplayOptions): number => {
  const end = log.entries.findIndex(isPast);
  const entries = end === -1 ? log.entries : log.entries.slice(0, end);
  if (options.of !== undefined) entityNamed(path, log, options.of);
  const lines = explainErrors(log, () => formatTimelineLines(log.header, entries, options));
  process.stdout.write(`${fitLines(colorTimeline(lines.map((line) => plain(line)))).join('\n')}\n`);
  return exitCodes.pass;
};

/** The id of an entity that a log knows, by its id or its short name. */
export const entityNamed = (path: string, { header, entries }: ReadLog, name: string): string => {
  const { log } = makeHistory(header, entries);
  const id = finish(idMeant(log, name));
  const isKnown = entries.some((entry) => concerns(entry, id, (seq) => log.entry(seq)));
  if (isKnown) return id;
  const known = finish(similarIds(log, name));
  throw new BadInput(
    `${path} knows no entity '${name}'${known.length === 0 ? `: \`podsim log show ${path}\` lists all` : `; it knows ${known.join(', ')}`}`,
  );
};

/** The requested point must be in the log: the state after its end is not known. */
const boundary = (
  { header, entries }: ReadLog,
  at: string | undefined,
  seq: string | undefined,
): ((entry: LogEntry<DomainEvent>) => boolean) => {
  if (at !== undefined && seq !== undefined) throw new BadInput('give --at or --seq, not both');
  if (seq !== undefined) {
    if (!/^\d{1,15}$/.test(seq)) throw new BadInput(`--seq '${seq}' is no entry's number`);
    if (Number(seq) > entries.length) throw new BadInput(`--seq ${seq}: the log ends with entry ${entries.length}`);
    return (entry) => entry.seq > Number(seq);
  }
  if (at === undefined) return () => false;
  const until = parseTimeOption('--at', at);
  const { now } = makeHistory(header, entries);
  if (until > now) throw new BadInput(`--at ${at}: the log ends at ${formatVirtualTime(now)}`);
  return (entry) => entry.at > until;
};

/** `podsim log rerun`: runs the inputs of a log through the rules again, and reports the first difference, if any. */
export const rerunCommand = (path: string): number => {
  const log = readLog(path);
  const world = explainErrors(log, () => rerun(log.header, log.entries));
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
  print(`${others === undefined ? '' : `${others}\n`}${divergenceText(difference, 'log', 'rerun')}`);
  return exitCodes.fail;
};

/** Reads a log. If that fails, and the log was written under other rules, the error says so. */
export const explainErrors = <T>(log: ReadLog, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const others = otherRules(log);
    throw others === undefined ? error : new BadInput(`${others}, so it cannot be read: ${(error as Error).message}`);
  }
};

/** A message for a log that was written under other rules; undefined for any other log. */
export const otherRules = ({ header: { podsim } }: ReadLog): string | undefined => {
  const ruleset = rulesetDigest();
  return ruleset === podsim.ruleset
    ? undefined
    : `the log was written by podsim ${podsim.engine} with other rules (${podsim.ruleset}) than this podsim ${engineVersion} has (${ruleset})`;
};

/** `podsim log diff`: the first difference of two logs, and what led to each side. */
export const diffCommand = (pathA: string, pathB: string, { json }: { readonly json?: boolean }): number => {
  const [a, b] = [readLog(pathA), readLog(pathB)];
  const difference = divergence(a.entries, b.entries);
  const sameHeaders = difference !== undefined || canonicalText(a.header) === canonicalText(b.header);
  if (json === true) printJson({ same: difference === undefined, onlyHeadersDiffer: !sameHeaders, divergence: divergenceView(difference) });
  else if (difference === undefined) print(`the same ${a.entries.length} entries${sameHeaders ? '' : '; only the headers differ'}\n`);
  else print(divergenceText(difference, pathA, pathB));
  return difference === undefined ? exitCodes.pass : exitCodes.fail;
};
