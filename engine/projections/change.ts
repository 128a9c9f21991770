import type { EventOf, Kind, StateOf } from '../entities.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** One event and what it did to its entity: what read models are folded from. */
export type Change = { [K in Kind]: ChangeOf<K> }[Kind];

export interface ChangeOf<K extends Kind> {
  readonly kind: K;
  readonly id: string;
  readonly event: EventOf<K>;
  readonly seq: number;
  readonly at: VirtualTime;
  /** The status before; the one after is the entity's. */
  readonly from: StateOf<K>['status'];
  /** The entity after the event. */
  readonly entity: StateOf<K>;
}
