import { type DomainEvent, entities, idOf, type Kind, kindOf, kinds, type Settings, type StateOf } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import { finish, pacer, type Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { State } from '../state.ts';
import { deciderOf } from '../tables.ts';
import { type CauseChain, CauseTable } from './causes.ts';
import { waitsFor } from './waiting.ts';

/** A log as explanations read it: its entries after that number, oldest first, and an entry by its number. */
export interface LogReader {
  readonly length: number;
  readonly entries: (after?: number) => Iterable<LogEntry<DomainEvent>>;
  readonly entry: (seq: number) => LogEntry<DomainEvent> | undefined;
}

/** How much of a log an explanation tells. */
export interface ExplainOptions {
  /** So many of the newest steps and refusals are told; `lastUsual` unless given. */
  readonly last?: number;
  /** Only entries before this one; all of them unless given. */
  readonly before?: number | undefined;
  /** So many entries are looked at, the newest; all of them unless given. */
  readonly entriesMax?: number;
}

/** More steps than these are told to those who ask for more. */
export const lastUsual = 100;

/** Why an entity is where it is. */
export interface Explanation {
  readonly kind: Kind;
  readonly id: string;
  /** The status it has at the end of the log. */
  readonly status: string;
  readonly description: string;
  /** The newest steps, oldest first. */
  readonly history: readonly HistoryStep[];
  /** How many steps there are before these. */
  readonly earlier: number;
  /** Calls about it that were refused: the newest. */
  readonly refusals: readonly Refusal[];
  readonly earlierRefusals: number;
  /** Entries up to this one were not looked at. */
  readonly lookedAfter: number;
  /** What could happen to it now, and what each would make of it. */
  readonly possible: readonly { readonly event: string; readonly to: string; readonly rule: string; readonly description: string }[];
  /** Which of its timers runs, and when it rings. */
  readonly timers: readonly { readonly name: string; readonly at: VirtualTime; readonly then: string }[];
  /** What it waits for, in words; for an entity that waits. */
  readonly waitsFor: readonly string[];
}

/** One event of its life. */
export interface HistoryStep {
  readonly entry: LogEntry<DomainEvent>;
  /** `unknownStatus` where the events that led to it were not looked at. */
  readonly from: string;
  readonly to: string;
  readonly rule: string;
  readonly description: string;
  /** From the entry that brought it about back to the input that began it all; empty for what the world began with. */
  readonly because: CauseChain<LogEntry<DomainEvent>>;
}

export interface Refusal {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly operation: string;
  readonly rule: string;
  readonly detail: string;
}

/** Explains an entity from the log, and the state that the log comes to, in one pass; undefined when neither knows the id. */
export const explain = (log: LogReader, id: string, settings: Settings, state: State, telling?: ExplainOptions): Explanation | undefined =>
  finish(explainInSteps(log, id, settings, state, telling));

/** The same in steps. */
export function* explainInSteps(
  log: LogReader,
  id: string,
  settings: Settings,
  state: State,
  { last = lastUsual, before = log.length + 1, entriesMax = Number.POSITIVE_INFINITY }: ExplainOptions = {},
): Steps<Explanation | undefined> {
  const pauses = pacer();
  const lookedAfter = Math.max(0, Math.min(before - 1, log.length) - entriesMax);
  const causes = new CauseTable(lookedAfter);
  const lives = new Map<Kind, Newest<Step>>();
  const refusals = new Newest<Refusal>(last);
  let heardOf: Kind | undefined;
  for (const entry of log.entries(lookedAfter)) {
    if (entry.seq >= before) break;
    if (pauses()) yield;
    causes.pass(entry);
    const refusal = refusalOf(log, entry, id);
    if (refusal !== undefined) refusals.push(refusal);
    const about = kindOf(entry.event);
    if (about === undefined || idOf(about, entry.event) !== id) continue;
    heardOf = about;
    const life = lives.get(about) ?? new Newest<Step>(last);
    lives.set(about, life);
    life.push(stepOf(about, entry, life.items.at(-1)?.to ?? (lookedAfter === 0 ? entities[about].lifecycle.initial : undefined)));
  }
  const kind = heardOf ?? kinds.find((one) => state.find(one, id) !== undefined);
  if (kind === undefined) return undefined;
  const steps = lives.get(kind) ?? new Newest<Step>(last);
  const { lifecycle } = entities[kind];
  const entity = state.find(kind, id);
  const came = steps.items.at(-1)?.to;
  // What is gone from the state has come to its end, whatever the last step that is told here.
  const status =
    entity?.status ??
    lifecycle.statuses.find((row) => row.final && (row.status === came || came === undefined || !lifecycle.isFinal(came)))?.status ??
    unknownStatus;
  return {
    kind,
    id,
    status,
    description: lifecycle.statuses.find((row) => row.status === status)?.description ?? '',
    history: steps.items.map((step) => ({ ...step, because: causes.chain((seq) => log.entry(seq), step.entry.cause) })),
    earlier: steps.dropped,
    refusals: refusals.items,
    earlierRefusals: refusals.dropped,
    lookedAfter,
    possible: lifecycle.rows.filter(({ from }) => from === status),
    timers: entity === undefined ? [] : timersOf(kind, entity, settings),
    waitsFor: entity === undefined ? [] : waitsFor(kind, entity, state),
  };
}

/** The status of an entity whose events were not looked at, where the event itself does not tell it. */
const unknownStatus = '?';

/** Keeps the newest so many of what it is given, and counts the others. */
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

type Step = Omit<HistoryStep, 'because'>;

/** The event in the light of its lifecycle: the log says what happened, the table from where and to where. */
const stepOf = (kind: Kind, entry: LogEntry<DomainEvent>, before: string | undefined): Step => {
  const { lifecycle } = entities[kind];
  const candidates = lifecycle.rows.filter(({ event }) => event === entry.event.type);
  const from = before === undefined || before === unknownStatus ? onlyOne(candidates.map((row) => row.from)) : again(lifecycle, before);
  const row = candidates.find((one) => one.from === from) ?? (from === unknownStatus ? candidates[0] : undefined);
  const to = from === unknownStatus ? onlyOne(candidates.map((one) => one.to)) : (row?.to ?? from);
  return { entry, from, to, rule: row?.rule ?? '', description: row?.description ?? '' };
};

/** What has come to its end may begin again. */
const again = ({ initial, isFinal }: (typeof entities)[Kind]['lifecycle'], status: string): string => (isFinal(status) ? initial : status);

const onlyOne = (statuses: readonly string[]): string => {
  const [first = unknownStatus, ...others] = new Set(statuses);
  return others.length === 0 ? first : unknownStatus;
};

const refusalOf = (log: LogReader, { seq, at, cause, event }: LogEntry<DomainEvent>, id: string): Refusal | undefined => {
  if (event.type !== 'InputRefused') return undefined;
  const input = log.entry(cause)?.event;
  const names = input?.type === 'InputReceived' && Object.values(input.request.params).at(-1) === id;
  return names ? { seq, at, operation: event.operation, rule: event.rule, detail: event.detail } : undefined;
};

const timersOf = (kind: Kind, entity: StateOf<Kind>, settings: Settings): Explanation['timers'] =>
  deciderOf(kind).timers.flatMap(({ name, runs, dueAt, command }) => {
    const at = runs.includes(entity.status) ? dueAt(entity, settings[kind]) : null;
    return at === null ? [] : [{ name, at, then: command.type }];
  });
