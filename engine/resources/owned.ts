import type { Mutable } from '../kernel/decider.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { LoggedEvent } from '../kernel/log.ts';
import type { VirtualTime } from '../kernel/time.ts';

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

export const newOwned = <Shape>(id: string, shape: Shape): Owned<Shape> => ({ id, status: 'NEW', accountId: '', shape, createdAt: null });

/** The status comes from the lifecycle, everything else from the event. */
export const evolveOwned =
  <Shape, Event extends OwnedEvent<Shape>>({ to }: Pick<Lifecycle<OwnedStatus>, 'to'>) =>
  (draft: Mutable<Owned<Shape>>, event: Event, at: VirtualTime): void => {
    draft.status = to(draft.status, event.type);
    if (event.shape !== undefined) draft.shape = event.shape;
    if (event.accountId === undefined) return;
    draft.accountId = event.accountId;
    draft.createdAt = at;
  };
