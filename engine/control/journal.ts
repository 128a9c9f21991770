import { defaultLimits, type Limits } from '../api/reading/bounds.ts';
import type { Client, Request } from '../cloud/input.ts';
import type { RuleId } from '../cloud/rulebook/rules.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { abridge, bare, cutText } from './noted.ts';

/** A call as the journal stores it, with its answer. */
export interface JournalCall {
  /** Its number among all calls of the world, from 1. */
  readonly n: number;
  readonly operation: string;
  readonly client: Client;
  /** As the log stores it, without secrets; a long body is cut. */
  request: Request;
  /** Its entry in the log; null if it left none. */
  readonly seq: number | null;
  /** How many entries the log had once it was made. */
  readonly after: number;
  readonly at: VirtualTime;
  /** 0 while the call is pending. */
  status: number;
  rule: RuleId | undefined;
  answeredAt: VirtualTime | null;
  /** The body of its answer, cut if it is long, unless it has been dropped. */
  text: string | undefined;
  /** How many characters are stored of its request and its answer. */
  size: number;
}

/** The position of a call in the log. */
export type JournalPlace = Pick<JournalCall, 'seq' | 'after' | 'at'>;

/**
 * The newest calls and their answers, in a ring buffer with a bounded number of calls and of stored characters. Recording a short call
 * costs one object; nothing is copied or formatted until the journal is read.
 */
export class Journal {
  readonly #ring: JournalCall[] = [];
  readonly #callsMax: number;
  /** The most characters of one stored request or answer, and of all of them together. */
  readonly #textMax: number;
  readonly #textsMax: number;
  #count = 0;
  /** The characters of all stored requests and answers, and the number of the oldest call that may have any. */
  #texts = 0;
  #oldestText = 1;

  constructor(limits: Partial<Limits> = {}) {
    const { journalCalls, journalBody, journalBodies } = { ...defaultLimits, ...limits };
    this.#callsMax = journalCalls;
    this.#textMax = journalBody;
    this.#textsMax = journalBodies;
  }

  /** Records a call; returns the number by which to close it. */
  open(operation: string, client: Client, given: Request, { seq, after, at }: JournalPlace): number {
    const n = ++this.#count;
    const place = (n - 1) % this.#callsMax;
    this.#texts -= this.#ring[place]?.size ?? 0;
    const { request, size } = abridge(given, this.#textMax);
    this.#ring[place] = {
      n,
      operation,
      client,
      request,
      seq,
      after,
      at,
      status: 0,
      rule: undefined,
      answeredAt: null,
      text: undefined,
      size,
    };
    this.#add(size);
    return n;
  }

  /** Records the answer of a call, unless the call has been dropped meanwhile. */
  close(n: number, status: number, rule: RuleId | undefined, text: string | undefined, at: VirtualTime): void {
    const call = this.#at(n);
    if (call === undefined) return;
    call.status = status;
    call.rule = rule;
    call.answeredAt = at;
    if (text === undefined) return;
    call.text = cutText(text, this.#textMax);
    const size = Math.min(text.length, this.#textMax);
    call.size += size;
    this.#add(size);
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

  #add(size: number): void {
    this.#texts += size;
    while (this.#texts > this.#textsMax) this.#dropOldestText();
  }

  /** Pending calls are answered late, so the oldest call with a body need not be the one that was answered first. */
  #dropOldestText(): void {
    this.#oldestText = Math.max(this.#oldestText, this.forgotten + 1);
    const call = this.#at(this.#oldestText);
    this.#oldestText = this.#oldestText === this.#count ? 1 : this.#oldestText + 1;
    if (call === undefined || call.size === 0) return;
    this.#texts -= call.size;
    call.size = 0;
    call.text = undefined;
    call.request = bare(call.request);
  }
}
