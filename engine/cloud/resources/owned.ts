import { allowEvent, changes, type Mutable } from '../../kernel/decider.ts';
import { entity, type RelationTable, unremarkable } from '../../kernel/entity.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import type { LoggedEvent } from '../../kernel/logEntry.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { Decision } from '../decisions.ts';
import { type RuleId, to } from '../lifecycles.ts';

/** The state of a resource that its account creates, changes and deletes. Nothing else happens to it. */
export interface Owned<Shape> {
  readonly id: string;
  readonly status: OwnedStatus;
  readonly accountId: string;
  readonly shape: Shape;
  readonly createdAt: VirtualTime | null;
}

export type OwnedStatus = 'NEW' | 'ACTIVE' | 'DELETED';

/** An event of such a resource: `accountId` stands in the one that creates it, `shape` in those that set its properties. */
type OwnedEvent<Shape> = LoggedEvent & { readonly accountId?: string; readonly shape?: Shape };

/** A command to such a resource, in the same way. */
type OwnedCommand<Shape> = { readonly type: string; readonly accountId?: string; readonly shape?: Shape };

/** What can happen to it: which command asks for it, which event says so, and by which rule. */
export interface OwnedLife<Command extends { readonly type: string }, Event extends { readonly type: string }> {
  readonly created: Change<Command, Event>;
  /** Absent for a resource that never changes. */
  readonly updated?: Change<Command, Event>;
  readonly deleted: ToldChange<Command, Event>;
  /** What else its owner does to it, while it is there. */
  readonly others?: readonly ToldChange<Command, Event>[];
}

/** A change, and what a diagram says of it. */
type ToldChange<Command extends { readonly type: string }, Event extends { readonly type: string }> = Change<Command, Event> & {
  readonly words: string;
};

interface Change<Command extends { readonly type: string }, Event extends { readonly type: string }> {
  readonly command: Command['type'];
  readonly event: Event['type'];
  readonly rule: RuleId;
}

/** The statuses of its lifecycle: a table of status, event and next status, as in every lifecycle. */
export const statusesOfOwned = <Command extends { readonly type: string }, Event extends { readonly type: string }>({
  created,
  updated,
  deleted,
  others = [],
}: OwnedLife<Command, Event>) =>
  ({
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
        ...(updated === undefined ? {} : { [updated.event]: to('ACTIVE', updated.rule, 'its owner changes it', { byCaller: true }) }),
        ...Object.fromEntries(others.map(({ event, rule, words }) => [event, to('ACTIVE', rule, words, { byCaller: true })])),
        [deleted.event]: to('DELETED', deleted.rule, deleted.words, { byCaller: true }),
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: deleted.rule } },
  }) as const;

/** Each command becomes its event, if the lifecycle allows it; an update that changes nothing has none. */
const decideOwned = <Shape, Command extends OwnedCommand<Shape>, Event extends OwnedEvent<Shape>>(
  lifecycle: Lifecycle<OwnedStatus>,
  { created, updated, deleted, others = [] }: OwnedLife<Command, Event>,
) => {
  const possible = [created, updated, deleted, ...others];
  return ({ type, ...given }: Command, owned: Owned<Shape>): Decision<Event> => {
    const change = possible.find((one) => one?.command === type);
    invariant(change !== undefined, () => `${lifecycle.name}: ${type} is no command of its life`);
    const event = { type: change.event, [`${lifecycle.name}Id`]: owned.id, ...given } as unknown as Event;
    const decision = allowEvent(lifecycle, owned, change.rule, event);
    return change === updated ? changes(owned.shape, given.shape, decision) : decision;
  };
};

/** The status comes from the lifecycle, everything else from the event; `changed` says what its other events make of its properties. */
const evolveOwned =
  <Shape, Event extends OwnedEvent<Shape>>(lifecycle: Lifecycle<OwnedStatus>, changed: (shape: Shape, event: Event) => Shape) =>
  (draft: Mutable<Owned<Shape>>, event: Event, at: VirtualTime): void => {
    draft.status = lifecycle.to(draft.status, event.type);
    draft.shape = event.shape ?? changed(draft.shape, event);
    if (event.accountId === undefined) return;
    draft.accountId = event.accountId;
    draft.createdAt = at;
  };

/** What is particular to one kind of such a resource. */
interface OwnedKind<
  Kind extends string,
  Shape,
  Command extends OwnedCommand<Shape>,
  Event extends OwnedEvent<Shape>,
  Relation extends string,
> {
  readonly kind: Kind;
  readonly lifecycle: Lifecycle<OwnedStatus>;
  readonly life: OwnedLife<Command, Event>;
  /** Its properties before it is created. */
  readonly blank: Shape;
  /** The operation that creates one, and an example of an id. */
  readonly createdBy: string;
  readonly example: string;
  /** Its properties after one of its other events; absent where it has none. */
  readonly changed?: (shape: Shape, event: Event) => Shape;
  /** Its relations beside that to its account. */
  readonly relations?: RelationTable<Owned<Shape>, Relation>;
}

/** Registers such a kind. Nothing waits for such a resource, and it waits for nothing. */
export const registerOwned = <
  const Kind extends string,
  Shape,
  Command extends OwnedCommand<Shape>,
  Event extends OwnedEvent<Shape>,
  Relation extends string = never,
>({
  kind,
  lifecycle,
  life,
  blank,
  createdBy,
  example,
  changed = (shape) => shape,
  relations,
}: OwnedKind<Kind, Shape, Command, Event, Relation>) =>
  entity({
    kind,
    lifecycle,
    initial: (id): Owned<Shape> => ({ id, status: 'NEW', accountId: '', shape: blank, createdAt: null }),
    decide: decideOwned<Shape, Command, Event>(lifecycle, life),
    evolve: evolveOwned<Shape, Event>(lifecycle, changed),
    relations: { account: ({ accountId }: Owned<Shape>) => accountId, ...relations } as RelationTable<Owned<Shape>, Relation | 'account'>,
    profile: {
      createdBy: [createdBy],
      found: { example, missing: 'auth.tenancy' },
      ...unremarkable,
      words: {},
    },
  });
