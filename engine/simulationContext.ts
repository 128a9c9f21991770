import type { Either } from 'fp-ts/lib/Either.js';
import type { Call } from './call/evolve.ts';
import type { HostList } from './catalog/hosts.ts';
import type { PriceListName } from './catalog/priceList.ts';
import type { CommandOf, DomainEvent, Kind, Settings, StateOf } from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { Rejection } from './kernel/decider.ts';
import type { Uuid } from './kernel/ids.ts';
import type { EventLog, LogPast, LogSink } from './kernel/log.ts';
import type { Draw, DrawVersion } from './kernel/rng.ts';
import type { Steps } from './kernel/steps.ts';
import type { VirtualTime } from './kernel/time.ts';
import type { State, StateChange } from './state.ts';
import type { Unlogged } from './unlogged.ts';

/** What policies and operations see of the simulation, and the only way in which they change it: they dispatch commands. */
export interface SimulationContext {
  readonly now: VirtualTime;
  /** The instant of virtual time 0, in ms since 1970. */
  readonly startMs: number;
  readonly settings: Settings;
  readonly state: State;
  readonly draw: Draw;
  readonly uuid: Uuid;
  readonly shortId: (key: string) => string;
  /** Calls that count towards limits and are not in the log. */
  readonly unlogged: Pick<Unlogged, 'used'>;
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  /** Origins to which webhooks are really posted. */
  readonly webhooks: readonly string[];
  /** Read by few operations, and only on request. With a sink, memory holds only the end of it. */
  readonly log: Pick<EventLog<DomainEvent>, 'entries' | 'length'>;
  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined;
  /** Sends a command to an entity. When this returns, everything that follows from it at this instant has happened. */
  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void>;
  /** The same in steps, for commands with very many consequences. Until the last step, nothing else may be dispatched. */
  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>>;
  /** The same as `dispatch`, where a rejection would be a bug of the engine. */
  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void;
  /** The same in steps. */
  dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void>;
  /** Delivers the answer of a pending call to its caller. */
  deliver(call: Call): void;
}

/** What a simulator is made from. */
export interface SimulationOptions {
  readonly seed: string;
  /** How draws are made from the seed; by default, the newest way. */
  readonly draws?: DrawVersion | undefined;
  /** By default, the newest price list. */
  readonly prices?: PriceListName | undefined;
  /** The instant of virtual time 0, in ms since 1970. */
  readonly startMs: number;
  readonly settings?: Settings;
  /** The machines there are; by default, more than any test needs. */
  readonly hosts?: HostList;
  /** Handlers written as functions, by endpoint. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /** Origins to which webhooks are really posted. */
  readonly webhooks?: readonly string[];
  /** Checks the built-in invariants after every event: all, those named, or none; by default, all. */
  readonly audit?: boolean | readonly string[];
  readonly sink?: LogSink<DomainEvent>;
  /** The entries before those that this simulator will record. */
  readonly past?: LogPast<DomainEvent>;
  /** Delivers the answer of a pending call, which is computed in this context. */
  readonly deliver?: (call: Call, context: SimulationContext) => void;
  /** The most timers that may fire at one instant; 10 million unless given. */
  readonly timersPerInstantMax?: number;
  /** Called with every change, after it and before its consequences. */
  readonly onChange?: (change: StateChange) => void;
}

/** A timer that has fired. */
export interface Fired {
  readonly at: VirtualTime;
  readonly kind: Kind;
  readonly id: string;
  readonly timer: string;
}
