import type { EventOf, Kind, Settings } from '../../../engine/cloud/entities.ts';
import type { DomainEvent, InputEvent } from '../../../engine/cloud/input.ts';
import type { ChangeOf, State, StateChange } from '../../../engine/cloud/state/state.ts';
import type { MaybeSteps } from '../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../engine/kernel/time.ts';
import type { QuietCall } from '../../../engine/simulator/judge.ts';
import type { AuditState } from './auditState.ts';
import type { DueWatch } from './dueWatch.ts';

/** An entry of the log as the audit sees it: the change of an entity, or an input. */
export type AuditEntry = StateChange | InputEntry;

/** The entry of an event of that type. */
type EntryOf<Type extends string> = {
  [K in Kind]: Extract<EventOf<K>, { readonly type: Type }> extends never ? never : ChangeOf<K>;
}[Kind] extends infer Change
  ? [Change] extends [never]
    ? InputEntry
    : Change
  : never;

export interface InputEntry {
  readonly kind: 'input';
  readonly id: '';
  readonly event: InputEvent;
  readonly seq: number;
  readonly at: VirtualTime;
  /** The entry that brought it about; 0 if none did. */
  readonly cause: number;
}

/** What an entry breaks: the name of the invariant, and what is wrong. */
export interface Broken {
  readonly name: string;
  readonly words: string;
}

/** By type of event, what is done with one: it is checked against the books before it, and then written into them. */
export type Handlers = {
  readonly [Type in DomainEvent['type']]?: (
    event: Extract<DomainEvent, { readonly type: Type }>,
    entry: EntryOf<Type>,
  ) => Broken | undefined;
};

/**
 * Books of one group of rules, kept from the events alone and by other code than `State`. An event costs only the recounts that have
 * a handler for its type.
 */
export interface Recount {
  readonly on: Handlers;
  /**
   * Called when time has passed what its watch says, before anything happens at that instant, and at the end of an advance. `change`: what
   * happens first at that instant, if that is known: the state has it already.
   */
  readonly timePasses?: (to: VirtualTime, change?: StateChange) => Broken | undefined;
  /** Absent where it does not look when time passes. It sets the watch, and clears it. */
  readonly watch?: DueWatch;
  /** Called when a call was answered with success and left no entry, because nothing followed from it. */
  readonly leavesNothing?: (call: QuietCall) => Broken | undefined;
  /** Its books as plain data, for snapshots; see `kernel/dump.ts`. */
  dump(): unknown;
  load(dump: unknown): MaybeSteps<void>;
}

/** What a recount may use beside the events: the settings in force, and the state, to compare with and for nothing else. */
export interface Sources {
  readonly settings: Settings;
  readonly state: State;
  /** Jobs and requests, counted from the events: an event is in the counts already, and in the records of jobs only after it. */
  readonly counted: AuditState;
  /** The operations that are let in without a key of an account. */
  readonly keyless: ReadonlySet<string>;
}

/** Makes complaints in the name of one invariant. */
export const complainAs =
  (name: string) =>
  (words: string, at: VirtualTime): Broken => ({ name, words: `${words}, at ${formatVirtualTime(at)}` });

export interface NamedInvariant {
  readonly name: string;
  /** What holds, and in which worlds if not in all. */
  readonly about: string;
}

/** A row of the table of recounts. */
export interface RecountRow {
  readonly invariants: readonly NamedInvariant[];
  readonly open: (sources: Sources) => Recount;
}
