import { type DomainEvent, deciders, idOf, type Kind, kindOf, type Settings, type StateOf } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { deciderOf, type State } from '../state.ts';
import { chain } from './divergence.ts';
import { waitsFor } from './waiting.ts';

/** A log as explanations read it: from the first entry to the last, and an entry by its number. */
export interface ToldLog {
  readonly entries: () => Iterable<LogEntry<DomainEvent>>;
  readonly entry: (seq: number) => LogEntry<DomainEvent> | undefined;
}

/** Why an entity is where it is. */
export interface Explanation {
  readonly kind: Kind;
  readonly id: string;
  /** The status it has at the end of the log. */
  readonly status: string;
  readonly description: string;
  readonly history: readonly Moment[];
  /** Calls about it that were refused. */
  readonly refusals: readonly Refusal[];
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
  /** From the entry that brought it about back to the input that began it all; empty for what the world began with. */
  readonly because: readonly LogEntry<DomainEvent>[];
}

export interface Refusal {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly operation: string;
  readonly rule: string;
  readonly detail: string;
}

/** Explains an entity from the log, and the state that the log comes to; undefined when the log does not know the id. */
export const explain = (log: ToldLog, id: string, settings: Settings, state: State): Explanation | undefined => {
  const lives = new Map<Kind, Moment[]>();
  let kind: Kind | undefined;
  const refusals: Refusal[] = [];
  for (const entry of log.entries()) {
    const refusal = refusalOf(log, entry, id);
    if (refusal !== undefined) refusals.push(refusal);
    const about = kindOf(entry.event);
    if (about === undefined || idOf(about, entry.event) !== id) continue;
    kind = about;
    const life = lives.get(about) ?? [];
    lives.set(about, life);
    life.push(momentOf(log, about, entry, life.at(-1)?.to));
  }
  const history = kind === undefined ? undefined : lives.get(kind);
  const last = history?.at(-1);
  if (kind === undefined || history === undefined || last === undefined) return undefined;
  const { lifecycle } = deciders[kind];
  const entity = state.find(kind, id);
  return {
    kind,
    id,
    status: last.to,
    description: lifecycle.statuses.find(({ status }) => status === last.to)?.description ?? '',
    history,
    refusals,
    possible: lifecycle.rows.filter(({ from }) => from === last.to),
    timers: entity === undefined ? [] : timersOf(kind, entity, settings),
    waitsFor: entity === undefined ? [] : waitsFor(kind, entity, state),
  };
};

/** The event in the light of its lifecycle: the log says what happened, the table from where and to where. */
const momentOf = (log: ToldLog, kind: Kind, entry: LogEntry<DomainEvent>, before: string | undefined): Moment => {
  const { lifecycle } = deciders[kind];
  const from = before === undefined || lifecycle.isFinal(before) ? lifecycle.initial : before;
  const row = lifecycle.rows.find((candidate) => candidate.from === from && candidate.event === entry.event.type);
  const because = chain((seq) => log.entry(seq), log.entry(entry.cause));
  return { entry, from, to: row?.to ?? from, rule: row?.rule ?? '', description: row?.description ?? '', because };
};

const refusalOf = (log: ToldLog, { seq, at, cause, event }: LogEntry<DomainEvent>, id: string): Refusal | undefined => {
  if (event.type !== 'InputRefused') return undefined;
  const input = log.entry(cause)?.event;
  const names = input?.type === 'InputReceived' && Object.values(input.request.params).at(-1) === id;
  return names ? { seq, at, operation: event.operation, rule: event.rule, detail: event.detail } : undefined;
};

const timersOf = (kind: Kind, entity: StateOf<Kind>, settings: Settings): Explanation['timers'] =>
  deciderOf(kind).timers.flatMap(({ name, runs, rings, then }) => {
    const at = runs.includes(entity.status) ? rings(entity, settings[kind]) : null;
    return at === null ? [] : [{ name, at, then: then.type }];
  });
