import { findId, findKind } from '../cloud/entities.ts';
import type { DomainEvent } from '../cloud/input.ts';
import { canonicalText, isSame, type Json } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import { formatDuration, formatVirtualTime, type VirtualTime } from '../kernel/time.ts';
import { eventWords } from '../scenario/timeline/timeline.ts';
import type { Divergence } from '../world/reports/divergence.ts';
import { type CauseChain, chainWords } from '../world/reports/explain/causes.ts';
import type { ShortNames } from '../world/reports/shortNames.ts';
import type { EntityHistory, HistoryDivergence } from './histories.ts';
import type { LogsCompared } from './logs.ts';

/** A text shows at most this many entities in each group, and at most this many events of each. */
const entitiesMax = 5;
const eventsMax = 6;

/** Two logs side by side, for people to read. */
export const logsText = ({ divergence, histories }: LogsCompared, nameA: string, nameB: string): string => {
  const { onlyInA, onlyInB, differing, same } = histories;
  if (divergence === undefined) return `the same entries, and ${entities(same)} with the same history\n`;
  const { namesOfA, namesOfB } = divergence;
  const history = (names: ShortNames) => (one: EntityHistory) => `${entityText(one, names)}: ${eventsText(one.entries)}`;
  const lines = [
    ...group(`only in ${nameA}`, onlyInA, history(namesOfA)),
    ...group(`only in ${nameB}`, onlyInB, history(namesOfB)),
    ...group('different from some time on', differing, textOfDivergence(nameA, nameB, namesOfA)),
    '',
    `the same in both: ${entities(same)}`,
  ];
  return `${divergenceText(divergence, nameA, nameB)}${lines.join('\n')}\n`;
};

/** Where two logs diverge: first in words, then each side with its causes. */
export const divergenceText = (difference: Divergence, nameA: string, nameB: string): string => {
  const { a, b, causesOfA, causesOfB, namesOfA, namesOfB } = difference;
  const side = (name: string, entry: LogEntry | undefined, causes: CauseChain<LogEntry<DomainEvent>>, names: ShortNames) => [
    '',
    name,
    ...(entry === undefined ? ['  ends before'] : causeLines(causes, names)),
  ];
  const lines = [
    ...differenceWords(difference, nameA, nameB),
    ...side(nameA, a, causesOfA, namesOfA),
    ...side(nameB, b, causesOfB, namesOfB),
  ];
  return `${lines.join('\n')}\n`;
};

const differenceWords = ({ seq, a, b, namesOfA, namesOfB }: Divergence, nameA: string, nameB: string): readonly string[] => {
  const first = `the first difference is entry ${seq}`;
  if (a === undefined || b === undefined) {
    const [shorter, longer] = a === undefined ? [nameA, nameB] : [nameB, nameA];
    return [`${first}: ${shorter} ends before it, ${longer} goes on`];
  }
  const [ofA, ofB] = [formatSubject(a, namesOfA), formatSubject(b, namesOfB)];
  if (ofA !== ofB) return [`${first}: ${ofA} in ${nameA}, ${ofB} in ${nameB}`];
  const fields = differingFields({ ...a }, { ...b });
  const shown = fields.slice(0, fieldsMax).map(({ path, a: inA, b: inB }) => `  ${path}: ${inA} in ${nameA}, ${inB} in ${nameB}`);
  const left = fields.length - shown.length;
  return [`${first}: ${ofA} in both, but not the same`, ...shown, ...(left > 0 ? [`  … ${left} more differences`] : [])];
};

const fieldsMax = 6;

/** Which event it is, and of which entity. */
const formatSubject = ({ event }: LogEntry<DomainEvent>, names: ShortNames): string => {
  const kind = findKind(event);
  if (kind !== undefined) return `${event.type} of ${names.findName(findId(kind, event))}`;
  return event.type === 'InputReceived' ? `the call ${event.operation}` : event.type;
};

interface FieldDifference {
  readonly path: string;
  readonly a: string;
  readonly b: string;
}

/** The fields that differ, by their paths. Lists are compared as a whole. */
const differingFields = (a: object, b: object, path = ''): readonly FieldDifference[] => {
  const [left, right] = [a as Readonly<Record<string, Json>>, b as Readonly<Record<string, Json>>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
    const [inA, inB] = [left[key], right[key]];
    if (isSame(inA, inB)) return [];
    const place = key === 'event' && path === '' ? '' : `${path}${path === '' ? '' : '.'}${key}`;
    if (isObject(inA) && isObject(inB)) return differingFields(inA, inB, place);
    return [{ path: place, a: valueText(key, inA), b: valueText(key, inB) }];
  });
};

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const valueText = (key: string, value: Json | undefined): string => {
  if (value === undefined) return 'nothing';
  if (key === 'at' && typeof value === 'number') return formatVirtualTime(value as VirtualTime);
  if (typeof value === 'number' && (key.endsWith('Ms') || key.endsWith('Time'))) return formatDuration(value);
  const text = typeof value === 'string' ? value : canonicalText(value);
  return text.length <= valueTextMax ? text : `${text.slice(0, valueTextMax)}…`;
};
const valueTextMax = 80;

const causeLines = (causes: CauseChain<LogEntry<DomainEvent>>, names: ShortNames): readonly string[] =>
  chainWords(
    causes,
    (cause, depth) => `  ${depth === 0 ? '' : 'because of '}${entryWords(cause, names)}`,
    (count) => `  … ${count} more causes …`,
  );

/** An entry as timelines show it, on one line. */
const entryWords = ({ seq, at, event }: LogEntry<DomainEvent>, names: ShortNames): string => {
  const kind = findKind(event);
  const whose = kind === undefined ? [] : [names.findName(findId(kind, event))];
  return [`#${seq}`, formatVirtualTime(at), ...whose, event.type, eventWords(event, names)].join(' ').trimEnd();
};

const entities = (count: number): string => (count === 1 ? '1 entity' : `${count} entities`);

const group = <T>(heading: string, items: readonly T[], text: (item: T) => string): readonly string[] =>
  items.length === 0
    ? []
    : [
        '',
        `${heading}: ${entities(items.length)}`,
        ...items.slice(0, entitiesMax).map((item) => `  ${text(item)}`),
        ...(items.length > entitiesMax ? [`  … and ${items.length - entitiesMax} more`] : []),
      ];

const textOfDivergence =
  (nameA: string, nameB: string, names: ShortNames) =>
  ({ from, a, b, ...one }: HistoryDivergence): string =>
    `${entityText(one, names)}, from ${formatVirtualTime(from)} on\n    ${nameA}: ${eventsText(a)}\n    ${nameB}: ${eventsText(b)}`;

/** A short name says the kind, too. */
const entityText = ({ kind, id }: Pick<EntityHistory, 'kind' | 'id'>, names: ShortNames): string =>
  names.findName(id) === id ? `${kind} ${id}` : names.findName(id);

const eventsText = (entries: readonly LogEntry[]): string =>
  entries.length === 0
    ? 'nothing'
    : [
        ...entries.slice(0, eventsMax).map(({ at, event }) => `${event.type} ${formatVirtualTime(at)}`),
        ...(entries.length > eventsMax ? [`… ${entries.length - eventsMax} more`] : []),
      ].join(', ');
