import type { Either } from 'fp-ts/lib/Either.js';
import type { Uuid } from '../../kernel/ids.ts';
import type { EventLog } from '../../kernel/log.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { Call } from '../call/evolve.ts';
import type { ImageFacts } from '../catalog/imageFacts.ts';
import type { Rejection } from '../decisions.ts';
import type { CommandOf, Kind, Settings, StateOf } from '../entities.ts';
import type { HandlerFunction } from '../handler/handler.ts';
import type { DomainEvent } from '../input.ts';
import type { State } from '../state/state.ts';

/** The view of the simulation for policies and operations. They change it only by dispatching commands. */
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
  readonly unlogged: { countUsed(limit: { readonly of: string; readonly windowMs: DurationMs }, at: VirtualTime): number };
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  /** What the world says of an image, if it names it. */
  findImage(image: string | undefined): ImageFacts | undefined;
  /** Origins to which webhooks are really posted. */
  readonly webhooks: readonly string[];
  /** Read by few operations, and only on request. With a sink, memory holds only the end of it. */
  readonly log: Pick<EventLog<DomainEvent>, 'entries' | 'length'>;
  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined;
  /** Sends a command to an entity. When this returns, everything that follows from it at this instant has happened. */
  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void>;
  /** The same in steps, for commands with very many consequences. Until the last step, nothing else may be dispatched. */
  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>>;
  /** Dispatches a command whose rejection would be a bug of the engine. */
  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void;
  /** The same in steps. */
  dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void>;
  /** Delivers the answer of a pending call to its caller. */
  deliver(call: Call): void;
}
