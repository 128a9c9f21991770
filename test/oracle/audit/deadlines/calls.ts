import type { CallEvent, WaitSpec } from '../../../../engine/cloud/call/events.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import { type DurationMs, formatVirtualTime, later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';
import { compareTime, type Due, DueBook, type DuePage, pickSooner, sayMissing } from './dueBook.ts';

const name = 'calls-recounted';

export const callRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a held call is answered once what it waits for has happened, or at the end of its wait; a slow API delays that by as much as its fault says, or until the fault is taken back; the edge cuts a call when it says, and not before',
    },
  ],
  open: () => new Calls(),
};

type Event<Type extends CallEvent['type']> = Extract<CallEvent, { readonly type: Type }>;

/** What each held call waits for, and until when (queue.status-sync, stream.drain, edge.cut, fault.match). */
class Calls implements Recount {
  readonly #book = new DueBook<CallPage>(dueOf);
  readonly watch = this.#book.watch;
  /** The calls that wait for a job or request, in the order in which they came. */
  readonly #waiting = new Map<string, CallPage[]>();
  /** The jobs that have yielded a chunk, and the faults that have ended, at this instant. */
  readonly #streamed = new Set<string>();
  readonly #ended = new Set<string>();

  readonly on: Handlers = {
    CallHeld: (event, { at }) => {
      const page = newCallPage(event, at);
      this.#book.put(page);
      return this.#wait(page);
    },
    CallDelayed: this.#book.handler(name, (page, { until }: Event<'CallDelayed'>, at) => {
      const due = later(at, page.delayMs);
      const isDelayed = until === due;
      const wrong = isDelayed
        ? this.#wrongAnswer(page, at)
        : `is delayed until ${formatVirtualTime(until)}, its fault says ${formatVirtualTime(due)}`;
      this.#stopWaiting(page);
      page.waitsFor = 'time';
      page.until = until;
      page.delayMs = 0;
      page.readyAt = undefined;
      return wrong;
    }),
    CallHastened: this.#book.handler(name, (page, _event, at) => {
      const wrong = this.#ended.has(page.slowedBy ?? '') ? undefined : `was hastened at ${formatVirtualTime(at)}, and its fault goes on`;
      page.delayMs = 0;
      page.slowedBy = null;
      page.hastensAt = undefined;
      return wrong;
    }),
    CallAnswered: ({ callId, because }, { at }) => {
      const page = this.#leave(callId);
      if (page === undefined) return undefined;
      const due = page.until ?? undefined;
      const wrong = because === 'wait-over' ? compareTime('was answered', rule, at, due) : this.#wrongAnswer(page, at);
      return complain(callId, page.delayMs > 0 ? `was answered at ${formatVirtualTime(at)}, without the delay of ${page.slowedBy}` : wrong);
    },
    CallCut: ({ callId }, { at }) => {
      const page = this.#leave(callId);
      return page && complain(callId, compareTime('was cut', 'edge.cut', at, page.cutAt));
    },
    CallAbandoned: ({ callId }) => {
      this.#leave(callId);
      return undefined;
    },
    JobStreamed: ({ jobId }, { at }) => {
      const pages = this.#waiting.get(jobId);
      if (pages === undefined) return;
      this.#streamed.add(jobId);
      this.watch.set();
      this.#isReady(pages.filter(({ waitsFor }) => waitsFor === 'chunks').slice(0, 1), at);
    },
    JobCompleted: ({ jobId }, { at }) => this.#happens(jobId, at),
    JobFailed: ({ jobId }, { at }) => this.#happens(jobId, at),
    JobTimedOut: ({ jobId }, { at }) => this.#happens(jobId, at),
    JobCancelled: ({ jobId }, { at }) => this.#happens(jobId, at),
    JobExpired: ({ jobId }, { at }) => this.#happens(jobId, at),
    JobPurged: ({ jobId }, { at }) => this.#happens(jobId, at),
    RequestAnswered: ({ requestId }, { at }) => this.#happens(requestId, at),
    RequestFailed: ({ requestId }, { at }) => this.#happens(requestId, at),
    FaultEnded: ({ faultId, reason }, { at }) => {
      if (reason !== 'window' && reason !== 'removed') return;
      this.#ended.add(faultId);
      this.watch.set();
      for (const page of this.#book.pages()) {
        if (page.slowedBy !== faultId) continue;
        page.hastensAt = at;
        this.#book.refresh(page);
      }
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    this.#streamed.clear();
    this.#ended.clear();
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const due = dueOf(page) ?? to;
    if (due === page.hastensAt) return { name, words: `${page.id} ${sayMissing('was not hastened', 'fault.match', due)}` };
    return { name, words: `${page.id} ${sayMissing('was not answered', due === page.cutAt ? 'edge.cut' : rule, due)}` };
  }

  dump(): CallsDump {
    return { pages: this.#book.dump(), streamed: this.#streamed, ended: this.#ended };
  }

  *load({ pages, streamed, ended }: CallsDump): Steps<void> {
    yield* this.#book.load(pages);
    for (const page of this.#book.pages()) this.#wait(page);
    for (const id of streamed) this.#streamed.add(id);
    for (const id of ended) this.#ended.add(id);
  }

  #wait(page: CallPage): undefined {
    const { awaited, waitsFor } = page;
    if (awaited === null || waitsFor === 'time') return;
    const others = this.#waiting.get(awaited);
    if (others === undefined) this.#waiting.set(awaited, [page]);
    else others.push(page);
  }

  #stopWaiting(page: CallPage): void {
    const others = (this.#waiting.get(page.awaited ?? '') ?? []).filter((other) => other !== page);
    if (others.length === 0) this.#waiting.delete(page.awaited ?? '');
    else this.#waiting.set(page.awaited ?? '', others);
  }

  #leave(callId: string): CallPage | undefined {
    const page = this.#book.find(callId);
    if (page !== undefined) this.#stopWaiting(page);
    this.#book.remove(callId);
    return page;
  }

  /** What calls wait for has happened. Most jobs and requests are awaited by none. */
  #happens(awaited: string, at: VirtualTime): undefined {
    const pages = this.#waiting.size === 0 ? undefined : this.#waiting.get(awaited);
    if (pages !== undefined) this.#isReady(pages, at);
  }

  #isReady(pages: readonly CallPage[], at: VirtualTime): void {
    for (const page of pages) {
      page.readyAt = at;
      this.#book.refresh(page);
    }
  }

  /** What is wrong with an answer that is ready at that time. The polls of a real worker are answered when there is something to say. */
  #wrongAnswer({ waitsFor, awaited, until, readyAt, slowedBy, isPoll }: CallPage, at: VirtualTime): string | undefined {
    const isReady = readyAt === at || isPoll || (waitsFor === 'chunks' && this.#streamed.has(awaited ?? ''));
    if (isReady || (waitsFor === 'time' && this.#ended.has(slowedBy ?? ''))) return undefined;
    return compareTime('was answered', rule, at, until ?? undefined);
  }
}

/** A page of the book. */
interface CallPage extends DuePage {
  /** The job or request. */
  readonly awaited: string | null;
  readonly isPoll: boolean;
  readonly cutAt: Due;
  slowedBy: string | null;
  delayMs: DurationMs;
  waitsFor: WaitSpec['waitsFor'];
  /** It is answered then, whatever has happened. */
  until: VirtualTime | null;
  /** What it waits for has happened. */
  readyAt: Due;
  /** The fault that slows it was taken back. */
  hastensAt: Due;
}

interface CallsDump {
  readonly pages: ReadonlyMap<string, CallPage>;
  readonly streamed: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
}

const rule = 'queue.status-sync';

const complain = (id: string, wrong: string | undefined): Broken | undefined =>
  wrong === undefined ? undefined : { name, words: `${id} ${wrong}` };

const newCallPage = (event: Event<'CallHeld'>, at: VirtualTime): CallPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id: event.callId,
  awaited: event.jobId ?? event.requestId ?? null,
  isPoll: event.workerId !== undefined,
  cutAt: event.cutMs === undefined ? undefined : later(at, event.cutMs),
  slowedBy: event.slowedBy ?? null,
  delayMs: event.delayMs,
  waitsFor: event.waitsFor,
  until: event.until,
  readyAt: undefined,
  hastensAt: undefined,
});

const dueOf = ({ until, cutAt, readyAt, hastensAt }: CallPage): Due =>
  pickSooner(pickSooner(until ?? undefined, cutAt), pickSooner(readyAt, hastensAt));
