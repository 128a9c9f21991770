import type { JobSettings } from '../../../../engine/cloud/job/settings.ts';
import type { WorkerEvent } from '../../../../engine/cloud/worker/events.ts';
import { isEndOfWork } from '../../../../engine/cloud/worker/work.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import type { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { compareTime, DueBook, dueFrom, sayMissing } from './dueBook.ts';
import {
  askCancel,
  cancel,
  complete,
  crashWorker,
  type Event,
  fail,
  missWorker,
  requeue,
  retry,
  startJob,
  takeOver,
  timeOut,
  wrongDelay,
} from './jobEvents.ts';
import { endSharedWork, type JobPage, jobDueAt, jobRuleAt } from './jobPage.ts';
import { dropResult, limitResult, wrongRemoval } from './results.ts';

const ends = 'job-deadlines';
const kept = 'results-kept';

export const jobDeadlines: RecountRow = {
  invariants: [
    {
      name: ends,
      about:
        'a job ends as its attempt says, or at its execution timeout, its time to live or the end of its cancel; lost with its worker, it waits again after a while, as often as it may, and then fails',
    },
    {
      name: kept,
      about: 'the result of a job is kept for its retention after its last end, or until the limit set since then, and no longer',
    },
  ],
  open: (sources) => new JobDeadlines(sources),
};

/** When each job must end, and when its result goes. */
class JobDeadlines implements Recount {
  readonly #book: DueBook<JobPage>;
  readonly watch: DueWatch;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#book = new DueBook(jobDueAt, sources.counted.jobs);
    this.watch = this.#book.watch;
  }

  readonly on: Handlers = {
    JobQueued: this.#writes(ends, () => undefined),
    JobStarted: (event, { id, at, entity: { delayTime } }) => {
      const page = this.#newest;
      if (page === undefined) return undefined;
      startJob(page, event, at);
      this.#book.refresh(page);
      const wrong = wrongDelay(page.queuedAt, delayTime, at);
      return wrong === undefined ? undefined : { name: ends, words: `${id} ${wrong}` };
    },
    JobTakenOver: this.#writes(ends, takeOver),
    JobCrashedWorker: this.#writes(ends, crashWorker),
    JobMissedWorker: this.#writes(ends, (page, _event, at) => missWorker(page, at, this.#settings)),
    JobRequeued: this.#writes(ends, (page, event: Event<'JobRequeued'>, at) => requeue(page, event, at, this.#settings)),
    JobCompleted: this.#writes(ends, complete),
    JobFailed: this.#writes(ends, (page, event: Event<'JobFailed'>, at) => fail(page, event, at, this.#settings)),
    JobTimedOut: this.#writes(ends, timeOut),
    JobCancelAsked: this.#writes(ends, askCancel),
    JobCancelled: this.#writes(ends, (page, _event, at) => cancel(page, at, this.#settings)),
    JobRetried: this.#writes(ends, retry),
    JobResultLimited: this.#writes(kept, limitResult),
    JobResultDropped: this.#writes(kept, dropResult),
    JobExpired: ({ jobId, reason }, { at }) => {
      const page = this.#closes();
      const wrong = page && (reason === 'ttl' ? compareTime('expired', 'job.ttl', at, page.ttlAt) : wrongRemoval(page, at));
      return wrong === undefined ? undefined : { name: reason === 'ttl' ? ends : kept, words: `${jobId} ${wrong}` };
    },
    JobPurged: () => void this.#closes(),
    EndpointDeleted: ({ endpointId }, { at }) => this.#cancelAll(at, (page) => page.endpointId === endpointId),
    BatchCancelAsked: ({ batchId }, { at }) =>
      this.#cancelAll(at, (page) => page.batchId === batchId && page.startedAt === undefined && page.missedAt === undefined),
    WorkerDidWork: (event, { at }) => {
      const page = isEndOfWork(event) && 'jobId' in event ? this.#book.find(event.jobId) : undefined;
      if (page === undefined) return;
      endSharedWork(page, at);
      this.#book.refresh(page);
    },
    WorkerCrashed: (event, { at }) => this.#loseWorker(event, at),
    WorkerTurnedUnhealthy: (event, { at }) => this.#loseWorker(event, at),
    WorkerLostHost: (event, { at }) => this.#loseWorker(event, at),
    SettingsChanged: (_event, { at }) => {
      for (const page of this.#book.pages()) {
        if (page.missedAt === undefined) continue;
        page.lostAt = dueFrom(page.missedAt, this.#settings.workerMissedAfter, at);
        this.#book.refresh(page);
      }
      return undefined;
    },
  };

  get #settings(): JobSettings {
    return this.#sources.settings.job;
  }

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const due = jobDueAt(page) ?? to;
    const [rule, what] = jobRuleAt(page, due);
    return { name: due === page.goneAt ? kept : ends, words: `${page.id} ${sayMissing(what, rule, due)}` };
  }

  /** All that it knows is in the pages of jobs. */
  dump(): null {
    return null;
  }

  load(): Steps<void> {
    return this.#book.schedule();
  }

  get #newest(): JobPage | undefined {
    return this.#sources.counted.newest;
  }

  /** A handler that writes an event into the page of its job. Where the change says what is wrong with it, that breaks the invariant. */
  #writes<Event>(name: string, change: (page: JobPage, event: Event, at: VirtualTime) => string | undefined) {
    return (event: Event, { at }: { readonly at: VirtualTime }): Broken | undefined => {
      const page = this.#newest;
      if (page === undefined) return undefined;
      const wrong = change(page, event, at);
      this.#book.refresh(page);
      return wrong === undefined ? undefined : { name, words: `${page.id} ${wrong}` };
    };
  }

  /** The job is gone. */
  #closes(): JobPage | undefined {
    const page = this.#newest;
    if (page !== undefined) this.#book.close(page);
    return page;
  }

  /** Those of an endpoint that is deleted, or that wait in a batch that is cancelled, end at this instant (endpoint.delete, queue.batch). */
  #cancelAll(at: VirtualTime, isMeant: (page: JobPage) => boolean): undefined {
    for (const page of this.#book.pages()) {
      if (!isMeant(page) || page.goneAt !== undefined) continue;
      page.cancelledAt = at;
      this.#book.refresh(page);
    }
  }

  /** The jobs of a worker that goes down have to be said to miss it, or to be lost, at this instant. */
  #loseWorker({ workerId, jobId, otherJobs = [] }: WorkerDown, at: VirtualTime): undefined {
    for (const id of jobId === null ? otherJobs : [jobId, ...otherJobs]) {
      const page = this.#book.find(id);
      if (page?.startedAt === undefined || page.workerId !== workerId) continue;
      page.missesAt = at;
      this.#book.refresh(page);
    }
  }
}

type WorkerDown = Extract<WorkerEvent, { type: 'WorkerCrashed' | 'WorkerTurnedUnhealthy' | 'WorkerLostHost' }>;
