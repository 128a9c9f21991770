import type { JobSettings } from '../../../cloud/job/settings.ts';
import type { WorkerEvent } from '../../../cloud/worker/events.ts';
import { isEndOfWork } from '../../../cloud/worker/work.ts';
import type { Steps } from '../../../kernel/steps.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
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
import { endSharedWork, type JobPage, jobDueAt, jobRuleAt, newJobPage } from './jobPage.ts';
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
  readonly #book = new DueBook<JobPage>(jobDueAt);
  readonly watch = this.#book.watch;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    JobQueued: ({ jobId, endpointId, source, terms, batch }, { at }) =>
      this.#book.put(newJobPage(jobId, endpointId, source, terms, batch?.id ?? '', at)),
    JobStarted: (event, { id, at, entity: { delayTime } }) => {
      const page = this.#book.find(id);
      if (page === undefined) return undefined;
      startJob(page, event, at);
      this.#book.refresh(page);
      const wrong = wrongDelay(this.#sources.counted.newest?.queuedAt ?? at, delayTime, at);
      return wrong === undefined ? undefined : { name: ends, words: `${id} ${wrong}` };
    },
    JobTakenOver: this.#book.handler(ends, takeOver),
    JobCrashedWorker: this.#book.handler(ends, crashWorker),
    JobMissedWorker: this.#book.handler(ends, (page, _event, at) => missWorker(page, at, this.#settings)),
    JobRequeued: this.#book.handler(ends, (page, event: Event<'JobRequeued'>, at) => requeue(page, event, at, this.#settings)),
    JobCompleted: this.#book.handler(ends, complete),
    JobFailed: this.#book.handler(ends, (page, event: Event<'JobFailed'>, at) => fail(page, event, at, this.#settings)),
    JobTimedOut: this.#book.handler(ends, timeOut),
    JobCancelAsked: this.#book.handler(ends, askCancel),
    JobCancelled: this.#book.handler(ends, (page, _event, at) => cancel(page, at, this.#settings)),
    JobRetried: this.#book.handler(ends, retry),
    JobResultLimited: this.#book.handler(kept, limitResult),
    JobResultDropped: this.#book.handler(kept, dropResult),
    JobExpired: ({ jobId, reason }, { at }) => {
      const page = this.#book.take(jobId);
      const wrong = page && (reason === 'ttl' ? compareTime('expired', 'job.ttl', at, page.ttlAt) : wrongRemoval(page, at));
      return wrong === undefined ? undefined : { name: reason === 'ttl' ? ends : kept, words: `${jobId} ${wrong}` };
    },
    JobPurged: ({ jobId }) => this.#book.remove(jobId),
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

  dump(): ReadonlyMap<string, JobPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, JobPage>): Steps<void> {
    return this.#book.load(dump);
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
