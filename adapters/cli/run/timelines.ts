import type { Command } from 'commander';
import { type DomainEvent, isKind, kinds } from '../../../engine/cloud/index.ts';
import {
  finish,
  formatVirtualTime,
  type LogEntry,
  parseDuration,
  parseVirtualTime,
  suggestionAmong,
  type VirtualTime,
} from '../../../engine/kernel/index.ts';
import { filterFor, type TimelineFilter, timelineLines, type UnloggedCall } from '../../../engine/scenario/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { concerns, eventTypes, findTone, idMeant, makeHistory, replayAnswers, similarIds } from '../../../engine/world/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { BadInput } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { tones } from '../terminal/terminal.ts';

/** What a timeline shows, as the command line says it. */
export interface TimelineFlags {
  readonly of?: string;
  readonly kind?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly answers?: boolean;
}

/** The options of every command that prints timelines. */
export const withTimelineOptions = (command: Command): Command =>
  command
    .optionsGroup('Which entries a timeline shows:')
    .option('--of <entity>', 'only entries about this entity, or that name it; job-2 is the log’s second job')
    .option('--kind <kinds>', 'only entries about these kinds of entities, such as job,worker; input = calls')
    .option('--type <types>', 'only these types of events, such as JobFailed,JobTimedOut')
    .option('--from <time>', 'only from this virtual time on, such as 1m30s')
    .option('--to <time>', 'only up to this virtual time')
    .option('--answers', 'show the answer to each call, too; of a run, also those to reads, which logs do not have');

/** Whether any of these options was given. */
export const narrowsTimeline = ({ of, kind, type, from, to, answers }: TimelineFlags): boolean =>
  [of, kind, type, from, to].some((given) => given !== undefined) || answers === true;

/** The filter that the options ask for. */
export const readFilter = ({ of, kind, type, from, to }: TimelineFlags): TimelineFilter => ({
  ...(of === undefined ? {} : { of }),
  ...(kind === undefined ? {} : { kinds: kind.split(',').map(kindNamed) }),
  ...(type === undefined ? {} : { types: type.split(',').map(typeNamed) }),
  ...(from === undefined ? {} : { from: parseTimeOption('--from', from) }),
  ...(to === undefined ? {} : { to: parseTimeOption('--to', to) }),
});

const kindNamed = (name: string): NonNullable<TimelineFilter['kinds']>[number] => {
  if (name === 'input' || isKind(name)) return name;
  const all = `there are ${kinds.join(', ')}, and input for calls`;
  throw new BadInput(`--kind '${name}' is no kind of entity${suggestionAmong(name, kindNames(), all)}`);
};

/** What `--kind` takes. */
export const kindNames = (): readonly string[] => [...kinds, 'input'];

const typeNamed = (name: string): string =>
  requireKnown(
    name,
    eventTypes(),
    `--type '${name}' is no type of events`,
    '`podsim spec rules job` lists those of jobs; docs/reference/names.md',
  );

/** A virtual time as people write it: a duration since the start, or as timelines show it. */
export const parseTimeOption = (option: string, text: string): VirtualTime => {
  const time = (parseDuration(text) as VirtualTime | undefined) ?? parseVirtualTime(text);
  if (time !== undefined) return time;
  throw new BadInput(`${option} '${text}' is no virtual time; write it as a duration since the start, such as 1m30s`);
};

/** The lines of a timeline with what the options ask for; of a run, also calls that its log does not have. An entry's text may contain line breaks. */
export const formatTimelineLines = (
  header: LogHeader,
  entries: readonly LogEntry<DomainEvent>[],
  options: TimelineFlags,
  unlogged?: readonly UnloggedCall[],
): readonly string[] => {
  const history = makeHistory(header, entries);
  const filter = readFilter(options);
  const shown = filterFor(history.log, filter);
  const answers = options.answers === true ? replayAnswers(header, entries) : undefined;
  const lines = timelineLines(entries, { shown, answers, unlogged, sha256 }).flatMap((line) => line.split('\n'));
  return lines.length > 1 ? lines : [...lines, `no entry is like that${whyNone(history, filter)}`];
};

/** Why there cannot be one, if that is known. */
const whyNone = ({ log, now }: ReturnType<typeof makeHistory>, { of, from = now }: TimelineFilter): string => {
  if (from > now) return `: all ends at ${formatVirtualTime(now)}`;
  const [id, known] = of === undefined ? [] : [finish(idMeant(log, of)), finish(similarIds(log, of))];
  if (id === undefined || [...log.entries()].some((entry) => concerns(entry, id, (seq) => log.entry(seq)))) return '';
  return `: nothing has the name '${of}'${known === undefined || known.length === 0 ? '' : `; there is ${known.join(', ')}`}`;
};

/** A timeline in colors: the type of each event by what it means. The heading says in which column it is. */
export const colorTimeline = (lines: readonly string[]): readonly string[] => {
  const [heading = ''] = lines;
  const at = heading.indexOf(' event ') + 1;
  return at === 0 ? lines : lines.map((line, k) => (k === 0 ? line : colorAt(line, at)));
};

const colorAt = (line: string, at: number): string => {
  const type = /^\w+/.exec(line.slice(at))?.[0] ?? '';
  const tone = line[at - 1] === ' ' ? findTone(type) : undefined;
  return tone === undefined ? line : `${line.slice(0, at)}${tones[tone](type)}${line.slice(at + type.length)}`;
};
