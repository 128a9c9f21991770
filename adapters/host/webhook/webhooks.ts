import { readOrigin } from '../../../engine/api/index.ts';
import { type StateChange, webhookPayload } from '../../../engine/cloud/index.ts';
import type { Json, VirtualTime } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { webhookAnswerMsMax, webhookRequest } from './request.ts';

/** A webhook that a world says was posted. */
export interface WebhookPost {
  readonly jobId: string;
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** In ms since the world's start. */
  readonly postedAt: VirtualTime;
  /** The ended job, with the submitted input. */
  readonly payload: Json;
}

/** Takes the webhooks of a world in place of the network, and answers with a status. Called while the world is changing. */
export type WebhookReceiver = (post: WebhookPost) => Promise<number>;

export interface DeliveryOptions {
  /** The allowed origins of receivers, such as `http://127.0.0.1:9999`, from the world's definition. */
  readonly allowed: readonly string[];
  readonly receiver?: WebhookReceiver | undefined;
  /** Reports the status that a receiver answered, 0 if no answer came. Never called while the world is changing. */
  readonly report: (jobId: string, attempt: number, status: number) => void;
  /** Calls `then` once the world as it is now is durable, because a post cannot be taken back. Calls it at once unless given. */
  readonly onceKept?: (then: () => void) => void;
  /** How long a receiver may take to answer. */
  readonly timeoutMs?: number;
  /** How many webhooks are posted at the same time; the others wait in order. */
  readonly atOnce?: number;
}

export interface Deliveries {
  /** Posts the webhooks again that a recovered world has posted, and that have no reported answer. */
  readonly takeUp: (world: World) => void;
  /** Must be called for every change of the world. */
  readonly onChange: (change: StateChange) => void;
  /** Drops the waiting posts, aborts those under way, and reports no more. Resolves once no post is under way. */
  readonly close: () => Promise<void>;
}

/**
 * Posts over the network the webhooks that a world says were posted (`JobWebhookPosted`), and reports each answer. Whether there is
 * another attempt is the world's decision.
 */
export const deliverWebhooks = (options: DeliveryOptions): Deliveries => {
  const queue = new Queue(options);
  return {
    takeUp: ({ state }) => {
      for (const job of state.all('job')) {
        if (job.webhookPostedAt === null || job.webhookDue) continue;
        const { id: jobId, terms, webhookTries: attempt, webhookPostedAt: postedAt } = job;
        queue.add({ jobId, url: terms.webhook ?? '', attempt, postedAt, payload: webhookPayload(job) });
      }
    },
    onChange: ({ kind, event, at: postedAt }) => {
      if (kind !== 'job') return;
      if (event.type === 'JobWebhookPosted') queue.add({ ...event, postedAt });
      // The post itself is not stopped. But its answer must not count for the job's next end, and a job that was removed needs no answer.
      if (event.type === 'JobRetried' || event.type === 'JobExpired') queue.forget(event.jobId);
    },
    close: () => queue.close(),
  };
};

const atOnceDefault = 8;

/** At most this many wait. One more is reported at once, as if its receiver had not answered. */
const waitingMax = 10_000;

interface Delivery extends WebhookPost {
  readonly stop: AbortController;
  /** Its answer is still to be reported. */
  isAwaited: boolean;
}

/** Posts a limited number at the same time, the others in order. */
class Queue {
  readonly #options: DeliveryOptions;
  readonly #allowed: ReadonlySet<string>;
  /** Deliveries whose world is not durable yet. */
  readonly #held = new Set<Delivery>();
  readonly #waiting: Delivery[] = [];
  readonly #underway = new Map<Delivery, Promise<void>>();
  #closed = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#allowed = new Set(options.allowed.flatMap((text) => readOrigin(text) ?? []));
  }

  add({ jobId, url, attempt, postedAt, payload }: WebhookPost): void {
    const delivery: Delivery = { jobId, url, attempt, postedAt, payload, stop: new AbortController(), isAwaited: true };
    const { onceKept = (then) => then() } = this.#options;
    this.#held.add(delivery);
    onceKept(() => {
      this.#held.delete(delivery);
      this.#post(delivery);
    });
  }

  #post(delivery: Delivery): void {
    if (this.#closed) return;
    // Not synchronously: the world is still changing.
    if (this.#waiting.length >= waitingMax) return queueMicrotask(() => this.#report(delivery, 0));
    this.#waiting.push(delivery);
    this.#next();
  }

  forget(jobId: string): void {
    for (const delivery of [...this.#held, ...this.#waiting, ...this.#underway.keys()])
      if (delivery.jobId === jobId) delivery.isAwaited = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.length = 0;
    for (const { stop } of this.#underway.keys()) stop.abort();
    await Promise.all(this.#underway.values());
  }

  #next(): void {
    if (this.#closed || this.#underway.size >= (this.#options.atOnce ?? atOnceDefault)) return;
    const delivery = this.#waiting.shift();
    if (delivery !== undefined) this.#underway.set(delivery, this.#deliver(delivery));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const status = await this.#postOnce(delivery);
    this.#underway.delete(delivery);
    this.#report(delivery, status);
    this.#next();
  }

  /** Posts the webhook, and returns the status of the answer; 0 without an answer, or if the receiver's origin is not allowed. */
  async #postOnce({ stop, isAwaited: _, ...post }: Delivery): Promise<number> {
    const { url, payload } = post;
    if (this.#options.receiver !== undefined) return this.#options.receiver(post).catch(() => 0);
    if (!this.#allowed.has(readOrigin(url) ?? '')) return 0;
    const timer = setTimeout(() => stop.abort(), this.#options.timeoutMs ?? webhookAnswerMsMax);
    try {
      const response = await fetch(url, { ...webhookRequest(payload), signal: stop.signal });
      // Only the status matters: the rest of the answer is not read.
      stop.abort();
      return response.status;
    } catch {
      return 0;
    } finally {
      clearTimeout(timer);
    }
  }

  #report({ jobId, attempt, isAwaited }: Delivery, status: number): void {
    if (this.#closed || !isAwaited) return;
    try {
      this.#options.report(jobId, attempt, status);
    } catch {
      // A world that has stopped says so in its next answer; a webhook is no reason to stop the server.
    }
  }
}
