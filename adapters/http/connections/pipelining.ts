import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';

/** The server stops reading a connection with this many waiting requests, until all of them have begun. */
const readAheadMax = 64;

/**
 * Requests that a client sends without waiting for its answers. Each connection has one answer under way: the next request begins when
 * the operating system has taken the answer before it, so a client that does not read gets no more work done. Node itself would begin
 * all that one read brings, which may be thousands, and hold their answers.
 */
export class Pipelining {
  readonly #waitingMax: number;
  readonly #refuse: (socket: Socket) => void;
  readonly #waiting = new Map<Socket, number>();
  #sum = 0;

  /** `waitingMax`: how many requests may wait, on all connections together. `refuse`: ends the connection of one more. */
  constructor(waitingMax: number, refuse: (socket: Socket) => void) {
    this.#waitingMax = waitingMax;
    this.#refuse = refuse;
  }

  /** How many requests wait, on all connections together. */
  get waiting(): number {
    return this.#sum;
  }

  /** Whether requests of this connection wait. The rest of its bytes may stay unread meanwhile. */
  isHeldBack(socket: Socket): boolean {
    return (this.#waiting.get(socket) ?? 0) > 0;
  }

  /** The same listener, called for each request in its turn. */
  inTurn(listener: RequestListener): RequestListener {
    return (req, res) => {
      // Node gives a response its socket when the answer before it is out.
      if (res.socket !== null) listener(req, res);
      else if (!hasEnded(req.socket)) this.#wait(req, res, listener);
    };
  }

  #wait(req: IncomingMessage, res: ServerResponse, listener: RequestListener): void {
    const { socket } = req;
    if (this.#sum >= this.#waitingMax) return this.#refuse(socket);
    if (!this.#waiting.has(socket)) socket.once('close', () => this.#forget(socket));
    const count = this.#waiting.get(socket) ?? 0;
    this.#waiting.set(socket, count + 1);
    this.#sum += 1;
    if (count + 1 === readAheadMax) socket.pause();
    // In a turn of its own: an answer that the operating system takes at once would otherwise be followed by the next without a pause.
    const begin = () => {
      this.#leave(socket);
      if (!hasEnded(socket)) listener(req, res);
    };
    res.once('socket', () => setImmediate(begin));
  }

  #leave(socket: Socket): void {
    const count = this.#waiting.get(socket);
    if (count === undefined) return;
    this.#sum -= 1;
    this.#waiting.set(socket, count - 1);
    if (count === 1 && socket.isPaused()) socket.resume();
  }

  #forget(socket: Socket): void {
    this.#sum -= this.#waiting.get(socket) ?? 0;
    this.#waiting.delete(socket);
  }
}

/** Its side is closed, or refused: its other requests get no answer. */
const hasEnded = ({ destroyed, writableEnded }: Socket): boolean => destroyed || writableEnded;
