import type { Ended } from './answers.ts';
import { Batches, type Request } from './batches.ts';
import { Fleet } from './fleet.ts';
import type { Ground } from './ground.ts';
import { HeldCalls } from './held.ts';
import type { JobPlan, Plan } from './plan.ts';
import { isLive, Job, type Worker } from './state.ts';
import { findNextTry, tryWebhook } from './webhooks.ts';

/** The jobs of an endpoint, from their submission to the last try of their webhooks; and the scaler, which looks at them. */
export abstract class JobLife extends Fleet {
  protected readonly jobs: Job[] = [];
  protected readonly ended: Ended = { completed: 0, failed: 0, retried: 0 };
  protected readonly held: HeldCalls;
  protected readonly batches: Batches;
  /** When the scaler next looks at the queue; infinity if it does not. */
  #looksAt = Number.POSITIVE_INFINITY;

  /** The endpoint is created. */
  constructor(plan: Plan, ground: Ground, prefix = '') {
    super(plan, ground, prefix);
    this.held = new HeldCalls(ground, prefix);
    this.batches = new Batches(plan, {
      now: () => this.now,
      most: () => this.max,
      submit: (request) => this.submit(this.newJob(request.plan, request)),
      cancel: (job) => this.end(job, 'CANCELLED'),
    });
    this.keepMinimum();
  }

  protected newJob(plan: JobPlan, request: Request | null): Job {
    const job = new Job(`${this.prefix}job-${this.jobs.length}`, plan, this.now);
    if (request !== null) request.job = job;
    return job;
  }

  protected purge(job: Job): void {
    this.#moveJob(job, 'REMOVED');
    this.held.answerAll(job);
    this.batches.note(job);
  }

  protected limit(job: Job, keep: number): void {
    if (isLive(job)) job.keptFor = Math.min(job.keptFor, keep);
    else job.keptUntil = Math.min(job.keptUntil, this.now + keep);
    this.#setJobAlarms(job);
  }

  protected cancel(job: Job): void {
    const { cancelEnds } = this.plan;
    if (cancelEnds === 0) return this.end(job, 'CANCELLED');
    job.cancelAt ??= this.now + cancelEnds;
    this.#setJobAlarms(job);
  }

  protected submit(job: Job): void {
    if (job.status === 'NEW') this.jobs.push(job);
    const afresh = { took: null, queued: this.now, place: ++this.ground.changes, requeues: 0, keptUntil: Infinity, keptFor: Infinity };
    this.#queue(Object.assign(job, afresh));
  }

  #queue(job: Job): void {
    this.#moveJob(Object.assign(job, { worker: null, delay: null, missed: null, ready: [], yielded: 0, isTried: false }), 'IN_QUEUE');
    this.batches.note(job);
    this.takeNext();
    this.addWorkers();
  }

  /** Its worker is lost. */
  #queueAgain(job: Job): void {
    job.requeues += 1;
    this.ended.retried += 1;
    this.#queue(job);
  }

  #moveJob(job: Job, status: Job['status']): void {
    job.status = status;
    const start = status === 'IN_PROGRESS' ? ` after ${this.now - job.queued} on ${job.worker?.name}` : '';
    this.ground.say(`${job.name} ${status}${start}`);
    this.#setJobAlarms(job);
  }

  #setJobAlarms(job: Job): void {
    const { name, plan, status, started, timeout, missed, submitted, finished, cancelAt } = job;
    const runs = status === 'IN_PROGRESS';
    const ending = this.#ending(job);
    const ends = runs && missed === null && ending !== 'hang';
    const lasts = plan.runs + (ending === 'complete' || ending === 'fail' ? this.plan.post : 0);
    this.ground.set(`${name} ttl`, status !== 'REMOVED' && submitted + plan.ttl, () => this.end(job, 'REMOVED'));
    const next = started + (job.yielded + 1) * plan.every;
    this.ground.set(`${name} chunk`, runs && missed === null && job.yielded < plan.chunks && next, () => this.#yield(job));
    this.ground.set(`${name} attempt`, ends && started + lasts, () =>
      ending === 'crash' ? this.#crash(job.worker as Worker) : this.end(job, ending === 'fail' ? 'FAILED' : 'COMPLETED'),
    );
    this.ground.set(`${name} timeout`, runs && !(ends && lasts <= timeout) && started + timeout, () => this.end(job, 'TIMED_OUT'));
    this.ground.set(`${name} cancel`, isLive(job) && cancelAt, () => this.end(job, 'CANCELLED'));
    this.ground.set(`${name} lost`, runs && missed !== null && missed + this.plan.missedAfter, () =>
      job.requeues < this.plan.requeuesMax ? this.#queueAgain(job) : this.end(job, 'FAILED'),
    );
    const isOver = !isLive(job) && status !== 'REMOVED';
    this.ground.set(`${name} webhook`, isOver && findNextTry(job, this.plan), () => {
      this.ground.say(tryWebhook(job, this.plan));
      this.#setJobAlarms(job);
    });
    const kept = Math.min(finished + this.plan.retention, job.keptUntil);
    this.ground.set(`${name} result`, isOver && !(job.isDropped && job.isTried) && kept, () => this.#drop(job));
  }

  /** Its result was kept long enough. The tries of its webhook go on without it (job.status-ttl-webhook). */
  #drop(job: Job): void {
    if (job.isTried && !job.isDropped) this.#setJobAlarms(Object.assign(job, { isDropped: true }));
    else this.end(job, 'REMOVED');
  }

  #yield(job: Job): void {
    job.yielded += 1;
    job.ready = [...job.ready, job.yielded];
    this.#setJobAlarms(job);
    this.held.giveChunk(job);
  }

  #ending({ plan: { endings }, starts }: Job): JobPlan['endings'][number] | undefined {
    return endings[Math.min(starts, endings.length) - 1];
  }

  protected end(job: Job, status: Job['status']): void {
    // One that completes has yielded all its chunks.
    if (status === 'COMPLETED') while (job.yielded < job.plan.chunks) this.#yield(job);
    const { worker, keptUntil, keptFor } = job;
    const keptNow = Math.min(keptUntil, this.now + keptFor);
    if (status !== 'CANCELLED' && status !== 'REMOVED') job.took = this.now - job.started;
    if (status === 'COMPLETED') this.ended.completed += 1;
    if (status === 'FAILED' || status === 'TIMED_OUT') this.ended.failed += 1;
    const ended = { finished: this.now, keptUntil: keptNow, missed: null, cancelAt: null, tries: 0, isTried: job.plan.notifies };
    this.#moveJob(Object.assign(job, ended), status);
    this.held.answerAll(job);
    if (worker?.job === job) {
      if (status === 'COMPLETED') worker.crashes = 0;
      this.free(worker);
      this.takeNext();
    }
    this.batches.note(job);
  }

  #crash(worker: Worker): void {
    const { job } = worker;
    const isBroken = ++worker.crashes >= this.plan.crashLoop;
    this.goDown(worker, isBroken ? 'UNHEALTHY' : 'INITIALIZING');
    if (job !== null) this.miss(job);
    this.retire(worker);
    if (worker.holdsMinimum) this.keepMinimum();
    if (isBroken) this.addWorkers();
    // It may have been called because a job waits.
    if (this.plan.takeDelay > 0) this.takeNext();
  }

  protected crashSome(most: number): void {
    const up = (['RUNNING', 'IDLE', 'INITIALIZING'] as const).flatMap((status) => this.with(status));
    for (const worker of up.slice(0, most)) this.#crash(worker);
  }

  protected miss(job: Job): void {
    this.#setJobAlarms(Object.assign(job, { missed: this.now }));
  }

  /** Those that wait, in the order in which they are taken. */
  protected waiting(...priorities: readonly ('normal' | 'low')[]): readonly Job[] {
    const waiting = this.jobs.filter(({ status }) => status === 'IN_QUEUE').sort((a, b) => a.place - b.place);
    return priorities.flatMap((priority) => waiting.filter(({ plan }) => plan.priority === priority));
  }

  /** The first whose time is not over. */
  #nextJob(): Job | undefined {
    return this.waiting('normal', 'low').find(({ submitted, plan }) => submitted + plan.ttl > this.now);
  }

  /** The worker that holds a take open since last gets a job, if more wait than are called for; at once, or after a while. */
  protected takeNext(): void {
    for (;;) {
      const idle = this.with('IDLE').filter(({ looksAt }) => looksAt === null);
      const [worker] = [...idle].sort((a, b) => b.turn - a.turn);
      const called = this.workers.filter(({ isCalled }) => isCalled).length;
      if (worker === undefined || this.#nextJob() === undefined) return;
      if (called > 0 && this.waiting('normal', 'low').length <= called) return;
      if (this.plan.takeDelay === 0) this.take(worker);
      else this.callWorker(worker);
    }
  }

  protected take(worker: Worker): void {
    const job = this.#nextJob();
    if (job === undefined) return;
    this.moveWorker(Object.assign(worker, { job }), 'RUNNING');
    Object.assign(job, {
      worker,
      started: this.now,
      delay: this.now - job.queued,
      starts: job.starts + 1,
      timeout: job.plan.timeout ?? this.plan.timeout,
    });
    this.#moveJob(job, 'IN_PROGRESS');
    this.batches.note(job);
  }

  /** One for each `requestCount` jobs that wait or run, as long as one waits; or a look at the queue when its first has waited too long. */
  protected addWorkers(sooner = false): void {
    const { scaler } = this.plan;
    const waiting = this.waiting('normal').length;
    const running = this.jobs.filter(({ status }) => status === 'IN_PROGRESS').length;
    if (waiting > 0 && 'requestCount' in scaler) this.launchUpTo(Math.ceil((waiting + running) / scaler.requestCount), false);
    const due = this.#waitedTooLong();
    const isSet = this.#looksAt < Infinity;
    if (due !== null && (!isSet || (sooner && due < this.#looksAt))) this.#lookAt(Math.max(due, this.now));
  }

  #lookAt(at: number): void {
    this.#looksAt = at;
    this.ground.set(`${this.prefix}look`, at, () => this.#lookAtQueue());
  }

  #lookAtQueue(): void {
    this.#looksAt = Number.POSITIVE_INFINITY;
    const due = this.#waitedTooLong();
    if (due === null) return;
    if (due > this.now) return this.#lookAt(due);
    this.launch(false);
    if (!this.isFull()) this.#lookAt(this.now + this.plan.scalerEvery);
  }

  /** When the first job will have waited too long; null where none waits, or no more workers may start than are starting. */
  #waitedTooLong(): number | null {
    const { scaler } = this.plan;
    const [first, ...others] = this.waiting('normal');
    const starting = this.with('INITIALIZING', 'THROTTLED').length;
    if (!('queueDelay' in scaler) || first === undefined || this.isFull() || starting > others.length) return null;
    return first.queued + scaler.queueDelay;
  }
}
