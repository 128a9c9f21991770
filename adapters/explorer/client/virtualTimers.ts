import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { type FakeMethod, install } from '@sinonjs/fake-timers';
import type { VirtualTime } from '../../../engine/kernel/index.ts';
import { Choice } from '../../../engine/lab/explorer/index.ts';

type FakeClock = ReturnType<typeof install>;

/** Real ones: those of the modules are replaced while virtual timers are installed. */
const realImmediate = timers.setImmediate;
const realUUID = crypto.randomUUID;
const realRandom = Math.random;
const realAbortTimeout = AbortSignal.timeout;
const realWait = timersPromises.scheduler.wait;

/** What a client may tell the time by, or wait with. Promises and `nextTick` stay as they are. */
const replaced: FakeMethod[] = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
  'hrtime',
];

/**
 * The timers, clocks and random numbers of this thread, as virtual ones: globals, `node:timers`, `node:timers/promises`,
 * `AbortSignal.timeout`, `Math.random` and `crypto.randomUUID`. Installed before the client's module is loaded, which may keep some of
 * them. No time passes but by `fireNext`.
 */
export class VirtualTimers {
  readonly #clock: FakeClock;
  #startMs = 0;
  #choice = new Choice('', 'client');

  private constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  static install(): VirtualTimers {
    const clock = install({ now: 0, toFake: replaced, shouldClearNativeTimers: true, ignoreMissingTimers: true });
    const virtual = new VirtualTimers(clock);
    AbortSignal.timeout = abortAfter;
    timersPromises.scheduler.wait = (ms, options) => timersPromises.setTimeout(ms, undefined, options);
    Math.random = () => virtual.#random();
    crypto.randomUUID = globalThis.crypto.randomUUID = () => virtual.#uuid();
    syncBuiltinESMExports();
    return virtual;
  }

  /** Gives the thread back what it had. */
  uninstall(): void {
    this.#clock.uninstall();
    AbortSignal.timeout = realAbortTimeout;
    timersPromises.scheduler.wait = realWait;
    Math.random = realRandom;
    crypto.randomUUID = realUUID;
    // On the prototype there is the real one.
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
    syncBuiltinESMExports();
  }

  /** Begins a run: no timers, the start of its world, and its own random numbers. `startMs`: since 1970. */
  begin(startMs: number, seed: string): void {
    this.#clock.reset();
    this.#clock.setSystemTime(startMs);
    this.#startMs = startMs;
    this.#choice = new Choice(seed, 'client');
  }

  /** Since the start of the run. */
  get now(): VirtualTime {
    return (this.#clock.now - this.#startMs) as VirtualTime;
  }

  get isEmpty(): boolean {
    return this.#clock.countTimers() === 0;
  }

  /** Does that at this time, after all that was asked for before. */
  at(due: VirtualTime, work: () => void): void {
    this.#clock.setTimeout(work, Math.min(Math.max(0, due - this.now), longestMs));
  }

  /** Moves time to the next timer, and fires it. What it throws is thrown. */
  fireNext(): void {
    this.#clock.next();
  }

  #random(): number {
    return this.#choice.below(2 ** 32) / 2 ** 32;
  }

  #uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const hex = Array.from({ length: 32 }, () => this.#choice.below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** Node's timers are not longer. One that fires early sets another. */
const longestMs = 2_147_483_647;

/** fake-timers leaves this one, and `scheduler.wait`, to Node. */
const abortAfter = (ms: number): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
  return controller.signal;
};

/** Lets everything run that waits for no timer: once the event loop has turned, all promises that could go on have gone on. */
export const turn = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));
