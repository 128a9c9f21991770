import { Crew } from './crew.ts';
import type { Ground, Tenant } from './ground.ts';
import type { Plan } from './plan.ts';
import { type Job, Worker } from './state.ts';

/** The workers of an endpoint: how they start, sleep, crash and stop. */
export abstract class Pool extends Crew {
  readonly #tenants = new Map<Worker, Tenant>();
  /** By host, the workers that were up there since it last failed. */
  readonly #seen: readonly Set<Worker>[];

  constructor(plan: Plan, ground: Ground, prefix: string) {
    super(plan, ground, prefix);
    this.#seen = ground.hosts.map(() => new Set());
  }

  protected abstract takeNext(): void;
  protected abstract take(worker: Worker): void;
  protected abstract addWorkers(): void;
  /** Its worker is down. */
  protected abstract miss(job: Job): void;

  /** Whether a request waits for this worker, and for no other (lb.affinity). */
  protected isBound(_worker: Worker): boolean {
    return false;
  }

  protected moveWorker(worker: Worker, status: Worker['status']): void {
    const isUp = status === 'IDLE' || status === 'RUNNING';
    const from = worker.status;
    Object.assign(worker, { status, since: this.now, turn: ++this.ground.changes, upSince: isUp ? (worker.upSince ?? this.now) : null });
    if (from !== status) this.ground.say(`${worker.name} ${status}${worker.host === null ? '' : ` on host-${worker.host}`}`);
    this.#setWorkerAlarms(worker);
  }

  #setWorkerAlarms(worker: Worker): void {
    const { name, status, since, starting, holdsMinimum, looksAt } = worker;
    const isIdle = status === 'IDLE' && !holdsMinimum && looksAt === null;
    const tryAgain = () => {
      this.#startAgain(worker);
      this.moveWorker(Object.assign(worker, { crashes: 0 }), 'INITIALIZING');
    };
    this.ground.set(`${name} start`, status === 'INITIALIZING' && since + starting, () => this.#serve(worker));
    this.ground.set(`${name} idle`, isIdle && since + this.plan.idle, () => this.#leave(worker));
    this.ground.set(`${name} take`, status === 'IDLE' && looksAt, () => this.#look(worker));
    this.ground.set(`${name} retry`, status === 'UNHEALTHY' && since + this.plan.unhealthyRetry, tryAgain);
  }

  /** Its container crashes. */
  protected goDown(worker: Worker, status: 'UNHEALTHY' | 'INITIALIZING'): void {
    Object.assign(worker, { job: null, looksAt: null, isCalled: false });
    if (status === 'INITIALIZING') this.#startAgain(worker);
    this.moveWorker(worker, status);
  }

  /** A container that has its image starts again quickly; any other starts from the beginning. */
  #startAgain(worker: Worker): void {
    const { pull, start, restart } = this.plan;
    const isThere = this.#seen[worker.host ?? 0]?.size !== 0;
    if (worker.hasImage) worker.starting = restart;
    else worker.starting = isThere ? this.#waits(worker) + start : pull + start;
    if (isThere) worker.hasImage = true;
  }

  /** A job waits: the take that the worker holds open is answered after a while. */
  protected callWorker(worker: Worker): void {
    this.#setWorkerAlarms(Object.assign(worker, { looksAt: this.now + this.plan.takeDelay, isCalled: true }));
  }

  /** It asks for a job, and then holds a take open. */
  #look(worker: Worker): void {
    this.#setWorkerAlarms(Object.assign(worker, { looksAt: null, isCalled: false, turn: ++this.ground.changes }));
    this.take(worker);
  }

  /** Its place was taken: it looks at whole intervals since it took its job. */
  protected free(worker: Worker): void {
    const { takeEvery, takeDelay } = this.plan;
    const late = takeEvery === 0 ? 0 : (this.now - worker.since) % takeEvery;
    const looksIn = (late === 0 ? 0 : takeEvery - late) + takeDelay;
    this.moveWorker(Object.assign(worker, { job: null, looksAt: looksIn === 0 ? null : this.now + looksIn }), 'IDLE');
    this.retire(worker);
  }

  /** It has ended its job, or is down: it stops if there are too many (worker.max). */
  protected retire(worker: Worker): void {
    if (this.isSurplus()) this.#stop(worker);
  }

  /** The one that fell asleep last, else a stopped one, else a new one; throttled where no host has a GPU left. */
  protected launch(holdsMinimum: boolean): void {
    const [asleep] = [...this.with('ASLEEP')].sort((a, b) => b.since - a.since);
    const { restores, startAgain, start } = this.plan;
    if (asleep !== undefined)
      return this.moveWorker(
        Object.assign(asleep, { holdsMinimum, starting: this.#waits(asleep) + (restores ? startAgain : start) }),
        'INITIALIZING',
      );
    const [stopped] = this.with('STOPPED');
    const worker = stopped ?? this.#newWorker();
    if (!this.#place(Object.assign(worker, { crashes: 0, holdsMinimum }))) this.moveWorker(worker, 'THROTTLED');
  }

  #newWorker(): Worker {
    const worker = new Worker(`${this.prefix}w${this.workers.length + 1}`);
    this.workers.push(worker);
    const tenant = this.#asTenant(worker);
    this.#tenants.set(worker, tenant);
    this.ground.workers.push(tenant);
    return worker;
  }

  #asTenant(worker: Worker): Tenant {
    return {
      gpus: 1,
      name: { endpoint: this.prefix, worker: worker.name },
      wants: () => true,
      get holdsOn() {
        return worker.host;
      },
      get asleepSince() {
        return worker.status === 'ASLEEP' ? worker.turn : null;
      },
      get waitsSince() {
        return worker.status === 'THROTTLED' ? worker.turn : null;
      },
      // One that slept was not expected, so no scaler misses it.
      giveWay: () => this.#stop(worker, false),
      serve: () => this.#serveThrottled(worker),
      loseHost: (host) => this.#loseHost(worker, host),
    };
  }

  /** While one of its endpoint sleeps, that one is woken instead, if there is no free room (worker.sleep). */
  #serveThrottled(worker: Worker): void {
    if (this.isSurplus()) return;
    const hasSleeper = this.with('ASLEEP').length > 0 && !this.isBound(worker);
    if (!this.#place(worker, hasSleeper ? 'free' : 'given') && hasSleeper) this.#stop(worker);
  }

  #loseHost(worker: Worker, host: number): void {
    const { status } = worker;
    this.#seen[host]?.clear();
    if (worker.host !== host) return;
    Object.assign(worker, { host: null, goneAt: 0 });
    if (status === 'ASLEEP') return this.#stop(worker);
    const { job } = worker;
    this.moveWorker(Object.assign(worker, { job: null, looksAt: null, isCalled: false }), 'THROTTLED');
    if (job !== null) this.miss(job);
    this.retire(worker);
    this.ground.serveWaiting();
    if (worker.holdsMinimum) this.keepMinimum();
    // It may have been called because a job waits.
    this.takeNext();
  }

  /** On the first host that has a GPU left. A host where a worker was up has the image. */
  #place(worker: Worker, room: 'free' | 'given' = 'given'): boolean {
    const { pull, start, startAgain } = this.plan;
    const host = this.ground.find(this.#tenants.get(worker) as Tenant, { room });
    const seen = host === undefined ? undefined : this.#seen[host];
    if (seen === undefined) return false;
    const starting = seen.size === 0 ? pull + start : seen.has(worker) ? startAgain : start;
    this.moveWorker(Object.assign(worker, { host, hasImage: seen.size > 0, starting: this.#waits(worker) + starting }), 'INITIALIZING');
    return true;
  }

  /** Until its last container is gone. */
  #waits({ goneAt }: Worker): number {
    return Math.max(0, goneAt - this.now);
  }

  #serve(worker: Worker): void {
    this.#seen[worker.host as number]?.add(worker);
    this.moveWorker(Object.assign(worker, { hasImage: true }), 'IDLE');
    if (!worker.holdsMinimum) this.#assignMinimum();
    this.takeNext();
  }

  /** Its idle timeout is over. While one sleeps, none of its endpoint waits for a host. */
  #leave(worker: Worker): void {
    if (!this.plan.sleeps) return this.#stop(worker);
    worker.goneAt = this.now + this.plan.remove;
    this.moveWorker(worker, 'ASLEEP');
    for (const other of this.workers)
      if (other.status === 'THROTTLED' && this.with('ASLEEP').length > 0 && !this.isBound(other)) this.#stop(other);
    this.ground.serveWaiting();
  }

  #stop(worker: Worker, isMissed = true): void {
    // Its container is up, or starts (worker.removed).
    if (['INITIALIZING', 'IDLE', 'RUNNING'].includes(worker.status)) worker.goneAt = this.now + this.plan.remove;
    const { holdsMinimum } = worker;
    this.moveWorker(Object.assign(worker, { host: null, looksAt: null, isCalled: false }), 'STOPPED');
    this.ground.serveWaiting();
    if (holdsMinimum) this.keepMinimum();
    if (isMissed) this.addWorkers();
    this.takeNext();
  }

  protected launchUpTo(wanted: number, holdsMinimum: boolean): void {
    while (this.countExpected() < wanted && !this.isFull()) this.launch(holdsMinimum);
  }

  protected keepMinimum(): void {
    this.launchUpTo(Math.min(this.min, this.max), true);
    this.#assignMinimum();
  }

  /** Another minimum and maximum: of the workers that are too many, those that sleep stop first, then the last to serve (worker.max). False if nothing changes. */
  protected scale(min: number, max: number): boolean {
    if (min === this.min && max === this.max) return false;
    this.min = min;
    this.max = max;
    this.reconcile();
    return true;
  }

  /** Which workers there are to be, and how long they may be idle, has changed. */
  protected reconcile(): void {
    const max = this.max;
    this.#assignMinimum();
    const asleep = [...this.with('ASLEEP')].sort((a, b) => a.since - b.since);
    for (const worker of asleep) if (this.countActive() + this.with('ASLEEP').length > max) this.#stop(worker);
    for (const worker of [...this.byService()].reverse()) if (worker.status !== 'RUNNING' && this.isSurplus()) this.#stop(worker);
    this.keepMinimum();
  }

  /** Those nearest to serving hold it. */
  #assignMinimum(): void {
    const nearest = this.byService();
    for (const [k, worker] of nearest.entries())
      this.#setWorkerAlarms(Object.assign(worker, { holdsMinimum: k < Math.min(this.min, this.max) }));
  }
}
