import type { Context, Decider, DecisionBy, EntityState, Mutable, TimerBy } from './decider.ts';
import type { Handling, Lifecycle } from './lifecycle.ts';
import type { LoggedEvent } from './logEntry.ts';
import type { SettingsOf, SettingTable } from './settings.ts';
import type { VirtualTime } from './time.ts';

/** The references of an entity by one relation: nothing, one name, or several. */
export type Named = string | null | readonly string[];

/** The relations by which entities of a kind are indexed: `account`, `host`, … */
export type RelationTable<State, Relation extends string = string> = { readonly [Name in Relation]: (entity: State) => Named };

/**
 * The facts about a kind for the rest of the engine, as plain data. No field has a default: a kind without an answer says so with `[]`,
 * `null` or `false`.
 */
export interface Profile<State extends EntityState<string>, Command = { readonly type: string }, Words = FieldWords> {
  /** Recorded: the operations that create one, and answer with its `id`. */
  readonly createdBy: readonly string[];
  /** Found: an example of an id, and the rule that refuses an unknown one. Null if no path of an operation names one. */
  readonly found: { readonly example: string; readonly missing: string } | null;
  /** Found: its ids are generated and long. Timelines call the second one `KIND-2`. That name finds the second one of any kind. */
  readonly numbered: boolean;
  /** Waited for: the parts that an entity has a number of, in the singular. A scenario can wait until the number is reached. */
  readonly counts: readonly string[];
  /** Explained: the statuses in which it may wait for something that an explanation puts into words. */
  readonly waitsIn: readonly State['status'][];
  /**
   * Listed: the operations and actions of callers, each with the command that it sends. Those that `decide` refuses are not offered
   * (reports/offered.ts). Null instead of a command: it changes what belongs to the entity, as long as that is not gone. Null instead of
   * all: the kind is not listed among possible actions. A part that some entities lack has the type `undefined`, for readers of the types
   * who do not tell that from a missing key.
   */
  readonly actions: ((entity: State) => Readonly<Record<string, Command | null | undefined>>) | null;
  /** Watched by the clock: the kinds it consists of. A poll then lets time run to the next change of anything, and not of its status. */
  readonly parts: readonly string[];
  /**
   * Watched by the clock: the statuses that pass by themselves, or whether an entity will change by itself if its status does not tell. A
   * poll of such an entity lets time run (clock.policy).
   */
  readonly inTransition: readonly State['status'][] | ((entity: State) => boolean) | typeof asItsParts;
  /** Recorded: how fields of its events read in a timeline. A field that is not listed reads as JSON. */
  readonly words: Words;
}

/**
 * The part of a profile that some kinds share: nothing waits for one of them, counts it, lists actions on it, or polls it. It is no
 * default: a registration spreads it.
 */
export const unremarkable = { numbered: false, counts: [], waitsIn: [], actions: null, parts: [], inTransition: [] } as const;

/** The text of a field; `findName` gives the short name of an id. */
type Wording<Value> = (value: Value, findName: (id: string) => string) => string;

/** The text of some fields, for code that treats all kinds alike. */
export type FieldWords = Readonly<Record<string, Wording<never>>>;

/** The text of some fields of a kind's events. */
type EventWords<Event> = { readonly [Field in FieldOf<Event>]?: Wording<ValueOf<Event, Field>> };
type FieldOf<Event> = Event extends unknown ? keyof Event & string : never;
type ValueOf<Event, Field> = Event extends unknown ? (Field extends keyof Event ? NonNullable<Event[Field]> : never) : never;

/** It is in transition while any of its parts is. */
export const asItsParts = 'as its parts';

/** Whether an entity changes by itself, apart from its parts. */
export const isPassing = <State extends EntityState<string>>(
  { inTransition }: { readonly inTransition: readonly string[] | ((entity: State) => boolean) | typeof asItsParts },
  entity: State,
): boolean => {
  if (inTransition === asItsParts) return false;
  return typeof inTransition === 'function' ? inTransition(entity) : inTransition.includes(entity.status);
};

/** A kind of entity: everything that the engine's tables derive from it. */
export interface EntityKind<
  Kind extends string = string,
  State extends EntityState<string> = EntityState<string>,
  Command extends { readonly type: string } = { readonly type: string },
  Event extends LoggedEvent = LoggedEvent,
  Table extends SettingTable = SettingTable,
  Relation extends string = string,
  Known extends Profile<State, Command, EventWords<Event>> = Profile<State, Command, EventWords<Event>>,
  Rule extends string = string,
> extends Decider<State, Command, Event, SettingsOf<Table>, Rule> {
  readonly kind: Kind;
  /** Its settings, which a world may override. */
  readonly settings: Table;
  readonly relations: RelationTable<State, Relation>;
  readonly profile: Known;
}

/** A registration as it is written: empty tables may be left out. */
interface Registration<
  Kind extends string,
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Table extends SettingTable,
  Relation extends string,
  Known extends Profile<State, Command, EventWords<Event>>,
  Rule extends string,
> {
  readonly kind: Kind;
  /** Each event must be possible in some status. */
  readonly lifecycle: Lifecycle & Handling<NoInfer<Event['type']>>;
  readonly initial: (id: string) => State;
  readonly decide: (command: Command, state: State, context: Context<SettingsOf<NoInfer<Table>>>) => DecisionBy<Rule, Event>;
  readonly evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void;
  readonly timers?: readonly TimerBy<NoInfer<Rule>, State, Command, SettingsOf<NoInfer<Table>>>[];
  readonly settings?: Table;
  readonly relations?: RelationTable<State, Relation>;
  readonly profile: Known;
}

/** Registers a kind of entity; `entities.ts` lists them all. */
export const entity = <
  const Kind extends string,
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Table extends SettingTable = Record<never, never>,
  Relation extends string = never,
  const Known extends Profile<State, Command, EventWords<Event>> = Profile<State, Command, EventWords<Event>>,
  Rule extends string = never,
>(
  registration: Registration<Kind, State, Command, Event, Table, Relation, Known, Rule>,
): EntityKind<Kind, State, Command, Event, Table, Relation, Known, Rule> => ({
  timers: [],
  settings: {} as Table,
  relations: {} as RelationTable<State, Relation>,
  ...registration,
});
