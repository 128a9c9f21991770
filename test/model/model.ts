import { answerTo, tellHealth } from './answers.ts';
import { Faults } from './faults.ts';
import type { Ground } from './ground.ts';
import type { Held } from './held.ts';
import { refuseShapes, tellShapes } from './hosts/shapes.ts';
import { JobLife } from './jobLife.ts';
import { Limits } from './limits.ts';
import { type Act, isOfBatch, operations, type Plan, type Tuning } from './plan.ts';
import { isGone, isLive, type Job } from './state.ts';

/** An endpoint and its world, after the rulebook; where that says nothing, after what the engine does. It shares no code with it. */
export class Model extends JobLife {
  readonly #limits: Limits | null;
  readonly #faults: Faults;

  /** The endpoint is created. */
  constructor(plan: Plan, ground: Ground, prefix = '') {
    // A world begins with its faults.
    const faults = new Faults(ground, plan.faults, {
      takeBack: (fault) => this.held.takeBack(fault),
      crash: (most) => this.crashSome(most),
    });
    super(plan, ground, prefix);
    this.#faults = faults;
    this.#limits = plan.limits === null ? null : new Limits(plan.limits, plan.contract !== '2026-08');
  }

  /** A client does something now. */
  act(act: Act): void {
    const operation = operations[act.do];
    const waits = act.do === 'stream' || act.do === 'sync' ? { kind: act.do, job: this.jobs[act.job], wait: act.wait } : undefined;
    const answer = this.#refuse(act, operation) ?? this.#carryOut(act);
    const slowedBy = this.#faults.strike('slow', operation);
    const cut = waits?.wait === null && this.plan.edgeCut > 0 ? this.plan.edgeCut : null;
    const terms = { operation, slowedBy, cut };
    if (answer === null && waits?.job !== undefined)
      return this.held.hold(waits.kind, waits.job, waits.wait ?? this.plan.holds[waits.kind], terms);
    if (answer !== null && slowedBy !== null) return this.held.delay(answer, slowedBy, terms);
    this.ground.say(answer ?? '');
  }

  /** It is deleted: its workers are terminated, and then its jobs cancelled, the oldest first (endpoint.delete). */
  close(): void {
    this.batches.fail();
    this.terminateAll();
    for (const job of this.jobs.filter(isLive)) this.end(job, 'CANCELLED');
  }

  /** A call that is one too many, or that a fault makes fail. */
  #refuse(act: Act, operation: string): string | undefined {
    const counts = {
      waiting: this.waiting('normal', 'low').length,
      max: this.max,
      held: this.held.count(operation),
      isGone: this.isDeleted,
    };
    const refusal = this.#limits?.refuse(act, this.now, counts);
    if (refusal !== undefined) return `answers ${refusal}`;
    return this.#faults.strike('fail', operation) === null ? undefined : 'answers 503 fault.window';
  }

  /** Does what is asked for; the answer, or null if it has to wait. */
  #carryOut(act: Act): string | null {
    const left = this.#limits?.tellLeft(this.now) ?? '';
    if (this.isDeleted) return `answers 404 auth.tenancy${isOfQueue(act) ? '' : left}`;
    if (act.do === 'delete') {
      this.close();
      return `answers 204${left}`;
    }
    const waiting = this.waiting('normal', 'low');
    if (act.do === 'health') return this.#tellHealth();
    if (act.do === 'workers') return this.tellWorkers(this.#limits?.tellLeft(this.now));
    if (act.do === 'releases') return this.tellReleases(this.#limits?.tellLeft(this.now));
    if (act.do === 'scale') return this.#scale(act.min, act.max);
    if (act.do === 'tune') return this.#tune(act.changes);
    if (act.do === 'stream' || act.do === 'sync') return this.#ask(act.do, this.jobs[act.job]);
    if (isOfBatch(act)) return `answers ${this.batches.act(act)}`;
    if (act.do === 'run') this.submit(this.newJob(act.job, null));
    else if (act.do === 'purge') for (const job of waiting) this.purge(job);
    const job = act.do === 'run' || act.do === 'purge' ? undefined : this.jobs[act.job];
    const isChanged = job !== undefined && !isGone(job) && this.#change(job, act);
    return `answers ${answerTo(act, this.jobs, isChanged, waiting.length)}`;
  }

  #ask(kind: Held, job: Job | undefined): string | null {
    return job === undefined || isGone(job) ? 'answers 404 job.expired' : this.held.ask(kind, job);
  }

  #scale(min: number, max: number): string {
    if (this.scale(min, max)) this.#followPatch();
    return this.#describeEndpoint();
  }

  /** What an endpoint's scaler by count has no say in is 10 seconds (endpoint.idle-timeout). */
  #tune(changes: Tuning): string {
    const { scaler, idle, timeout, image, env, center, volumes, shapes } = { ...this.plan, ...changes };
    const hasIdle = 'queueDelay' in scaler;
    const ofIdle = changes.idle !== undefined && !hasIdle ? '422 endpoint.idle-timeout' : undefined;
    const refusal = ofIdle ?? refuseShapes(this.plan.shapes, shapes) ?? this.#refuseVolumes(center, volumes, changes);
    if (refusal !== undefined) return `answers ${refusal}${this.#limits?.tellLeft(this.now) ?? ''}`;
    const tuned = { scaler, timeout, idle: hasIdle ? idle : 10_000, image, env, center, volumes, shapes };
    const before = this.plan;
    const isRelease = image !== before.image || env !== before.env || tellShapes(shapes) !== tellShapes(before.shapes);
    const isNew = JSON.stringify({ ...before, ...tuned }) !== JSON.stringify(before);
    this.plan = { ...before, ...tuned };
    if (isRelease) this.release();
    if (isNew) {
      this.reconcile();
      this.#followPatch();
    }
    return this.#describeEndpoint();
  }

  /** Its volumes are there, and each is where workers may be (mounts.volume-datacenter). */
  #refuseVolumes(center: string | null, volumes: readonly number[], changes: Tuning): string | undefined {
    const found = volumes.map((volume) => this.ground.volumes.find(volume));
    if (changes.volumes !== undefined && found.includes(undefined)) return '404 mounts.volume-datacenter';
    return center !== null && found.some((volume) => volume?.center !== center) ? '400 mounts.volume-datacenter' : undefined;
  }

  #followPatch(): void {
    this.addWorkers(true);
    this.ground.serveWaiting();
    this.takeNext();
    this.batches.feed();
  }

  #describeEndpoint(): string {
    const { scaler, idle, timeout, image, env, center, volumes, shapes } = this.plan;
    const mounted = volumes.map((volume) => `volume-${volume}`).join(' ');
    const by = 'queueDelay' in scaler ? `delay ${scaler.queueDelay} idle ${idle}` : `count ${scaler.requestCount}`;
    return `answers 200 ${this.min} to ${this.max} by ${by} timeout ${timeout} image ${image} ${env} in ${center} with ${mounted} on ${tellShapes(shapes)}${this.#limits?.tellLeft(this.now) ?? ''}`;
  }

  /** What a call that names a job does to it; false if it may not. */
  #change(job: Job, act: Act): boolean {
    const mayRetry = job.status === 'FAILED' || job.status === 'TIMED_OUT';
    if ((act.do === 'cancel' && !isLive(job)) || (act.do === 'retry' && !mayRetry)) return false;
    if (act.do === 'cancel') this.cancel(job);
    if (act.do === 'retry') this.submit(job);
    if (act.do === 'limit') this.limit(job, act.keep);
    return true;
  }

  #tellHealth(): string {
    const { handOver } = this.plan;
    const soon = this.with('INITIALIZING').filter(({ since, starting }) => handOver > 0 && since + starting <= this.now + handOver);
    return tellHealth(this.jobs, this.workers, this.ended, soon.length);
  }
}

/** Whether it is a call of the queue API, whose answers do not say what is left of limits. */
const isOfQueue = ({ do: what }: Act): boolean => !['workers', 'releases', 'scale', 'tune', 'delete'].includes(what);
