import type { LostJobs, WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import type { Hands } from '../auditState.ts';
import { DueWatch } from '../dueWatch.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow, type Sources } from '../recount.ts';

const name = 'slots-recounted';
const complain = complainAs(name);
const atOnce = 'one-job-a-worker';

export const slotRecount: RecountRow = {
  invariants: [
    {
      name: atOnce,
      about:
        'a worker runs at most one job, unless its handler takes several at once, and then no more than that, or its real process does',
    },
    {
      name,
      about:
        'a worker is freed once of each job and request that it took, at the instant of its end, and of no other; what it had when it was lost no longer runs on it; it gives up at its last crash of so many in a row, and no sooner; a job waits again after so many lost workers, and no more',
    },
  ],
  open: (sources) => new Slots(sources),
};

/** What each worker has in hand (worker.concurrency, worker.lifecycle, job.worker-lost, lb.traffic). */
class Slots implements Recount {
  readonly #sources: Sources;
  readonly #hands: Map<string, Hands>;
  /** How many jobs a worker of each endpoint takes at once; absent = one. */
  readonly #places = new Map<string, number>();
  /** Endpoints whose workers are real processes now. */
  readonly #external = new Set<string>();
  /** Where each request runs. */
  readonly #runsOn = new Map<string, string>();
  /** What must follow before time passes: by job or request, the worker, and whether it must be freed of it, or is lost with it. */
  readonly #owed = new Map<string, { readonly workerId: string; readonly how: 'freed' | 'lost' }>();
  /** How often each job has lost its worker since a client put it in the queue. */
  readonly #requeues = new Map<string, number>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#hands = sources.counted.hands;
  }

  readonly on: Handlers = {
    EndpointHandlerSet: ({ endpointId, handler: { concurrency, external } }) => {
      if (external === undefined) this.#external.delete(endpointId);
      else this.#external.add(endpointId);
      if (concurrency === undefined) this.#places.delete(endpointId);
      else this.#places.set(endpointId, concurrency);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#places.delete(endpointId);
      this.#external.delete(endpointId);
    },
    WorkerLaunched: (event) => this.#opens(event),
    WorkerThrottled: (event) => this.#opens(event),
    WorkerReported: ({ workerId }) => {
      this.#handsOf(workerId).isReal = true;
    },
    WorkerTookJob: ({ workerId, jobId }, { at }) => {
      const { has, isReal, endpointId } = this.#handsOf(workerId);
      if (has.size === 0 || isReal || has.size < (this.#places.get(endpointId) ?? 1)) return this.#takes(workerId, has, jobId, at);
      return { ...complain(`${workerId} took ${jobId}, and still has ${[...has].join(' and ')}`, at), name: atOnce };
    },
    WorkerTookRequest: ({ workerId, requestId }, { at }) => {
      const { has, endpointId } = this.#handsOf(workerId);
      const perWorker = this.#places.get(endpointId) ?? this.#sources.settings.request.perWorker;
      if (has.size >= perWorker) return complain(`${workerId} took ${requestId}, and has ${perWorker} already`, at);
      return this.#takes(workerId, has, requestId, at);
    },
    WorkerEndedJob: ({ workerId, jobId, succeeded }, { at }) => this.#frees(workerId, jobId, succeeded, false, at),
    WorkerEndedRequest: ({ workerId, requestId, succeeded }, { at }) => this.#frees(workerId, requestId, succeeded, false, at),
    WorkerFreed: (event, { at }) =>
      this.#frees(event.workerId, 'jobId' in event ? event.jobId : event.requestId, event.succeeded, true, at),
    WorkerCrashed: (event, { at }) => {
      const hands = this.#handsOf(event.workerId);
      const { crashLoop } = this.#sources.settings.worker;
      hands.crashes += 1;
      if (event.crashes === hands.crashes && event.crashes < crashLoop) return this.#drops(event.workerId, event, at);
      return complain(`${event.workerId} goes on after ${hands.crashes} crashes in a row, as after ${event.crashes}, of ${crashLoop}`, at);
    },
    WorkerTurnedUnhealthy: (event, { at }) => {
      const hands = this.#handsOf(event.workerId);
      const { crashLoop } = this.#sources.settings.worker;
      hands.crashes += 1;
      // The process of a real worker may say that it is no good, the first that is heard of it.
      if (hands.crashes < crashLoop && !hands.isReal && !this.#external.has(hands.endpointId))
        return complain(`${event.workerId} gave up after ${hands.crashes} crashes in a row, and not ${crashLoop}`, at);
      return this.#drops(event.workerId, event, at);
    },
    WorkerTriedAgain: ({ workerId }) => {
      this.#handsOf(workerId).crashes = 0;
    },
    WorkerLostHost: (event, { at }) => this.#drops(event.workerId, event, at),
    WorkerTerminated: ({ workerId }, { at }) => {
      this.#loses(workerId, at);
      this.#hands.delete(workerId);
    },
    RequestStarted: ({ requestId, workerId }) => {
      this.#runsOn.set(requestId, workerId);
    },
    JobMissedWorker: ({ jobId }) => this.#settles(jobId),
    JobCompleted: (_event, { at }) => this.#endsJob(at),
    JobFailed: (_event, { at }) => this.#endsJob(at),
    JobTimedOut: (_event, { at }) => this.#endsJob(at),
    JobCancelled: (_event, { at }) => this.#endsJob(at),
    JobRequeued: ({ jobId, workerId, returned }, { at }) => {
      const { retriesMax } = this.#sources.settings.job;
      const times = (this.#requeues.get(jobId) ?? 0) + (returned === true ? 0 : 1);
      this.#requeues.set(jobId, times);
      if (times > retriesMax)
        return complain(`${jobId} waits again after it lost ${workerId}, which makes ${times} times, and not ${retriesMax}`, at);
      return this.#endsJob(at);
    },
    JobRetried: ({ jobId }) => this.#forgets(jobId),
    JobPurged: ({ jobId }) => this.#forgets(jobId),
    JobExpired: ({ jobId }, { at }) => {
      this.#forgets(jobId);
      return this.#endsJob(at);
    },
    RequestAnswered: ({ requestId }, { at }) => this.#endsRequest(requestId, at),
    RequestFailed: ({ requestId }, { at }) => this.#endsRequest(requestId, at),
    RequestClosed: ({ requestId }, { at }) => this.#endsRequest(requestId, at),
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    if (this.#owed.size === 0) return undefined;
    const [[id, { workerId, how }] = ['', { workerId: '', how: 'freed' }]] = this.#owed;
    this.#owed.clear();
    return complain(
      how === 'freed' ? `${workerId} still has ${id}, which has ended` : `${id} still runs on ${workerId}, which is lost`,
      this.#now,
    );
  }

  dump(): SlotsDump {
    const [places, external, runsOn, owed, requeues] = [this.#places, this.#external, this.#runsOn, this.#owed, this.#requeues];
    return { places, external, runsOn, owed, requeues, now: this.#now };
  }

  *load({ places, external, runsOn, owed, requeues, now }: SlotsDump): Steps<void> {
    yield* fillInSteps(this.#places, places);
    for (const id of external) this.#external.add(id);
    yield* fillInSteps(this.#runsOn, runsOn);
    yield* fillInSteps(this.#owed, owed);
    yield* fillInSteps(this.#requeues, requeues);
    this.#now = now;
  }

  #forgets(jobId: string): undefined {
    if (this.#requeues.size > 0) this.#requeues.delete(jobId);
  }

  #opens({ workerId, endpointId, external }: Pick<WorkerShape, 'endpointId' | 'external'> & { readonly workerId: string }): undefined {
    this.#hands.set(workerId, { endpointId, has: new Set(), crashes: 0, isReal: external === true });
  }

  #takes(workerId: string, has: Set<string>, id: string, at: VirtualTime): Broken | undefined {
    if (has.has(id)) return complain(`${workerId} took ${id} a second time`, at);
    has.add(id);
    return undefined;
  }

  /** `isLast`: it has nothing else. */
  #frees(workerId: string, id: string, succeeded: boolean, isLast: boolean, at: VirtualTime): Broken | undefined {
    const hands = this.#handsOf(workerId);
    if (!hands.has.delete(id)) return complain(`${workerId} was freed of ${id}, which it does not have`, at);
    if (isLast !== (hands.has.size === 0))
      return complain(`${workerId} was freed of ${id} as its last, and has ${hands.has.size} more`, at);
    if (succeeded) hands.crashes = 0;
    return this.#settles(id);
  }

  /** It is lost with everything that it has, and says with which jobs. */
  #drops(workerId: string, { jobId, otherJobs = [] }: { readonly jobId: string | null } & LostJobs, at: VirtualTime): Broken | undefined {
    const { has } = this.#handsOf(workerId);
    const jobs = jobId === null ? [] : [jobId, ...otherJobs];
    const unknown = jobs.find((id) => !has.has(id));
    if (unknown !== undefined) return complain(`${workerId} was lost with ${unknown}, which it does not have`, at);
    return this.#loses(workerId, at);
  }

  #loses(workerId: string, at: VirtualTime): undefined {
    const { has } = this.#handsOf(workerId);
    for (const id of has) if (this.#workerOf(id) === workerId) this.#owes(id, workerId, 'lost', at);
    has.clear();
  }

  #workerOf(id: string): string | undefined {
    const job = this.#sources.counted.jobs.get(id);
    return job?.is === 'worker' ? job.workerId : this.#runsOn.get(id);
  }

  #endsJob(at: VirtualTime): undefined {
    const { newest } = this.#sources.counted;
    if (newest?.is === 'worker') return this.#ends(newest.id, newest.workerId, at);
  }

  #endsRequest(id: string, at: VirtualTime): undefined {
    const workerId = this.#runsOn.get(id);
    if (workerId === undefined) return;
    this.#runsOn.delete(id);
    return this.#ends(id, workerId, at);
  }

  #ends(id: string, workerId: string, at: VirtualTime): undefined {
    if (this.#hands.get(workerId)?.has.has(id) === true) return this.#owes(id, workerId, 'freed', at);
    return this.#settles(id);
  }

  #owes(id: string, workerId: string, how: 'freed' | 'lost', at: VirtualTime): undefined {
    this.#now = at;
    this.#owed.set(id, { workerId, how });
    this.watch.set();
  }

  #settles(id: string): undefined {
    if (this.#owed.size > 0) this.#owed.delete(id);
  }

  #handsOf(workerId: string): Hands {
    const known = this.#hands.get(workerId);
    if (known !== undefined) return known;
    const hands: Hands = { endpointId: '', has: new Set(), crashes: 0, isReal: false };
    this.#hands.set(workerId, hands);
    return hands;
  }
}

interface SlotsDump {
  readonly places: ReadonlyMap<string, number>;
  readonly external: ReadonlySet<string>;
  readonly runsOn: ReadonlyMap<string, string>;
  readonly owed: ReadonlyMap<string, { readonly workerId: string; readonly how: 'freed' | 'lost' }>;
  readonly requeues: ReadonlyMap<string, number>;
  readonly now: VirtualTime;
}
