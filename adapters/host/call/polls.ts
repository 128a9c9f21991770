/**
 * The calls by which real workers wait for work. A worker does not wait for virtual time: whatever the clock does, its call is answered
 * after a while of wall-clock time, and it asks again (worker-api.take).
 */
export class Polls {
  #waitMs: number;
  readonly #timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly end: () => void }>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Calls `end` once the wait is over, unless the poll is forgotten before. */
  begin(callId: string, end: () => void): void {
    const over = () => {
      this.forget(callId);
      end();
    };
    this.#timers.set(callId, { timer: setTimeout(over, this.#waitMs).unref(), end: over });
  }

  /** Ends all waits now, and keeps later ones short: the workers should stop, and each ends only once its calls have been answered. */
  hurry(): void {
    this.#waitMs = Math.min(this.#waitMs, hurriedMs);
    for (const { end } of [...this.#timers.values()]) end();
  }

  has(callId: string): boolean {
    return this.#timers.has(callId);
  }

  forget(callId: string): void {
    clearTimeout(this.#timers.get(callId)?.timer);
    this.#timers.delete(callId);
  }
}

/** Long enough that a worker that keeps polling does not use the whole processor. */
const hurriedMs = 200;

/** Shorter than the 90 s after which workers give up, and than the minute after which proxies cut idle connections. */
export const pollWaitMsDefault = 30_000;
