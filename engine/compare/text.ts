import { entryText, type LogEntry } from '../kernel/log.ts';
import { formatVirtualTime } from '../kernel/time.ts';
import { type CauseChain, chainWords } from '../reports/causes.ts';
import type { Divergence } from '../reports/divergence.ts';
import type { EntityHistory, HistoryDivergence } from './histories.ts';
import type { LogsCompared } from './logs.ts';

/** A text shows at most this many entities in each group, and at most this many events of each. */
const entitiesMax = 20;
const eventsMax = 6;

/** Two logs side by side, for people to read. */
export const logsText = ({ divergence, histories }: LogsCompared, nameA: string, nameB: string): string => {
  const { onlyInA, onlyInB, differing, same } = histories;
  if (divergence === undefined) return `the same entries, and ${entities(same)} with the same history\n`;
  const lines = [
    ...group(`only in ${nameA}`, onlyInA, ({ kind, id, entries }: EntityHistory) => `${kind} ${id}: ${eventsText(entries)}`),
    ...group(`only in ${nameB}`, onlyInB, ({ kind, id, entries }: EntityHistory) => `${kind} ${id}: ${eventsText(entries)}`),
    ...group('different from some time on', differing, divergedText(nameA, nameB)),
    '',
    `the same in both: ${entities(same)}`,
  ];
  return `${divergenceText(divergence, nameA, nameB)}${lines.join('\n')}\n`;
};

/** Where two logs diverge, and the causes on each side. */
export const divergenceText = ({ seq, a, b, causesOfA, causesOfB }: Divergence, nameA: string, nameB: string): string => {
  const side = (name: string, entry: LogEntry | undefined, causes: CauseChain) =>
    entry === undefined ? [`${name}: ends before`] : [`${name}:`, ...causeLines(causes)];
  return `${[`the first difference is entry ${seq}`, ...side(nameA, a, causesOfA), ...side(nameB, b, causesOfB)].join('\n')}\n`;
};

const causeLines = (causes: CauseChain): readonly string[] => {
  const lines = chainWords(
    causes,
    (cause, depth) => `${depth === 0 ? '' : 'because of '}${shortened(entryText(cause))}`,
    (count) => `… ${count} more causes …`,
  );
  return lines.map((line, depth) => `  ${'  '.repeat(depth)}${line}`);
};

/** An input may be several megabytes long. */
const shortened = (text: string): string =>
  text.length <= entryTextMax ? text : `${text.slice(0, entryTextMax)}… ${text.length - entryTextMax} characters more`;
const entryTextMax = 10_000;

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

const divergedText =
  (nameA: string, nameB: string) =>
  ({ kind, id, from, a, b }: HistoryDivergence): string =>
    `${kind} ${id}, from ${formatVirtualTime(from)} on\n    ${nameA}: ${eventsText(a)}\n    ${nameB}: ${eventsText(b)}`;

const eventsText = (entries: readonly LogEntry[]): string =>
  entries.length === 0
    ? 'nothing'
    : [
        ...entries.slice(0, eventsMax).map(({ at, event }) => `${event.type} ${formatVirtualTime(at)}`),
        ...(entries.length > eventsMax ? [`… ${entries.length - eventsMax} more`] : []),
      ].join(', ');
