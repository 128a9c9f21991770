import { findKind, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { concerns } from '../../world/reports/concerns.ts';
import type { LogReader } from '../../world/reports/explain/explain.ts';
import { idMeant } from '../../world/reports/knownIds.ts';

/** The entries of a log that a timeline shows: those that meet all given conditions. Plain data. */
export interface TimelineFilter {
  /** An entity that the entry is about, or that it names; `job-2` is the log's second job. */
  readonly of?: string;
  /** The kinds of its subject; `input` for inputs from outside. */
  readonly kinds?: readonly (Kind | 'input')[];
  readonly types?: readonly string[];
  /** The earliest and the latest time. */
  readonly from?: VirtualTime;
  readonly to?: VirtualTime;
}

/** The filter for the entries of one log; undefined if it shows all. */
export const filterFor = (
  log: LogReader,
  { of, kinds, types, from, to }: TimelineFilter,
): ((entry: LogEntry<DomainEvent>) => boolean) | undefined => {
  if ([of, kinds, types, from, to].every((given) => given === undefined)) return undefined;
  const isConcerned = of === undefined ? undefined : filterConcerning(log, finish(idMeant(log, of)));
  return (entry) =>
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at <= to) &&
    (types === undefined || types.includes(entry.event.type)) &&
    (kinds === undefined || kinds.includes(findKind(entry.event) ?? 'input')) &&
    isConcerned?.(entry) !== false;
};

/** The entries that concern an entity, and the calls that brought these about: the one that creates a job does not name it. */
const filterConcerning = (log: LogReader, id: string): ((entry: LogEntry<DomainEvent>) => boolean) => {
  const isAboutIt = (entry: LogEntry<DomainEvent>) => concerns(entry, id, (seq) => log.entry(seq));
  const causes = new Set<number>();
  for (const entry of log.entries())
    if (isAboutIt(entry) && log.entry(entry.cause)?.event.type === 'InputReceived') causes.add(entry.cause);
  return (entry) => causes.has(entry.seq) || isAboutIt(entry);
};
