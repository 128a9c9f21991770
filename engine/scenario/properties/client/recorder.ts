import type { Answer } from '../../../api/operation.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import {
  type AnswerReceived,
  beginExchange,
  type CallSent,
  type Exchange,
  loseAnswer,
  type OpenConnection,
  receiveAnswer,
} from './exchange.ts';

/** Notes the calls of a client in the order in which they are sent, and which of them were sent when an answer came. */
export class ExchangeRecorder {
  readonly #exchanges: Exchange[] = [];

  /** Every call so far, in the order in which they were sent. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Notes a call, and returns its number. */
  send(call: Omit<CallSent, 'number'>): number {
    return this.note(beginExchange({ ...call, number: this.#exchanges.length + 1 }));
  }

  /** Notes a call that is an exchange already. */
  note(exchange: Exchange): number {
    return this.#exchanges.push({ ...exchange, number: this.#exchanges.length + 1 });
  }

  answer(number: number, answer: AnswerReceived): void {
    this.#exchanges[number - 1] = receiveAnswer(this.#of(number), { after: this.#exchanges.length, ...answer });
  }

  /** The answer to a call of a scenario's step, which is no text yet. */
  answerStep(number: number, at: VirtualTime, { status, body, headers = {} }: Answer): void {
    const exchange = receiveAnswer(this.#of(number), { at, status, headers: Object.entries(headers), after: this.#exchanges.length });
    this.#exchanges[number - 1] = body === undefined ? exchange : { ...exchange, answer: body };
  }

  /** `words`: why the client gets no answer. */
  lose(number: number, at: VirtualTime, words: string): void {
    this.#exchanges[number - 1] = loseAnswer(this.#of(number), at, words, this.#exchanges.length);
  }

  /** The client has ended, and left the connection of a call open. */
  leaveOpen(number: number, open: OpenConnection): void {
    this.#exchanges[number - 1] = { ...this.#of(number), open };
  }

  #of(number: number): Exchange {
    return this.#exchanges[number - 1] as Exchange;
  }
}
