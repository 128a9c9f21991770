import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import type { Call } from '../cloud/call/evolve.ts';
import type { CommandOf, DomainEvent, Kind, Settings, StateOf } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import type { State } from '../cloud/state/state.ts';
import type { Rejection } from '../kernel/decider.ts';
import type { Uuid } from '../kernel/ids.ts';
import { InvariantViolation } from '../kernel/invariant.ts';
import type { EventLog } from '../kernel/log.ts';
import type { Draw } from '../kernel/rng.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { Simulator } from './simulation.ts';
import type { Unlogged } from './unlogged.ts';

/**
 * The simulation as operations and policies see it. What is dispatched here names one entry as its cause: the entry that a policy
 * reacts to, or, for operations, the newest input.
 */
export class DispatchContext implements SimulationContext {
  readonly #simulator: Simulator;
  readonly #cause: number | undefined;

  constructor(simulator: Simulator, cause?: number) {
    this.#simulator = simulator;
    this.#cause = cause;
  }

  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void> {
    return this.#simulator.dispatch(this.state.slot(kind, id), command, this.#cause);
  }

  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void {
    accepted(this.dispatch(kind, id, command), kind, id, command);
  }

  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>> {
    return this.#simulator.dispatchInSteps(this.state.slot(kind, id), command, this.#cause);
  }

  *dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void> {
    accepted(yield* this.dispatchInSteps(kind, id, command), kind, id, command);
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

  get unlogged(): Pick<Unlogged, 'used'> {
    return this.#simulator.recorder.unlogged;
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

const accepted = (outcome: Either<Rejection, void>, kind: Kind, id: string, { type }: CommandOf<Kind>): void => {
  if (isLeft(outcome)) throw new InvariantViolation(`${type} of ${kind} ${id} was refused: ${outcome.left.detail}`);
};
