import { asItIs, type Copy, copier } from '../../kernel/copy.ts';
import { applyEvent, type Mutable } from '../../kernel/decider.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish, mapInSteps, pacer, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { HostSpec } from '../catalog/hostSpec.ts';
import { HostList } from '../catalog/hosts.ts';
import { type EventOf, findId, findKind, type Kind, kinds, type RelationOf, type StateOf } from '../entities.ts';
import type { DomainEvent, InputEvent } from '../input.ts';
import { ReadModels } from './readModels.ts';
import { findTable, newTables, newTimer, type ScheduledTimer, type Slot } from './tables.ts';

/**
 * Everything that is derived from the log: entities and read models. Only `apply` changes it, so a replay of the same entries gives the
 * same state. It has no rules and no draws.
 */
export class State extends ReadModels {
  readonly #tables = newTables();
  readonly #sharing: boolean;
  readonly #options: StateOptions;
  readonly #workersAsked = new Map<string, number>();
  #numbered = 0;

  /**
   * `sharing`: entities that were handed out do not change with later events, for readers that compare instants. A running world, and a
   * replay on its way to an instant, are the only owners of their entities, and change them in place.
   */
  constructor(options: StateOptions) {
    super(options.hosts, options.startMs);
    this.#sharing = options.sharing;
    this.#options = options;
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return findTable(this.#tables, kind).find(id)?.entity as StateOf<K> | undefined;
  }

  /** Every entity of a kind, oldest first. */
  *all<K extends Kind>(kind: K): IterableIterator<StateOf<K>> {
    for (const { entity } of this.#tables[kind].slots.values()) yield entity as StateOf<K>;
  }

  /** The entities of a kind that refer to a name by a relation, oldest first. */
  findRelated<K extends Kind>(kind: K, relation: RelationOf<K>, name: string): readonly StateOf<K>[] {
    return this.#tables[kind].index?.of(relation, name).map(({ entity }) => entity as StateOf<K>) ?? [];
  }

  /** How many of a kind name it in that respect. */
  countRelated<K extends Kind>(kind: K, relation: RelationOf<K>, name: string): number {
    return this.#tables[kind].index?.count(relation, name) ?? 0;
  }

  /** How many workers the endpoints of an account ask for at most, all together (endpoint.quota). */
  workersAsked(accountId: string): number {
    return this.#workersAsked.get(accountId) ?? 0;
  }

  count(kind: Kind): number {
    return this.#tables[kind].slots.size;
  }

  /** The number of entities, of all kinds. */
  get size(): number {
    return kinds.reduce((sum, kind) => sum + this.count(kind), 0);
  }

  /** These entities of a kind, oldest first. */
  byAge<K extends Kind>(kind: K, ids: Iterable<string>): readonly StateOf<K>[] {
    return finish(this.aging(kind, ids));
  }

  /** The same in steps. */
  *aging<K extends Kind>(kind: K, ids: Iterable<string>): Steps<readonly StateOf<K>[]> {
    const pauses = pacer();
    const slots: Slot[] = [];
    let isInOrder = true;
    for (const id of ids) {
      const slot = this.#tables[kind].slots.get(id);
      if (slot === undefined) continue;
      isInOrder &&= slot.number > (slots.at(-1)?.number ?? 0);
      slots.push(slot);
      if (pauses()) yield;
    }
    if (!isInOrder) slots.sort((a, b) => a.number - b.number);
    return yield* mapInSteps(slots, ({ entity }) => entity as StateOf<K>);
  }

  /** The slot of an entity, or one for an entity that does not exist yet. */
  slot(kind: Kind, id: string): Slot {
    return findTable(this.#tables, kind).slot(id);
  }

  /** Folds one event of an entity in; returns the status that the entity had before. */
  apply(slot: Slot, event: EventOf<Kind>, at: VirtualTime): string {
    const { table, entity } = slot;
    const { kind, index, decider } = table;
    const { lifecycle, evolve } = decider;
    const from = entity.status;
    const isNew = from === lifecycle.initial;
    if (kind === 'endpoint' && !isNew) this.#askWorkers(entity as StateOf<'endpoint'>, -1);
    if (this.#sharing && !isNew) slot.entity = applyEvent(evolve, entity, event, at);
    else evolve(entity as Mutable<StateOf<Kind>>, event, at);
    const isGone = !isNew && lifecycle.isFinal(slot.entity.status);
    if (isNew) this.#keep(slot);
    else if (isGone) this.#leave(slot);
    index?.note(slot, isGone);
    if (kind === 'endpoint' && !isGone) this.#askWorkers(slot.entity as StateOf<'endpoint'>, 1);
    this.project(kind, event, from, slot.entity, at);
    return from;
  }

  /** Folds a log entry in, whatever it is about. */
  replay({ at, event }: LogEntry<DomainEvent>): void {
    const kind = findKind(event);
    if (kind === undefined) this.applyInput(event as InputEvent, at);
    else this.apply(this.slot(kind, findId(kind, event)), event as EventOf<Kind>, at);
  }

  /** Entities as columns: field names once, values in rows. A timer keeps its time, its order, and its reason. */
  *dump(copy: Copy = asItIs): Steps<StateDump> {
    const pauses = pacer();
    const tables: StateDump['tables'][number][] = [];
    for (const kind of kinds) {
      let keys: readonly string[] | undefined;
      const [rows, timers]: [unknown[][], (RingDump | null)[][]] = [[], []];
      for (const slot of this.#tables[kind].slots.values()) {
        const { entity } = slot;
        keys ??= Object.keys(entity);
        rows.push(keys.map((key) => copy(entity[key as keyof typeof entity] as unknown)));
        timers.push(slot.timers.map((ring) => ring && ([ring.due, ring.order, ring.cause] as const)));
        if (pauses()) yield;
      }
      tables.push({ kind, keys: keys ?? [], rows, timers });
    }
    return { tables, readModels: yield* this.dumpModels(copy) };
  }

  /** Fills an empty state with the content of another. */
  *load({ tables, readModels: dumps }: StateDump): Steps<void> {
    const pauses = pacer();
    for (const { kind, keys, rows, timers } of tables) {
      const table = this.#tables[kind];
      for (const [k, row] of rows.entries()) {
        // In the shape that entities begin with: later events are then folded in as fast as ever.
        const entity = table.decider.initial('') as Mutable<StateOf<Kind>>;
        for (let column = 0; column < keys.length; column++) entity[keys[column] as keyof typeof entity] = row[column] as never;
        const slot = table.makeSlot(entity, []);
        slot.timers.push(...restoreTimers(slot, timers[k] ?? []));
        this.#enter(slot);
        if (pauses()) yield;
      }
    }
    yield* this.loadModels(dumps);
  }

  /**
   * A state with the same contents, which continues on its own. Both have the same entities, so only a state that is `sharing` can
   * branch: neither changes an entity in place. The branch has no timers; a replay needs none.
   */
  branch(): State {
    invariant(this.#sharing, 'a state that changes its entities in place cannot branch');
    const branch = new State(this.#options);
    for (const { table, entity } of this.slots()) branch.#enter(branch.#tables[table.kind].makeSlot(entity, []));
    finish(branch.loadModels(finish(this.dumpModels(copier()))));
    return branch;
  }

  /** Lists every entity with its timers: kind by kind, oldest first. */
  *slots(): IterableIterator<Slot> {
    for (const kind of kinds) yield* this.#tables[kind].slots.values();
  }

  /** Every ring that is set, in no particular order. */
  *listTimers(): IterableIterator<ScheduledTimer> {
    for (const kind of kinds)
      for (const { timers } of this.#tables[kind].slots.values()) for (const ring of timers) if (ring !== null) yield ring;
  }

  #askWorkers({ accountId, config }: StateOf<'endpoint'>, sign: 1 | -1): void {
    this.#workersAsked.set(accountId, this.workersAsked(accountId) + sign * config.workers.max);
  }

  /** Takes in an entity that another state had. */
  #enter(slot: Slot): void {
    this.#keep(slot);
    slot.table.index?.note(slot);
    if (slot.table.kind === 'endpoint') this.#askWorkers(slot.entity as StateOf<'endpoint'>, 1);
  }

  #keep(slot: Slot): void {
    slot.number = ++this.#numbered;
    slot.table.enter(slot);
  }

  #leave(slot: Slot): void {
    slot.table.leave(slot);
    if (slot.table.kind === 'worker' || slot.table.kind === 'pod') this.activeFaults.forget(slot.entity.id);
  }
}

type RingDump = readonly [due: VirtualTime, order: number, cause: number];

export interface StateDump {
  readonly tables: readonly {
    readonly kind: Kind;
    readonly keys: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly timers: readonly (readonly (RingDump | null)[])[];
  }[];
  readonly readModels: readonly unknown[];
}

const restoreTimers = (slot: Slot, dumps: readonly (RingDump | null)[]): (ScheduledTimer | null)[] =>
  dumps.map((dump, timer) => dump && newTimer(slot, timer, dump[0], dump[2], dump[1]));

export interface StateOptions {
  readonly sharing: boolean;
  readonly hosts?: HostList;
  /** The instant of virtual time 0, in ms since 1970: bills are by the hour of the calendar. */
  readonly startMs?: number;
  /** The newest unless given. */
}

/** An empty state of the world with that definition. */
export const stateFor = ({ hosts, startMs }: WorldBasis, sharing = false): State =>
  new State({ sharing, startMs, ...(hosts === null ? {} : { hosts: new HostList(hosts) }) });

/** The parts of a definition that a state needs. */
interface WorldBasis {
  readonly hosts: readonly HostSpec[] | null;
  readonly startMs: number;
}

/** One event and its effect on its entity, for observers of a world. */
export type StateChange = { [K in Kind]: ChangeOf<K> }[Kind];

export interface ChangeOf<K extends Kind> {
  readonly kind: K;
  readonly id: string;
  readonly event: EventOf<K>;
  readonly seq: number;
  readonly at: VirtualTime;
  /** The status before the event; `entity` is as it is after it. */
  readonly from: StateOf<K>['status'];
  readonly entity: StateOf<K>;
}
