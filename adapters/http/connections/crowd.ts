import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';

/** How long requests are begun in one turn of the event loop. */
const turnMsDefault = 4;

interface QueuedRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Divides the requests that arrive in one turn of the event loop, which may be a thousand new connections at once: those that would make
 * the turn too long begin in later turns, one of each world at a time, so that a crowd at one world does not delay the others. Requests of
 * one world begin in the order in which they arrived.
 */
export class Crowd {
  readonly #listener: RequestListener;
  readonly #turnMs: number;
  readonly #now: () => number;
  /** By world, in the order in which their next requests begin. */
  readonly #waiting = new Map<string, QueuedRequest[]>();
  #turnEndsAt: number | undefined;

  constructor(listener: RequestListener, { turnMs = turnMsDefault, now = () => performance.now() } = {}) {
    this.#listener = listener;
    this.#turnMs = turnMs;
    this.#now = now;
  }

  /** Begins the request now, if the turn has time for it and none waits. */
  readonly take: RequestListener = (req, res) => {
    if (this.#waiting.size === 0 && this.#hasTime()) return this.#listener(req, res);
    const world = worldIn(req.url ?? '');
    const queue = this.#waiting.get(world);
    if (queue === undefined) this.#waiting.set(world, [{ req, res }]);
    else queue.push({ req, res });
  };

  #hasTime(): boolean {
    if (this.#turnEndsAt === undefined) {
      this.#turnEndsAt = this.#now() + this.#turnMs;
      setImmediate(() => this.#beginTurn());
    }
    return this.#now() < this.#turnEndsAt;
  }

  #beginTurn(): void {
    this.#turnEndsAt = undefined;
    while (this.#waiting.size > 0 && this.#hasTime()) this.#beginNext();
  }

  /** Of the world that has waited longest for one of its requests to begin. */
  #beginNext(): void {
    const [[world, queue] = ['', []]] = this.#waiting;
    const next = queue.shift();
    this.#waiting.delete(world);
    if (queue.length > 0) this.#waiting.set(world, queue);
    // A client that has left while it waited has asked for nothing.
    if (next !== undefined && !next.req.destroyed && !next.res.destroyed) this.#listener(next.req, next.res);
  }
}

/** The world that a path names; the default one has no name in it. */
const worldIn = (url: string): string => /^\/worlds\/([^/?]+)/.exec(url)?.[1] ?? '';
