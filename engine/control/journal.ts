import { defaultLimits, type Limits } from '../api/bounds.ts';
import type { Client, Request } from '../input.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** A call as the journal stores it, with its answer. */
export interface JournalCall {
  /** Its number among all calls of the world, from 1. */
  readonly n: number;
  readonly operation: string;
  readonly client: Client;
  /** As the log stores it, without secrets. */
  readonly request: Request;
  /** Its entry in the log; null if it left none. */
  readonly seq: number | null;
  readonly at: VirtualTime;
  /** 0 while the call is pending. */
  status: number;
  rule: string | undefined;
  answeredAt: VirtualTime | null;
  /** The body of its answer, unless it was too long or has been dropped. */
  text: string | undefined;
}

/**
 * The newest calls and their answers, in a ring buffer. Recording a call costs one object; nothing is copied or formatted
 * until the journal is read.
 */
export class Journal {
  readonly #ring: JournalCall[] = [];
  readonly #callsMax: number;
  /** The most characters of one stored body, and of all of them together. */
  readonly #textMax: number;
  readonly #textsMax: number;
  #count = 0;
  /** The characters of all stored bodies, and the number of the oldest call that may have one. */
  #texts = 0;
  #oldestText = 1;

  constructor(limits: Partial<Limits> = {}) {
    const { journalCalls, journalBody, journalBodies } = { ...defaultLimits, ...limits };
    this.#callsMax = journalCalls;
    this.#textMax = journalBody;
    this.#textsMax = journalBodies;
  }

  /** Records a call; returns the number by which to close it. */
  opened(operation: string, client: Client, request: Request, seq: number | null, at: VirtualTime): number {
    const n = ++this.#count;
    const place = (n - 1) % this.#callsMax;
    this.#texts -= this.#ring[place]?.text?.length ?? 0;
    this.#ring[place] = { n, operation, client, request, seq, at, status: 0, rule: undefined, answeredAt: null, text: undefined };
    return n;
  }

  /** Records the answer of a call, unless the call has been dropped meanwhile. */
  closed(n: number, status: number, rule: string | undefined, text: string | undefined, at: VirtualTime): void {
    const call = this.#at(n);
    if (call === undefined) return;
    call.status = status;
    call.rule = rule;
    call.answeredAt = at;
    if (text === undefined || text.length > this.#textMax) return;
    call.text = text;
    this.#texts += text.length;
    while (this.#texts > this.#textsMax) this.#dropOldestText();
  }

  /** The recorded calls, newest first. */
  *newest(): IterableIterator<JournalCall> {
    for (let n = this.#count; n > this.forgotten; n--) yield this.#ring[(n - 1) % this.#callsMax] as JournalCall;
  }

  /** How many calls have been dropped. */
  get forgotten(): number {
    return Math.max(0, this.#count - this.#callsMax);
  }

  #at(n: number): JournalCall | undefined {
    const call = this.#ring[(n - 1) % this.#callsMax];
    return call?.n === n ? call : undefined;
  }

  /** Pending calls are answered late, so the oldest call with a body need not be the one that was answered first. */
  #dropOldestText(): void {
    this.#oldestText = Math.max(this.#oldestText, this.forgotten + 1);
    const call = this.#at(this.#oldestText);
    this.#oldestText = this.#oldestText === this.#count ? 1 : this.#oldestText + 1;
    this.#texts -= call?.text?.length ?? 0;
    if (call !== undefined) call.text = undefined;
  }
}
