import { connect, type Socket } from 'node:net';
import { patienceMs } from '../patience.ts';

/** An answer as received on a connection. */
export interface RawAnswer {
  readonly status: number;
  /** By their names in lower case. A header that came twice has both values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The answer is a stream whose end was not awaited: the connection has no further answers. */
  readonly goesOn: boolean;
}

/** The result of waiting for an answer: the answer, the end of the connection, or a timeout. */
export type Outcome = RawAnswer | 'closed' | 'silence';

/** A connection on which a test sends any bytes, and reads the answers in order. */
export class RawConnection {
  readonly #socket: Socket;
  #read: Buffer = Buffer.alloc(0);
  #stirred: () => void = () => undefined;
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#read = this.#read.length === 0 ? bytes : Buffer.concat([this.#read, bytes]);
      this.#stirred();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#closed());
    socket.on('end', () => this.#closed());
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((opened, failed) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => opened(new RawConnection(socket)));
      socket.once('error', failed);
    });
  }

  send(bytes: string | Uint8Array): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Ends the sending side of the connection, and keeps reading. */
  end(): void {
    this.#socket.end();
  }

  /** Stops reading. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Resets the connection: further writes of the other side fail. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Sends a well-formed request, and waits for its answer. */
  async ask(method: string, target: string, headers: RawHeaders, body?: string | Uint8Array): Promise<RawAnswer> {
    this.send(requestBytes(method, target, headers, body));
    const answer = await this.answer(method);
    if (typeof answer === 'string') throw new Error(`${method} ${target}: ${answer}`);
    return answer;
  }

  /** Waits for the answer to the next request, of this method. The timeout is long enough for a busy machine. */
  async answer(method = 'GET', withinMs = patienceMs): Promise<Outcome> {
    let isSilent = false;
    const alarm = setTimeout(() => {
      isSilent = true;
      this.#stirred();
    }, withinMs);
    try {
      for (;;) {
        const taken = answerIn(this.#read, method, this.isClosed);
        if (taken !== undefined) this.#read = this.#read.subarray(taken.length);
        if (taken?.answer !== undefined) return taken.answer;
        if (taken !== undefined) continue;
        if (this.isClosed) return 'closed';
        if (isSilent) return 'silence';
        await new Promise<void>((stirred) => {
          this.#stirred = stirred;
        });
      }
    } finally {
      clearTimeout(alarm);
    }
  }

  #closed(): void {
    this.isClosed = true;
    this.#stirred();
  }
}

export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** The bytes of a request, with the length of its body. */
export const requestBytes = (method: string, target: string, headers: RawHeaders, body?: string | Uint8Array): Buffer => {
  const bytes = body === undefined ? undefined : Buffer.from(body as string);
  const length = bytes === undefined ? [] : [['content-length', String(bytes.length)] as const];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return bytes === undefined ? head : Buffer.concat([head, bytes]);
};

interface Taken {
  /** Absent for an interim answer (100 Continue). */
  readonly answer?: RawAnswer;
  readonly length: number;
}

/** The first answer in the bytes, once it is complete. */
const answerIn = (bytes: Buffer, method: string, isClosed: boolean): Taken | undefined => {
  const headLength = bytes.indexOf('\r\n\r\n');
  if (headLength < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, headLength).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const from = headLength + 4;
  if (status < 200) return { length: from };
  const headers = headersOf(lines);
  const whole = (body: Buffer, length: number): Taken => ({ answer: { status, headers, body: body.toString(), goesOn: false }, length });
  if (method === 'HEAD' || status === 204 || status === 304) return whole(bytes.subarray(0, 0), from);
  if (headers['content-type']?.startsWith('text/event-stream') === true)
    return { answer: { status, headers, body: '', goesOn: true }, length: bytes.length };
  const rest = bytes.subarray(from);
  if (headers['transfer-encoding'] === 'chunked') {
    const chunked = chunkedIn(rest);
    return chunked === undefined ? undefined : whole(chunked.body, from + chunked.length);
  }
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (length === undefined) return isClosed ? whole(rest, bytes.length) : undefined;
  return rest.length < length ? undefined : whole(rest.subarray(0, length), from + length);
};

const headersOf = (lines: readonly string[]): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
};

const chunkedIn = (bytes: Buffer): { readonly body: Buffer; readonly length: number } | undefined => {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (next > bytes.length) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), length: next };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
};
