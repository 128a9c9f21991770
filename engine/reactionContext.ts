import type { Either } from 'fp-ts/lib/Either.js';
import type { Call } from './call/evolve.ts';
import type { CommandOf, DomainEvent, Kind, Settings, StateOf } from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { Rejection } from './kernel/decider.ts';
import type { Uuid } from './kernel/ids.ts';
import type { EventLog } from './kernel/log.ts';
import type { Draw } from './kernel/rng.ts';
import type { Steps } from './kernel/steps.ts';
import type { VirtualTime } from './kernel/time.ts';
import type { Simulator } from './simulation.ts';
import type { SimulationContext } from './simulationContext.ts';
import type { State } from './state.ts';
import type { Unlogged } from './unlogged.ts';

/** The simulation as the policies that react to one entry see it: what they dispatch names that entry as its cause. */
export class ReactionContext implements SimulationContext {
  readonly #simulator: Simulator;
  readonly #cause: number;

  constructor(simulator: Simulator, cause: number) {
    this.#simulator = simulator;
    this.#cause = cause;
  }

  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void> {
    return this.#simulator.dispatch(kind, id, command, this.#cause);
  }

  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void {
    this.#simulator.dispatchOrThrow(kind, id, command, this.#cause);
  }

  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>> {
    return this.#simulator.dispatchInSteps(kind, id, command, this.#cause);
  }

  dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void> {
    return this.#simulator.dispatchOrThrowInSteps(kind, id, command, this.#cause);
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return this.#simulator.state.find(kind, id);
  }

  deliver(call: Call): void {
    this.#simulator.deliver(call, this);
  }

  get now(): VirtualTime {
    return this.#simulator.now;
  }

  get startMs(): number {
    return this.#simulator.startMs;
  }

  get settings(): Settings {
    return this.#simulator.settings;
  }

  get state(): State {
    return this.#simulator.state;
  }

  get draw(): Draw {
    return this.#simulator.draw;
  }

  get uuid(): Uuid {
    return this.#simulator.uuid;
  }

  get shortId(): (key: string) => string {
    return this.#simulator.shortId;
  }

  get unlogged(): Pick<Unlogged, 'used'> {
    return this.#simulator.unlogged;
  }

  get handlers(): Readonly<Record<string, HandlerFunction>> {
    return this.#simulator.handlers;
  }

  get webhooks(): readonly string[] {
    return this.#simulator.webhooks;
  }

  get log(): EventLog<DomainEvent> {
    return this.#simulator.log;
  }
}
