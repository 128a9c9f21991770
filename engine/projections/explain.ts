import { type DomainEvent, deciders, idOf, type Kind, kindOf, type Settings, type StateOf } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { deciderOf, State } from '../state.ts';
import { waitsFor } from './waiting.ts';

/** Why an entity is where it is. */
export interface Explanation {
  readonly kind: Kind;
  readonly id: string;
  /** The status it has at the end of the log. */
  readonly status: string;
  readonly description: string;
  readonly history: readonly Moment[];
  /** Calls about it that were refused. */
  readonly refusals: readonly {
    readonly seq: number;
    readonly at: VirtualTime;
    readonly operation: string;
    readonly rule: string;
    readonly detail: string;
  }[];
  /** What could happen to it now, and what each would make of it. */
  readonly possible: readonly { readonly event: string; readonly to: string; readonly rule: string; readonly description: string }[];
  /** Which of its timers runs, and when it rings. */
  readonly timers: readonly { readonly name: string; readonly at: VirtualTime; readonly then: string }[];
  /** What it waits for, in words; for an entity that waits. */
  readonly waitsFor: readonly string[];
}

/** One event of its life. */
export interface Moment {
  readonly entry: LogEntry<DomainEvent>;
  readonly from: string;
  readonly to: string;
  readonly rule: string;
  readonly description: string;
  /** The entry that brought it about; undefined for what the world began with. */
  readonly cause: LogEntry<DomainEvent> | undefined;
}

/** Explains an entity from the log alone; undefined when the log does not know the id. */
export const explain = (entries: readonly LogEntry<DomainEvent>[], id: string, settings: Settings): Explanation | undefined => {
  const state = new State({ sharing: true });
  const history: Moment[] = [];
  let kind: Kind | undefined;
  for (const entry of entries) {
    const about = kindOf(entry.event);
    const isIts = about !== undefined && idOf(about, entry.event) === id;
    const before = isIts ? state.slot(about, id).entity : undefined;
    state.replay(entry);
    if (!isIts || before === undefined) continue;
    kind = about;
    history.push(momentOf(about, entry, before.status, entries));
  }
  const last = history.at(-1);
  if (kind === undefined || last === undefined) return undefined;
  const { lifecycle } = deciders[kind];
  const entity = state.find(kind, id);
  return {
    kind,
    id,
    status: last.to,
    description: lifecycle.statuses.find(({ status }) => status === last.to)?.description ?? '',
    history,
    refusals: refusalsOf(entries, id),
    possible: lifecycle.rows.filter(({ from }) => from === last.to),
    timers: entity === undefined ? [] : timersOf(kind, entity, settings),
    waitsFor: entity === undefined ? [] : waitsFor(kind, entity, state),
  };
};

/** The ids a log knows that look like the one asked for: those that begin or end with it. */
export const similarIds = (entries: readonly LogEntry<DomainEvent>[], id: string): readonly string[] => {
  const ids = new Set(
    entries
      .map(({ event }) => kindOf(event))
      .flatMap((kind, k) => (kind === undefined ? [] : [idOf(kind, (entries[k] as LogEntry<DomainEvent>).event)])),
  );
  return [...ids].filter((known) => known.startsWith(id) || known.endsWith(id)).slice(0, 10);
};

const momentOf = (kind: Kind, entry: LogEntry<DomainEvent>, from: string, entries: readonly LogEntry<DomainEvent>[]): Moment => {
  const row = deciders[kind].lifecycle.rows.find((candidate) => candidate.from === from && candidate.event === entry.event.type);
  return { entry, from, to: row?.to ?? from, rule: row?.rule ?? '', description: row?.description ?? '', cause: entries[entry.cause - 1] };
};

const refusalsOf = (entries: readonly LogEntry<DomainEvent>[], id: string): Explanation['refusals'] =>
  entries.flatMap(({ seq, at, cause, event }) => {
    if (event.type !== 'InputRefused') return [];
    const input = entries[cause - 1]?.event;
    const names = input?.type === 'InputReceived' && Object.values(input.request.params).at(-1) === id;
    return names ? [{ seq, at, operation: event.operation, rule: event.rule, detail: event.detail }] : [];
  });

const timersOf = (kind: Kind, entity: StateOf<Kind>, settings: Settings): Explanation['timers'] =>
  deciderOf(kind).timers.flatMap(({ name, runs, rings, then }) => {
    const at = runs.includes(entity.status) ? rings(entity, settings[kind]) : null;
    return at === null ? [] : [{ name, at, then: then.type }];
  });
