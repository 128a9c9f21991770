import { setImmediate } from 'node:timers';
import type { Steps } from '../../engine/index.ts';

/** How long work goes on before others have their turn: an answer on its way passes two or three such slices. */
const sliceMsDefault = 8;

/** Something that is done to a world: at once where it is short, in slices where it is long. */
export interface Work {
  readonly steps: () => Steps<void>;
  /** It threw. */
  readonly fail: (error: unknown) => void;
  /** It is not done, or not to its end, for this reason. */
  readonly refuse: (because: string) => void;
  /** It may be dropped midway, for it leaves the world as it is; any other is brought to its end. */
  readonly mayStop?: true;
}

/**
 * What is done to one world, one after the other. What takes longer than a slice goes on in later turns of the event loop, and what
 * comes meanwhile waits behind it: so everyone sees the world as one work leaves it to the next.
 */
export class Turns {
  readonly #sliceMs: number;
  readonly #waiting: Work[] = [];
  #current: { readonly work: Work; readonly steps: Steps<void> } | undefined;
  #isRunning = false;
  #isScheduled = false;
  #onIdle: (() => void)[] = [];

  /** `sliceMs`: 0 makes a slice of each step. */
  constructor(sliceMs = sliceMsDefault) {
    this.#sliceMs = sliceMs;
  }

  /** Something is under way, which what comes now waits for. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Begins it now, where nothing is under way; false where it is not over when this returns. */
  take(work: Work): boolean {
    this.#waiting.push(work);
    if (this.#current === undefined) this.#work(this.#sliceMs);
    return this.#current?.work !== work && !this.#waiting.includes(work);
  }

  /** Does it before all that waits already. */
  takeNext(work: Work): void {
    this.#waiting.unshift(work);
    if (this.#current === undefined) this.#work(this.#sliceMs);
  }

  /** Whoever asked for it has gone. */
  leave(work: Work): void {
    const place = this.#waiting.indexOf(work);
    if (place >= 0) this.#waiting.splice(place, 1);
    else if (this.#current?.work === work) this.#stop();
  }

  /** Calls `then` when nothing is under way, which may be now. */
  whenIdle(then: () => void): void {
    if (this.#current === undefined) then();
    else this.#onIdle.push(then);
  }

  /** Brings to its end now what is under way, and does what waits. */
  settle(): void {
    if (!this.#isRunning) this.#work(Number.POSITIVE_INFINITY);
  }

  /** For this reason ends what is under way, and does not do what waits. */
  close(because: string): void {
    const refused = this.#waiting.splice(0);
    const { work } = this.#current ?? {};
    if (work !== undefined && this.#stop()) refused.unshift(work);
    this.settle();
    for (const each of refused) each.refuse(because);
  }

  /** False where that is not possible. */
  #stop(): boolean {
    if (this.#current?.work.mayStop !== true || this.#isRunning) return false;
    this.#current.steps.return();
    this.#current = undefined;
    return true;
  }

  #work(sliceMs: number): void {
    const until = performance.now() + sliceMs;
    while (this.#begins()) if (!this.#run(until)) return this.#schedule();
    const idle = this.#onIdle;
    this.#onIdle = [];
    for (const then of idle) then();
  }

  /** False where nothing is under way, and nothing waits. */
  #begins(): boolean {
    if (this.#current !== undefined) return true;
    const work = this.#waiting.shift();
    if (work !== undefined) this.#current = { work, steps: work.steps() };
    return work !== undefined;
  }

  /** Goes on until then, by the clock of the machine; true where the work is over. */
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
    inTurn(() => {
      this.#isScheduled = false;
      this.#work(this.#sliceMs);
    });
  }
}

/** A promise that work is done, for those who wait for it in their own time. */
export const takeTurn = <Result>(turns: Turns, steps: () => Steps<Result>): Promise<Result> =>
  new Promise((resolve, fail) => {
    const work = function* (): Steps<void> {
      resolve(yield* steps());
    };
    turns.takeNext({ steps: work, fail, refuse: () => turns.takeNext({ steps: work, fail, refuse: fail }) });
  });

/** One slice in each turn of the event loop, of one world after the other: so it matters not how many work at once. */
const inTurn = (slice: () => void): void => {
  slices.push(slice);
  if (slices.length === 1) setImmediate(oneSlice);
};
const slices: (() => void)[] = [];

const oneSlice = (): void => {
  try {
    slices[0]?.();
  } finally {
    slices.shift();
    if (slices.length > 0) setImmediate(oneSlice);
  }
};
