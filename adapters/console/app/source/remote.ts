import type { DomainEvent } from '../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../../engine/simulator/index.ts';
import type { Source, SourceSink } from '../model/port/source.ts';
import { frameReader } from './eventStream.ts';
import { Inbox } from './inbox.ts';
import { followAnswers } from './liveAnswers.ts';
import { readDetail, readNewest, type Server, ServerTrouble } from './server.ts';

/** How well the page follows the log of a served world. */
export type Following =
  | { readonly state: 'reading' | 'live' }
  /** The connection is lost; the source tries again. */
  | { readonly state: 'away'; readonly because: string }
  /** The server wants a control token, or does not answer pages at all. */
  | { readonly state: 'locked'; readonly because: string }
  /** The world no longer exists. */
  | { readonly state: 'gone'; readonly because: string };

/** The parts of a remote source. Time and frames come from the page, or from a test. */
export interface RemoteParts {
  readonly server: Server;
  readonly world: string;
  readonly tell: (following: Following) => void;
  /** Told of the number of the newest entry that the server has. */
  readonly know: (newest: number) => void;
  /** The world was reset: everything read so far belongs to the old one. */
  readonly onReplaced: () => void;
  /** Calls back when the page draws next. */
  readonly onFrame: (work: () => void) => void;
  /** Waits before the next try to connect. */
  readonly pause: (ms: number) => Promise<void>;
}

/** An entry in the control plane's form: the fields of its event are beside its own. */
type Sent = { readonly seq: number; readonly at: number; readonly cause: number; readonly type: string };

interface EventsPage {
  readonly events: readonly Sent[];
  readonly next: number;
  readonly more: boolean;
}

/**
 * Reads the log of a served world: page by page up to its end, then as it grows, and again from where it stopped after each loss of the
 * connection. The page takes entries with its frames. If it cannot keep up, the source stops reading; the server then ends the stream, and
 * the source continues from the log.
 */
export const remoteSource = (parts: RemoteParts): Source => {
  const leaving = new AbortController();
  return {
    entriesMax,
    open: (sink) => void new RemoteReading(parts, sink, leaving.signal).run(),
    followAnswers: (take) => {
      const stopping = new AbortController();
      void followAnswers(parts, take, AbortSignal.any([leaving.signal, stopping.signal]));
      return () => stopping.abort();
    },
    close: () => leaving.abort(),
  };
};

class RemoteReading {
  readonly #parts: RemoteParts;
  readonly #sink: SourceSink;
  readonly #left: AbortSignal;
  readonly #inbox: Inbox;
  #header: string | undefined;
  /** The newest entry that was read, and its text. */
  #seq = 0;
  #newest = '';

  constructor(parts: RemoteParts, sink: SourceSink, left: AbortSignal) {
    this.#parts = parts;
    this.#sink = sink;
    this.#left = left;
    this.#inbox = new Inbox(parts.onFrame, (entries) => left.aborted || sink.append(entries));
  }

  async run(): Promise<void> {
    for (let tries = 0; !this.#left.aborted; tries++) {
      try {
        if (!(await this.#isSameWorld())) return this.#left.aborted ? undefined : this.#parts.onReplaced();
        await this.#readPages();
        await this.#inbox.whenEmpty();
        tries = 0;
        this.#sink.follow();
        await this.#readStream();
      } catch (error) {
        if (this.#left.aborted) return;
        const { status, message } = error instanceof ServerTrouble ? error : new ServerTrouble(0, String(error));
        if (status === 401 || status === 403) return this.#parts.tell({ state: 'locked', because: message });
        if (status === 404) return this.#parts.tell({ state: 'gone', because: message });
        this.#parts.tell({ state: 'away', because: message });
      }
      await this.#parts.pause(Math.min(longestPauseMs, shortestPauseMs * 2 ** tries));
    }
  }

  /** A reset world has another header, or another entry at the number of the newest one read. */
  async #isSameWorld(): Promise<boolean> {
    const { server, world } = this.#parts;
    const { body: header } = await server.read<LogHeader>(world, '_podsim/v1/log/header');
    if (this.#left.aborted) return false;
    const text = JSON.stringify(header);
    if (this.#header === undefined) {
      this.#header = text;
      this.#sink.begin(header, world);
    }
    if (text !== this.#header || this.#seq === 0) return text === this.#header;
    const { body } = await server.read<EventsPage>(world, `_podsim/v1/events?after=${this.#seq - 1}&limit=1`);
    return JSON.stringify(body.events[0]) === this.#newest;
  }

  async #readPages(): Promise<void> {
    const { server, world, tell, know } = this.#parts;
    tell({ state: 'reading' });
    const limit = Math.min(pageLength, await server.readPageLimit(world));
    for (let more = true; more && !this.#left.aborted; ) {
      await this.#inbox.room();
      const { body, newest } = await server.read<EventsPage>(world, `_podsim/v1/events?after=${this.#seq}&limit=${limit}`);
      know(newest);
      this.#take(body.events);
      more = body.more;
    }
  }

  async #readStream(): Promise<void> {
    const { server, world, tell, know } = this.#parts;
    const silence = new AbortController();
    const headers = { accept: 'text/event-stream', 'last-event-id': String(this.#seq) };
    const response = await server.open(world, '_podsim/v1/events', { headers, signal: AbortSignal.any([this.#left, silence.signal]) });
    // More entries arrived meanwhile than a stream begins with.
    if (response.status === 409) return;
    if (response.status !== 200 || response.body === null)
      throw new ServerTrouble(response.status, readDetail(response.status, await response.text()));
    know(readNewest(response));
    tell({ state: 'live' });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const read = frameReader<Sent>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      while (true) {
        await this.#inbox.room();
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        const { value, done } = await reader.read();
        if (done) return;
        this.#take(read(value));
        know(this.#seq);
      }
    } finally {
      clearTimeout(timer);
      reader.cancel().catch(() => undefined);
    }
  }

  #take(some: readonly Sent[]): void {
    const last = some.at(-1);
    if (last === undefined || this.#left.aborted) return;
    const fresh = some.filter(({ seq }) => seq > this.#seq);
    this.#inbox.put(fresh.map(readEntry));
    this.#seq = last.seq;
    this.#newest = JSON.stringify(last);
  }
}

const readEntry = ({ seq, at, cause, ...event }: Sent): LogEntry<DomainEvent> =>
  ({ seq, at, cause, event }) as unknown as LogEntry<DomainEvent>;

/** The most entries that the page holds: at 500 a second, those of some minutes. The server has all. */
const entriesMax = 150_000;

/** Entries in one answer. */
const pageLength = 1_000;

const shortestPauseMs = 250;
const longestPauseMs = 8_000;

/** The server sends something every 15 seconds: after this time, the connection is dead. */
const silenceMs = 40_000;
