import type { Context, Decider, Decision, EntityState, Mutable, Timer } from './decider.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { LoggedEvent } from './log.ts';
import type { SettingsOf, SettingTable } from './settings.ts';
import type { VirtualTime } from './time.ts';

/** What an entity refers to in one relation: nothing, one name, or several. */
export type Named = string | null | readonly string[];

/** The relations by which entities of a kind are indexed: `account`, `host`, … */
export type RelationTable<State, Relation extends string = string> = { readonly [Name in Relation]: (entity: State) => Named };

/** A kind of entity: everything that the engine's tables derive from it. */
export interface EntityKind<
  Kind extends string = string,
  State extends EntityState<string> = EntityState<string>,
  Command extends { readonly type: string } = { readonly type: string },
  Event extends LoggedEvent = LoggedEvent,
  Table extends SettingTable = SettingTable,
  Relation extends string = string,
> extends Decider<State, Command, Event, SettingsOf<Table>> {
  readonly kind: Kind;
  /** Its settings, which a world may override. */
  readonly settings: Table;
  readonly relations: RelationTable<State, Relation>;
  /** The statuses that pass by themselves: a poll of an entity in one of them lets time run (clock.policy). */
  readonly inTransition: readonly State['status'][];
}

/** A registration as it is written: empty tables may be left out. */
interface Registration<
  Kind extends string,
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Table extends SettingTable,
  Relation extends string,
> {
  readonly kind: Kind;
  readonly lifecycle: Lifecycle;
  readonly initial: (id: string) => State;
  readonly decide: (command: Command, state: State, context: Context<SettingsOf<NoInfer<Table>>>) => Decision<Event>;
  readonly evolve: (draft: Mutable<State>, event: Event, at: VirtualTime) => void;
  readonly timers?: readonly Timer<State, Command, SettingsOf<NoInfer<Table>>>[];
  readonly settings?: Table;
  readonly relations?: RelationTable<State, Relation>;
  readonly inTransition: readonly State['status'][];
}

/** Registers a kind of entity; `entities.ts` lists them all. */
export const entity = <
  const Kind extends string,
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Table extends SettingTable = Record<never, never>,
  Relation extends string = never,
>(
  registration: Registration<Kind, State, Command, Event, Table, Relation>,
): EntityKind<Kind, State, Command, Event, Table, Relation> => ({
  timers: [],
  settings: {} as Table,
  relations: {} as RelationTable<State, Relation>,
  ...registration,
});
