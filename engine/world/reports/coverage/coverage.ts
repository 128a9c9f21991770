import { ownRefusals } from '../../../api/admission/refusals.ts';
import { findOperation } from '../../../api/operations.ts';
import { operations } from '../../../api/table.ts';
import { entities, findId, findKind, type Kind, kinds } from '../../../cloud/entities.ts';
import { faultKinds } from '../../../cloud/fault/events.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { Row } from '../../../kernel/lifecycle.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { answerOccasions, eventOccasions, type Occasion } from './occasions.ts';

export const coverageFamilies = ['operations', 'answers', 'rules', 'refusals', 'statuses', 'transitions', 'faults', 'occasions'] as const;
export type CoverageFamily = (typeof coverageFamilies)[number];

/** The cells that runs have met, by family, with their counts. As plain data, it can be merged with that of other runs, and stored. */
export type Coverage = { readonly [Family in CoverageFamily]: Readonly<Record<string, number>> };

/** Reads logs, one after the other, and the answers that leave no entry. */
export class CoverageReader {
  readonly #counts = new Map<CoverageFamily, Map<string, number>>(coverageFamilies.map((family) => [family, new Map()]));
  /** Of the log that is being read: the status of each entity, how often each event happened to it, and the kinds of faults. */
  #statuses = new Map<string, string>();
  #times = new Map<string, number>();
  #faults = new Map<string, string>();

  /** Begins with another log: its entities have nothing to do with those before. */
  readLog(entries: Iterable<LogEntry<DomainEvent>>): this {
    [this.#statuses, this.#times, this.#faults] = [new Map(), new Map(), new Map()];
    return this.readMore(entries);
  }

  /** Goes on in the same log. */
  readMore(entries: Iterable<LogEntry<DomainEvent>>): this {
    for (const { event } of entries) this.#read(event);
    return this;
  }

  /** A call was refused: by the log, or by an answer that left no entry there. */
  readRefusal(operation: string, status: number, rule: string | undefined): void {
    this.#add('answers', String(status));
    for (const { words } of answerOccasions.filter((occasion) => occasion.status === status)) this.#add('occasions', words);
    if (rule === undefined) return;
    this.#add('rules', rule);
    this.#add('refusals', refusalName(operation, rule));
  }

  /** A call that left no entry in the log. */
  readCall(operation: string): void {
    if (findOperation(operation) !== undefined) this.#add('operations', operation);
  }

  coverage(): Coverage {
    return Object.fromEntries([...this.#counts].map(([family, counts]) => [family, Object.fromEntries(counts)])) as unknown as Coverage;
  }

  #read(event: DomainEvent): void {
    if (event.type === 'InputReceived') this.readCall(event.operation);
    else if (event.type === 'InputRefused') this.readRefusal(event.operation, event.status, event.rule);
    else if (event.type === 'FaultInjected') this.#faults.set(event.faultId, event.spec.fault);
    else if (event.type === 'FaultStruck') this.#add('faults', this.#faults.get(event.faultId) ?? 'unknown');
    const kind = findKind(event);
    if (kind !== undefined) this.#readEvent(kind, event);
  }

  #readEvent(kind: Kind, event: DomainEvent): void {
    const entity = `${kind} ${findId(kind, event)}`;
    const from = this.#statuses.get(entity) ?? entities[kind].lifecycle.initial;
    const row = rowOf.get(`${kind} ${from} ${event.type}`);
    if (row === undefined) return;
    this.#statuses.set(entity, row.to);
    this.#add('rules', row.rule);
    this.#add('statuses', `${kind} ${row.to}`);
    this.#add('transitions', transitionName(kind, row));
    const times = (this.#times.get(`${entity} ${event.type}`) ?? 0) + 1;
    this.#times.set(`${entity} ${event.type}`, times);
    for (const { words, from: inStatus = from, times: most = 1 } of occasionsOf.get(event.type) ?? [])
      if (inStatus === from && times >= most) this.#add('occasions', words);
  }

  #add(family: CoverageFamily, name: string): void {
    const counts = this.#counts.get(family);
    counts?.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** That of all together. */
export const mergeCoverage = (all: readonly Coverage[]): Coverage =>
  Object.fromEntries(
    coverageFamilies.map((family) => {
      const sum: Record<string, number> = {};
      for (const one of all) for (const [name, count] of Object.entries(one[family])) sum[name] = (sum[name] ?? 0) + count;
      return [family, sum];
    }),
  ) as unknown as Coverage;

/**
 * The cells that runs could have met, given the kinds of entities and the operations they had. A cell that a run met counts as possible,
 * too.
 */
export const possibleCoverage = (coverage: Coverage): { readonly [Family in CoverageFamily]: readonly string[] } => {
  const met = kindsMet(coverage);
  const called = operations.filter(({ id }) => coverage.operations[id] !== undefined);
  const listRows = (kind: Kind): readonly Row[] => entities[kind].lifecycle.rows;
  const refusals = called.flatMap((row) => ownRefusals(row).map((rule) => [row.id, rule] as const));
  const possible: Record<CoverageFamily, readonly string[]> = {
    operations: operations.map(({ id }) => id),
    answers: answerOccasions.map(({ status }) => String(status)),
    rules: [...met.flatMap((kind) => listRows(kind).map(({ rule }) => rule)), ...refusals.map(([, rule]) => rule)],
    refusals: refusals.map(([operation, rule]) => refusalName(operation, rule)),
    statuses: met.flatMap((kind) => listRows(kind).map(({ to }) => `${kind} ${to}`)),
    transitions: met.flatMap((kind) => listRows(kind).map((row) => transitionName(kind, row))),
    faults: faultKinds,
    occasions: possibleOccasions(coverage).map(({ words }) => words),
  };
  return Object.fromEntries(
    coverageFamilies.map((family) => [family, [...new Set([...possible[family], ...Object.keys(coverage[family])])]]),
  ) as unknown as typeof possible;
};

/** The occasions that a client should be ready for, and that these runs have never shown. */
export const neverSeen = (coverage: Coverage): readonly Occasion[] =>
  possibleOccasions(coverage)
    .filter(({ words }) => coverage.occasions[words] === undefined)
    .map(({ words, rule }) => ({ words, rule }));

const possibleOccasions = (coverage: Coverage): readonly Occasion[] => {
  const met = kindsMet(coverage);
  return [...answerOccasions, ...eventOccasions.filter(({ kind }) => met.includes(kind))];
};

/** The kinds of entities that there were. */
const kindsMet = ({ statuses }: Coverage): readonly Kind[] =>
  kinds.filter((kind) => kind !== 'fault' && Object.keys(statuses).some((status) => status.startsWith(`${kind} `)));

const refusalName = (operation: string, rule: string): string => `${operation}: ${rule}`;

const transitionName = (kind: Kind, { from, to, event }: Row): string => `${kind} ${from} → ${to} (${event})`;

/** By kind, status and event. */
const rowOf: ReadonlyMap<string, Row> = new Map(
  kinds.flatMap((kind) => entities[kind].lifecycle.rows.map((row) => [`${kind} ${row.from} ${row.event}`, row] as const)),
);

const occasionsOf: ReadonlyMap<string, typeof eventOccasions> = new Map(
  eventOccasions.map(({ event }) => [event, eventOccasions.filter((other) => other.event === event)]),
);
