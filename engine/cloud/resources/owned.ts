import { allowEvent, changes, type Mutable } from '../../kernel/decider.ts';
import { entity, type RelationTable, unremarkable } from '../../kernel/entity.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import type { LoggedEvent } from '../../kernel/logEntry.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { Decision } from '../decisions.ts';
import { defineLifecycle, type RuleId, to } from '../lifecycles.ts';
import { attach, detach, type Labeled, type LabelShape } from './label.ts';

/** The state of a resource that its account creates, changes and deletes. Nothing else happens to it. */
export interface Owned<Shape> {
  readonly id: string;
  readonly status: OwnedStatus;
  readonly accountId: string;
  readonly shape: Shape;
  readonly createdAt: VirtualTime | null;
}

type OwnedStatus = 'NEW' | 'ACTIVE' | 'DELETED';

/** What can happen to it. The types of its commands and events follow from this table, and so does its lifecycle. */
interface OwnedLife {
  readonly created: Change;
  /** Absent for a resource that never changes. */
  readonly updated?: Change;
  /** Absent for a resource that is attached to no others. */
  readonly attached?: Change;
  readonly detached?: Change;
  /** `words`: what a diagram says of it. */
  readonly deleted: Change & { readonly words: string };
}

/** A command, the event that it becomes, and the rule that says so. */
interface Change {
  readonly command: string;
  readonly event: string;
  readonly rule: RuleId;
}

/** The fields of a change beside its type. */
interface Changed<Shape> {
  readonly created: { readonly accountId: string; readonly shape: Shape };
  readonly updated: { readonly shape: Shape };
  readonly attached: { readonly resource: Labeled };
  readonly detached: { readonly resource: Labeled };
  readonly deleted: unknown;
}

/** The union of its commands, or that of its events, which have its id, too. */
type Changes<Life, Shape, Name extends 'command' | 'event', Id = unknown> = Extract<
  {
    readonly [Key in keyof Life & keyof OwnedLife]: Life[Key] extends Readonly<Record<Name, infer Type>>
      ? Flat<{ readonly type: Type } & Id & Changed<Shape>[Key]>
      : never;
  }[keyof Life & keyof OwnedLife],
  LoggedEvent
>;

type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

/** Any of them, for code that treats all kinds alike. */
interface AnyChange<Shape> extends Partial<Changed<Shape>['created'] & Changed<Shape>['attached']> {
  readonly type: string;
}

/** A table of status, event and next status, as every lifecycle. */
const makeLifecycle = (id: string, { created, updated, attached, detached, deleted }: OwnedLife): Lifecycle<OwnedStatus> => {
  const stays = (change: Change | undefined, words: string) =>
    change === undefined ? {} : { [change.event]: to('ACTIVE', change.rule, words, { byCaller: true }) };
  return defineLifecycle()({
    id,
    initial: 'NEW',
    states: {
      NEW: {
        description: 'does not exist yet',
        tags: ['before'],
        meta: { rule: created.rule },
        on: { [created.event]: to('ACTIVE', created.rule, 'its owner creates it') },
      },
      ACTIVE: {
        description: 'can be used',
        tags: ['live'],
        meta: { rule: created.rule },
        on: {
          ...stays(updated, 'its owner changes it'),
          ...stays(attached, 'its owner attaches it to a resource'),
          ...stays(detached, 'its owner removes it from one'),
          [deleted.event]: to('DELETED', deleted.rule, deleted.words, { byCaller: true }),
        },
      },
      DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: deleted.rule } },
    },
  });
};

/** Each command becomes its event, if the lifecycle allows it; an update that changes nothing has none. */
const decideOwned = <Shape>(lifecycle: Lifecycle<OwnedStatus>, life: OwnedLife) => {
  const possible = Object.values(life) as readonly Change[];
  return ({ type, ...given }: AnyChange<Shape>, owned: Owned<Shape>): Decision<AnyChange<Shape>> => {
    const change = possible.find(({ command }) => command === type);
    invariant(change !== undefined, () => `${lifecycle.name}: ${type} is no command of its life`);
    const event: AnyChange<Shape> = { type: change.event, [`${lifecycle.name}Id`]: owned.id, ...given };
    const decision = allowEvent(lifecycle, owned, change.rule, event);
    return change === life.updated ? changes(owned.shape, given.shape, decision) : decision;
  };
};

/** The status comes from the lifecycle, everything else from the event. */
const evolveOwned =
  <Shape>(lifecycle: Lifecycle<OwnedStatus>, { attached }: OwnedLife) =>
  (draft: Mutable<Owned<Shape>>, { type, accountId, shape, resource }: AnyChange<Shape>, at: VirtualTime): void => {
    draft.status = lifecycle.to(draft.status, type);
    if (shape !== undefined) draft.shape = shape;
    if (resource !== undefined) draft.shape = (type === attached?.event ? attach : detach)(draft.shape as Shape & LabelShape, resource);
    if (accountId === undefined) return;
    draft.accountId = accountId;
    draft.createdAt = at;
  };

/** What is particular to one kind of such a resource. */
interface OwnedKind<Kind extends string, Shape, Life extends OwnedLife, Relation extends string> {
  readonly kind: Kind;
  readonly life: Life;
  /** Its properties before it is created. */
  readonly blank: Shape;
  /** The operation that creates one, and an example of an id. */
  readonly createdBy: string;
  readonly example: string;
  /** Its relations beside that to its account. */
  readonly relations?: RelationTable<Owned<Shape>, Relation>;
}

/** Registers such a kind, by its properties first: `registerOwned<Shape>()({ … })`. Nothing waits for such a resource, and it waits for nothing. */
export const registerOwned =
  <Shape extends Required<Shape>>() =>
  <const Kind extends string, const Life extends OwnedLife, Relation extends string = never>({
    kind,
    life,
    blank,
    createdBy,
    example,
    relations,
  }: OwnedKind<Kind, Shape, Life, Relation>) => {
    const lifecycle = makeLifecycle(kind, life);
    type Command = Changes<Life, Shape, 'command'>;
    type Event = Changes<Life, Shape, 'event', { readonly [Id in `${Kind}Id`]: string }>;
    return entity({
      kind,
      lifecycle,
      initial: (id): Owned<Shape> => ({ id, status: 'NEW', accountId: '', shape: blank, createdAt: null }),
      decide: decideOwned<Shape>(lifecycle, life) as unknown as (command: Command, owned: Owned<Shape>) => Decision<Event>,
      evolve: evolveOwned<Shape>(lifecycle, life) as unknown as (draft: Mutable<Owned<Shape>>, event: Event, at: VirtualTime) => void,
      relations: { account: ({ accountId }: Owned<Shape>) => accountId, ...relations } as RelationTable<Owned<Shape>, Relation | 'account'>,
      profile: {
        createdBy: [createdBy],
        found: { example, missing: 'auth.tenancy' },
        ...unremarkable,
        words: {},
      },
    });
  };
