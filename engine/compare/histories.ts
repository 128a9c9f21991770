import { type DomainEvent, idOf, type Kind, kindOf } from '../entities.ts';
import { isSame } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/log.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** An entity of which only one of two logs knows, with what happened to it. */
export interface EntityHistory {
  readonly kind: Kind;
  readonly id: string;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/** An entity of which both logs know, and not the same. */
export interface HistoryDivergence {
  readonly kind: Kind;
  readonly id: string;
  /** How many of its first events are the same, at the same times. */
  readonly shared: number;
  /** When it first differs. */
  readonly from: VirtualTime;
  /** What happened to it from there on. */
  readonly a: readonly LogEntry<DomainEvent>[];
  readonly b: readonly LogEntry<DomainEvent>[];
}

/** The entities whose story differs, those first that differ first. */
export interface HistoryDifferences {
  readonly onlyInA: readonly EntityHistory[];
  readonly onlyInB: readonly EntityHistory[];
  readonly differing: readonly HistoryDivergence[];
  /** How many have the same story in both. */
  readonly same: number;
}

/** What happened to whom, and when, in one log and in another; where in the log it stands, and why, does not matter here. */
export const historyDifferences = (a: Iterable<LogEntry<DomainEvent>>, b: Iterable<LogEntry<DomainEvent>>): HistoryDifferences => {
  const [storiesA, storiesB] = [storiesOf(a), storiesOf(b)];
  const only = (stories: Stories, others: Stories): readonly EntityHistory[] =>
    [...stories].flatMap(([key, story]) => (others.has(key) ? [] : [story]));
  const both = [...storiesA].flatMap(([key, story]) => {
    const other = storiesB.get(key);
    return other === undefined ? [] : [[story, other] as const];
  });
  const differing = both.flatMap(([one, other]) => partingOf(one, other) ?? []);
  return {
    onlyInA: only(storiesA, storiesB),
    onlyInB: only(storiesB, storiesA),
    differing: differing.sort((one, other) => one.from - other.from),
    same: both.length - differing.length,
  };
};

type Stories = ReadonlyMap<string, EntityHistory>;

/** Every entity that a log knows, in the order in which they come up. */
const storiesOf = (entries: Iterable<LogEntry<DomainEvent>>): Stories => {
  const stories = new Map<string, EntityHistory & { readonly entries: LogEntry<DomainEvent>[] }>();
  for (const entry of entries) {
    const kind = kindOf(entry.event);
    if (kind === undefined) continue;
    const id = idOf(kind, entry.event);
    const known = stories.get(`${kind} ${id}`);
    if (known === undefined) stories.set(`${kind} ${id}`, { kind, id, entries: [entry] });
    else known.entries.push(entry);
  }
  return stories;
};

const partingOf = ({ kind, id, entries: a }: EntityHistory, { entries: b }: EntityHistory): HistoryDivergence | undefined => {
  let shared = 0;
  while (shared < a.length && shared < b.length && isAlike(a[shared], b[shared])) shared += 1;
  const [one, other] = [a[shared], b[shared]];
  if (one === undefined && other === undefined) return undefined;
  const from = Math.min(one?.at ?? Number.POSITIVE_INFINITY, other?.at ?? Number.POSITIVE_INFINITY) as VirtualTime;
  return { kind, id, shared, from, a: a.slice(shared), b: b.slice(shared) };
};

const isAlike = (a: LogEntry<DomainEvent> | undefined, b: LogEntry<DomainEvent> | undefined): boolean =>
  a !== undefined && b !== undefined && a.at === b.at && isSame(a.event, b.event);
