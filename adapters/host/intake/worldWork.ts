import { finish, type Steps } from '../../../engine/kernel/index.ts';
import type { Asking, Underway } from '../call/hostedCall.ts';
import { passOn, Turns, takeTurn, type Work } from '../call/turns.ts';
import type { Clock } from '../clock/clock.ts';

interface WorldWorkOptions {
  readonly sliceMs: number | undefined;
  readonly clock: () => Clock;
  /** Does all that is due whenever the world may have changed. */
  readonly afterChange: () => void;
  /** Called when a change breaks the world. */
  readonly onBreak: (error: unknown) => void;
}

/** The work on one world, one piece after the other: changes of it, and reads. */
export class WorldWork {
  readonly #turns: Turns;
  readonly #options: WorldWorkOptions;
  #isClosed = false;

  constructor(options: WorldWorkOptions) {
    this.#options = options;
    this.#turns = new Turns(options.sliceMs);
  }

  /** Whether work is under way that other calls must wait for. */
  get isBusy(): boolean {
    return this.#turns.isBusy;
  }

  /** Calls `then` when no work is under way, which may be now. */
  whenIdle(then: () => void): void {
    this.#turns.whenIdle(then);
  }

  /** A change of the world, followed by all that is due whenever the world may have changed. */
  change(act: () => Steps<void>): Work {
    return { steps: () => this.#changeInSteps(act), fail: this.#options.onBreak, refuse };
  }

  *#changeInSteps<T>(act: () => Steps<T>): Steps<T> {
    let isBroken = false;
    try {
      return yield* act();
    } catch (error) {
      isBroken = true;
      throw error;
    } finally {
      if (!isBroken) this.#afterChange();
    }
  }

  /** Begins the work now, if none is under way. Returns false if it is not completed yet. */
  take(work: Work): boolean {
    return this.#turns.take(work);
  }

  /** The client that asked for this work has disconnected. */
  leave(work: Work): void {
    this.#turns.leave(work);
  }

  /** Changes the world once the work before has ended. */
  do(act: () => Steps<void>): void {
    this.#turns.take(this.change(act));
  }

  /** The same; calls `refuse` if the world is closed first. */
  doOrElse(act: () => Steps<void>, refuse: () => void): void {
    this.#turns.take({ ...this.change(act), refuse });
  }

  /** Changes the world before all work that waits already. */
  doNext(act: () => Steps<void>): void {
    this.#turns.takeNext(this.change(act));
  }

  /** Does what changes nothing, and may be dropped midway. */
  doAside(steps: Steps<void>): void {
    this.#turns.take({ steps: () => steps, fail: this.#options.onBreak, refuse, mayStop: true });
  }

  /** Does something with the world in steps, before all that waits, and gives a promise of its result. */
  apart<T>(steps: () => Steps<T>): Promise<T> {
    return takeTurn(this.#turns, steps);
  }

  /** Reads the world, or moves its clock, and passes the result to `then`. Returns undefined if that was done at once. */
  ask<T>(at: (isAwaited: () => boolean) => Steps<T>, then: (seen: T) => void, { endsItself, ...rest }: Asking): Underway | undefined {
    const clock = this.#options.clock();
    let isAwaited = true;
    const stillAwaited = () => isAwaited && !this.#isClosed;
    const look = () => this.#changeInSteps(() => lookInSteps(clock, () => at(stillAwaited)));
    const work: Work = { steps: () => passOn(look, then), ...rest, ...(endsItself === true ? {} : { mayStop: true }) };
    if (this.#turns.take(work)) return undefined;
    return {
      leave: () => {
        isAwaited = false;
        this.#turns.leave(work);
      },
    };
  }

  /** The same for a synchronous caller: the work under way is completed first. */
  look<T>(at: () => T): T {
    this.#turns.completeAll();
    finish(this.#options.clock().catchUp());
    const seen = at();
    this.#afterChange();
    return seen;
  }

  /** Ends the work under way, or completes it if it must not be dropped, and refuses all that waits. */
  close(because: string): void {
    this.#isClosed = true;
    this.#turns.close(because);
  }

  #afterChange(): void {
    this.#options.clock().onWorldChange();
    this.#options.afterChange();
  }
}

const refuse = (): void => undefined;

function* lookInSteps<T>(clock: Clock, at: () => Steps<T>): Steps<T> {
  yield* clock.catchUp();
  return yield* at();
}
