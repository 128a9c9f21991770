import { type Answer, writeProblem } from '../../../engine/api/index.ts';
import type { Rejection } from '../../../engine/cloud/index.ts';
import { atOnce, type Steps } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { Polls, pollWaitMsDefault } from '../call/polls.ts';
import { stoppingRejection } from '../call/stopping.ts';
import type { Clock } from '../clock/clock.ts';
import type { WorldWork } from './worldWork.ts';

interface WaitingCallsOptions {
  readonly world: World;
  readonly work: WorldWork;
  readonly clock: () => Clock;
  /** How long, in wall-clock time, a worker's call for work is held. */
  readonly pollWaitMs: number | undefined;
  readonly onBreak: (error: unknown) => void;
}

interface WaitingCall {
  readonly what: string;
  readonly giveUp: (because: Rejection) => void;
}

/** The calls to a world that wait for their answers, and how each wait ends. */
export class WaitingCalls {
  readonly #options: WaitingCallsOptions;
  readonly #polls: Polls;
  /** The label of each call, such as `POST /v2/ep/runsync`, and how to cancel it. */
  readonly #waiting = new Map<string, WaitingCall>();

  constructor(options: WaitingCallsOptions) {
    this.#options = options;
    this.#polls = new Polls(options.pollWaitMs ?? pollWaitMsDefault);
  }

  get size(): number {
    return this.#waiting.size;
  }

  has(callId: string): boolean {
    return this.#waiting.has(callId);
  }

  /** Registers a pending call. If it is canceled, `respond` gets the answer that says why. */
  add(callId: string, what: string, respond: (answer: Answer) => void): void {
    const giveUp = (because: Rejection): void => {
      this.leave(callId);
      respond(writeProblem(because));
    };
    this.#waiting.set(callId, { what, giveUp });
  }

  /** The label of a pending call, such as `POST /v2/ep/runsync`. */
  describe(callId: string): string {
    return this.#waiting.get(callId)?.what ?? callId;
  }

  /** The calls that wait for virtual time, as `describe` has them, the oldest first. */
  list(): readonly string[] {
    return this.#findClocked().map((callId) => this.describe(callId));
  }

  /** Removes a call that is no longer pending; false if it was removed before. */
  remove(callId: string): boolean {
    this.#options.clock().onEnded(callId);
    this.#polls.forget(callId);
    return this.#waiting.delete(callId);
  }

  /** The client of a pending call has disconnected. */
  leave(callId: string): void {
    if (!this.remove(callId)) return;
    try {
      this.#options.world.abandon(callId);
    } catch (error) {
      // No client is left to get the error.
      this.#options.onBreak(error);
    }
  }

  /** The call waits as the clock says. */
  *wait(callId: string): Steps<void> {
    yield* this.#options.clock().onPending({
      callId,
      isAnswered: () => !this.has(callId),
      stall: (because) => this.giveUp(callId, stoppingRejection(`${because}; POST /_podsim/v1/clock/advance moves it`)),
    });
  }

  /** The clock policy has changed: the calls that are pending now follow the new one. Polls of workers wait for no clock. */
  waitAgain(): void {
    const waiting = this.#findClocked();
    this.#options.work.doNext(() => this.#waitForEach(waiting));
  }

  *#waitForEach(waiting: readonly string[]): Steps<void> {
    for (const callId of waiting) if (this.#options.world.heldCalls.includes(callId)) yield* this.wait(callId);
  }

  /** The call of a worker that waits for work. One that has waited long enough gets nothing now, and asks again. */
  poll(callId: string, respond: (answer: Answer) => void): void {
    if (!this.has(callId)) return;
    const end = () => {
      if (!this.has(callId)) return;
      this.leave(callId);
      respond({ status: 204 });
    };
    this.#polls.begin(callId, () => this.#options.work.do(() => atOnce(end())));
  }

  /** Answers the calls of workers that wait for work, and from now on soon: their processes are to stop. */
  hurryPolls(): void {
    this.#polls.hurry();
  }

  giveUp(callId: string, because: Rejection): void {
    this.#waiting.get(callId)?.giveUp(because);
  }

  /** Answers the calls that wait for virtual time, because it does not advance. Polls of workers end by themselves, as always. */
  giveUpClocked(because: Rejection): void {
    for (const callId of this.#findClocked()) this.giveUp(callId, because);
  }

  giveUpAll(because: Rejection): void {
    for (const { giveUp } of [...this.#waiting.values()]) giveUp(because);
  }

  /** The calls that wait for virtual time. */
  #findClocked(): readonly string[] {
    return [...this.#waiting.keys()].filter((callId) => !this.#polls.has(callId));
  }
}
