import { operations } from '../api/table.ts';
import { type DomainEvent, entities, idOf, isKind, type Kind, kinds } from '../entities.ts';
import type { Request } from '../input.ts';
import type { LogEntry } from '../kernel/log.ts';
import { CellTally } from './tally.ts';

/**
 * What a log has shown, read from its entries alone: one text for each cell, `family: words`, and for a cell that was met more than once
 * the bucket of its count: `×2`, `×4`, `×8`, … The families are those of `families`.
 */
export const cellsOf = (entries: Iterable<LogEntry<DomainEvent>>): ReadonlySet<string> => {
  const reader = new CellReader();
  for (const entry of entries) reader.read(entry);
  return reader.tally.cells();
};

/** An entity of a log, as far as events tell. */
interface Met {
  /** With its kind: `job IN_QUEUE`. */
  status: number;
  /** Its last event; before its first one, its kind. */
  last: number;
}

/** What an event is about, in the tables of lifecycles. */
interface EventFacts {
  readonly kind: Kind;
  readonly number: number;
  /** By the number of a status: the number of the next one, and that of the rule that says so. */
  readonly next: ReadonlyMap<number, readonly [status: number, rule: number]>;
}

/** Reads entries in one pass. Words are numbers until the end. */
class CellReader {
  readonly tally = new CellTally();
  readonly #met = new Map<Kind, Map<string, Met>>();
  /** By the number of the entry: its event, and what it is about. */
  readonly #events: number[] = [numberOf('the world')];
  readonly #about: (Met | undefined)[] = [undefined];
  /** By the number of an entry that is a call: the operation, and the status of what it names. */
  readonly #calls = new Map<number, readonly [operation: number, status: number]>();
  readonly #faults = new Map<string, number>();
  /** The job, the worker and the pod that something happened to last. */
  readonly #newest = { job: 0, worker: 0, pod: 0 };

  read({ seq, cause, event }: LogEntry<DomainEvent>): void {
    const facts = factsOf.get(event.type);
    this.#events[seq] = facts?.number ?? numberOf(event.type);
    if (facts !== undefined) this.#about[seq] = this.#readEvent(facts, event, cause);
    else if (event.type === 'InputReceived') this.#readCall(seq, event.operation, event.request);
    else if (event.type === 'InputRefused') this.#readRefusal(cause, event.operation, event.rule);
  }

  #readEvent(facts: EventFacts, event: DomainEvent, cause: number): Met {
    const { kind, number } = facts;
    const met = this.#entity(kind, idOf(kind, event));
    const [next, rule] = facts.next.get(met.status) ?? [met.status, 0];
    this.tally.add('lifecycle', met.status, number);
    this.tally.add('succession', met.last, number);
    this.tally.add('cause', rule, this.#events[cause] ?? 0);
    const causedBy = this.#about[cause];
    if (causedBy !== undefined && causedBy !== met) this.tally.add('policy', this.#events[cause] ?? 0, number);
    if (event.type === 'FaultInjected') this.#faults.set(event.faultId, numberOf(event.spec.fault));
    if (event.type === 'FaultStruck') this.tally.add('fault', this.#faults.get(event.faultId) ?? 0, this.#struck(event.target));
    met.status = next;
    met.last = number;
    if (kind === 'job' || kind === 'worker' || kind === 'pod') {
      this.#newest[kind] = next;
      this.tally.add('together', this.#newest.job, this.#newest.worker, this.#newest.pod);
    }
    return met;
  }

  #entity(kind: Kind, id: string): Met {
    const ofKind = this.#met.get(kind) ?? new Map<string, Met>();
    const met = ofKind.get(id) ?? { status: initialOf.get(kind) ?? 0, last: numberOf(kind) };
    if (met.last !== numberOf(kind)) return met;
    ofKind.set(id, met);
    this.#met.set(kind, ofKind);
    return met;
  }

  /** An operation is what a fault of the API strikes. */
  #struck(target: string): number {
    for (const kind of ['worker', 'pod', 'endpoint', 'host'] as const) {
      const status = this.#met.get(kind)?.get(target)?.status;
      if (status !== undefined) return status;
    }
    return numberOf(operationIds.has(target) ? target : 'something else');
  }

  #readCall(seq: number, operation: string, { params }: Request): void {
    const call = [numberOf(operation), this.#named(operation, params)] as const;
    this.#calls.set(seq, call);
    this.tally.add('call', ...call);
  }

  /** The status of what the path names last. */
  #named(operation: string, params: Request['params']): number {
    const named = namedBy.get(operation);
    if (named === undefined) return numberOf('nothing');
    const [parameter, kind] = named;
    return this.#met.get(kind)?.get(params[parameter] ?? '')?.status ?? numberOf(`unknown ${kind}`);
  }

  #readRefusal(cause: number, operation: string, rule: string): void {
    const [number, status] = this.#calls.get(cause) ?? [numberOf(operation), numberOf('nothing')];
    this.tally.add('refusal', number, numberOf(rule));
    this.tally.add('refused-in', number, status, numberOf(rule));
  }
}

const numberOf = CellTally.numberOf;

const statusNumber = (kind: Kind, status: string): number => numberOf(`${kind} ${status}`);

const initialOf: ReadonlyMap<Kind, number> = new Map(kinds.map((kind) => [kind, statusNumber(kind, entities[kind].lifecycle.initial)]));

/** By the type of an event. */
const factsOf: ReadonlyMap<string, EventFacts> = (() => {
  const facts = new Map<string, EventFacts & { readonly next: Map<number, readonly [number, number]> }>();
  for (const kind of kinds)
    for (const { from, event, to, rule } of entities[kind].lifecycle.rows) {
      const known = facts.get(event) ?? { kind, number: numberOf(event), next: new Map() };
      known.next.set(statusNumber(kind, from), [statusNumber(kind, to), numberOf(rule)]);
      facts.set(event, known);
    }
  return facts;
})();

const operationIds: ReadonlySet<string> = new Set(operations.map(({ id }) => id));

/** By operation: the last parameter of its path that names an entity, and the kind of that. */
const namedBy: ReadonlyMap<string, readonly [parameter: string, kind: Kind]> = new Map(
  operations.flatMap(({ id, resolves = {} }) => {
    const last = Object.entries(resolves)
      .flatMap(([parameter, kind]) => (isKind(kind) ? [[parameter, kind] as const] : []))
      .at(-1);
    return last === undefined ? [] : [[id, last] as const];
  }),
);
