import type { StateChange } from '../../../../../engine/cloud/index.ts';
import { listTags } from '../../marks.ts';

/** A status over a span of time; without an end it still holds. */
export interface Band {
  readonly from: number;
  to: number | undefined;
  readonly status: string;
}

/** A job on its worker. */
export interface Bar {
  readonly id: string;
  readonly from: number;
  to: number | undefined;
  /** The status that ended it. */
  end: string | undefined;
}

/** How many jobs or requests a worker has over a span of time, where it has some. */
interface LaneLoad {
  readonly from: number;
  to: number | undefined;
  readonly running: number;
}

/** What one worker or pod did on one host. On another host it has another lane. A cluster has no host. */
export interface Lane {
  readonly kind: 'worker' | 'pod' | 'cluster';
  readonly id: string;
  /** Empty while it has no host. */
  readonly host: string;
  /** Its endpoint or cluster; empty for a pod of its own. */
  readonly owner: string;
  /** In the order of time, without overlaps. */
  bands: Band[];
  /** In the order in which they began; those of a worker that runs several at once overlap. */
  bars: Bar[];
  loads: LaneLoad[];
  /** The most that it ever had at once. */
  most: number;
  /** Before the bar of a job that was handed to it before its container was up: from then until it runs (worker.handed). */
  handed: Bar[];
}

/** The lanes of one host, or of what has none. */
export interface LaneGroup {
  readonly host: string;
  lanes: Lane[];
}

/** Every worker and pod over time, by host, in the order in which they first appear. */
export class Lanes {
  groups: readonly LaneGroup[] = [];
  /** When each host was down. */
  readonly downs = new Map<string, Band[]>();
  /** How long before its container is up a worker is handed a job; 0 where none is. */
  handOver = 0;
  readonly #byPlace = new Map<string, Lane>();
  /** The lane in which each worker or pod is now. */
  readonly #current = new Map<string, Lane>();
  /** The bar of each job that runs, and of each worker. */
  readonly #bars = new Map<string, Bar>();
  readonly #onWorker = new Map<string, Set<Bar>>();

  add(change: StateChange): void {
    if (change.kind === 'job') this.#addJob(change.entity, change.from, change.at);
    if (change.kind === 'worker') {
      this.#endLostJobs(change.entity, change.at);
      // Before it may leave its lane: there it has nothing any more.
      this.#addLoad(change.entity, change.at);
      this.#addHolder('worker', change.entity, change.entity.endpointId, change.at);
    }
    if (change.kind === 'cluster') this.#addHolder('cluster', change.entity, '', change.at);
    if (change.kind === 'host') this.#addDown(change.entity, change.at);
    if (change.kind === 'pod') this.#addHolder('pod', change.entity, change.entity.member?.clusterId ?? '', change.at);
  }

  get count(): number {
    return this.#byPlace.size;
  }

  /** The lane in which a worker or pod was last. */
  of(id: string): Lane | undefined {
    return this.#current.get(id);
  }

  /** Forgets what was over before a time, and the lanes of which nothing is left. */
  forget(before: number): void {
    const isKept = ({ to }: Band | Bar | LaneLoad): boolean => to === undefined || to >= before;
    for (const [key, lane] of this.#byPlace) {
      lane.bands = lane.bands.filter(isKept);
      lane.bars = lane.bars.filter(isKept);
      lane.loads = lane.loads.filter(isKept);
      lane.handed = lane.handed.filter(isKept);
      if (lane.bands.length > 0) continue;
      this.#byPlace.delete(key);
      if (this.#current.get(lane.id) === lane) this.#current.delete(lane.id);
    }
    for (const group of this.groups) group.lanes = group.lanes.filter(({ bands }) => bands.length > 0);
    this.groups = this.groups.filter(({ lanes }) => lanes.length > 0);
    for (const [host, spans] of this.downs) this.downs.set(host, spans.filter(isKept));
  }

  #addDown({ id, status }: { readonly id: string; readonly status: string }, at: number): void {
    const spans = this.downs.get(id) ?? [];
    const open = spans.at(-1);
    const isDown = listTags('host', status).includes('broken');
    if (isDown && open?.to !== undefined) spans.push({ from: at, to: undefined, status });
    else if (isDown && open === undefined) this.downs.set(id, [{ from: at, to: undefined, status }]);
    else if (!isDown && open !== undefined) open.to ??= at;
  }

  #addHolder(kind: Lane['kind'], entity: Holder, owner: string, at: number): void {
    const { id, status } = entity;
    const before = this.#current.get(id);
    const tags = listTags(kind, status);
    // Where it stops it keeps its host: a lane that ended would say that it is gone.
    const host = entity.placement?.hostId ?? (tags.includes('waiting') ? '' : (before?.host ?? ''));
    const open = before?.bands.at(-1);
    if (before !== undefined && open !== undefined && open.to === undefined) {
      if (open.status === status && before.host === host) return;
      if (open.from === at) before.bands.pop();
      else open.to = at;
    }
    if (tags.includes('gone')) return;
    const lane = this.#lane(kind, id, host, owner);
    lane.bands.push({ from: at, to: undefined, status });
    this.#current.set(id, lane);
  }

  #barsOn(workerId: string): Set<Bar> {
    const bars = this.#onWorker.get(workerId) ?? new Set();
    this.#onWorker.set(workerId, bars);
    return bars;
  }

  /** How many it has, where that has changed. */
  #addLoad(worker: Busy, at: number): void {
    const lane = this.#current.get(worker.id);
    if (lane === undefined) return;
    const running = worker.requests + countJobs(worker);
    const open = lane.loads.at(-1);
    const isOpen = open !== undefined && open.to === undefined;
    if ((isOpen ? open.running : 0) === running) return;
    if (isOpen && open.from === at) lane.loads.pop();
    else if (isOpen) open.to = at;
    if (running > 0) lane.loads.push({ from: at, to: undefined, running });
    lane.most = Math.max(lane.most, running);
  }

  #addJob({ id, status, workerId, queuedAt }: LaneJob, from: string, at: number): void {
    const isRunning = listTags('job', status).includes('running');
    const wasRunning = listTags('job', from).includes('running');
    if (isRunning && !wasRunning) {
      const bar: Bar = { id, from: at, to: undefined, end: undefined };
      this.#addHanded(this.#current.get(workerId ?? ''), id, queuedAt ?? at, at);
      this.#bars.set(id, bar);
      this.#barsOn(workerId ?? '').add(bar);
      this.#current.get(workerId ?? '')?.bars.push(bar);
    } else if (wasRunning && !isRunning) {
      const bar = this.#bars.get(id);
      if (bar === undefined) return;
      bar.to ??= at;
      bar.end = status;
      this.#bars.delete(id);
      this.#onWorker.get(workerId ?? '')?.delete(bar);
    }
  }

  /** The first job of a container, where it waited already before that was up. */
  #addHanded(lane: Lane | undefined, id: string, queuedAt: number, at: number): void {
    if (this.handOver === 0 || lane === undefined) return;
    const start = lane.bands.findLast(({ status }) => listTags(lane.kind, status).includes('starting'));
    if (start?.to === undefined || queuedAt >= start.to || (lane.bars.at(-1)?.from ?? -1) >= start.from) return;
    lane.handed.push({ id, from: Math.max(start.from, start.to - this.handOver, queuedAt), to: at, end: undefined });
  }

  /** A job that has lost its worker is told so later: until then nothing runs it. */
  #endLostJobs(worker: Busy, at: number): void {
    const bars = this.#onWorker.get(worker.id);
    if (bars === undefined || bars.size <= countJobs(worker)) return;
    const has = new Set([worker.jobId, ...worker.otherJobs]);
    for (const bar of bars) {
      if (has.has(bar.id)) continue;
      bar.to ??= at;
      bars.delete(bar);
    }
  }

  #lane(kind: Lane['kind'], id: string, host: string, owner: string): Lane {
    const key = `${id} ${host}`;
    const known = this.#byPlace.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { kind, id, host, owner, bands: [], bars: [], loads: [], most: 0, handed: [] };
    this.#byPlace.set(key, lane);
    let group = this.groups.find((one) => one.host === host);
    if (group === undefined) {
      group = { host, lanes: [] };
      this.groups = [...this.groups, group];
    }
    group.lanes.push(lane);
    return lane;
  }
}

interface LaneJob {
  readonly id: string;
  readonly status: string;
  readonly workerId: string | null;
  readonly queuedAt: number | null;
}

/** What a worker has to do. */
interface Busy {
  readonly id: string;
  readonly jobId: string | null;
  readonly otherJobs: readonly string[];
  readonly requests: number;
}

const countJobs = ({ jobId, otherJobs }: Busy): number => (jobId === null ? 0 : 1 + otherJobs.length);

interface Holder {
  readonly id: string;
  readonly status: string;
  readonly placement?: { readonly hostId: string } | null;
}
