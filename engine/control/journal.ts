import { defaultLimits, type Limits } from '../api/bounds.ts';
import type { Client, Request } from '../input.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** A call as the journal keeps it: what came, and what was answered. */
export interface JournalCall {
  /** From 1, over all calls that ever came. */
  readonly n: number;
  readonly operation: string;
  readonly client: Client;
  /** As the log keeps it, without what nobody is to keep. */
  readonly request: Request;
  /** Its entry in the log; null where it left none. */
  readonly seq: number | null;
  readonly at: VirtualTime;
  /** 0 while it is held. */
  status: number;
  rule: string | undefined;
  answeredAt: VirtualTime | null;
  /** The body of its answer, unless it is too long or was one of too many. */
  text: string | undefined;
}

/**
 * The newest calls, and how they were answered: a ring. A call costs it an object and nothing else; nothing is copied or
 * put into words before somebody looks.
 */
export class Journal {
  readonly #ring: JournalCall[] = [];
  readonly #callsMax: number;
  /** How long a body may be that is kept, in characters, and how long all of them together. */
  readonly #textMax: number;
  readonly #textsMax: number;
  #count = 0;
  /** The characters of all the bodies that are kept, and the number of the oldest call that may have one. */
  #texts = 0;
  #oldestText = 1;

  constructor(limits: Partial<Limits> = {}) {
    const { journalCalls, journalBody, journalBodies } = { ...defaultLimits, ...limits };
    this.#callsMax = journalCalls;
    this.#textMax = journalBody;
    this.#textsMax = journalBodies;
  }

  /** A call came; gives the number by which to close it. */
  opened(operation: string, client: Client, request: Request, seq: number | null, at: VirtualTime): number {
    const n = ++this.#count;
    const place = (n - 1) % this.#callsMax;
    this.#texts -= this.#ring[place]?.text?.length ?? 0;
    this.#ring[place] = { n, operation, client, request, seq, at, status: 0, rule: undefined, answeredAt: null, text: undefined };
    return n;
  }

  /** It was answered. A call that has been forgotten meanwhile stays so. */
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

  /** The calls that are kept, the newest first. */
  *newest(): IterableIterator<JournalCall> {
    for (let n = this.#count; n > this.forgotten; n--) yield this.#ring[(n - 1) % this.#callsMax] as JournalCall;
  }

  /** How many calls there were that are not kept any more. */
  get forgotten(): number {
    return Math.max(0, this.#count - this.#callsMax);
  }

  #at(n: number): JournalCall | undefined {
    const call = this.#ring[(n - 1) % this.#callsMax];
    return call?.n === n ? call : undefined;
  }

  /** Held calls are answered late: the oldest call with a body need not be the one that was answered first. */
  #dropOldestText(): void {
    this.#oldestText = Math.max(this.#oldestText, this.forgotten + 1);
    const call = this.#at(this.#oldestText);
    this.#oldestText = this.#oldestText === this.#count ? 1 : this.#oldestText + 1;
    this.#texts -= call?.text?.length ?? 0;
    if (call !== undefined) call.text = undefined;
  }
}
