import type { z } from 'zod';
import type { Answer } from '../../api/operation.ts';
import type { State, StateChange } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Input } from '../../world/receive.ts';
import type { World } from '../../world/world.ts';
import type { Entry, LogView } from '../step/assertion.ts';
import type { Mismatch } from '../step/expectation.ts';
import type { ClientEnding } from './client/end.ts';
import type { OpenConnection } from './client/exchange.ts';
import type { LookSpec } from './look.ts';

/**
 * A kind of property: one row of the table in `table.ts`. `Spec` is a property of the kind as the schema gives it, with its variables
 * filled in.
 */
export interface PropertyKind<Spec = unknown> {
  /** The key by which a file chooses it: `always`. */
  readonly key: string;
  readonly schema: z.ZodObject;
  /** Whether a property of this kind applies to its own file or to every world, unless it says so itself (`worlds.ts`). */
  readonly worlds: 'own' | 'all';
  /** The property in words: its name, unless the file gives one. */
  readonly text: (spec: Spec) => string;
  /** Its looks, each with its place in the property: the linter checks these. */
  readonly looks: (spec: Spec) => readonly PlacedLook[];
  /** Starts to watch a run. Entries that the log has by then are shown first. */
  readonly watch: (spec: Spec, run: WatchedRun) => Watch;
}

interface PlacedLook {
  readonly path: readonly (string | number)[];
  readonly look: LookSpec;
}

/** A run while it is played. */
export interface WatchedRun extends LogView {
  readonly state: State;
  readonly world: World;
  /** Watches the calls of clients, if the run was given it. */
  readonly clients?: ClientWatcher | undefined;
}

/** The property `client`, as it is declared. */
export interface ClientSpec {
  readonly client: string;
  readonly ended?: ClientEnding | undefined;
  readonly said?: string | undefined;
  readonly latency?: DurationMs | undefined;
  readonly lost?: Readonly<Record<string, string>> | undefined;
  readonly open?: Readonly<Record<string, OpenConnection>> | undefined;
  readonly because?: Readonly<Record<string, string>> | undefined;
}

export type ClientWatcher = (spec: ClientSpec, run: WatchedRun) => Watch;

/** A call of a step. */
export interface StepCall extends Pick<Input, 'operation' | 'request'> {
  /** The name of the step, if it has one. */
  readonly step?: string | undefined;
}

/** How a property watches one run. Each kind has the functions that it needs. */
export interface Watch {
  /** Called for each entry of the log once, in order, inputs included. */
  readonly entry?: (entry: Entry) => void;
  /** Called for each change of an entity, after its entry and before its consequences. Undefined: the run as it is when the watch begins. */
  readonly change?: (change: StateChange | undefined) => void;
  /** Called for each call of a step when it is made. The returned function gets the answer. */
  readonly call?: (call: StepCall) => ((answer: Answer) => void) | undefined;
  /** Until when the run must continue after its last step for a verdict; undefined if it need not. */
  readonly goesOnUntil?: () => VirtualTimeOrNone;
  /** The part of the run so far that its verdict needs. Small worlds may have properties of such a kind, and of kinds that remember nothing. */
  readonly memory?: WatchMemory;
  /** The run is over; `isCut` if it was stopped at its bound in entries. */
  readonly end?: (end: RunEnd) => void;
  readonly verdict: () => PropertyVerdict;
}

type VirtualTimeOrNone = World['now'] | undefined;

/** The state of a watch, from which another one can continue. */
interface WatchMemory {
  /** As plain data, with ids and times as they are. */
  readonly dump: () => Json;
  readonly load: (memory: Json) => void;
  /** The first instant at which it is broken, if nothing happens until then. */
  readonly breaksAt?: () => VirtualTimeOrNone;
}

interface RunEnd {
  readonly isCut: boolean;
}

/** The verdict of a run on a property so far. */
export interface PropertyVerdict {
  /** Whether the run had anything that the property is about. */
  readonly evaluated: boolean;
  /** Why not, if there is a better reason than that the run had none. */
  readonly why?: string;
  /** For a property that looks for something: whether it was found. */
  readonly seen?: boolean;
  /** For a goal: how many of its steps were taken, and the next one in words. */
  readonly progress?: Progress;
  readonly broken?: Break;
}

export interface Progress {
  readonly met: number;
  readonly of: number;
  readonly next?: string | undefined;
}

/** How a property was broken. */
export interface Break {
  /** The left side of the comparison. */
  readonly mismatch?: Mismatch;
  /** Further text; the whole text if nothing was compared. */
  readonly words?: string;
  /** The entry to look at. */
  readonly entry?: Entry | undefined;
  /** When it was broken, if that is not the time of the entry. */
  readonly at: World['now'];
  /** How, in words that are the same in every run: no ids, numbers and times. */
  readonly shape: string;
}

/** A row whose functions take what its schema gives. */
export const propertyKind = <Schema extends z.ZodObject>(
  kind: Omit<PropertyKind<z.output<Schema>>, 'schema' | 'worlds'> & { readonly schema: Schema; readonly worlds?: 'all' },
): PropertyKind => ({ worlds: 'own', ...kind }) as unknown as PropertyKind;
