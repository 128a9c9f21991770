import { setImmediate } from 'node:timers';
import type { Steps } from '../../../engine/kernel/index.ts';

/** How long work runs before the event loop gets a turn. An answer passes two or three such slices of other work on its way. */
const sliceMsDefault = 3;

/** Work on a world: done at once if it is short, in slices if it is long. */
export interface Work {
  /**
   * Calls a generator function at the top level, or a method. One that is made anew for each piece of work gets a hidden class of its
   * own, which keeps all that the function can reach until the whole heap is collected: a request, its answer and its route.
   */
  readonly steps: () => Steps<void>;
  /** It threw. */
  readonly fail: (error: unknown) => void;
  /** It was not done, or not completed, for this reason. */
  readonly refuse: (because: string) => void;
  /** It may be dropped midway, because it leaves the world unchanged. Any other work is completed. */
  readonly mayStop?: true;
}

/**
 * Serializes the work on one world. Work that takes longer than a slice continues in later turns of the event loop, and what arrives
 * meanwhile waits behind it. So each piece of work finds the world as the one before left it.
 */
export class Turns {
  readonly #sliceMs: number;
  readonly #waiting: Work[] = [];
  #current: { readonly work: Work; readonly steps: Steps<void> } | undefined;
  #isRunning = false;
  #isScheduled = false;
  #onIdle: (() => void)[] = [];

  /** `sliceMs`: 0 runs one step in each slice. */
  constructor(sliceMs = sliceMsDefault) {
    this.#sliceMs = sliceMs;
  }

  /** Whether work is under way that new work must wait for. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Begins the work now, if none is under way. Returns false if it is not completed yet. */
  take(work: Work): boolean {
    this.#waiting.push(work);
    if (this.#current === undefined) this.#work(this.#sliceMs);
    return this.#current?.work !== work && !this.#waiting.includes(work);
  }

  /** Does it before all work that waits already. */
  takeNext(work: Work): void {
    this.#waiting.unshift(work);
    if (this.#current === undefined) this.#work(this.#sliceMs);
  }

  /** The client that asked for this work has disconnected. */
  leave(work: Work): void {
    const place = this.#waiting.indexOf(work);
    if (place >= 0) this.#waiting.splice(place, 1);
    else if (this.#current?.work === work) this.#stop();
  }

  /** Calls `then` once no work is under way, which may be now. */
  whenIdle(then: () => void): void {
    if (this.#current === undefined) then();
    else this.#onIdle.push(then);
  }

  /** Completes, now, the work under way and all that waits. */
  completeAll(): void {
    if (!this.#isRunning) this.#work(Number.POSITIVE_INFINITY);
  }

  /** Drops the work under way if that is allowed, completes it otherwise, and refuses all waiting work for this reason. */
  close(because: string): void {
    const refused = this.#waiting.splice(0);
    const { work } = this.#current ?? {};
    if (work !== undefined && this.#stop()) refused.unshift(work);
    this.completeAll();
    for (const each of refused) each.refuse(because);
  }

  /** Drops the work under way. Returns false if it must not be dropped. */
  #stop(): boolean {
    if (this.#current?.work.mayStop !== true || this.#isRunning) return false;
    this.#current.steps.return();
    this.#current = undefined;
    return true;
  }

  #work(sliceMs: number): void {
    const until = performance.now() + sliceMs;
    while (this.#beginNext()) if (!this.#run(until)) return this.#schedule();
    const idle = this.#onIdle;
    this.#onIdle = [];
    for (const then of idle) then();
  }

  /** Returns false if no work is under way and none waits. */
  #beginNext(): boolean {
    if (this.#current !== undefined) return true;
    const work = this.#waiting.shift();
    if (work !== undefined) this.#current = { work, steps: work.steps() };
    return work !== undefined;
  }

  /** Runs until that wall-clock time. Returns true if the work is completed. */
  #run(until: number): boolean {
    if (this.#current === undefined) return true;
    const { work, steps } = this.#current;
    let isOver = false;
    this.#isRunning = true;
    try {
      do isOver = steps.next().done === true;
      while (!isOver && performance.now() < until);
    } catch (error) {
      isOver = true;
      work.fail(error);
    } finally {
      this.#isRunning = false;
      if (isOver) this.#current = undefined;
    }
    return isOver;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    scheduleSlice(() => {
      this.#isScheduled = false;
      this.#work(this.#sliceMs);
    });
  }
}

/** Does work before all that waits, and gives a promise of its result. */
export const takeTurn = <Result>(turns: Turns, steps: () => Steps<Result>): Promise<Result> =>
  new Promise((resolve, fail) => {
    const work = () => passOn(steps, resolve);
    turns.takeNext({ steps: work, fail, refuse: () => turns.takeNext({ steps: work, fail, refuse: fail }) });
  });

/** Takes the steps, and passes their result on. */
export function* passOn<Result>(steps: () => Steps<Result>, then: (result: Result) => void): Steps<void> {
  then(yield* steps());
}

/** Runs one slice in each turn of the event loop, however many are scheduled. */
const oneInATurn = (): ((slice: () => void) => void) => {
  const slices: (() => void)[] = [];
  const runSlice = (): void => {
    try {
      slices[0]?.();
    } finally {
      slices.shift();
      if (slices.length > 0) setImmediate(runSlice);
    }
  };
  return (slice) => {
    slices.push(slice);
    if (slices.length === 1) setImmediate(runSlice);
  };
};

/** The scheduler of slices of long work on worlds, and of pieces of long answers, which delay no work on a world. */
const scheduleSlice = oneInATurn();
export const schedulePiece = oneInATurn();
