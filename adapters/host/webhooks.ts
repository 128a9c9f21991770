import { type Json, type StateChange, type World, webhookBody } from '../../engine/index.ts';

export interface DeliveryOptions {
  /** The only origins that are posted to, such as `http://127.0.0.1:9999`: those of the world's definition. */
  readonly allowed: readonly string[];
  /** Hears what a receiver answered, 0 where no answer came; never while the world is changing. */
  readonly report: (jobId: string, attempt: number, status: number) => void;
  /** Calls `then` once the world as it is now is kept, for what was posted cannot be taken back; at once unless given. */
  readonly onceKept?: (then: () => void) => void;
  /** How long a receiver may take to answer. */
  readonly timeoutMs?: number;
  /** How many webhooks are on their way at once; the others wait in order. */
  readonly atOnce?: number;
}

export interface Deliveries {
  /** Posts what a world that is served again says was posted, and has heard nothing of. */
  readonly takeUp: (world: World) => void;
  /** Must be told of every change of the world. */
  readonly onChange: (change: StateChange) => void;
  /** Gives up what waits and what is on its way, and reports no more of it; done once nothing is on its way. */
  readonly close: () => Promise<void>;
}

/**
 * Really posts the webhooks that a world says were posted (`JobWebhookPosted`), and reports what comes of each. Whether
 * there is another try is for the world to say.
 */
export const deliverWebhooks = (options: DeliveryOptions): Deliveries => {
  const queue = new Queue(options);
  return {
    takeUp: ({ state }) => {
      for (const job of state.all('job')) {
        if (job.webhookPostedAt === null || job.webhookDue) continue;
        queue.add(deliveryOf({ jobId: job.id, url: job.terms.webhook ?? '', attempt: job.webhookTries }, webhookBody(job)));
      }
    },
    onChange: ({ kind, event, entity }) => {
      if (kind !== 'job') return;
      if (event.type === 'JobWebhookPosted') queue.add(deliveryOf(event, webhookBody(entity)));
      // It is posted all the same; but its answer must not be taken for that of the job's next end, and of a job that is gone nobody asks.
      if (event.type === 'JobRetried' || event.type === 'JobExpired') queue.forget(event.jobId);
    },
    close: () => queue.close(),
  };
};

const timeoutMsDefault = 10_000;
const atOnceDefault = 8;

/** So many may wait for their turn; one more is given up for now, as if its receiver had not answered. */
const waitingMax = 10_000;

interface Delivery {
  readonly jobId: string;
  readonly url: string;
  readonly attempt: number;
  /** The job as it was when it was to be posted. */
  readonly body: Json;
  readonly stop: AbortController;
  /** Its answer is still of use to somebody. */
  isAwaited: boolean;
}

const deliveryOf = ({ jobId, url, attempt }: Pick<Delivery, 'jobId' | 'url' | 'attempt'>, body: Json): Delivery => ({
  jobId,
  url,
  attempt,
  body,
  stop: new AbortController(),
  isAwaited: true,
});

/** Posts so many at once, the others in order. */
class Queue {
  readonly #options: DeliveryOptions;
  readonly #allowed: ReadonlySet<string>;
  /** Those of which the world is not kept yet. */
  readonly #held = new Set<Delivery>();
  readonly #waiting: Delivery[] = [];
  readonly #underway = new Map<Delivery, Promise<void>>();
  #closed = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#allowed = new Set(options.allowed.flatMap((text) => originOf(text) ?? []));
  }

  add(delivery: Delivery): void {
    const { onceKept = (then) => then() } = this.#options;
    this.#held.add(delivery);
    onceKept(() => {
      this.#held.delete(delivery);
      this.#post(delivery);
    });
  }

  #post(delivery: Delivery): void {
    if (this.#closed) return;
    // Not at once: the world that is told of is still changing.
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
    const status = await this.#statusOf(delivery);
    this.#underway.delete(delivery);
    this.#report(delivery, status);
    this.#next();
  }

  /** What the receiver answers; 0 where it does not, or must not be asked. */
  async #statusOf({ url, body, stop }: Delivery): Promise<number> {
    if (!this.#allowed.has(originOf(url) ?? '')) return 0;
    const timer = setTimeout(() => stop.abort(), this.#options.timeoutMs ?? timeoutMsDefault);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Go-http-client/2.0' },
        body: JSON.stringify(body),
        // Where a redirect leads, nobody has allowed.
        redirect: 'manual',
        signal: stop.signal,
      });
      // Nobody reads what it says beside its status.
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
      // A world that has stopped says so to whoever calls it next; a webhook is no reason to take the server down.
    }
  }
}

const originOf = (url: string): string | undefined => {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
};
