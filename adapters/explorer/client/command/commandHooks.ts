import { readOrigin } from '../../../../engine/api/index.ts';
import type { VirtualTime } from '../../../../engine/kernel/index.ts';
import { hookKey } from '../../../../engine/lab/explorer/index.ts';
import type { World } from '../../../../engine/world/index.ts';
import { isLoopback } from '../../../host/loopback.ts';
import { webhookAnswerMsMax, webhookRequest } from '../../../host/webhook/request.ts';
import type { WebhookPost } from '../../../host/webhook/webhooks.ts';
import { findHookFate, HookPlaces, type Network } from '../network.ts';

/** How often it is looked whether a command waits for a webhook. */
const tickMs = 20;
/** A command that makes no call for so many looks waits for something. */
const quietTicks = 5;

/**
 * The webhooks of a world that is served for a command. Those to this machine are really posted; the network may lose them, or their
 * answers. A receiver elsewhere is simulated, and answers 200.
 */
export class CommandHooks {
  /** When the command took which webhooks, by `hookKey`. */
  readonly taken = new Map<string, VirtualTime>();
  readonly #network: Network;
  readonly #now: () => VirtualTime;
  readonly #places = new HookPlaces();
  #posting = 0;

  /** `now`: of the world. */
  constructor(network: Network, now: () => VirtualTime) {
    this.#network = network;
    this.#now = now;
  }

  readonly receive = async (post: WebhookPost): Promise<number> => {
    const { attempt, postedAt, url } = post;
    const isHere = isOnThisMachine(url);
    const fate = isHere ? findHookFate(this.#network, attempt, this.#places.of(post.jobId)) : 'arrives';
    if (fate === 'request lost') return 0;
    this.#posting += 1;
    const status = isHere ? await postWebhook(post) : 200;
    this.#posting -= 1;
    if (status >= 200 && status < 300) this.taken.set(hookKey({ ...post, at: postedAt }), this.#now());
    return fate === 'answer lost' ? 0 : status;
  };

  /**
   * While a command makes no call, and a webhook of one of its jobs is to come, time goes on to what is due next: only calls move the
   * clock of its world. `calls`: how many it has made.
   */
  moveTime(world: World, url: string, calls: () => number): { readonly stop: () => Promise<void> } {
    let [seen, quiet] = [0, 0];
    let moving: Promise<unknown> = Promise.resolve();
    let isMoving = false;
    const timer = setInterval(() => {
      const made = calls();
      quiet = made === seen ? quiet + 1 : 0;
      seen = made;
      const due = world.nextDue;
      if (isMoving || quiet < quietTicks || this.#posting > 0 || due === undefined || !awaitsWebhook(world)) return;
      isMoving = true;
      moving = advance(url, due).finally(() => {
        isMoving = false;
      });
    }, tickMs);
    return {
      stop: async () => {
        clearInterval(timer);
        await moving;
      },
    };
  }
}

const awaitsWebhook = ({ state }: World): boolean => {
  for (const { terms, webhookDue, webhookPostedAt, status } of state.all('job')) {
    const { webhook } = terms;
    if (
      webhook !== null &&
      isOnThisMachine(webhook) &&
      (webhookDue || webhookPostedAt !== null || status === 'IN_QUEUE' || status === 'IN_PROGRESS')
    )
      return true;
  }
  return false;
};

const isOnThisMachine = (url: string): boolean => isLoopback(/^https?:\/\/(.*?)(?::\d+)?$/.exec(readOrigin(url) ?? '')?.[1] ?? '');

/** A world that has ended takes no more. */
const advance = (url: string, to: number): Promise<unknown> =>
  fetch(`${url}/_podsim/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${to}ms` }),
  }).then(
    (response) => response.text(),
    () => undefined,
  );

/** 0 where no answer came. */
const postWebhook = async ({ url, payload }: WebhookPost): Promise<number> => {
  try {
    const response = await fetch(url, { ...webhookRequest(payload), signal: AbortSignal.timeout(webhookAnswerMsMax) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
};
