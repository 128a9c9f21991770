/**
 * The calls by which real workers wait for work. A worker does not wait for virtual time: whatever the clock does, its call is answered
 * after a while of wall-clock time, and it asks again (worker-api.take).
 */
export class Polls {
  readonly #waitMs: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Calls `end` once the wait is over, unless the poll is forgotten before. */
  begin(callId: string, end: () => void): void {
    this.#timers.set(
      callId,
      setTimeout(() => {
        this.#timers.delete(callId);
        end();
      }, this.#waitMs).unref(),
    );
  }

  has(callId: string): boolean {
    return this.#timers.has(callId);
  }

  forget(callId: string): void {
    clearTimeout(this.#timers.get(callId));
    this.#timers.delete(callId);
  }
}

/** Shorter than the 90 s after which workers give up, and than the minute after which proxies cut idle connections. */
export const pollWaitMsDefault = 30_000;
