import type { RequestEvent } from '../../../../engine/cloud/request/events.ts';
import type { RequestSettings } from '../../../../engine/cloud/request/settings.ts';
import { isEndOfWork } from '../../../../engine/cloud/worker/work.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import { later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { compareTime, type Due, DueBook, type DuePage, dueFrom, pickSooner, sayMissing } from './dueBook.ts';

const name = 'request-deadlines';

export const requestDeadlines: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a request to a load balancer waits no longer for a worker than it may, and then fails; one that a worker has is answered when its attempt ends, or fails at its timeout, or with its worker',
    },
  ],
  open: (sources) => new RequestDeadlines(sources),
};

type Event<Type extends RequestEvent['type']> = Extract<RequestEvent, { readonly type: Type }>;

/** Until when each request waits, or is in flight (lb.traffic). */
class RequestDeadlines implements Recount {
  readonly #book = new DueBook<RequestPage>(({ waitsUntil, endsAt, timesOutAt }) => pickSooner(waitsUntil, pickSooner(endsAt, timesOutAt)));
  readonly watch = this.#book.watch;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    RequestReceived: ({ requestId, binding }, { at }) => {
      const isBound = binding !== undefined;
      return this.#book.put(newRequestPage(requestId, isBound, at, later(at, this.#waitMs(isBound))));
    },
    RequestStarted: this.#book.handler(name, (page, { attempt, timeoutMs }: Event<'RequestStarted'>, at) => {
      page.waitsUntil = undefined;
      page.endsAt = attempt.ending === 'hang' || attempt.shared === true ? undefined : later(at, attempt.runsMs);
      page.timesOutAt = later(at, timeoutMs);
      return undefined;
    }),
    WorkerDidWork: (event, { at }) => {
      const page = isEndOfWork(event) && 'requestId' in event ? this.#book.find(event.requestId) : undefined;
      if (page === undefined) return;
      page.endsAt = at;
      this.#book.refresh(page);
    },
    RequestCrashedWorker: this.#book.handler(name, (page, _event, at) => compareTime('crashed its worker', 'lb.traffic', at, page.endsAt)),
    RequestAnswered: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('was answered', 'lb.traffic', at, page.endsAt);
      end(page);
      return wrong;
    }),
    RequestFailed: this.#book.handler(name, (page, { because }: Event<'RequestFailed'>, at) => {
      const { waitsUntil, timesOutAt } = page;
      end(page);
      if (because === 'no-worker') return compareTime('failed for want of a worker', 'lb.traffic', at, waitsUntil);
      return because === 'timeout' ? compareTime('timed out', 'lb.traffic', at, timesOutAt) : undefined;
    }),
    RequestClosed: ({ requestId }) => this.#book.remove(requestId),
    SettingsChanged: (_event, { at }) => {
      for (const page of this.#book.pages()) {
        if (page.waitsUntil === undefined) continue;
        page.waitsUntil = dueFrom(page.receivedAt, this.#waitMs(page.isBound), at);
        this.#book.refresh(page);
      }
      return undefined;
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const { id, waitsUntil, endsAt, timesOutAt } = page;
    if (waitsUntil !== undefined)
      return { name, words: `${id} ${sayMissing('did not fail for want of a worker', 'lb.traffic', waitsUntil)}` };
    const due = pickSooner(endsAt, timesOutAt) ?? to;
    return { name, words: `${id} ${sayMissing(due === endsAt ? 'was not answered' : 'did not time out', 'lb.traffic', due)}` };
  }

  dump(): ReadonlyMap<string, RequestPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, RequestPage>): Steps<void> {
    return this.#book.load(dump);
  }

  /** How long it may wait. */
  #waitMs(isBound: boolean): number {
    const { workerWait, strictWait }: RequestSettings = this.#sources.settings.request;
    return isBound ? strictWait : workerWait;
  }
}

interface RequestPage extends DuePage {
  readonly receivedAt: VirtualTime;
  /** A word binds it to its only worker (lb.affinity). */
  readonly isBound: boolean;
  waitsUntil: Due;
  /** Its attempt ends: it is answered, or fails with the worker that it crashes. */
  endsAt: Due;
  timesOutAt: Due;
}

const newRequestPage = (id: string, isBound: boolean, at: VirtualTime, waitsUntil: VirtualTime): RequestPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id,
  receivedAt: at,
  isBound,
  waitsUntil,
  endsAt: undefined,
  timesOutAt: undefined,
});

const end = (page: RequestPage): void => {
  page.waitsUntil = undefined;
  page.endsAt = undefined;
  page.timesOutAt = undefined;
};
