import { EventEmitter, once } from 'node:events';
import { patienceMs } from '../patience.ts';

/** One server-sent event, its data read as JSON. */
export interface SentEvent {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and compares what it got
  readonly data: any;
}

/** A stream as a client reads it. */
export class EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: SentEvent[] = [];
  /** The text outside of events: comments, such as heartbeats. */
  comments = '';
  isEnded = false;
  readonly #leaving: AbortController;
  readonly #stirs = new EventEmitter();

  private constructor({ status, headers, body }: Response, leaving: AbortController) {
    this.status = status;
    this.headers = headers;
    this.#leaving = leaving;
    this.#read(body).catch(() => undefined);
  }

  /** Opens a stream. `inner` is the fetch to use for a stream without a socket. */
  static async open(url: string, headers: Readonly<Record<string, string>>, inner: typeof fetch = fetch): Promise<EventStream> {
    const leaving = new AbortController();
    const response = await inner(url, { headers: { accept: 'text/event-stream', ...headers }, signal: leaving.signal });
    return new EventStream(response, leaving);
  }

  /** Waits until there are so many events, and returns all of them. */
  async until(count: number): Promise<readonly SentEvent[]> {
    await this.#when(() => this.events.length >= count, `there are ${count} events`);
    return this.events;
  }

  /** Waits until the server ends the stream. */
  ended(): Promise<void> {
    return this.#when(() => this.isEnded, 'the stream ends');
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #when(holds: () => boolean, what: string): Promise<void> {
    const signal = AbortSignal.timeout(patienceMs);
    while (!holds()) {
      await once(this.#stirs, 'stir', { signal }).catch(() => {
        throw new Error(`it never happened that ${what}; there are ${this.events.length} events`);
      });
    }
  }

  async #read(body: Response['body']): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of body ?? []) {
      text += decoder.decode(piece, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#stirs.emit('stir');
    }
    this.isEnded = true;
    this.#stirs.emit('stir');
  }

  #take(block: string): void {
    const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
    if (id === undefined || data === undefined) this.comments += `${block}\n`;
    else this.events.push({ id, data: JSON.parse(data) });
  }
}
