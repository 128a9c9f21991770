import type { DomainEvent } from './entities.ts';
import type { JobEvent } from './job/events.ts';
import type { Json } from './kernel/canonical.ts';
import { invariant } from './kernel/invariant.ts';
import type { JobCounters } from './projections/health.ts';
import type { Change, State } from './state.ts';

/** Something that must hold after every event. A broken one is our bug, and the world stops. */
export interface Invariant {
  readonly name: string;
  readonly about: string;
  /** Looks at one change, with the books as they stood before it; the words say what is wrong. */
  readonly broken: (change: Change, books: Books, state: State) => string | undefined;
}

// biome-ignore format: a table
export const invariants: readonly Invariant[] = [
  { name: 'one-worker-a-job',   about: 'a job is on at most one worker',                  broken: startedTwice },
  { name: 'one-job-a-worker',   about: 'a worker runs at most one job',                   broken: tookTwo },
  { name: 'purge-spares',       about: 'purge touches no running job',                    broken: purgedRunning },
  { name: 'retry-keeps',        about: 'retry keeps id and input',                        broken: retryChanged },
  { name: 'expired-unreadable', about: 'an expired result is never readable',             broken: stillReadable },
  { name: 'health-recounted',   about: 'health counters equal a recount from the log',    broken: miscounted },
];

/** Checked where a timer rings, in the loop itself: a timer that rings belongs to the status it rang in. */
export const timersFit = 'timers-fit';

/** Checks every invariant against each change, and keeps books of its own: from the events alone, by other code than the state's. */
export class Audit {
  readonly #state: State;
  readonly #books = new Books();
  readonly #checked: readonly Invariant[];

  /** Without names, all of them. */
  constructor(state: State, names?: readonly string[]) {
    this.#state = state;
    this.#checked = names === undefined ? invariants : invariants.filter(({ name }) => names.includes(name));
  }

  check(change: Change): void {
    for (const { name, broken } of this.#checked) {
      const words = broken(change, this.#books, this.#state);
      invariant(words === undefined, () => `${name}: ${words} (entry ${change.seq})`);
    }
    this.#books.note(change.event, change.id);
  }
}

/** What the audit remembers of the log. */
class Books {
  readonly jobs = new Map<string, JobRecord>();
  readonly jobOf = new Map<string, string>();
  readonly counters = new Map<string, JobCounters>();

  /** The endpoint's counters as they must be after the event, or undefined where it changes none. */
  recount(event: JobEvent): { readonly endpointId: string; readonly counters: JobCounters } | undefined {
    const before = this.jobs.get(event.jobId)?.place ?? 'nowhere';
    const after = placeAfter(event, before);
    if (before === after) return undefined;
    const endpointId = event.type === 'JobQueued' ? event.endpointId : (this.jobs.get(event.jobId)?.endpointId ?? '');
    const counters = this.counters.get(endpointId) ?? { completed: 0, failed: 0, retried: 0, inProgress: 0, inQueue: 0 };
    this.counters.set(endpointId, counters);
    if (before === 'queue') counters.inQueue -= 1;
    if (before === 'worker') counters.inProgress -= 1;
    if (after === 'queue') counters.inQueue += 1;
    if (after === 'worker') counters.inProgress += 1;
    if (event.type === 'JobCompleted') counters.completed += 1;
    if (event.type === 'JobFailed' || event.type === 'JobTimedOut') counters.failed += 1;
    if (event.type === 'JobRequeued') counters.retried += 1;
    return { endpointId, counters };
  }

  note(event: DomainEvent, id: string): void {
    switch (event.type) {
      case 'JobQueued':
        this.jobs.set(id, { endpointId: event.endpointId, input: event.input, place: 'queue' });
        return;
      case 'WorkerTookJob':
        this.jobOf.set(id, event.jobId);
        return;
      case 'WorkerFreed':
      case 'WorkerCrashed':
      case 'WorkerTurnedUnhealthy':
      case 'WorkerTerminated':
        this.jobOf.delete(id);
        return;
      default: {
        const record = this.jobs.get(id);
        if (record === undefined) return;
        record.place = placeAfter(event as JobEvent, record.place);
        if (record.place === 'nowhere') this.jobs.delete(id);
      }
    }
  }
}

type Place = 'nowhere' | 'queue' | 'worker' | 'ended';

interface JobRecord {
  readonly endpointId: string;
  readonly input: Json;
  place: Place;
}

const placeAfter = (event: JobEvent, before: Place): Place => {
  switch (event.type) {
    case 'JobQueued':
    case 'JobRequeued':
    case 'JobRetried':
      return 'queue';
    case 'JobStarted':
      return 'worker';
    case 'JobCompleted':
    case 'JobFailed':
    case 'JobTimedOut':
    case 'JobCancelled':
      return 'ended';
    case 'JobExpired':
    case 'JobPurged':
      return 'nowhere';
    default:
      return before;
  }
};

function startedTwice({ event, id }: Change, { jobs, jobOf }: Books): string | undefined {
  if (event.type !== 'JobStarted') return undefined;
  if (jobs.get(id)?.place !== 'queue') return `${id} started on ${event.workerId} while it was not waiting`;
  return jobOf.get(event.workerId) === id ? undefined : `${id} started on ${event.workerId}, which has not taken it`;
}

function tookTwo({ event, id }: Change, { jobOf }: Books): string | undefined {
  return event.type === 'WorkerTookJob' && jobOf.has(id) ? `${id} took ${event.jobId} and still has ${jobOf.get(id)}` : undefined;
}

function purgedRunning({ event, id }: Change, { jobs }: Books): string | undefined {
  return event.type === 'JobPurged' && jobs.get(id)?.place !== 'queue' ? `${id} was purged while it was not waiting` : undefined;
}

function retryChanged({ kind, event, id, entity }: Change, { jobs }: Books): string | undefined {
  if (kind !== 'job' || event.type !== 'JobRetried') return undefined;
  if (entity.id !== id || entity.output !== null || entity.error !== null) return `${id} came back as ${entity.id}, or with its old result`;
  return entity.input === jobs.get(id)?.input ? undefined : `${id} was retried with another input`;
}

function stillReadable({ event, id }: Change, _books: Books, state: State): string | undefined {
  if (event.type !== 'JobExpired' && event.type !== 'JobPurged') return undefined;
  return state.find('job', id) === undefined ? undefined : `${id} can still be read`;
}

function miscounted({ kind, event }: Change, books: Books, state: State): string | undefined {
  if (kind !== 'job') return undefined;
  const recount = books.recount(event);
  if (recount === undefined) return undefined;
  const { endpointId, counters } = recount;
  const shown = state.health.of(endpointId);
  const same =
    shown.inQueue === counters.inQueue &&
    shown.inProgress === counters.inProgress &&
    shown.completed === counters.completed &&
    shown.failed === counters.failed &&
    shown.retried === counters.retried &&
    shown.inQueue === state.queues.length(endpointId);
  return same ? undefined : `${endpointId} shows ${JSON.stringify(shown)}, the log says ${JSON.stringify(counters)}`;
}
