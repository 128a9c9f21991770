import { type EventOf, entities, type Kind } from '../../../engine/cloud/entities.ts';
import type { ChangeOf, StateChange } from '../../../engine/cloud/state/state.ts';
import { fillInSteps, type Steps } from '../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { DueWatch } from '../audit/dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../audit/recount.ts';
import { jobAfter } from './jobBook.ts';
import { type PodSeen, podAfter } from './podBook.ts';
import { Reader, type Seen } from './reader.ts';
import { type WorkerSeen, workerAfter } from './workerBook.ts';

const name = 'reads-recounted';

export const readRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'once everything due at an instant has happened, a call that reads what changed there says what the log says: a job, the workers and counters of an endpoint, a pod, the list of pods, a cluster',
    },
  ],
  open: (sources) => new Reads(sources),
};

/** What clients must be shown, kept from the events in the words of the rulebook. */
class Reads implements Recount {
  readonly #seen: Seen = {
    jobs: new Map(),
    workers: new Map(),
    crews: new Map(),
    pods: new Map(),
    clusters: new Map(),
    releases: new Map(),
  };
  readonly #reader: Reader;
  /** The entities that changed at this instant. */
  readonly #touched = new Map<string, Touched>();
  readonly watch = new DueWatch();
  #now: VirtualTime = worldStart;

  constructor(sources: Sources) {
    this.#reader = new Reader(sources, this.#seen);
  }

  readonly on: Handlers = {
    ...onEach('job', (change) => {
      const { jobs } = this.#seen;
      const { event } = change;
      this.#touch(change);
      keep(jobs, event.jobId, jobAfter(event, jobs.get(event.jobId), change.at));
    }),
    ...onEach('worker', (change) => {
      this.#touch(change);
      this.#changeWorker(change.event);
    }),
    ...onEach('pod', (change) => {
      const { pods } = this.#seen;
      const { event } = change;
      this.#touch(change);
      keep(pods, event.podId, podAfter(event, pods.get(event.podId)));
    }),
    ...onEach('cluster', (change) => {
      const { clusters } = this.#seen;
      const { event } = change;
      this.#touch(change);
      if (event.type === 'ClusterCreated') clusters.set(event.clusterId, event.shape.name);
      else if (event.type === 'ClusterRenamed') clusters.set(event.clusterId, event.name);
      else if (event.type === 'ClusterTerminated') clusters.delete(event.clusterId);
    }),
    ...onEach('endpoint', (change) => {
      const { releases } = this.#seen;
      const { event } = change;
      this.#touch(change);
      if (event.type === 'EndpointCreated') releases.set(event.endpointId, 1);
      else if (event.type === 'EndpointUpdated') releases.set(event.endpointId, event.version);
      else if (event.type === 'EndpointDeleted') releases.delete(event.endpointId);
    }),
  };

  timePasses(_to: VirtualTime, change?: StateChange): Broken | undefined {
    this.watch.clear();
    const reads = new Set([...this.#touched].flatMap(([id, touched]) => listReads(id, touched)));
    this.#touched.clear();
    // What the state has already, and these books have not, is read when that instant is over.
    if (change !== undefined) for (const read of listReads(change.id, this.#look(change))) reads.delete(read);
    for (const read of reads) {
      const cut = read.indexOf(' ');
      const wrong = this.#reader.wrong(read.slice(0, cut), read.slice(cut + 1), this.#now);
      if (wrong !== undefined) return { name, words: `${wrong}, at ${formatVirtualTime(this.#now)}` };
    }
    return undefined;
  }

  /** What is to be read at the end of this instant is not in it: equal worlds have equal books, by whatever way they came there. */
  dump(): Seen {
    return this.#seen;
  }

  *load({ jobs, workers, crews, pods, clusters, releases }: Seen): Steps<void> {
    yield* fillInSteps(this.#seen.jobs, jobs);
    yield* fillInSteps(this.#seen.workers, workers);
    yield* fillInSteps(this.#seen.crews, crews);
    yield* fillInSteps(this.#seen.pods, pods);
    yield* fillInSteps(this.#seen.clusters, clusters);
    yield* fillInSteps(this.#seen.releases, releases);
  }

  #changeWorker(event: EventOf<'worker'>): void {
    const { workers, crews } = this.#seen;
    const before = workers.get(event.workerId);
    const after = workerAfter(event, before);
    keep(workers, event.workerId, after);
    const { endpointId } = after ?? before ?? none;
    const crew = crews.get(endpointId) ?? [];
    if (before === undefined) crews.set(endpointId, [...crew, event.workerId]);
    if (after === undefined) keep(crews, endpointId, without(crew, event.workerId));
  }

  /** It is called before an event is written into the books, for it may be the last of its entity. */
  #touch(change: StateChange): void {
    this.#now = change.at;
    this.#touched.set(change.id, this.#look(change));
    this.watch.set();
  }

  #look({ kind, id, event }: StateChange): Touched {
    const { jobs, workers, pods } = this.#seen;
    const of = event as Partial<WorkerSeen & PodSeen>;
    if (kind === 'pod') {
      const { accountId = '', member } = pods.get(id) ?? of;
      return { kind, of: accountId, cluster: member?.clusterId };
    }
    if (kind === 'endpoint' || kind === 'cluster') return { kind, of: id };
    return { kind, of: ((kind === 'job' ? jobs : workers).get(id) ?? of).endpointId ?? '' };
  }
}

/** An entity that changed, and the endpoint, account or cluster that it is of. */
interface Touched {
  readonly kind: Kind;
  readonly of: string;
  /** Of a member. */
  readonly cluster?: string | undefined;
}

/** What may be shown otherwise once an entity has changed: what to read, and of which. */
const listReads = (id: string, { kind, of, cluster }: Touched): readonly string[] => {
  if (kind === 'pod') return [`pod ${id}`, `pods ${of}`, ...(cluster === undefined ? [] : [`cluster ${cluster}`])];
  if (kind === 'cluster') return [`cluster ${of}`];
  return [kind === 'job' ? `job ${id}` : `workers ${of}`, `health ${of}`];
};

/** Handlers of all events of a kind. */
const onEach = <K extends Kind>(kind: K, note: (change: ChangeOf<K>) => void): Handlers =>
  Object.fromEntries(
    entities[kind].lifecycle.rows.map(({ event }) => [event, (_event: EventOf<K>, change: ChangeOf<K>) => note(change)]),
  ) as Handlers;

const keep = <Is>(book: Map<string, Is>, id: string, is: Is | undefined): void => {
  if (is === undefined) book.delete(id);
  else book.set(id, is);
};

/** Undefined if none is left. */
const without = (crew: readonly string[], workerId: string): readonly string[] | undefined =>
  crew.length === 1 ? undefined : crew.filter((id) => id !== workerId);

const none = { endpointId: '' };
