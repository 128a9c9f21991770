import { getCluster } from '../../../engine/api/management/clusters.ts';
import { listEndpointWorkers } from '../../../engine/api/management/endpoint/workers.ts';
import { getPod, listPods } from '../../../engine/api/management/pod/pods.ts';
import type { Operation } from '../../../engine/api/operation.ts';
import { health } from '../../../engine/api/queue/control.ts';
import { status } from '../../../engine/api/queue/status.ts';
import type { SimulationContext } from '../../../engine/cloud/policies/context.ts';
import { isSame, type Json } from '../../../engine/kernel/canonical.ts';
import { finish, isSteps } from '../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Sources } from '../audit/recount.ts';
import { bodyOfJob, type JobSeen } from './jobBook.ts';
import { factsOfMembers, factsOfPod, type PodSeen } from './podBook.ts';
import type { WorkerSeen } from './workerBook.ts';

/** What clients must be shown of each thing. */
export interface Seen {
  readonly jobs: Map<string, JobSeen>;
  readonly workers: Map<string, WorkerSeen>;
  /** The workers of each endpoint, in the order in which they were launched first. */
  readonly crews: Map<string, readonly string[]>;
  readonly pods: Map<string, PodSeen>;
  /** The name of each cluster. */
  readonly clusters: Map<string, string>;
  /** The number of the newest release of each endpoint. */
  readonly releases: Map<string, number>;
}

/** Reads as a client does whose call is let in, without a trace in the world. */
export class Reader {
  readonly #sources: Sources;
  readonly #seen: Seen;

  constructor(sources: Sources, seen: Seen) {
    this.#sources = sources;
    this.#seen = seen;
  }

  /** What is wrong with what a read says; undefined if nothing is. */
  wrong(what: string, id: string, now: VirtualTime): string | undefined {
    const row = this.#rows[what];
    const [says, should] = row?.(id, now) ?? [null, null];
    return isSame(says, should) ? undefined : `${what} ${id} is shown as ${JSON.stringify(says)}, and should be ${JSON.stringify(should)}`;
  }

  /** By what is read: what the API says, and what it should. Undefined where nothing can be read, or a fault has views disagree. */
  readonly #rows: Readonly<Record<string, (id: string, now: VirtualTime) => Compared | undefined>> = {
    job: (id, now) => {
      const { state } = this.#sources;
      const should = this.#seen.jobs.get(id);
      const job = state.find('job', id);
      const says = job === undefined || job.resultDropped ? null : this.#read(status, { job, query: {} }, now);
      return [says, should === undefined ? null : bodyOfJob(id, should)];
    },
    workers: (id, now) => {
      const endpoint = this.#sources.state.find('endpoint', id);
      const release = this.#seen.releases.get(id);
      if (endpoint === undefined || release === undefined) return undefined;
      const { workers } = this.#read(listEndpointWorkers, { endpoint }, now) as unknown as { readonly workers: readonly ListedWorker[] };
      const says = workers.map((worker) => `${worker.id} ${worker.status} ${worker.version} ${worker.isStale}`);
      const listed = this.#crew(id).filter(([, worker]) => worker.status !== 'gone');
      return [
        says,
        listed.map(
          ([workerId, worker]) =>
            `${workerId} ${worker.status === 'ASLEEP' ? 'IDLE' : worker.status} ${worker.version} ${worker.version !== release}`,
        ),
      ];
    },
    health: (id, now) => {
      const { state, counted, settings } = this.#sources;
      const endpoint = state.find('endpoint', id);
      if (endpoint === undefined || !state.activeFaults.none('views-disagree')) return undefined;
      const { jobs, workers } = this.#read(health, { endpoint }, now) as unknown as Health;
      const { completed = 0, failed = 0, retried = 0, inQueue = 0, inProgress = 0 } = counted.counters.get(id) ?? {};
      // A job that is handed to a worker that is not up yet counts as running (worker.handed).
      const waiting = settings.worker.handOver === 0 ? { inQueue: jobs.inQueue } : {};
      const says = { ...jobs, inQueue: 0, inProgress: jobs.inQueue + jobs.inProgress, ...workers, ...waiting };
      const count = (is: string): number => this.#crew(id).filter(([, worker]) => worker.status === is).length;
      // A worker that is up without a job is idle, or running, as the world says (queue.health).
      const awake = count('IDLE');
      const isRunning = settings.worker.awakeShown === 'running';
      const idle = count('ASLEEP') + (isRunning ? 0 : awake);
      const running = count('RUNNING') + (isRunning ? awake : 0);
      const initializing = count('INITIALIZING');
      const counts = { idle, ready: idle, initializing, running, throttled: count('THROTTLED'), unhealthy: count('UNHEALTHY') };
      const shouldWait = settings.worker.handOver === 0 ? inQueue : 0;
      return [says, { completed, failed, retried, inProgress: inQueue + inProgress, inQueue: shouldWait, ...counts }];
    },
    pod: (id, now) => {
      const pod = this.#sources.state.find('pod', id);
      const should = this.#seen.pods.get(id);
      if (pod === undefined || should === undefined) return [pod === undefined, should === undefined];
      const shown = this.#read(getPod, { pod }, now) as unknown as ShownPod;
      const { name, status, actions, image, locked, gpu, cluster, template, runtime } = shown;
      const words = gpu === undefined ? null : `${gpu.count} ${gpu.id}`;
      const says = { id: shown.id, name, status, actions, image, locked, gpu: words, cluster: cluster?.id ?? null, template };
      return [{ ...says, isReachable: runtime !== null }, factsOfPod(id, should)];
    },
    cluster: (id, now) => {
      const cluster = this.#sources.state.find('cluster', id);
      const should = this.#seen.clusters.get(id);
      if (cluster === undefined || should === undefined) return [cluster === undefined, should === undefined];
      const { name, pods, primary } = this.#read(getCluster, { cluster }, now) as unknown as ShownCluster;
      const members = [...this.#seen.pods].filter(([, { member }]) => member?.clusterId === id);
      const first = primary === undefined ? null : `${primary.podId} ${primary.status}`;
      return [
        { name, members: { ...pods, primary: first } },
        { name: should, members: factsOfMembers(members) },
      ];
    },
    pods: (accountId, now) => {
      if (!this.#sources.state.activeFaults.none('list-lag')) return undefined;
      const { pods } = this.#read(listPods, { accountId, query: {} }, now) as unknown as { readonly pods: readonly ShownPod[] };
      const own = [...this.#seen.pods].filter(([, pod]) => pod.accountId === accountId && pod.member === null);
      return [pods.map(({ id, status }) => `${id} ${status}`), own.map(([id, pod]) => `${id} ${pod.status}`)];
    },
  };

  /** The workers of an endpoint. */
  #crew(endpointId: string): readonly (readonly [string, WorkerSeen])[] {
    return (this.#seen.crews.get(endpointId) ?? []).flatMap((id) => {
      const worker = this.#seen.workers.get(id);
      return worker === undefined ? [] : [[id, worker] as const];
    });
  }

  /** The body of the answer. A read that would change something throws. */
  #read(operation: Pick<Operation, 'run'>, asked: object, now: VirtualTime): Json {
    const { state, settings } = this.#sources;
    const sim = { state, settings, now, startMs: 0, find: state.find.bind(state) } as unknown as SimulationContext;
    const ran = operation.run(sim, { base: '', inputKey: () => '', ...asked } as never);
    const outcome = isSteps(ran) ? finish(ran) : ran;
    if (outcome._tag === 'Left' || !('answer' in outcome.right)) throw new Error('a read is answered at once');
    return outcome.right.answer.body ?? null;
  }
}

type Compared = readonly [says: Json, should: Json];

interface ListedWorker {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly isStale: boolean;
}

interface Health {
  readonly jobs: Readonly<Record<'completed' | 'failed' | 'retried' | 'inQueue' | 'inProgress', number>>;
  readonly workers: Readonly<Record<string, number>>;
}

interface ShownCluster {
  readonly name: string;
  readonly pods: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> };
  readonly primary?: { readonly podId: string; readonly status: string };
}

interface ShownPod {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly actions: readonly string[];
  readonly image: string;
  readonly locked: boolean;
  readonly gpu?: { readonly id: string; readonly count: number };
  readonly cluster?: { readonly id: string };
  readonly template: string | null;
  readonly runtime: object | null;
}
