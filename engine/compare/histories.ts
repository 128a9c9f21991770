import { findId, findKind, type Kind } from '../cloud/entities.ts';
import type { DomainEvent } from '../cloud/input.ts';
import { isSame } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** An entity that only one of two logs has, with its events. */
export interface EntityHistory {
  readonly kind: Kind;
  readonly id: string;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/** An entity whose events differ between two logs. */
export interface HistoryDivergence {
  readonly kind: Kind;
  readonly id: string;
  /** How many of its first events are equal, at equal times. */
  readonly shared: number;
  /** The time of the first difference. */
  readonly from: VirtualTime;
  /** Its events from there on. */
  readonly a: readonly LogEntry<DomainEvent>[];
  readonly b: readonly LogEntry<DomainEvent>[];
}

/** The entities whose histories differ, ordered by the time of the first difference. */
export interface HistoryDifferences {
  readonly onlyInA: readonly EntityHistory[];
  readonly onlyInB: readonly EntityHistory[];
  readonly differing: readonly HistoryDivergence[];
  /** How many entities have the same history in both. */
  readonly same: number;
}

/** Compares the events of each entity, with their times, between two logs. Positions in the log and causes are ignored. */
export const historyDifferences = (a: Iterable<LogEntry<DomainEvent>>, b: Iterable<LogEntry<DomainEvent>>): HistoryDifferences => {
  const [historiesA, historiesB] = [collectHistories(a), collectHistories(b)];
  const only = (histories: Histories, others: Histories): readonly EntityHistory[] =>
    [...histories].flatMap(([key, history]) => (others.has(key) ? [] : [history]));
  const both = [...historiesA].flatMap(([key, history]) => {
    const other = historiesB.get(key);
    return other === undefined ? [] : [[history, other] as const];
  });
  const differing = both.flatMap(([one, other]) => findDivergence(one, other) ?? []);
  return {
    onlyInA: only(historiesA, historiesB),
    onlyInB: only(historiesB, historiesA),
    differing: differing.sort((one, other) => one.from - other.from),
    same: both.length - differing.length,
  };
};

type Histories = ReadonlyMap<string, EntityHistory>;

/** The history of every entity in a log, in order of first appearance. */
const collectHistories = (entries: Iterable<LogEntry<DomainEvent>>): Histories => {
  const histories = new Map<string, EntityHistory & { readonly entries: LogEntry<DomainEvent>[] }>();
  for (const entry of entries) {
    const kind = findKind(entry.event);
    if (kind === undefined) continue;
    const id = findId(kind, entry.event);
    const known = histories.get(`${kind} ${id}`);
    if (known === undefined) histories.set(`${kind} ${id}`, { kind, id, entries: [entry] });
    else known.entries.push(entry);
  }
  return histories;
};

const findDivergence = ({ kind, id, entries: a }: EntityHistory, { entries: b }: EntityHistory): HistoryDivergence | undefined => {
  let shared = 0;
  while (shared < a.length && shared < b.length && isAlike(a[shared], b[shared])) shared += 1;
  const [one, other] = [a[shared], b[shared]];
  if (one === undefined && other === undefined) return undefined;
  const from = Math.min(one?.at ?? Number.POSITIVE_INFINITY, other?.at ?? Number.POSITIVE_INFINITY) as VirtualTime;
  return { kind, id, shared, from, a: a.slice(shared), b: b.slice(shared) };
};

const isAlike = (a: LogEntry<DomainEvent> | undefined, b: LogEntry<DomainEvent> | undefined): boolean =>
  a !== undefined && b !== undefined && a.at === b.at && isSame(a.event, b.event);
