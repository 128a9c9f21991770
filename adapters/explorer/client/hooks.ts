import { AsyncLocalStorage } from 'node:async_hooks';
import { operating } from '../../../engine/api/index.ts';
import type { StateChange } from '../../../engine/cloud/index.ts';
import { type Json, later, type VirtualTime } from '../../../engine/kernel/index.ts';
import { type Exchange, hookKey } from '../../../engine/lab/explorer/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { webhookAnswerMsMax, webhookRequest } from '../../host/webhook/request.ts';
import { findHookFate, HookPlaces, type Network } from './network.ts';
import type { VirtualTimers } from './virtualTimers.ts';

/** Where the client under test receives webhooks, for the calls of its module. There is no socket. */
export const webhookUrl = 'http://client.test/webhook';
export const clientOrigin = 'http://client.test';

/** Takes a webhook as a web server does. Answers with a response, its status, or nothing, which is 200; an error is answered 500. */
export type ClientReceiver = (request: Request) => HookResult | Promise<HookResult>;
// biome-ignore lint/suspicious/noConfusingVoidType: a receiver that returns nothing
type HookResult = Response | number | void;

/** The webhook in whose receiver the client is. */
const inReceiver = new AsyncLocalStorage<Exchange['because']>();

interface Post {
  readonly at: VirtualTime;
  readonly jobId: string;
  readonly url: string;
  readonly attempt: number;
  readonly payload: Json;
}

/** What the webhooks of a run need of it. */
export interface HooksOf {
  readonly timers: VirtualTimers;
  readonly network: Network;
  /** Whether an error is one of the network: a client that passes it on has no mistake. */
  readonly isOfNetwork: (error: Error) => boolean;
  /** Does something to the world, at the time of the timers. */
  readonly inWorld: (work: (world: World) => void) => void;
}

/**
 * The webhooks that a world posts to the client under test, in virtual time. The network may lose a webhook, or its answer: the platform
 * then posts it again, later.
 */
export class ClientHooks {
  /** When the client took which webhooks, by `hookKey`: the world does not know where the answer was lost. */
  readonly taken = new Map<string, VirtualTime>();
  readonly #of: HooksOf;
  /** Jobs whose end the client is to hear of. */
  readonly #awaited = new Set<string>();
  #receiver: ClientReceiver | undefined;
  readonly #places = new HookPlaces();
  #isOver = false;

  constructor(of: HooksOf) {
    this.#of = of;
  }

  /** The webhook in whose receiver a call is made, if it is. */
  get because(): Exchange['because'] {
    return inReceiver.getStore();
  }

  receive(receiver: ClientReceiver): void {
    this.#receiver = receiver;
  }

  /** The run has ended: what a receiver does later is nothing to its world, nor to the run after it. */
  stop(): void {
    this.#isOver = true;
  }

  /** Must be called for every change of the world, which is still changing. */
  readonly onChange = ({ kind, event, at }: StateChange): void => {
    if (kind !== 'job') return;
    if (event.type === 'JobQueued' && event.terms.webhookIsReal === true) this.#awaited.add(event.jobId);
    if (event.type !== 'JobWebhookPosted') return;
    const { jobId, url, attempt, payload } = event;
    this.#arrives(at, () => this.#arrive({ at, jobId, url, attempt, payload }));
  };

  /** Whether the world has to go on, because a webhook may come of it. */
  isAwaitedIn({ state }: World): boolean {
    if (this.#receiver === undefined) return false;
    for (const id of this.#awaited) {
      const job = state.find('job', id);
      const isOver = job === undefined || (overAt.has(job.status) && !job.webhookDue && job.webhookPostedAt === null);
      if (isOver) this.#awaited.delete(id);
    }
    return this.#awaited.size > 0;
  }

  #arrives(at: VirtualTime, work: () => void): void {
    if (this.#isOver) return;
    const { timers, network } = this.#of;
    timers.at(later(at > timers.now ? at : timers.now, network.latencyMs), work);
  }

  #arrive(post: Post): void {
    const fate = findHookFate(this.#of.network, post.attempt, this.#places.of(post.jobId));
    const receiver = this.#receiver;
    let isOver = false;
    const answer = (status: number): void => {
      if (isOver) return;
      isOver = true;
      this.#arrives(this.#of.timers.now, () => this.#report(post, fate === 'arrives' ? status : 0));
    };
    if (receiver === undefined || fate === 'request lost') return answer(0);
    this.#of.timers.at(later(this.#of.timers.now, webhookAnswerMsMax), () => answer(0));
    const at = this.#of.timers.now;
    void this.#readStatus(receiver, post).then((status) => {
      if (status >= 200 && status < 300) this.taken.set(hookKey(post), at);
      answer(status);
    });
  }

  async #readStatus(receiver: ClientReceiver, { jobId, attempt, url, payload }: Post): Promise<number> {
    const request = new Request(url, webhookRequest(payload));
    try {
      const answered = await inReceiver.run({ jobId, attempt }, () => receiver(request));
      return answered instanceof Response ? answered.status : (answered ?? 200);
    } catch (error) {
      // A server goes on; but a mistake of a program is one there, too.
      const isMistake = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
      if (isMistake && !this.#of.isOfNetwork(error)) void Promise.reject(error);
      return 500;
    }
  }

  #report({ jobId, attempt, at }: Post, status: number): void {
    this.#of.inWorld((world) => {
      // The answer must not count for the job's next end.
      if (world.state.find('job', jobId)?.webhookPostedAt !== at) return;
      const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
      world.call({ operation: 'reportWebhook', client: operating, request, at: this.#of.timers.now }, () => undefined);
    });
  }
}

const overAt: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT']);

/** What the receivers of a world's webhooks answered, by the number of the try. Where jobs differ, as the first of them. */
export const hookAnswersIn = ({ log }: World): readonly number[] => {
  const answers: number[] = [];
  for (const { event } of log.entries()) if (event.type === 'JobWebhookAnswered') answers[event.attempt - 1] ??= event.answered;
  return answers;
};
