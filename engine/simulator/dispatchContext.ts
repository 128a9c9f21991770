import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import type { Call } from '../cloud/call/evolve.ts';
import type { ImageFacts } from '../cloud/catalog/imageFacts.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { CommandOf, Kind, Settings, StateOf } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { DomainEvent } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import type { State } from '../cloud/state/state.ts';
import type { Slot } from '../cloud/state/tables.ts';
import type { Uuid } from '../kernel/ids.ts';
import { InvariantViolation } from '../kernel/invariant.ts';
import type { EventLog } from '../kernel/log.ts';
import type { Draw } from '../kernel/rng.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { Configuration } from './configuration.ts';
import type { Recorder } from './recorder.ts';
import type { Unlogged } from './unlogged.ts';

/** The dispatcher: the simulator. */
interface Dispatcher {
  readonly now: VirtualTime;
  readonly state: State;
  readonly log: EventLog<DomainEvent>;
  readonly recorder: Recorder;
  readonly configuration: Configuration;
  readonly deliver: ((call: Call, context: SimulationContext) => void) | undefined;
  dispatch(slot: Slot, command: CommandOf<Kind>, cause?: number): Either<Rejection, void>;
  dispatchInSteps(slot: Slot, command: CommandOf<Kind>, cause?: number): Steps<Either<Rejection, void>>;
}

/**
 * The simulation as operations and policies see it. Entries that it dispatches have one cause: the entry that a policy reacts to, or, for
 * operations, the newest input.
 */
export class DispatchContext implements SimulationContext {
  readonly #simulator: Dispatcher;
  /** The cause of the entries dispatched here; the newest input if there is none. */
  cause: number | undefined;

  constructor(simulator: Dispatcher, cause?: number) {
    this.#simulator = simulator;
    this.cause = cause;
  }

  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void> {
    return this.#simulator.dispatch(this.state.slot(kind, id), command, this.cause);
  }

  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void {
    requireAccepted(this.dispatch(kind, id, command), kind, id, command);
  }

  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>> {
    return this.#simulator.dispatchInSteps(this.state.slot(kind, id), command, this.cause);
  }

  *dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void> {
    requireAccepted(yield* this.dispatchInSteps(kind, id, command), kind, id, command);
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return this.state.find(kind, id);
  }

  deliver(call: Call): void {
    this.#simulator.deliver?.(call, this);
  }

  get now(): VirtualTime {
    return this.#simulator.now;
  }

  get state(): State {
    return this.#simulator.state;
  }

  get log(): EventLog<DomainEvent> {
    return this.#simulator.log;
  }

  get unlogged(): Pick<Unlogged, 'countUsed'> {
    return this.#simulator.recorder.unlogged;
  }

  findImage(image: string | undefined): ImageFacts | undefined {
    return image === undefined ? undefined : this.#simulator.configuration.images.get(image);
  }

  get startMs(): number {
    return this.#simulator.configuration.startMs;
  }

  get settings(): Settings {
    return this.#simulator.configuration.settings;
  }

  get draw(): Draw {
    return this.#simulator.configuration.draw;
  }

  get uuid(): Uuid {
    return this.#simulator.configuration.uuid;
  }

  get shortId(): (key: string) => string {
    return this.#simulator.configuration.shortId;
  }

  get handlers(): Readonly<Record<string, HandlerFunction>> {
    return this.#simulator.configuration.handlers;
  }

  get webhooks(): readonly string[] {
    return this.#simulator.configuration.webhooks;
  }
}

const requireAccepted = (outcome: Either<Rejection, void>, kind: Kind, id: string, { type }: CommandOf<Kind>): void => {
  if (isLeft(outcome)) throw new InvariantViolation(`${type} of ${kind} ${id} was refused: ${outcome.left.detail}`);
};
