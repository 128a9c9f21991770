import { AsyncLocalStorage } from 'node:async_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { InvalidArgument, type Json, parseDuration, sayDuration } from '../../engine/kernel/index.ts';
import type { WebhookPost } from '../host/webhook/webhooks.ts';
import { nextTurn, PendingWebhooks } from './pendingWebhooks.ts';

/**
 * Takes the webhooks of a world, whatever their URLs, in place of the network. Returns the status that it answers, or a promise of it;
 * 200 where it returns nothing. The answer is an input of the world, so a rerun needs no handler.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing
export type WebhookHandler = (webhook: WebhookPost) => number | void | Promise<number | void>;

/** Less than test runners give a test, so that the test fails with the reason. */
const timeoutDefault = '4s';

/** The webhooks that a test's handler takes. */
export class Webhooks extends PendingWebhooks {
  readonly #handler: WebhookHandler;
  readonly #timeoutMs: number;
  readonly #errors: unknown[] = [];
  /** The answer that the running code belongs to. */
  readonly #answering = new AsyncLocalStorage<{ isSettled: boolean }>();

  /** `timeout`: how long the handler may take, in real time. */
  constructor(handler: WebhookHandler, timeout: string = timeoutDefault) {
    super();
    const ms = parseDuration(timeout);
    // Node has no longer timers.
    if (ms === undefined || ms < 1 || ms >= 2 ** 31)
      throw new InvalidArgument(`createWorld: webhookTimeout '${timeout}' is no duration of real time from 1ms to 24d, such as 4s`);
    this.#handler = handler;
    this.#timeoutMs = ms;
  }

  override async refuseInside(call: string): Promise<void> {
    const answering = this.#answering.getStore();
    if (answering === undefined) return;
    // A handler that does not await the call has returned by then.
    await nextTurn();
    if (!answering.isSettled)
      throw new InvalidArgument(
        `onWebhook: ${call} waits until this handler has answered, and the handler awaits ${call}: let it return first, and call ${call} in the test`,
      );
  }

  /** Throws the first error of the handler since the last call. */
  override rethrow(): void {
    if (this.#errors.length > 0) throw this.#errors.splice(0)[0];
  }

  /** A server whose handler throws answers 500; one whose handler takes too long does not answer, 0. The test gets the error, too. */
  protected async answer({ payload, ...post }: WebhookPost): Promise<number> {
    // The world is still changing.
    await Promise.resolve();
    const answering = { isSettled: false };
    try {
      const webhook = { ...post, payload: JSON.parse(JSON.stringify(payload)) as Json };
      const status = await this.#inTime(
        post,
        this.#answering.run(answering, () => this.#handler(webhook)),
      );
      if (Number.isInteger(status) && status >= 100 && status <= 599) return status;
      throw new TypeError(`onWebhook: must return a status such as 200, or nothing; it returned ${JSON.stringify(status)}`);
    } catch (error) {
      this.#errors.push(error);
      return error instanceof NoAnswer ? 0 : 500;
    } finally {
      answering.isSettled = true;
    }
  }

  /** The status that the handler returns, unless it takes too long. */
  async #inTime(post: Omit<WebhookPost, 'payload'>, answer: ReturnType<WebhookHandler>): Promise<number> {
    if (answer === undefined || typeof answer === 'number') return answer ?? 200;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer(post, this.#timeoutMs)), this.#timeoutMs);
    });
    return (await Promise.race([answer, late]).finally(() => clearTimeout(timer))) ?? 200;
  }
}

class NoAnswer extends Error {
  constructor({ jobId, attempt }: Pick<WebhookPost, 'jobId' | 'attempt'>, ms: number) {
    super(
      `onWebhook: the promise for attempt ${attempt} of the webhook of ${jobId} was not settled within ${sayDuration(ms)} of real time ` +
        '(webhookTimeout), so the log says that no answer came. Settle it in any case, and await nothing in it that waits for this world: ' +
        'world.advance and dispose wait for the handler, and a call that is held waits for the clock. ' +
        'If the handler needs longer, give createWorld a longer `webhookTimeout`',
    );
  }
}
