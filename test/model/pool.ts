import { Crew } from './crew.ts';
import type { Ground, Tenant } from './ground.ts';
import { HostMemory } from './hosts/hostMemory.ts';
import type { Plan } from './plan.ts';
import { type Job, Worker } from './state.ts';

/** The workers of an endpoint: how they start, sleep, crash and stop. */
export abstract class Pool extends Crew {
  readonly #tenants = new Map<Worker, Tenant>();
  readonly #memories: readonly HostMemory[];
  protected isDeleted = false;

  constructor(plan: Plan, ground: Ground, prefix: string) {
    super(plan, ground, prefix);
    this.#memories = ground.hosts.map(() => new HostMemory());
  }

  protected abstract takeNext(): void;
  protected abstract take(worker: Worker): void;
  protected abstract addWorkers(): void;
  /** One that was kept is down, or there may be fewer or more: they are counted anew. */
  protected abstract keepMinimum(): void;
  protected abstract assignMinimum(): void;
  /** Its worker is down. */
  protected abstract miss(job: Job): void;

  /** Whether a request waits for this worker, and for no other (lb.affinity). */
  protected isBound(_worker: Worker): boolean {
    return false;
  }

  /** It is terminated: requests that it handles break (lb.traffic). */
  protected breakOff(_worker: Worker): void {}

  /** What is bound to a worker that has stopped or fallen asleep finds it gone, or has it start again (lb.affinity). */
  protected bind(): void {}

  protected moveWorker(worker: Worker, status: Worker['status']): void {
    const isUp = status === 'IDLE' || status === 'RUNNING';
    const from = worker.status;
    if (status === 'INITIALIZING') worker.starts += 1;
    Object.assign(worker, { status, since: this.now, turn: ++this.ground.changes, upSince: isUp ? (worker.upSince ?? this.now) : null });
    if (from !== status) this.ground.say(`${worker.name} ${status}${worker.host === null ? '' : ` on host-${worker.host}`}`);
    this.setWorkerAlarms(worker);
  }

  protected setWorkerAlarms(worker: Worker): void {
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
    const isThere = this.#memories[worker.host ?? 0]?.has(this.findImage(worker)) === true;
    if (worker.hasImage) worker.starting = restart;
    else worker.starting = isThere ? this.#waits(worker) + start : pull + start;
    if (isThere) worker.hasImage = true;
  }

  /** A job waits: the take that the worker holds open is answered after a while. */
  protected callWorker(worker: Worker): void {
    this.setWorkerAlarms(Object.assign(worker, { looksAt: this.now + this.plan.takeDelay, isCalled: true }));
  }

  /** It asks for a job, and then holds a take open. */
  #look(worker: Worker): void {
    this.setWorkerAlarms(Object.assign(worker, { looksAt: null, isCalled: false, turn: ++this.ground.changes }));
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

  /** It has ended its job, or is down: it stops if there are too many (worker.max), and is replaced if it is stale or outside (worker.rollout, endpoint.data-centers). */
  protected retire(worker: Worker): void {
    if (this.isSurplus()) this.stop(worker);
    else if (this.isUseless(worker)) this.stop(worker, 'replaced');
  }

  /** The one that fell asleep last, else a stopped one, else a new one; throttled where no host has a GPU left. `again`: this one, which is stopped. */
  protected launch(holdsMinimum: boolean, again?: Worker): void {
    const [asleep] = [...this.with('ASLEEP')].sort((a, b) => b.since - a.since);
    if (again === undefined && asleep !== undefined) return this.wake(asleep, holdsMinimum);
    const [stopped] = this.with('STOPPED');
    const worker = again ?? stopped ?? this.#newWorker();
    const { version } = this;
    if (!this.#place(Object.assign(worker, { crashes: 0, holdsMinimum, version }))) this.moveWorker(worker, 'THROTTLED');
  }

  protected wake(worker: Worker, holdsMinimum: boolean): void {
    const { restores, startAgain, start } = this.plan;
    const starting = this.#waits(worker) + (restores ? startAgain : start);
    this.moveWorker(Object.assign(worker, { holdsMinimum, starting }), 'INITIALIZING');
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
    const isStale = (): boolean => this.isStale(worker);
    const listAsks = () => this.plan.shapes.map(({ units }) => units);
    // Of an endpoint that is deleted, none waits any more.
    const waits = (): boolean => worker.status === 'THROTTLED' && !this.isDeleted;
    return {
      get wantsNone() {
        return isStale();
      },
      get holds() {
        return worker.shape?.units ?? 0;
      },
      get asks() {
        return listAsks();
      },
      wants: (host) => this.mayBeOn(host),
      get holdsOn() {
        return worker.host;
      },
      get asleepSince() {
        return worker.status === 'ASLEEP' ? worker.turn : null;
      },
      get waitsSince() {
        return waits() ? worker.turn : null;
      },
      // One that slept was not expected, so no scaler misses it.
      giveWay: () => this.stop(worker, 'given'),
      serve: () => this.#serveThrottled(worker),
      loseHost: (host) => this.#loseHost(worker, host),
    };
  }

  /** While one of its endpoint sleeps, that one is woken instead, if there is no free room (worker.sleep). A release may have just made it stale. */
  #serveThrottled(worker: Worker): void {
    if (this.isSurplus()) return;
    if (this.isStale(worker)) return this.stop(worker, 'replaced');
    const hasSleeper = this.with('ASLEEP').length > 0 && !this.isBound(worker);
    if (!this.#place(worker, hasSleeper ? 'free' : 'given') && hasSleeper) this.stop(worker);
  }

  #loseHost(worker: Worker, host: number): void {
    const { status } = worker;
    this.#memories[host]?.forgetAll();
    if (worker.host !== host) return;
    Object.assign(worker, { host: null, goneAt: 0 });
    if (status === 'ASLEEP') return this.stop(worker);
    const { job } = worker;
    this.moveWorker(Object.assign(worker, { job: null, looksAt: null, isCalled: false }), 'THROTTLED');
    if (job !== null) this.miss(job);
    this.retire(worker);
    this.ground.serveWaiting();
    if (worker.holdsMinimum) this.keepMinimum();
    // It may have been called because a job waits.
    this.takeNext();
  }

  /** On the first host that has room for the first shape that fits. A host where a worker was up has the image. */
  #place(worker: Worker, room: 'free' | 'given' = 'given'): boolean {
    const { pull, start, startAgain } = this.plan;
    const { status: before } = worker;
    const by = { endpoint: this.prefix, worker: worker.name, pod: null, search: { id: `ep-${worker.name}`, starts: worker.starts } };
    const found = this.ground.find(this.#tenants.get(worker) as Tenant, by, { room });
    // A sleeper that made room may have had a request start this very worker.
    if (worker.status !== before) return true;
    const memory = this.#memories[found?.host ?? -1];
    if (found === undefined || memory === undefined) return false;
    const shape = this.plan.shapes.find(({ units }) => units === found.units) ?? null;
    const hasImage = memory.has(this.findImage(worker));
    const starting = !hasImage ? pull + start : memory.wasUp(worker) ? startAgain : start;
    this.moveWorker(Object.assign(worker, { host: found.host, shape, hasImage, starting: this.#waits(worker) + starting }), 'INITIALIZING');
    return true;
  }

  /** Until its last container is gone. */
  #waits({ goneAt }: Worker): number {
    return Math.max(0, goneAt - this.now);
  }

  #serve(worker: Worker): void {
    this.#memories[worker.host as number]?.record(worker, this.findImage(worker));
    this.moveWorker(Object.assign(worker, { hasImage: true }), 'IDLE');
    if (!worker.holdsMinimum) this.assignMinimum();
    this.takeNext();
  }

  /** Its idle timeout is over. While one sleeps, none of its endpoint waits for a host. */
  #leave(worker: Worker): void {
    if (!this.plan.sleeps) return this.stop(worker);
    worker.goneAt = this.now + this.plan.remove;
    this.moveWorker(worker, 'ASLEEP');
    this.bind();
    for (const other of this.workers)
      if (other.status === 'THROTTLED' && this.with('ASLEEP').length > 0 && !this.isBound(other)) this.stop(other);
    this.ground.serveWaiting();
  }

  /** Its endpoint is deleted. Those that wait for a host go first: none of them gets what another leaves (endpoint.delete). */
  protected terminateAll(): void {
    this.isDeleted = true;
    const waiting = this.with('THROTTLED');
    for (const worker of [...waiting, ...this.workers.filter((one) => !waiting.includes(one))]) {
      Object.assign(worker, { host: null, job: null, looksAt: null, isCalled: false, holdsMinimum: false });
      this.moveWorker(worker, 'TERMINATED');
      this.breakOff(worker);
      this.ground.serveWaiting();
    }
  }

  protected stop(worker: Worker, why: 'surplus' | 'replaced' | 'given' = 'surplus'): void {
    // Its container is up, or starts (worker.removed).
    if (['INITIALIZING', 'IDLE', 'RUNNING'].includes(worker.status)) worker.goneAt = this.now + this.plan.remove;
    const { holdsMinimum } = worker;
    this.moveWorker(Object.assign(worker, { host: null, looksAt: null, isCalled: false }), 'STOPPED');
    this.bind();
    if (why === 'replaced' && !this.isFull()) this.launch(holdsMinimum, worker);
    this.ground.serveWaiting();
    if (holdsMinimum) this.keepMinimum();
    if (why !== 'given') this.addWorkers();
    this.takeNext();
  }
}
