import { type Answer, answerUnknownPath } from '../../../engine/api/index.ts';
import { InvariantViolation, type VirtualTime } from '../../../engine/kernel/index.ts';
import { type Exchange, ExchangeRecorder } from '../../../engine/lab/explorer/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { formatBody } from '../../host/call/bodyText.ts';
import { writeHeaders } from '../../http/answers.ts';
import { type FetchCall, readFetchCall } from '../../http/fetchCall.ts';
import type { ClientHooks } from './hooks.ts';
import { findCallFate, type Network } from './network.ts';
import { inputFor, rowFor } from './request.ts';
import type { VirtualTimers } from './virtualTimers.ts';

/** The address of the world of a run. There is no socket. */
export const worldUrl = 'http://podsim.test';

/** The name of a step that makes the same call: its ids and draws follow from it. */
export const nameStep = (call: number): string => `call-${call}`;

/** A call that the world has: what makes the same call again, as a step of a scenario. */
export interface MadeCall {
  readonly number: number;
  readonly at: VirtualTime;
  readonly input: ReturnType<typeof inputFor>;
  readonly answer?: Answer;
}

/** The most calls of one run. */
export const callsMax = 3_000;

/**
 * The calls of a client to its world, in virtual time: a `fetch`, and what went through it. A call arrives at once and its answer comes
 * after the network's latency, or breaks on the way. While a call is held, the world's next event is a timer like the client's own.
 */
export class ClientCalls {
  readonly made: MadeCall[] = [];
  /** What the world or the bound says, once the run cannot go on. */
  ended: { readonly error: unknown } | { readonly bound: string } | undefined;
  /** The errors of `fetch` itself: a client that passes one on has given up. */
  readonly failures = new WeakSet<object>();
  readonly #recorder = new ExchangeRecorder();
  readonly #world: World;
  readonly #timers: VirtualTimers;
  readonly #network: Network;
  /** The calls that the world holds. */
  readonly #held = new Set<string>();
  readonly #hooks: ClientHooks;
  /** When the world is let go on next; undefined if it is not. */
  #pumpsAt: VirtualTime | undefined;
  /** The answers with a body, by the numbers of their calls. */
  readonly #responses = new Map<number, Response>();
  /** Calls whose arguments are still being read. */
  #reading = 0;

  constructor(world: World, timers: VirtualTimers, network: Network, hooks: ClientHooks) {
    this.#world = world;
    this.#hooks = hooks;
    this.#timers = timers;
    this.#network = network;
  }

  /** Every call so far, with its answer. */
  get exchanges(): readonly Exchange[] {
    return this.#recorder.exchanges;
  }

  /** Whether a call is on its way that no timer brings on. */
  get isBusy(): boolean {
    return this.#reading > 0;
  }

  readonly fetch: typeof fetch = async (resource, init) => {
    this.#reading += 1;
    const sent = await readFetchCall(resource, init, worldUrl).finally(() => {
      this.#reading -= 1;
    });
    sent.signal?.throwIfAborted();
    if (sent.url.origin !== worldUrl) throw this.#failure(`only ${worldUrl} can be reached, not ${sent.url.origin}`, 'ENOTFOUND');
    return new Promise<Response>((resolve, reject) => this.#guard(() => this.#send(sent, resolve, reject)));
  };

  #send(sent: FetchCall, resolve: (response: Response) => void, reject: (error: unknown) => void): void {
    if (this.exchanges.length >= callsMax) {
      this.ended = { bound: `calls: ${callsMax}` };
      return;
    }
    const { method, url, headers, body } = sent;
    const number = this.#recorder.send({
      sentAt: this.#timers.now,
      method,
      url: url.href,
      headers: Object.entries(headers),
      body: body?.toString(),
      because: this.#hooks.because,
    });
    const fate = findCallFate(this.#network, number);
    let isOver = false;
    const over = (end: () => void): void => {
      if (isOver) return;
      isOver = true;
      end();
    };
    const lose = (words: string, error: () => unknown): void =>
      over(() => {
        this.#recorder.lose(number, this.#timers.now, words);
        reject(error());
      });
    const arrive = (answer: Answer): void =>
      this.#later(() => {
        if (fate === 'answer lost' || answer.breaks !== undefined)
          return lose('the connection broke before the answer came', () => this.#failure('other side closed', 'UND_ERR_SOCKET'));
        over(() => resolve(this.#deliver(number, answer, sent)));
      });
    if (fate === 'request lost')
      return this.#later(() =>
        lose('the connection broke before the request arrived', () => this.#failure('connect ECONNREFUSED', 'ECONNREFUSED')),
      );
    const held = this.#call(number, sent, arrive);
    sent.signal?.addEventListener(
      'abort',
      () =>
        this.#guard(() =>
          lose('the client stopped waiting', () => {
            if (held !== undefined && this.#held.delete(held)) {
              this.#catchUp();
              this.#world.abandon(held);
            }
            return sent.signal?.reason;
          }),
        ),
      { once: true },
    );
  }

  /** Returns the id of the call in the world, where that holds it. */
  #call(number: number, sent: FetchCall, arrive: (answer: Answer) => void): string | undefined {
    const row = rowFor(sent);
    if (row === undefined) {
      arrive(answerUnknownPath(sent.url.pathname, this.#world.settings));
      return undefined;
    }
    const input = inputFor(row, sent, `step/${nameStep(number)}`);
    const at = this.#timers.now;
    const place = this.made.push({ number, at, input }) - 1;
    const take = (answer: Answer): void => {
      this.made[place] = { number, at, input, answer };
      arrive(answer);
    };
    const reply = this.#world.call({ ...input, at }, (answer) => {
      if ('held' in reply) this.#held.delete(reply.held);
      take(answer);
    });
    if ('answer' in reply) {
      this.pump();
      take(reply.answer);
      return undefined;
    }
    this.#held.add(reply.held);
    this.pump();
    return reply.held;
  }

  #deliver(number: number, answer: Answer, sent: FetchCall): Response {
    const { header, log } = this.#world;
    const stamp = { world: 'default', instant: header.definition.startMs + this.#timers.now, seq: log.length };
    const text = formatBody(answer);
    const flat = writeHeaders(answer, stamp, `req-${number}`);
    const headers: [string, string][] = [];
    for (let k = 0; k < flat.length; k += 2) headers.push([flat[k] as string, flat[k + 1] as string]);
    if (text !== undefined && answer.headers?.['content-type'] === undefined)
      headers.push(['content-type', 'application/json; charset=utf-8']);
    this.#recorder.answer(number, { at: this.#timers.now, status: answer.status, headers, body: text });
    const isEmpty = text === undefined || answer.status === 204 || sent.method === 'HEAD';
    const response = new Response(isEmpty ? null : text, { status: answer.status, headers });
    if (!isEmpty) this.#responses.set(number, response);
    return Object.defineProperty(response, 'url', { value: sent.url.href });
  }

  /** While the world holds calls, or a webhook may come of it, its next event is a timer. */
  pump(): void {
    const due = this.#world.nextDue;
    // What comes meanwhile may be due earlier.
    if (
      due === undefined ||
      (this.#pumpsAt !== undefined && this.#pumpsAt <= due) ||
      (this.#held.size === 0 && !this.#hooks.isAwaitedIn(this.#world))
    )
      return;
    this.#pumpsAt = due;
    this.#timers.at(due, () => {
      if (this.#pumpsAt !== due) return;
      this.#pumpsAt = undefined;
      this.#guard(() => this.#catchUp());
      this.pump();
    });
  }

  /** Does something else to the world, as of now. */
  inWorld(work: (world: World) => void): void {
    this.#guard(() => {
      this.#catchUp();
      work(this.#world);
    });
    this.pump();
  }

  /** Lets happen in the world what is due by now. */
  #catchUp(): void {
    const { now } = this.#timers;
    if (now > this.#world.now || (this.#world.nextDue ?? Number.POSITIVE_INFINITY) <= now) this.#world.runUntil(now);
  }

  /** The world and the connections as the client leaves them. */
  close(): void {
    for (const { number, answeredAt } of this.exchanges) if (answeredAt === undefined) this.#recorder.leaveOpen(number, 'pending');
    for (const [number, response] of this.#responses) if (!response.bodyUsed) this.#recorder.leaveOpen(number, 'unread');
    this.#guard(() => {
      this.#catchUp();
      this.#world.recordPending();
    });
  }

  #later(work: () => void): void {
    this.#timers.at((this.#timers.now + this.#network.latencyMs) as VirtualTime, work);
  }

  /** A world that broke takes no more calls, and that ends the run. */
  #guard(work: () => void): void {
    if (this.ended !== undefined) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error;
      this.ended = { error };
    }
  }

  /** What `fetch` rejects with where there is no connection. */
  #failure(words: string, code: string): TypeError {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error(words), { code }) });
    this.failures.add(error);
    return error;
  }
}
