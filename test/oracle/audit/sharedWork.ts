import { type Sharing, unitsPerMs } from '../../../engine/cloud/handler/sharing.ts';
import type { ChangeOf } from '../../../engine/cloud/state/state.ts';
import type { Worker } from '../../../engine/cloud/worker/state.ts';
import { idOfWork, type WorkPlan } from '../../../engine/cloud/worker/work.ts';
import type { Steps } from '../../../engine/kernel/steps.ts';
import { later, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { type Due, DueBook, type DuePage } from './deadlines/dueBook.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow } from './recount.ts';

const name = 'work-conserved';
const complain = complainAs(name);

export const workRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'of each job that shares its worker, what is done and what is left are together what was drawn, after every event; it comes to each chunk, and to its end, in the first millisecond in which that work is done',
    },
  ],
  open: () => new Work(),
};

/** What the jobs of each worker have done (worker.sharing), counted for each of them, and not for all at once as the worker does. */
class Work implements Recount {
  readonly #book = new DueBook<WorkPage>(nextDue);
  readonly watch = this.#book.watch;

  readonly on: Handlers = {
    WorkerBeganWork: (event, { at, entity }) => {
      const { workerId, sharing, workMs, chunks, tokens } = event;
      if (tokens !== undefined) return undefined;
      const page = this.#book.find(workerId) ?? newWorkPage(workerId, at);
      passTo(page, at);
      page.sharing = sharing ?? page.sharing;
      page.jobs.set(idOfWork(event), { plan: { workMs, chunks } as WorkPlan, done: 0, chunks: 0 });
      this.#book.put(page);
      return compare(page, entity, at);
    },
    WorkerDidWork: (event, { at, entity }) => {
      const { workerId, chunk } = event;
      const id = idOfWork(event);
      if (event.stage !== undefined) return undefined;
      const page = this.#book.find(workerId);
      const job = page?.jobs.get(id);
      if (page === undefined || job === undefined) return complain(`${workerId} worked on ${id}, which had not begun`, at);
      passTo(page, at);
      const isLast = job.chunks >= (job.plan.chunks?.count ?? 0);
      const target = nextTarget(job);
      if (chunk !== (isLast ? undefined : job.chunks + 1) || target === undefined || job.done < target)
        return complain(`${id} came to ${chunk === undefined ? 'its end' : `chunk ${chunk}`} with ${job.done} units done of ${target}`, at);
      if (isLast) page.jobs.delete(id);
      else job.chunks += 1;
      this.#book.refresh(page);
      return compare(page, entity, at);
    },
    WorkerEndedJob: ({ jobId }, change) => this.#ends(jobId, change),
    WorkerEndedRequest: ({ requestId }, change) => this.#ends(requestId, change),
    WorkerFreed: ({ workerId }) => this.#book.remove(workerId),
    WorkerCrashed: ({ workerId }) => this.#book.remove(workerId),
    WorkerTurnedUnhealthy: ({ workerId }) => this.#book.remove(workerId),
    WorkerLostHost: ({ workerId }) => this.#book.remove(workerId),
    WorkerTerminated: ({ workerId }) => this.#book.remove(workerId),
  };

  /** Done or not: the others go on without it. One that never shared the worker, or has done its work, changes nothing. */
  #ends(id: string, { id: workerId, at, entity }: ChangeOf<'worker'>): Broken | undefined {
    const page = this.#book.find(workerId);
    if (page?.jobs.has(id) !== true) return undefined;
    passTo(page, at);
    page.jobs.delete(id);
    this.#book.refresh(page);
    return compare(page, entity, at);
  }

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    return page && complain(`a job of ${page.id} has done its work, and nothing followed`, nextDue(page) ?? to);
  }

  dump(): ReadonlyMap<string, WorkPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, WorkPage>): Steps<void> {
    return this.#book.load(dump);
  }
}

/** What is counted of one worker. */
interface WorkPage extends DuePage {
  at: VirtualTime;
  sharing: Sharing | undefined;
  readonly jobs: Map<string, JobWork>;
}

interface JobWork {
  readonly plan: WorkPlan;
  /** In units. */
  done: number;
  chunks: number;
}

const newWorkPage = (id: string, at: VirtualTime): WorkPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id,
  at,
  sharing: undefined,
  jobs: new Map(),
});

/** Each has done its part since the page was last written. */
const passTo = (page: WorkPage, at: VirtualTime): void => {
  const units = (at - page.at) * speed(page);
  for (const job of page.jobs.values()) job.done += units;
  page.at = at;
};

const speed = ({ sharing, jobs: { size } }: WorkPage): number => {
  if (size === 0 || sharing === undefined) return 0;
  if (sharing.kind === 'processor') return Math.floor((unitsPerMs * Math.min(sharing.from, size)) / size);
  if (sharing.kind === 'batch') return Math.floor(unitsPerMs / (1 + sharing.slope * (size - 1)));
  const { speeds } = sharing;
  return Math.round((speeds[size - 1] ?? speeds.at(-1) ?? 1) * unitsPerMs);
};

/** How much is done at its next chunk, or at its end. */
const nextTarget = ({ plan: { workMs, chunks }, chunks: passed }: JobWork): number | undefined => {
  const ms = chunks === undefined || passed >= chunks.count ? workMs : chunks.firstMs + passed * chunks.everyMs;
  return ms === undefined ? undefined : ms * unitsPerMs;
};

const nextDue = (page: WorkPage): Due => {
  let least: number | undefined;
  for (const job of page.jobs.values()) {
    const target = nextTarget(job);
    const left = target === undefined ? undefined : target - job.done;
    if (left !== undefined && (least === undefined || left < least)) least = left;
  }
  const each = speed(page);
  if (least === undefined) return undefined;
  const padded = Math.max(0, least) + each - 1;
  return later(page.at, (padded - (padded % each)) / each);
};

/** What the worker says is left of each, beside what is done of it here. */
const compare = (page: WorkPage, { id, work }: Worker, at: VirtualTime): Broken | undefined => {
  const shares = work?.shares ?? [];
  if (shares.length !== page.jobs.size) return complain(`${id} works on ${shares.length} jobs, the log says ${page.jobs.size}`, at);
  for (const { id: workId, from, plan } of shares) {
    const { done = Number.NaN } = page.jobs.get(workId) ?? {};
    if (plan.workMs === undefined) continue;
    const drawn = plan.workMs * unitsPerMs;
    const left = from + drawn - (work?.count ?? 0);
    if (done + left !== drawn) return complain(`${done} units of ${workId} are done and ${left} left on ${id}, of ${drawn}`, at);
  }
  return undefined;
};
