import { setImmediate } from 'node:timers';
import type { DomainEvent } from '../../engine/cloud/index.ts';
import { InvalidArgument, type LogEntry } from '../../engine/kernel/index.ts';
import { webhookAnswerMsMax, webhookRequest } from '../host/webhook/request.ts';
import type { WebhookPost, WebhookReceiver } from '../host/webhook/webhooks.ts';

/** Throws if the webhooks of a world cannot be posted from now on. */
export const checkMayPost = (given: { readonly onWebhook?: unknown }, past: Iterable<LogEntry<DomainEvent>>, waiting: number): void => {
  if (given.onWebhook !== undefined)
    throw new InvalidArgument("world.listen: onWebhook takes the webhooks of this world: leave out webhooks: 'post'");
  if (waiting > 0 || [...past].some(({ event }) => event.type === 'JobQueued' && event.terms.webhook !== null))
    throw new InvalidArgument("world.listen: give webhooks: 'post' before the first job with a webhook, and before a call that waits");
};

/** Webhooks of a world, whose answers the clock of a test waits for. */
export abstract class PendingWebhooks {
  /** Each resolves once its answer is in the log. */
  readonly #pending = new Set<Promise<void>>();

  /** Whether a webhook was posted whose answer is not in the log yet. */
  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  readonly receive: WebhookReceiver = (post) => {
    const answer = this.answer(post);
    const logged = answer.then(nextTurn).then(() => {
      this.#pending.delete(logged);
    });
    this.#pending.add(logged);
    return answer;
  };

  /** Resolves once every answer is in the log. */
  async whenAnswered(): Promise<void> {
    while (this.isPending) await Promise.all(this.#pending);
  }

  /** Rejects if the caller is what gives an answer: to wait for all of them there would never end. */
  async refuseInside(_call: string): Promise<void> {}

  /** Throws the first error of the test's handler since the last call. */
  rethrow(): void {}

  /** The status of the receiver; 0 if it gives none. Called while the world is changing; must not reject. */
  protected abstract answer(post: WebhookPost): Promise<number>;
}

/** Posts webhooks to their URLs over the network. */
export class NetworkWebhooks extends PendingWebhooks {
  protected async answer({ url, payload }: WebhookPost): Promise<number> {
    try {
      const { status, body } = await fetch(url, { ...webhookRequest(payload), signal: AbortSignal.timeout(webhookAnswerMsMax) });
      await body?.cancel();
      return status;
    } catch {
      return 0;
    }
  }
}

/** Imported by name, so that a test's fake timers do not replace it. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
