import { setImmediate } from 'node:timers';
import type { Response } from 'express';
import type { LimitName, Limits } from '../../engine/api/index.ts';
import { schedulePiece } from '../host/call/turns.ts';

/** The most streams to ask for new bytes in one turn of the event loop, and the most to write to. */
const streamsAtOnce = 32;

/** The streams of a server whose clients have not read everything. Together they hold no more than the limit `streamsUnread`. */
export class UnreadStreams {
  readonly #limits: Pick<Limits, 'streamsUnread'>;
  readonly #behind = new Set<Outlet>();
  #due = new Set<() => void>();
  #ready: (() => void)[] = [];
  #sentInTurn = 0;
  #sum = 0;

  constructor(limits: Pick<Limits, 'streamsUnread'>) {
    this.#limits = limits;
  }

  /** How many bytes wait in all streams together. */
  get sum(): number {
    return this.#sum;
  }

  /** Notes that a stream has more bytes waiting than before, or fewer. If all have too many, the one with the most ends. */
  note(outlet: Outlet, bytes: number): void {
    this.#sum += bytes;
    if (outlet.waiting === 0) this.#behind.delete(outlet);
    else this.#behind.add(outlet);
    while (this.#sum > this.#limits.streamsUnread) {
      const [first, ...others] = this.#behind;
      if (first === undefined) return;
      others.reduce((most, other) => (other.waiting > most.waiting ? other : most), first).drop('streamsUnread');
    }
  }

  /** Calls `pull` in a later turn, once however often it is asked to: a few streams in each turn, so that calls have theirs in between. */
  pullSoon(pull: () => void): void {
    if (this.#due.size === 0) setImmediate(() => this.#pullSome());
    this.#due.add(pull);
  }

  forget(pull: () => void): void {
    this.#due.delete(pull);
  }

  /**
   * Calls `send` now, or in a later turn if this one has had a few: a thousand streams may become durable at once. Earlier requests are
   * sent first.
   */
  sendSoon(send: () => void): void {
    if (this.#sentInTurn === 0) setImmediate(() => this.#sendSome());
    if (this.#sentInTurn === streamsAtOnce) {
      this.#ready.push(send);
      return;
    }
    this.#sentInTurn += 1;
    send();
  }

  /** Sends all that waits for its turn: there may be no later one. */
  sendNow(): void {
    for (const send of this.#ready.splice(0)) send();
  }

  #sendSome(): void {
    const some = this.#ready.splice(0, streamsAtOnce);
    // While some wait, new ones wait behind them.
    this.#sentInTurn = streamsAtOnce;
    for (const send of some) send();
    if (this.#ready.length === 0) this.#sentInTurn = some.length;
    if (this.#sentInTurn > 0) setImmediate(() => this.#sendSome());
  }

  #pullSome(): void {
    let count = 0;
    for (const pull of this.#due) {
      if (count === streamsAtOnce) break;
      count += 1;
      this.#due.delete(pull);
      pull();
    }
    if (this.#due.size > 0) setImmediate(() => this.#pullSome());
  }
}

/**
 * Writes a stream no faster than its client reads. The waiting pieces are the same objects in every stream, so a thousand clients that do
 * not read hold only one copy of them.
 */
export class Outlet {
  readonly #res: Response;
  readonly #all: UnreadStreams;
  readonly #onDrop: (limit: LimitName) => void;
  #queue: Uint8Array[] = [];
  #waiting = 0;
  #isEnding = false;

  /** `onDrop`: says to the client why its stream ends. */
  constructor(res: Response, all: UnreadStreams, onDrop: (limit: LimitName) => void) {
    this.#res = res;
    this.#all = all;
    this.#onDrop = onDrop;
  }

  /** How many bytes wait here; Node and the operating system hold some more. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The number of bytes that the client has not read, as far as this process knows. */
  get unread(): number {
    return this.#waiting + this.#res.writableLength;
  }

  get isOver(): boolean {
    return this.#isEnding || this.#res.writableEnded || this.#res.destroyed;
  }

  send(pieces: readonly Uint8Array[]): void {
    let next = 0;
    // Corked, all pieces are one call of the operating system.
    this.#res.cork();
    while (next < pieces.length && this.#queue.length === 0 && !this.#res.writableNeedDrain) this.#res.write(pieces[next++]);
    this.#res.uncork();
    if (next === pieces.length) return;
    if (this.#queue.length === 0) this.#res.once('drain', this.#sendWaiting);
    const rest = pieces.slice(next);
    this.#queue.push(...rest);
    this.#add(countBytes(rest));
  }

  /** Calls `then` when all that waited is written, in a turn of the event loop that no other stream has. */
  whenWritten(then: () => void): void {
    if (this.#queue.length > 0 || this.#res.writableNeedDrain) this.#res.once('drain', () => this.whenWritten(then));
    else schedulePiece(then);
  }

  /** Ends the stream after the waiting pieces. */
  end(): void {
    this.#isEnding = true;
    if (this.#queue.length === 0) this.#res.end();
  }

  /** Ends the stream without the waiting pieces. */
  drop(limit: LimitName): void {
    this.forget();
    this.#isEnding = true;
    this.#onDrop(limit);
  }

  /** Forgets the waiting pieces. */
  forget(): void {
    this.#queue = [];
    this.#res.off('drain', this.#sendWaiting);
    this.#add(-this.#waiting);
  }

  readonly #sendWaiting = (): void => {
    let [next, bytes] = [0, 0];
    this.#res.cork();
    while (next < this.#queue.length && !this.#res.writableNeedDrain) {
      const piece = this.#queue[next++] as Uint8Array;
      bytes += piece.length;
      this.#res.write(piece);
    }
    this.#res.uncork();
    this.#queue = this.#queue.slice(next);
    this.#add(-bytes);
    if (this.#queue.length > 0) this.#res.once('drain', this.#sendWaiting);
    else if (this.#isEnding) this.#res.end();
  };

  #add(bytes: number): void {
    if (bytes === 0) return;
    this.#waiting += bytes;
    this.#all.note(this, bytes);
  }
}

export const countBytes = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);
