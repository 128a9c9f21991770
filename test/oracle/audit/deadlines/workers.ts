import type { LostJobs, WorkerEvent } from '../../../../engine/cloud/worker/events.ts';
import type { WorkerSettings } from '../../../../engine/cloud/worker/settings.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import { later, type VirtualTime } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { compareTime, type Due, DueBook, dueFrom, sayMissing } from './dueBook.ts';
import {
  beginIdle,
  beginRemoval,
  beginStart,
  beginWork,
  countSilence,
  endHold,
  goDown,
  goOnIdle,
  hearProcess,
  newWorkerPage,
  phaseDueAt,
  type WorkerPage,
  workerDueAt,
  workerRuleAt,
  wrongIdleEnd,
  wrongStart,
} from './workerPage.ts';

const name = 'worker-deadlines';

export const workerDeadlines: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a worker is up when its start is over, asks for a job when it says, ends its idle time so long after its last work, gives up after so many crashes in a row, and is tried again after a while, or when a fault ends',
    },
  ],
  open: (sources) => new WorkerDeadlines(sources),
};

type Event<Type extends WorkerEvent['type']> = Extract<WorkerEvent, { readonly type: Type }>;

/** Until when each worker starts, is idle, or is left alone. */
class WorkerDeadlines implements Recount {
  readonly #book = new DueBook<WorkerPage>(workerDueAt);
  readonly watch = this.#book.watch;
  readonly #sources: Sources;
  /** When a fault last ended: what it broke may be tried again then. */
  #faultEndedAt: Due;
  /** When a host last reported that a process is silent, which it counts on a clock of its own. */
  #reportedAt: Due;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    WorkerLaunched: (event, { at }) => {
      const wrong = wrongStart(this.#launches(event, at, event.startingMs), event, at);
      return wrong === undefined ? undefined : { name, words: `${event.workerId} ${wrong}` };
    },
    WorkerThrottled: (event, { at }) => void this.#launches(event, at, undefined),
    WorkerHoldEnded: this.#book.handler(name, endHold),
    WorkerPlaced: this.#book.handler(name, (page, event: Event<'WorkerPlaced'>, at) => {
      beginStart(page, event, at);
      return wrongStart(page, event, at);
    }),
    WorkerWoken: this.#book.handler(name, (page, event: Event<'WorkerWoken'>, at) => {
      page.kept = event.kept;
      beginStart(page, event, at);
      return wrongStart(page, event, at);
    }),
    WorkerPullTroubled: this.#book.handler(name, (page, { startingMs }: Event<'WorkerPullTroubled'>, at) => {
      page.phaseEndsAt = dueFrom(page.since, startingMs, at);
      return undefined;
    }),
    WorkerPullRestarted: this.#book.handler(name, beginStart),
    WorkerPullFailed: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('failed to pull its image', 'worker.cold-start', at, page.phaseEndsAt);
      this.#leaveAlone(page, at);
      return wrong;
    }),
    WorkerReady: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('came up', 'worker.cold-start', at, phaseDueAt(page));
      beginIdle(page, at);
      countSilence(page, at, this.#settings);
      return wrong;
    }),
    WorkerCalled: this.#book.handler(name, (page, { looksInMs }: Event<'WorkerCalled'>, at) => {
      page.looksAt = later(at, looksInMs);
      return undefined;
    }),
    WorkerLooked: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('asked for a job', 'worker.takes-in-time', at, page.looksAt);
      page.looksAt = undefined;
      goOnIdle(page, at);
      return wrong;
    }),
    WorkerTookJob: this.#book.handler(name, beginWork),
    WorkerTookRequest: this.#book.handler(name, beginWork),
    WorkerEndedJob: this.#book.handler(name, (page, event: Event<'WorkerEndedJob'>, at) => {
      endWork(page, event);
      if (event.looksInMs !== undefined) page.looksAt = later(at, event.looksInMs);
      return undefined;
    }),
    WorkerEndedRequest: this.#book.handler(name, endWork),
    WorkerFreed: this.#book.handler(name, (page, event: Event<'WorkerFreed'>, at) => {
      endWork(page, event);
      const { looksAt } = page;
      beginIdle(page, at);
      page.looksAt = looksAt;
      if ('jobId' in event && event.looksInMs !== undefined) page.looksAt = later(at, event.looksInMs);
      return undefined;
    }),
    WorkerCrashed: this.#book.handler(name, (page, event: Event<'WorkerCrashed'>, at) => {
      const { crashLoop } = this.#settings;
      const wrong = this.#wrongSilence(page, event, at);
      page.crashes += 1;
      goDown(page);
      beginStart(page, event, at);
      if (wrong !== undefined) return wrong;
      if (page.crashes >= crashLoop) return `starts again after ${page.crashes} crashes in a row, worker.lifecycle allows ${crashLoop - 1}`;
      return wrongCrashes(page, event.crashes);
    }),
    WorkerTurnedUnhealthy: this.#book.handler(name, (page, event: Event<'WorkerTurnedUnhealthy'>, at) => {
      const { crashes } = event;
      const { crashLoop } = this.#settings;
      const wrongSilence = this.#wrongSilence(page, event, at);
      page.crashes += 1;
      // A real process that fails its own check is given up at once (worker-api.ping). Whether there can be one, `slots-recounted` knows.
      const isSaid = crashes === crashLoop;
      const wrong = isSaid ? undefined : wrongCrashes(page, crashes);
      goDown(page);
      this.#leaveAlone(page, at);
      if (isSaid) page.crashes = crashes;
      if (wrongSilence !== undefined) return wrongSilence;
      return page.crashes < crashLoop ? `gave up after ${page.crashes} crashes in a row, worker.lifecycle says ${crashLoop}` : wrong;
    }),
    WorkerTriedAgain: this.#book.handler(name, (page, event: Event<'WorkerTriedAgain'>, at) => {
      const wrong = this.#faultEndedAt === at ? undefined : compareTime('was tried again', 'worker.lifecycle', at, page.phaseEndsAt);
      page.crashes = 0;
      beginStart(page, event, at);
      return wrong;
    }),
    WorkerLostHost: this.#book.handler(name, (page) => {
      page.removedAt = undefined;
      return goDown(page);
    }),
    WorkerStopped: this.#book.handler(name, (page, event: Event<'WorkerStopped'>, at) => {
      const wrong = event.reason === 'idle' ? wrongIdleEnd(page, 'stopped, being idle,', at) : undefined;
      goDown(page);
      beginRemoval(page, event, at);
      if (event.reason === 'host') page.removedAt = undefined;
      return wrong;
    }),
    WorkerSlept: this.#book.handler(name, (page, event: Event<'WorkerSlept'>, at) => {
      const wrong = wrongIdleEnd(page, 'went to sleep', at);
      page.phase = 'away';
      beginRemoval(page, event, at);
      return wrong;
    }),
    WorkerRemoved: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('lost the container that it had', 'worker.removed', at, page.removedAt);
      page.removedAt = undefined;
      return wrong;
    }),
    WorkerRetuned: this.#book.handler(name, (page, { kept, idleTimeoutMs }: Event<'WorkerRetuned'>, at) => {
      page.kept = kept;
      page.idleTimeoutMs = idleTimeoutMs;
      return goOnIdle(page, at);
    }),
    WorkerReported: this.#book.handler(name, (page, event: Event<'WorkerReported'>, at) => {
      hearProcess(page, event, at);
      countSilence(page, at, this.#settings);
      return undefined;
    }),
    WorkerTerminated: ({ workerId }) => this.#book.remove(workerId),
    InputReceived: ({ operation }, { at }) => {
      if (operation === 'workerSilent') this.#reportedAt = at;
      return undefined;
    },
    FaultEnded: (_event, { at }) => {
      this.#faultEndedAt = at;
      return undefined;
    },
    SettingsChanged: (_event, { at }) => {
      for (const page of this.#book.pages()) {
        if (page.phase === 'unhealthy') page.phaseEndsAt = dueFrom(page.since, this.#settings.unhealthyRetry, at);
        countSilence(page, at, this.#settings);
        this.#book.refresh(page);
      }
      return undefined;
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const due = workerDueAt(page) ?? to;
    const [rule, what] = workerRuleAt(page, due);
    return { name, words: `${page.id} ${sayMissing(what, rule, due)}` };
  }

  /** A worker that is launched again has its old page's removal to wait for. */
  #launches(event: Event<'WorkerLaunched'> | Event<'WorkerThrottled'>, at: VirtualTime, startingMs: number | undefined): WorkerPage {
    const removedAt = this.#book.find(event.workerId)?.removedAt;
    const page = newWorkerPage(event.workerId, event, at, startingMs);
    page.removedAt = removedAt;
    this.#book.remove(event.workerId);
    this.#book.put(page);
    return page;
  }

  dump(): WorkerDeadlinesDump {
    return { pages: this.#book.dump(), faultEndedAt: this.#faultEndedAt, reportedAt: this.#reportedAt };
  }

  load({ pages, faultEndedAt, reportedAt }: WorkerDeadlinesDump): Steps<void> {
    this.#reportedAt = reportedAt;
    this.#faultEndedAt = faultEndedAt;
    return this.#book.load(pages);
  }

  get #settings(): WorkerSettings {
    return this.#sources.settings.worker;
  }

  /** What is wrong if its process is given up for its silence at that time. */
  #wrongSilence({ silentAt }: WorkerPage, { isSilent }: LostJobs, at: VirtualTime): string | undefined {
    const isCounted = isSilent === true && this.#reportedAt !== at;
    return isCounted ? compareTime('was given up with its silent process', 'worker-api.ping', at, silentAt) : undefined;
  }

  /** It has given up, and is tried again after a while. */
  #leaveAlone(page: WorkerPage, at: VirtualTime): void {
    page.phase = 'unhealthy';
    page.since = at;
    page.phaseEndsAt = later(at, this.#settings.unhealthyRetry);
  }
}

interface WorkerDeadlinesDump {
  readonly pages: ReadonlyMap<string, WorkerPage>;
  readonly faultEndedAt: Due;
  readonly reportedAt: Due;
}

const endWork = (page: WorkerPage, { succeeded }: { readonly succeeded: boolean }): undefined => {
  if (succeeded) page.crashes = 0;
};

const wrongCrashes = ({ crashes }: WorkerPage, said: number): string | undefined =>
  said === crashes ? undefined : `says that it crashed ${said} times in a row, worker.lifecycle counts ${crashes}`;
