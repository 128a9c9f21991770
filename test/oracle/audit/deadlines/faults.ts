import type { FaultEvent, FaultSpec } from '../../../../engine/cloud/fault/events.ts';
import type { WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';
import { compareTime, type Due, DueBook, type DuePage, sayMissing } from './dueBook.ts';

const name = 'faults-recounted';

export const faultRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a fault begins and ends when its window does, strikes only in between, only what it may match, and no more often than its limit, at which it ends',
    },
  ],
  open: () => new Faults(),
};

type Event<Type extends FaultEvent['type']> = Extract<FaultEvent, { readonly type: Type }>;

/** When each fault begins, strikes and ends (fault.window, fault.match). */
class Faults implements Recount {
  readonly #book = new DueBook<FaultPage>(dueOf);
  readonly watch = this.#book.watch;
  readonly #endpointOf = new Map<string, string>();

  readonly on: Handlers = {
    WorkerLaunched: (event) => this.#knows(event),
    WorkerThrottled: (event) => this.#knows(event),
    WorkerTerminated: ({ workerId }) => {
      this.#endpointOf.delete(workerId);
    },
    FaultInjected: ({ faultId, spec }, { at }) => this.#book.put(newFaultPage(faultId, spec, at)),
    FaultBegan: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('began', 'fault.window', at, page.beganAt === undefined ? page.from : undefined);
      page.beganAt = at;
      return wrong;
    }),
    FaultStruck: this.#book.handler(name, (page, { target, strikes }: Event<'FaultStruck'>, at) => {
      page.strikes += 1;
      page.struckAt = at;
      const when = formatVirtualTime(at);
      if (page.strikes > (page.limit ?? page.strikes)) return `struck ${target} at ${when}, beyond its limit of ${page.limit}`;
      if (strikes !== page.strikes) return `says that it struck ${strikes} times, and did ${page.strikes} times`;
      return this.#isMeant(page, target) ? undefined : `struck ${target} at ${when}, which it does not match`;
    }),
    FaultEnded: (event, { at }) => {
      const page = this.#book.find(event.faultId);
      this.#book.remove(event.faultId);
      const wrong = page && wrongEnd(page, event, at);
      return wrong === undefined ? undefined : { name, words: `${event.faultId} ${wrong}` };
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const due = dueOf(page) ?? to;
    const what = page.beganAt === undefined && page.until !== due ? 'did not begin' : 'did not end';
    return { name, words: `${page.id} ${sayMissing(what, 'fault.window', due)}` };
  }

  dump(): FaultsDump {
    return { pages: this.#book.dump(), endpointOf: this.#endpointOf };
  }

  *load({ pages, endpointOf }: FaultsDump): Steps<void> {
    yield* this.#book.load(pages);
    yield* fillInSteps(this.#endpointOf, endpointOf);
  }

  #knows({ workerId, endpointId }: Pick<WorkerShape, 'endpointId'> & { readonly workerId: string }): undefined {
    this.#endpointOf.set(workerId, endpointId);
  }

  /** The name of what it struck says so much: where that is a worker, its own match, and that of its endpoint. */
  #isMeant({ worker, endpoint }: FaultPage, target: string): boolean {
    const endpointId = this.#endpointOf.get(target);
    return endpointId === undefined || ((worker ?? target) === target && (endpoint ?? endpointId) === endpointId);
  }
}

/** One fault, until it ends. */
interface FaultPage extends DuePage {
  readonly from: VirtualTime;
  readonly until: VirtualTime | undefined;
  /** It ends as soon as it has begun. */
  readonly isDone: boolean;
  /** The most strikes. */
  readonly limit: number | undefined;
  /** Its limit ends it. */
  readonly isLimited: boolean;
  readonly worker: string | undefined;
  readonly endpoint: string | undefined;
  beganAt: Due;
  strikes: number;
  struckAt: Due;
}

const newFaultPage = (id: string, { fault, match, from, until, limit, atOnce }: FaultSpec, at: VirtualTime): FaultPage => {
  const keepsDown = fault === 'host-failure' && until !== null;
  return {
    due: worldStart,
    order: 0,
    place: -1,
    id,
    from: from > at ? from : at,
    until: until === null ? undefined : until > at ? until : at,
    isDone: atOnce && !keepsDown,
    // One that cuts quotas cuts those of all endpoints that it matches.
    limit: limit ?? (atOnce && fault !== 'quota-cut' ? 1 : undefined),
    isLimited: limit !== null && !keepsDown,
    worker: match.worker,
    endpoint: match.endpoint,
    beganAt: undefined,
    strikes: 0,
    struckAt: undefined,
  };
};

const isSpent = ({ isLimited, limit, strikes }: FaultPage): boolean => isLimited && strikes >= (limit ?? 0);

/** The next thing that is due in a page. */
const dueOf = (page: FaultPage): Due => {
  const { from, until, isDone, beganAt, struckAt } = page;
  if (beganAt === undefined) return until !== undefined && until < from ? until : from;
  return isDone ? beganAt : isSpent(page) ? (struckAt ?? beganAt) : until;
};

const wrongEnd = (page: FaultPage, { reason }: Event<'FaultEnded'>, at: VirtualTime): string | undefined => {
  switch (reason) {
    case 'window':
      return compareTime('ended', 'fault.window', at, page.until);
    case 'limit':
      return isSpent(page) ? undefined : `ended after ${page.strikes} strikes, of ${page.limit ?? 'no limit'}`;
    case 'done':
      return page.isDone ? compareTime('ended', 'fault.window', at, page.beganAt) : 'ended when it had begun, and has a window';
    case 'removed':
      return undefined;
  }
};

interface FaultsDump {
  readonly pages: ReadonlyMap<string, FaultPage>;
  readonly endpointOf: ReadonlyMap<string, string>;
}
