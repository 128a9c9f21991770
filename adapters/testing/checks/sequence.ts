import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { InvalidArgument, type LogEntry } from '../../../engine/kernel/index.ts';
import type { EventType } from '../events.ts';
import { nearest } from './emitted.ts';
import { findEntity, isAbout } from './entity.ts';
import { type EventFields, type EventPattern, isMatch, patternText } from './eventPattern.ts';
import type { CheckFailure } from './finding.ts';
import { checkOptions, checkPattern, kindOfValue, type OptionNames } from './given.ts';
import { type CheckedWorld, readSubject, whatNext, whereToLook, writeLines } from './subject.ts';

export interface SequenceOptions {
  /** Looks at the events of this entity alone; `job-1` is the first job. */
  readonly of?: string;
  /** No other event may be in between. */
  readonly exact?: boolean;
}

const sequenceOptions: OptionNames<SequenceOptions> = { of: 1, exact: 1 };

/** An event's type, or its type and some of its fields. */
export type SequenceItem = EventType | { [Type in EventType]: { readonly type: Type } & EventFields<Type> }[EventType];

type Entries = readonly LogEntry<DomainEvent>[];

/** The log contains these events in this order. Other events may be in between, unless `exact` is given. */
export const checkSequence = (
  where: string,
  received: unknown,
  items: readonly SequenceItem[],
  options: SequenceOptions = {},
): CheckFailure => {
  const subject = readSubject(where, received);
  if (!Array.isArray(items))
    throw new InvalidArgument(`${where}: takes a list of events, such as ['JobQueued', 'JobStarted'], and got ${kindOfValue(items)}`);
  checkOptions(where, options, sequenceOptions);
  const of = 'of' in options ? findEntity(`${where}: \`of\``, subject.log, options.of) : undefined;
  const patterns = items.map(readPattern).map(({ type, fields }) => ({ type, fields: checkPattern(where, type, fields) }));
  if (patterns.length === 0) throw new InvalidArgument(`${where}: a sequence names at least one event`);
  const entries = listEntries(subject, of);
  const found = options.exact === true ? adjacent(entries, patterns) : inOrder(entries, patterns);
  return {
    pass: found.length === patterns.length,
    message: () => (found.length === patterns.length ? presence(subject, found) : absence(subject, entries, patterns, found, options)),
  };
};

const readPattern = (item: SequenceItem): EventPattern => {
  if (typeof item === 'string') return { type: item, fields: {} };
  const { type, ...fields } = item;
  return { type, fields };
};

/** The events to look at. `ClockAdvanced` belongs to no entity, and may occur between any two events: it is left out. */
const listEntries = ({ log }: CheckedWorld, id: string | undefined): Entries =>
  [...log.entries()].filter(({ event }) => (id === undefined ? event.type !== 'ClockAdvanced' : isAbout(event, id)));

/** The entries that match the patterns in order, from the first pattern on, as far as there are any. */
const inOrder = (entries: Entries, patterns: readonly EventPattern[]): Entries => {
  const found: LogEntry<DomainEvent>[] = [];
  for (const entry of entries) {
    const wanted = patterns[found.length];
    if (wanted === undefined) break;
    if (isMatch(entry, wanted)) found.push(entry);
  }
  return found;
};

/** The longest run of adjacent entries that match the patterns from the first on. */
const adjacent = (entries: Entries, patterns: readonly EventPattern[]): Entries => {
  let longest: Entries = [];
  for (let start = 0; start < entries.length && longest.length < patterns.length; start++) {
    let length = 0;
    for (; length < patterns.length; length++) {
      const [entry, wanted] = [entries[start + length], patterns[length]];
      if (entry === undefined || wanted === undefined || !isMatch(entry, wanted)) break;
    }
    if (length > longest.length) longest = entries.slice(start, start + length);
  }
  return longest;
};

const presence = (subject: CheckedWorld, found: Entries): string =>
  ['expected these events not to happen in this order, but they did:', writeLines(subject, found), '', whereToLook(subject)].join('\n');

/** How many of the events that happened instead a failure shows. */
const instead = 10;

const absence = (
  subject: CheckedWorld,
  entries: Entries,
  patterns: readonly EventPattern[],
  found: Entries,
  { of, exact }: SequenceOptions,
): string => {
  const wanted = patterns[found.length] as EventPattern;
  const last = found.at(-1);
  const rest = entries.filter(({ seq }) => seq > (last?.seq ?? 0));
  const where = last === undefined ? '' : ` after #${last.seq} ${last.event.type}`;
  const whose = of === undefined ? '' : ` of ${of}`;
  return [
    `expected the sequence${whose} ${patterns.map((pattern) => patternText(pattern)).join(' → ')}`,
    `${found.length} of ${patterns.length} happened${exact === true ? ' with nothing in between' : ''}; ${patternText(wanted)} did not happen${where}`,
    ...(rest.length === 0 ? ['nothing happened after that'] : ['what happened instead:', writeLines(subject, rest.slice(0, instead))]),
    ...(rest.length > instead ? [`  … and ${rest.length - instead} more`] : []),
    ...(rest.length > 0 && exact !== true ? [nearest(subject, wanted, rest)] : []),
    '',
    whatNext(subject),
  ].join('\n');
};
