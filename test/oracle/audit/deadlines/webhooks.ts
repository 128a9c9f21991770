import { canonicalText, isSame, type Json } from '../../../../engine/kernel/canonical.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import { type DurationMs, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { compareTime, type Due, DueBook, type DuePage, dueFrom, pickSooner, sayMissing } from './dueBook.ts';
import type { Event } from './jobEvents.ts';

const name = 'webhooks-recounted';

export const webhookRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'each end of a job with a webhook is posted to it, with that end as its payload: at once, and again after each gap until an answer accepts it or the tries are used up; a retry ends the tries',
    },
  ],
  open: (sources) => new Webhooks(sources),
};

/** The tries of each webhook (webhook.delivery). A job without one has no page in this book. */
class Webhooks implements Recount {
  readonly #book = new DueBook<WebhookPage>(({ nextAt, removedAt }) => pickSooner(nextAt, removedAt));
  readonly watch = this.#book.watch;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    JobQueued: ({ jobId, terms, input }, { at }) =>
      terms.webhook === null ? undefined : this.#book.put(newWebhookPage(jobId, terms.webhook, input, at)),
    JobStarted: this.#book.handler(name, (page, { workerId }: Event<'JobStarted'>, at) => {
      page.attempt = { delayTime: at - page.queuedAt, workerId };
      return undefined;
    }),
    JobRequeued: this.#book.handler(name, (page, { retries }: Event<'JobRequeued'>) => {
      page.attempt = {};
      page.retries = retries;
      return undefined;
    }),
    JobRetried: this.#book.handler(name, (page, _event, at) => {
      page.queuedAt = at;
      page.attempt = {};
      page.retries = 0;
      page.nextAt = undefined;
      page.postedAt = undefined;
      return undefined;
    }),
    JobCompleted: this.#book.handler(name, (page, { executionTime, output, bare }: Event<'JobCompleted'>, at) =>
      endJob(page, at, { status: 'COMPLETED', executionTime, ...(bare === true ? {} : { output }) }),
    ),
    JobFailed: this.#book.handler(name, (page, { executionTime, error, output }: Event<'JobFailed'>, at) =>
      endJob(page, at, { status: 'FAILED', executionTime, error, output }),
    ),
    JobTimedOut: this.#book.handler(name, (page, { executionTime }: Event<'JobTimedOut'>, at) =>
      endJob(page, at, { status: 'TIMED_OUT', executionTime }),
    ),
    JobCancelled: this.#book.handler(name, (page, _event, at) => endJob(page, at, { status: 'CANCELLED' })),
    JobWebhookSent: this.#book.handler(name, (page, event: Event<'JobWebhookSent'>, at) => {
      const { webhookAnswers } = this.#sources.settings.job;
      const answer = webhookAnswers[Math.min(event.attempt, webhookAnswers.length) - 1] ?? 200;
      const wrong = wrongTry(page, event, at);
      page.tries = event.attempt;
      this.#answer(page, event.again, at);
      if (wrong === undefined && event.answered !== answer)
        return `got ${event.answered} from try ${event.attempt} of its webhook, where webhookAnswers says ${answer} (webhook.delivery)`;
      return wrong ?? this.#wrongAgain(event);
    }),
    JobWebhookPosted: this.#book.handler(name, (page, event: Event<'JobWebhookPosted'>, at) => {
      const wrong = wrongTry(page, event, at);
      page.tries = event.attempt;
      page.nextAt = undefined;
      page.postedAt = at;
      if (event.payload !== undefined && !isSame(event.payload, payloadOf(page)))
        return `posts ${canonicalText(event.payload)} to its webhook, and ended as ${canonicalText(payloadOf(page))} (webhook.delivery)`;
      return wrong;
    }),
    JobWebhookAnswered: this.#book.handler(name, (page, event: Event<'JobWebhookAnswered'>, at) => {
      const isAwaited = page.postedAt !== undefined && page.nextAt === undefined && event.attempt === page.tries;
      this.#answer(page, event.again, at);
      return isAwaited
        ? this.#wrongAgain(event)
        : `got an answer to try ${event.attempt} of its webhook, and awaits none (webhook.delivery)`;
    }),
    JobResultDropped: this.#book.handler(name, (page) => {
      page.isDropped = true;
      return isTried(page) ? undefined : 'dropped its result, and the tries of its webhook are over (job.status-ttl-webhook)';
    }),
    JobExpired: ({ jobId, reason }) => {
      const page = this.#book.find(jobId);
      this.#book.remove(jobId);
      if (page === undefined || reason === 'ttl' || !isTried(page)) return undefined;
      return { name, words: `${jobId} expired, and the tries of its webhook are not over (job.status-ttl-webhook)` };
    },
    JobPurged: ({ jobId }) => this.#book.remove(jobId),
    SettingsChanged: (_event, { at }) => {
      for (const page of this.#book.pages()) {
        if (page.nextAt === undefined) continue;
        page.nextAt = this.#nextTry(page, at);
        this.#book.refresh(page);
      }
      return undefined;
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const { id, tries, nextAt, removedAt } = page;
    const words =
      nextAt === undefined
        ? sayMissing('did not expire', 'job.status-ttl-webhook', removedAt ?? to)
        : sayMissing(`did not make try ${tries + 1} of its webhook`, 'webhook.delivery', nextAt);
    return { name, words: `${id} ${words}` };
  }

  dump(): ReadonlyMap<string, WebhookPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, WebhookPage>): Steps<void> {
    return this.#book.load(dump);
  }

  /** The receiver has answered, or does not: there is a next try, or the job is done with it. */
  #answer(page: WebhookPage, again: boolean, at: VirtualTime): void {
    page.nextAt = again ? this.#nextTry(page, at) : undefined;
    if (again) return;
    page.postedAt = undefined;
    if (page.isDropped) page.removedAt = at;
  }

  /** After a try that was really posted, its gap; of those that are simulated, each comes so long after the end as all gaps before it. */
  #nextTry({ endedAt, postedAt, tries }: WebhookPage, now: VirtualTime): VirtualTime {
    const { webhookGaps: gaps, webhookEvery } = this.#sources.settings.job;
    const gapAfter = (k: number): DurationMs => gaps[k - 1] ?? gaps.at(-1) ?? webhookEvery;
    if (postedAt !== undefined) return dueFrom(postedAt, gapAfter(tries), now);
    let ms = 0;
    for (let k = 1; k <= tries; k++) ms += gapAfter(k);
    return dueFrom(endedAt, ms, now);
  }

  #wrongAgain({ attempt, answered, again }: { readonly attempt: number; readonly answered: number; readonly again: boolean }) {
    const most = this.#sources.settings.job.webhookTries;
    const isAccepted = answered >= 200 && answered < 300;
    if (again === (!isAccepted && attempt < most)) return undefined;
    return `${again ? 'tries' : 'does not try'} its webhook again after try ${attempt} of ${most} with answer ${answered} (webhook.delivery)`;
  }
}

/** What is wrong with the next try; its webhook and its number count from the last end of the job. */
const wrongTry = (
  { webhook, tries, nextAt }: WebhookPage,
  { url, attempt }: Event<'JobWebhookSent' | 'JobWebhookPosted'>,
  at: VirtualTime,
): string | undefined => {
  if (url !== webhook) return `is posted to ${url}, and its webhook is ${webhook} (webhook.delivery)`;
  if (attempt !== tries + 1) return `makes try ${attempt} of its webhook after ${tries} tries since its end (webhook.delivery)`;
  return compareTime(`made try ${attempt} of its webhook`, 'webhook.delivery', at, nextAt);
};

/** The first try comes at once. */
const endJob = (page: WebhookPage, at: VirtualTime, end: JobEnd): undefined => {
  page.end = end;
  page.endedAt = at;
  page.nextAt = at;
  page.postedAt = undefined;
  page.tries = 0;
};

/** A try is to come, or an answer is awaited. */
const isTried = ({ nextAt, postedAt }: WebhookPage): boolean => nextAt !== undefined || postedAt !== undefined;

/** The job as it ended. */
const payloadOf = ({ id, webhook, input, retries, attempt, end }: WebhookPage): Json => ({
  id,
  ...end,
  ...attempt,
  ...(retries === 0 ? {} : { retries }),
  input,
  webhook,
});

/** What is counted of a job that has a webhook. */
interface WebhookPage extends DuePage {
  readonly webhook: string;
  readonly input: Json;
  /** When a client last put it in the queue. */
  queuedAt: VirtualTime;
  /** Of its last attempt; empty if none has begun since it came to the queue. */
  attempt: { readonly delayTime?: DurationMs; readonly workerId?: string };
  /** How often it was requeued. */
  retries: number;
  endedAt: VirtualTime;
  end: JobEnd;
  /** How many tries its last end has had. */
  tries: number;
  nextAt: Due;
  /** When it was last really posted, as long as its answer is awaited or another try follows. */
  postedAt: Due;
  /** Its result is gone: it expires once the tries are over, which they are now. */
  isDropped: boolean;
  removedAt: Due;
}

type JobEnd = { readonly [name: string]: Json | undefined };

const newWebhookPage = (id: string, webhook: string, input: Json, at: VirtualTime): WebhookPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id,
  webhook,
  input,
  queuedAt: at,
  attempt: {},
  retries: 0,
  endedAt: at,
  end: {},
  tries: 0,
  nextAt: undefined,
  postedAt: undefined,
  isDropped: false,
  removedAt: undefined,
});
