import { operations } from '../../../api/table.ts';
import type { Placement } from '../../../cloud/container/placement.ts';
import { entities, findId, isKind, type Kind, kinds } from '../../../cloud/entities.ts';
import type { DomainEvent, Request } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { CellTally } from './tally.ts';
import { traitsIn } from './traits.ts';

/**
 * The coverage of a log, read only from its entries. A cell is a text, `family: words`. A cell that was met more than once ends with the
 * bucket of its count: `×2`, `×4`, `×8`, … `families` lists the families.
 */
export const collectCells = (entries: Iterable<LogEntry<DomainEvent>>): ReadonlySet<string> => new Set(timeCells(entries).keys());

/** The same cells, each with the time at which it was met. */
export const timeCells = (entries: Iterable<LogEntry<DomainEvent>>): ReadonlyMap<string, VirtualTime> => {
  const reader = new CellReader();
  for (const entry of entries) reader.read(entry);
  return reader.tally.cells();
};

/** The state of an entity, as the events of a log show it. */
interface Met {
  /** With its kind: `job IN_QUEUE`. */
  status: number;
  /** Its last event; before its first one, its kind. */
  last: number;
  /** The number of its siblings in each status: the entities with the same owner. */
  readonly siblings: Statuses | undefined;
  /** The same for its host: the entities that are there, or were last there. */
  neighbors: Statuses | undefined;
  /** The words of its configuration. A worker has the words of its endpoint. */
  traits: readonly number[];
}

/** The subject of an event in the tables of lifecycles. */
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
  /** By the number of the entry: its event and its entity. */
  readonly #events: number[] = [numberWord('the world')];
  readonly #about: (Met | undefined)[] = [undefined];
  /** Calls by the number of their entry: the operation, and the status of the entity that it names. */
  readonly #calls = new Map<number, readonly [operation: number, status: number]>();
  readonly #faults = new Map<string, number>();
  /** The workers, jobs, requests and pods of an endpoint or a cluster, by its id. */
  readonly #parts = new Map<string, Statuses>();
  /** By host: the pods and workers there. */
  readonly #onHost = new Map<string, Statuses>();
  readonly #byChance = new Set<string>();
  /** The kinds of the faults whose windows are open, by the fault. */
  readonly #open = new Map<string, number>();
  /** The job, the worker and the pod of the newest events. */
  readonly #newest = { job: 0, worker: 0, pod: 0 };

  read({ seq, at, cause, event }: LogEntry<DomainEvent>): void {
    this.tally.now = at;
    const facts = factsOf.get(event.type);
    this.#events[seq] = facts?.number ?? numberWord(event.type);
    if (facts !== undefined) this.#about[seq] = this.#readEvent(facts, event, cause);
    else if (event.type === 'InputReceived') this.#readCall(seq, event.operation, event.request);
    else if (event.type === 'InputRefused') this.#readRefusal(cause, event.operation, event.rule);
  }

  #readEvent(facts: EventFacts, event: DomainEvent, cause: number): Met {
    const { kind, number } = facts;
    const met = this.#entity(kind, event);
    met.traits = traitsIn(kind, event) ?? met.traits;
    const [next, rule] = facts.next.get(met.status) ?? [met.status, 0];
    this.tally.add('lifecycle', met.status, number);
    this.tally.add('succession', met.last, number);
    this.tally.add('cause', rule, this.#events[cause] ?? 0);
    const causedBy = this.#about[cause];
    if (causedBy !== undefined && causedBy !== met) this.tally.add('policy', this.#events[cause] ?? 0, number);
    for (const trait of met.traits) this.tally.add('with', number, trait);
    if (kind === 'fault') this.#readFault(event);
    else if (kind !== 'job' && kind !== 'call') for (const fault of this.#open.values()) this.tally.add('during', number, fault);
    if (kind === 'pod' || kind === 'worker') this.#readPlace(met, number, event);
    if (next !== met.status) {
      move(met.siblings, met.status, next);
      move(met.neighbors, met.status, finals.has(next) ? 0 : next);
    }
    met.status = next;
    met.last = number;
    if (kind === 'job' || kind === 'worker' || kind === 'pod') {
      this.#newest[kind] = next;
      this.tally.add('together', this.#newest.job, this.#newest.worker, this.#newest.pod);
    }
    return met;
  }

  #readFault(event: DomainEvent): void {
    if (event.type === 'FaultInjected') this.#faults.set(event.faultId, numberWord(event.spec.fault));
    if (event.type === 'FaultInjected' && event.spec.chance !== null) this.#byChance.add(event.faultId);
    if (event.type === 'FaultBegan') this.#open.set(event.faultId, this.#lasting(event.faultId));
    if (event.type === 'FaultEnded') this.#open.delete(event.faultId);
    if (event.type !== 'FaultStruck') return;
    this.tally.add('fault', this.#faults.get(event.faultId) ?? 0, this.#struck(event.target));
    const own = this.#lasting(event.faultId);
    for (const other of this.#open.values()) if (other !== own) this.tally.add('during', own, other);
  }

  /** The number of a fault's kind. A fault that strikes by chance counts as a kind of its own. */
  #lasting(faultId: string): number {
    const kind = this.#faults.get(faultId) ?? 0;
    return this.#byChance.has(faultId) ? numberWord(`${CellTally.findWord(kind)} by chance`) : kind;
  }

  #readPlace(met: Met, number: number, event: DomainEvent): void {
    const { placement } = event as { readonly placement?: Placement | null };
    if (placement === undefined || placement === null) return;
    const there = findOrAddStatuses(this.#onHost, placement.hostId);
    if (there === met.neighbors) return;
    for (const [status, count] of there) if (count > 0) this.tally.add('beside', number, status);
    if (met.neighbors !== undefined) move(met.neighbors, met.status, 0);
    met.neighbors = there;
  }

  #entity(kind: Kind, event: DomainEvent): Met {
    const ofKind = this.#met.get(kind) ?? new Map<string, Met>();
    const id = findId(kind, event);
    const known = ofKind.get(id);
    if (known !== undefined) return known;
    const owner = ownerIn(kind, event);
    const met: Met = {
      status: initialOf.get(kind) ?? 0,
      last: numberWord(kind),
      siblings: owner === undefined ? undefined : findOrAddStatuses(this.#parts, owner),
      neighbors: undefined,
      traits: [],
    };
    if (kind === 'worker' && owner !== undefined) met.traits = this.#met.get('endpoint')?.get(owner)?.traits ?? [];
    ofKind.set(id, met);
    this.#met.set(kind, ofKind);
    return met;
  }

  /** Faults of the API strike operations. */
  #struck(target: string): number {
    for (const kind of ['worker', 'pod', 'endpoint', 'host'] as const) {
      const status = this.#met.get(kind)?.get(target)?.status;
      if (status !== undefined) return status;
    }
    return numberWord(operationIds.has(target) ? target : 'something else');
  }

  #readCall(seq: number, operation: string, { params }: Request): void {
    const call = [numberWord(operation), this.#statusOfNamed(operation, params)] as const;
    this.#calls.set(seq, call);
    this.tally.add('call', ...call);
    const [parameter = ''] = namedBy.get(operation) ?? [];
    for (const [status, number] of this.#parts.get(params[parameter] ?? '') ?? [])
      if (number > 0) this.tally.add('around', call[0], status, number > 1 ? numberWord('several') : 0);
  }

  /** The status of the last entity that the path names. */
  #statusOfNamed(operation: string, params: Request['params']): number {
    const named = namedBy.get(operation);
    if (named === undefined) return numberWord('nothing');
    const [parameter, kind] = named;
    return this.#met.get(kind)?.get(params[parameter] ?? '')?.status ?? numberWord(`unknown ${kind}`);
  }

  #readRefusal(cause: number, operation: string, rule: string): void {
    const [number, status] = this.#calls.get(cause) ?? [numberWord(operation), numberWord('nothing')];
    this.tally.add('refusal', number, numberWord(rule));
    this.tally.add('refused-in', number, status, numberWord(rule));
  }
}

const numberWord = CellTally.numberWord;

/** The number of entities in each status. */
type Statuses = Map<number, number>;

const findOrAddStatuses = (known: Map<string, Statuses>, id: string): Statuses => {
  const statuses = known.get(id) ?? new Map<number, number>();
  known.set(id, statuses);
  return statuses;
};

/** Moves one entity from one status to another. A new entity was in none. */
const move = (statuses: Statuses | undefined, before: number, after: number): void => {
  if (statuses === undefined) return;
  const left = statuses.get(before) ?? 0;
  if (left > 0) statuses.set(before, left - 1);
  if (after !== 0) statuses.set(after, (statuses.get(after) ?? 0) + 1);
};

/** The owner of an entity, as its first event says. */
const ownerIn = (kind: Kind, event: DomainEvent): string | undefined => {
  const { endpointId, member } = event as { readonly endpointId?: string; readonly member?: { readonly clusterId: string } | null };
  if (kind === 'worker' || kind === 'job' || kind === 'request') return endpointId;
  return kind === 'pod' ? member?.clusterId : undefined;
};

const statusNumber = (kind: Kind, status: string): number => numberWord(`${kind} ${status}`);

const initialOf: ReadonlyMap<Kind, number> = new Map(kinds.map((kind) => [kind, statusNumber(kind, entities[kind].lifecycle.initial)]));

/** By the type of an event. */
const factsOf: ReadonlyMap<string, EventFacts> = (() => {
  const facts = new Map<string, EventFacts & { readonly next: Map<number, readonly [number, number]> }>();
  for (const kind of kinds)
    for (const { from, event, to, rule } of entities[kind].lifecycle.rows) {
      const known = facts.get(event) ?? { kind, number: numberWord(event), next: new Map() };
      known.next.set(statusNumber(kind, from), [statusNumber(kind, to), numberWord(rule)]);
      facts.set(event, known);
    }
  return facts;
})();

const finals: ReadonlySet<number> = new Set(
  kinds.flatMap((kind) => entities[kind].lifecycle.statuses.flatMap(({ status, final }) => (final ? [statusNumber(kind, status)] : []))),
);

const operationIds: ReadonlySet<string> = new Set(operations.map(({ id }) => id));

/** By operation: the last path parameter that names an entity, and its kind. */
const namedBy: ReadonlyMap<string, readonly [parameter: string, kind: Kind]> = new Map(
  operations.flatMap(({ id, resolves = {} }) => {
    const last = Object.entries(resolves)
      .flatMap(([parameter, kind]) => (isKind(kind) ? [[parameter, kind] as const] : []))
      .at(-1);
    return last === undefined ? [] : [[id, last] as const];
  }),
);
