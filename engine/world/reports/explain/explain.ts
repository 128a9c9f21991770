import { type EventOf, entities, findId, findKind, type Kind, kinds, type Settings, type StateOf } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import { listActions } from '../../../cloud/offered.ts';
import type { State } from '../../../cloud/state/state.ts';
import { findDecider } from '../../../cloud/state/tables.ts';
import type { Row } from '../../../kernel/lifecycle.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { pacer, type Steps } from '../../../kernel/steps.ts';
import { type VirtualTime, worldStart } from '../../../kernel/time.ts';
import { concerns, isAbout } from '../concerns.ts';
import { describeHappening, type Happening } from '../happenings.ts';
import { ShortNames } from '../shortNames.ts';
import { type CauseChain, CauseTable } from './causes.ts';
import { listTimers } from './next.ts';
import { possibleRows } from './possible.ts';
import { waitsFor } from './waiting.ts';
import { type Way, wayOn } from './way.ts';

/** A log as explanations read it: the entries after a number, oldest first, and an entry by its number. */
export interface LogReader {
  readonly length: number;
  readonly entries: (after?: number) => Iterable<LogEntry<DomainEvent>>;
  readonly entry: (seq: number) => LogEntry<DomainEvent> | undefined;
}

/** How much of a log an explanation covers. */
export interface ExplainOptions {
  /** How many of the newest steps and refusals are included; `lastUsual` unless given. */
  readonly last?: number;
  /** Only steps and refusals that concern this entity, too; all of them unless given. */
  readonly of?: string | undefined;
  /** Only entries before this one; all entries unless given. */
  readonly before?: number | undefined;
  /** How many of the newest entries are read; all of them unless given. */
  readonly entriesMax?: number;
}

/** The default of `last`. A caller that wants more steps asks for them. */
export const lastUsual = 100;

/** Why an entity is in its status. */
export interface Explanation {
  readonly kind: Kind;
  readonly id: string;
  /** The status it has at the end of the log. */
  readonly status: string;
  readonly description: string;
  /** The newest steps, oldest first. */
  readonly history: readonly HistoryStep[];
  /** The number of earlier steps. */
  readonly earlier: number;
  /** The entity that all of these concern, too, if one was asked for. */
  readonly of: string | null;
  /** How many steps were left out because they do not concern it. */
  readonly others: number;
  /** The newest refused calls about it. */
  readonly refusals: readonly Refusal[];
  readonly earlierRefusals: number;
  /** Entries up to this one were not read. */
  readonly lookedAfter: number;
  /** The events that can happen to it now, and the next status of each. */
  readonly possible: readonly Row[];
  /** The operations and actions that callers can take on it now; null if its kind has no list of them. */
  readonly actions: readonly string[] | null;
  /** Which of its timers run, and when they fire. */
  readonly timers: readonly { readonly name: string; readonly at: VirtualTime; readonly then: string }[];
  /** The conditions that it waits for; empty if it does not wait. */
  readonly waitsFor: readonly string[];
  /** The steps up to the status that it exists for; null if it is there, or its kind has none. */
  readonly way: Way | null;
  /** The names that timelines give to generated ids. It knows none if the beginning of the log was not read. */
  readonly names: ShortNames;
}

/** One event of its life. */
export interface HistoryStep {
  readonly entry: LogEntry<DomainEvent>;
  /** `unknownStatus` if the events that led to it were not read. */
  readonly from: string;
  readonly to: string;
  readonly rule: string;
  readonly description: string;
  /** From the entry that caused it back to the root cause; empty for entities that the world began with. */
  readonly because: CauseChain<LogEntry<DomainEvent>>;
}

export interface Refusal {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly operation: string;
  readonly rule: string;
  readonly detail: string;
}

/** Explains an entity from the log and from the state at its end, in one pass; undefined if neither knows the id. */
export function* explain(
  log: LogReader,
  id: string,
  settings: Settings,
  state: State,
  { last = lastUsual, of, before = log.length + 1, entriesMax = Number.POSITIVE_INFINITY }: ExplainOptions = {},
): Steps<Explanation | undefined> {
  const pauses = pacer();
  const lookedAfter = Math.max(0, Math.min(before - 1, log.length) - entriesMax);
  const causes = new CauseTable(lookedAfter);
  const lives = new Map<Kind, ReadLife>();
  const names = new ShortNames();
  const find = (seq: number) => log.entry(seq);
  const isWanted = (entry: LogEntry<DomainEvent>): boolean => {
    if (of === undefined || concerns(entry, of, find)) return true;
    const cause = find(entry.cause)?.event;
    return cause !== undefined && isAbout(cause, of);
  };
  const refusals = new Newest<Refusal>(last);
  let lastKind: Kind | undefined;
  for (const entry of log.entries(lookedAfter)) {
    if (entry.seq >= before) break;
    if (pauses()) yield;
    causes.pass(entry);
    if (lookedAfter === 0) names.learn(entry.event);
    const refusal = findRefusal(log, entry, id);
    if (refusal !== undefined && isWanted(entry)) refusals.push(refusal);
    const about = findKind(entry.event);
    if (about === undefined || findId(about, entry.event) !== id) continue;
    lastKind = about;
    const life = lives.get(about) ?? { steps: new Newest<ExplainedStep>(last), status: undefined, others: 0 };
    lives.set(about, life);
    const entity = lookedAfter === 0 ? beginning(about, id, life.entity) : undefined;
    const happening = describeHappening(entry.event, entity, () => find(entry.cause)?.event);
    const step = findStep(about, entry, life.status ?? entity?.status, happening);
    life.status = step.to;
    life.entity = entity;
    if (entity !== undefined) findDecider(about).evolve(entity, entry.event as EventOf<Kind>, entry.at);
    if (isWanted(entry)) life.steps.push(step);
    else life.others += 1;
  }
  const kind = lastKind ?? kinds.find((one) => state.find(one, id) !== undefined);
  if (kind === undefined) return undefined;
  const life = lives.get(kind) ?? { steps: new Newest<ExplainedStep>(last), status: undefined, others: 0 };
  const { lifecycle } = entities[kind];
  const entity = state.find(kind, id);
  const possible = entity === undefined ? [] : possibleRows(kind, entity, state);
  const lastStatus = life.status;
  const now = log.entry(before - 1)?.at ?? worldStart;
  // An entity that is gone from the state has reached a final status, whichever step is the last one included.
  const status =
    entity?.status ??
    lifecycle.statuses.find((row) => row.final && (row.status === lastStatus || lastStatus === undefined || !lifecycle.isFinal(lastStatus)))
      ?.status ??
    unknownStatus;
  return {
    kind,
    id,
    status,
    description: lifecycle.statuses.find((row) => row.status === status)?.description ?? '',
    history: life.steps.items.map((step) => ({ ...step, because: causes.chain(find, step.entry.cause) })),
    earlier: life.steps.dropped,
    of: of ?? null,
    others: life.others,
    refusals: refusals.items,
    earlierRefusals: refusals.dropped,
    lookedAfter,
    possible,
    timers: entity === undefined ? [] : listTimers(kind, entity, settings).map(({ at, timer, then }) => ({ name: timer, at, then })),
    waitsFor: entity === undefined ? [] : waitsFor(kind, entity, { state, settings, now }),
    way: entity === undefined ? null : wayOn(kind, entity.status, possible),
    actions: entity === undefined ? [] : listActions(kind, entity, { now, settings }),
    names,
  };
}

/** The status before an unread event, if the event does not determine it. */
const unknownStatus = '?';

/** Keeps the newest items and counts the others. */
class Newest<T> {
  readonly items: T[] = [];
  readonly #most: number;
  dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  push(item: T): void {
    this.items.push(item);
    if (this.items.length <= this.#most) return;
    this.items.shift();
    this.dropped += 1;
  }
}

type ExplainedStep = Omit<HistoryStep, 'because'>;

/** The part of a life that was read. */
interface ReadLife {
  readonly steps: Newest<ExplainedStep>;
  /** The status after the last step, wanted or not. */
  status: string | undefined;
  others: number;
  /** Its state after that step; undefined if the beginning of the log was not read. */
  entity?: StateOf<Kind> | undefined;
}

/** An entity before its next event. After a final status, it begins again. */
const beginning = (kind: Kind, id: string, entity: StateOf<Kind> | undefined): StateOf<Kind> =>
  entity === undefined || entities[kind].lifecycle.isFinal(entity.status) ? findDecider(kind).initial(id) : entity;

/** Joins an event with its row of the lifecycle: the log has the event, and the table its two statuses. */
const findStep = (kind: Kind, entry: LogEntry<DomainEvent>, before: string | undefined, happening: Partial<Happening>): ExplainedStep => {
  const { lifecycle } = entities[kind];
  const candidates = lifecycle.rows.filter(({ event }) => event === entry.event.type);
  const from = before === undefined || before === unknownStatus ? onlyOne(candidates.map((row) => row.from)) : again(lifecycle, before);
  const row = candidates.find((one) => one.from === from) ?? (from === unknownStatus ? candidates[0] : undefined);
  const to = from === unknownStatus ? onlyOne(candidates.map((one) => one.to)) : (row?.to ?? from);
  return { entry, from, to, rule: row?.rule ?? '', description: row?.description ?? '', ...happening };
};

/** After a final status, an entity begins again with the initial one. */
const again = ({ initial, isFinal }: (typeof entities)[Kind]['lifecycle'], status: string): string => (isFinal(status) ? initial : status);

const onlyOne = (statuses: readonly string[]): string => {
  const [first = unknownStatus, ...others] = new Set(statuses);
  return others.length === 0 ? first : unknownStatus;
};

const findRefusal = (log: LogReader, { seq, at, cause, event }: LogEntry<DomainEvent>, id: string): Refusal | undefined => {
  if (event.type !== 'InputRefused') return undefined;
  const input = log.entry(cause)?.event;
  const names = input?.type === 'InputReceived' && Object.values(input.request.params).at(-1) === id;
  return names ? { seq, at, operation: event.operation, rule: event.rule, detail: event.detail } : undefined;
};
