import { setImmediate } from 'node:timers';
import type { Json } from '../../engine/index.ts';
import type { WebhookPost, WebhookReceiver } from '../host/webhooks.ts';

/**
 * Takes the webhooks of a world, whatever their URLs, in place of the network. Returns the status that it answers, or a promise of it;
 * 200 where it returns nothing. The answer is an input of the world, so a rerun needs no handler.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing
export type WebhookHandler = (webhook: WebhookPost) => number | void | Promise<number | void>;

/** The webhooks that a test's handler takes. */
export class Webhooks {
  readonly #handler: WebhookHandler;
  readonly #errors: unknown[] = [];
  #pending = 0;

  constructor(handler: WebhookHandler) {
    this.#handler = handler;
  }

  /** Whether a webhook was posted whose answer is not in the log yet. */
  get isPending(): boolean {
    return this.#pending > 0;
  }

  readonly receive: WebhookReceiver = async (post) => {
    this.#pending += 1;
    // The world is still changing.
    await Promise.resolve();
    const status = await this.#answerTo(post);
    // Once the log has the answer.
    setImmediate(() => {
      this.#pending -= 1;
    });
    return status;
  };

  /** Resolves once every answer is in the log. */
  async answered(): Promise<void> {
    while (this.isPending) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Throws the first error of the handler since the last call. */
  rethrow(): void {
    if (this.#errors.length > 0) throw this.#errors.splice(0)[0];
  }

  /** A server whose handler throws answers 500. The test gets the error, too. */
  async #answerTo({ payload, ...post }: WebhookPost): Promise<number> {
    try {
      const status = (await this.#handler({ ...post, payload: JSON.parse(JSON.stringify(payload)) as Json })) ?? 200;
      if (Number.isInteger(status) && status >= 100 && status <= 599) return status;
      throw new TypeError(`onWebhook: must return a status such as 200, or nothing; it returned ${JSON.stringify(status)}`);
    } catch (error) {
      this.#errors.push(error);
      return 500;
    }
  }
}
