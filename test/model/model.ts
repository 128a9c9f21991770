import { answerTo } from './answers.ts';
import { Ground } from './ground.ts';
import type { Act, JobPlan, Plan } from './plan.ts';
import { Pool } from './pool.ts';
import { isLive, Job, type Worker } from './state.ts';

/** An endpoint and its world, after the rulebook; where that says nothing, after what the engine does. It shares no code with it. */
export class Model extends Pool {
  readonly #jobs: Job[] = [];
  /** How many jobs have ended so, and how often one was given out again: these only grow (queue.health). */
  readonly #ended = { completed: 0, failed: 0, retried: 0 };
  /** When the scaler next looks at the queue; infinity if it does not. */
  #looksAt = Number.POSITIVE_INFINITY;

  /** The endpoint is created. */
  constructor(plan: Plan, ground: Ground, prefix = '') {
    super(plan, ground, prefix);
    this.keepMinimum();
  }

  /** A client does something now. */
  act(act: Act): void {
    if (act.do === 'health') return this.#tellHealth();
    if (act.do === 'workers') return this.tellWorkers();
    if (act.do === 'scale') return this.#scale(act.min, act.max);
    const waiting = this.#waiting('normal', 'low');
    if (act.do === 'run') this.#submit(new Job(`${this.prefix}job-${this.#jobs.length}`, act.job, this.now));
    else if (act.do === 'purge') for (const job of waiting) this.#moveJob(job, 'REMOVED');
    const job = act.do === 'run' || act.do === 'purge' ? undefined : this.#jobs[act.job];
    const isChanged = job !== undefined && job.status !== 'REMOVED' && this.#change(job, act);
    this.ground.say(`answers ${answerTo(act, this.#jobs, isChanged, waiting.length)}`);
  }

  #scale(min: number, max: number): void {
    if (this.scale(min, max)) {
      this.addWorkers(true);
      this.ground.serveWaiting();
      this.takeNext();
    }
    this.ground.say(`answers 200 ${min} to ${max}`);
  }

  /** What a call that names a job does to it; false if it may not. */
  #change(job: Job, act: Act): boolean {
    const mayRetry = job.status === 'FAILED' || job.status === 'TIMED_OUT';
    if ((act.do === 'cancel' && !isLive(job)) || (act.do === 'retry' && !mayRetry)) return false;
    if (act.do === 'cancel') this.#cancel(job);
    if (act.do === 'retry') this.#submit(job);
    if (act.do === 'limit') this.#limit(job, act.keep);
    return true;
  }

  #limit(job: Job, keep: number): void {
    if (isLive(job)) job.keptFor = Math.min(job.keptFor, keep);
    else job.keptUntil = Math.min(job.keptUntil, this.now + keep);
    this.#setJobAlarms(job);
  }

  /** A job that is handed to a worker that will be up soon counts as in progress. */
  #tellHealth(): void {
    const { handOver } = this.plan;
    const soon = this.with('INITIALIZING').filter(({ since, starting }) => handOver > 0 && since + starting <= this.now + handOver);
    const waiting = this.#waiting('normal', 'low').length;
    const handed = Math.min(soon.length, waiting);
    const running = this.#jobs.filter(({ status }) => status === 'IN_PROGRESS').length;
    const { completed, failed, retried } = this.#ended;
    const jobs = `inQueue=${waiting - handed} inProgress=${running + handed} ended=${[completed, failed, retried]}`;
    const workers = (['INITIALIZING', 'RUNNING', 'THROTTLED', 'UNHEALTHY'] as const).map((status) => this.with(status).length);
    this.ground.say(`health ${jobs} idle=${this.with('IDLE', 'ASLEEP').length} others=${workers}`);
  }

  #cancel(job: Job): void {
    const { cancelEnds } = this.plan;
    if (cancelEnds === 0) return this.#end(job, 'CANCELLED');
    job.cancelAt ??= this.now + cancelEnds;
    this.#setJobAlarms(job);
  }

  #submit(job: Job): void {
    if (job.status === 'NEW') this.#jobs.push(job);
    const afresh = { took: null, queued: this.now, place: ++this.ground.changes, requeues: 0, keptUntil: Infinity, keptFor: Infinity };
    this.#queue(Object.assign(job, afresh));
  }

  #queue(job: Job): void {
    this.#moveJob(Object.assign(job, { worker: null, delay: null, missed: null }), 'IN_QUEUE');
    this.takeNext();
    this.addWorkers();
  }

  /** Its worker is lost. */
  #queueAgain(job: Job): void {
    job.requeues += 1;
    this.#ended.retried += 1;
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
    this.ground.set(`${name} ttl`, status !== 'REMOVED' && submitted + plan.ttl, () => this.#end(job, 'REMOVED'));
    this.ground.set(`${name} attempt`, ends && started + lasts, () =>
      ending === 'crash' ? this.#crash(job) : this.#end(job, ending === 'fail' ? 'FAILED' : 'COMPLETED'),
    );
    this.ground.set(`${name} timeout`, runs && !(ends && lasts <= timeout) && started + timeout, () => this.#end(job, 'TIMED_OUT'));
    this.ground.set(`${name} cancel`, isLive(job) && cancelAt, () => this.#end(job, 'CANCELLED'));
    this.ground.set(`${name} lost`, runs && missed !== null && missed + this.plan.missedAfter, () =>
      job.requeues < this.plan.requeuesMax ? this.#queueAgain(job) : this.#end(job, 'FAILED'),
    );
    const kept = Math.min(finished + this.plan.retention, job.keptUntil);
    this.ground.set(`${name} result`, !isLive(job) && status !== 'REMOVED' && kept, () => this.#moveJob(job, 'REMOVED'));
  }

  #ending({ plan: { endings }, starts }: Job): JobPlan['endings'][number] | undefined {
    return endings[Math.min(starts, endings.length) - 1];
  }

  #end(job: Job, status: Job['status']): void {
    const { worker, keptUntil, keptFor } = job;
    const keptNow = Math.min(keptUntil, this.now + keptFor);
    if (status !== 'CANCELLED' && status !== 'REMOVED') job.took = this.now - job.started;
    if (status === 'COMPLETED') this.#ended.completed += 1;
    if (status === 'FAILED' || status === 'TIMED_OUT') this.#ended.failed += 1;
    this.#moveJob(Object.assign(job, { finished: this.now, keptUntil: keptNow, missed: null, cancelAt: null }), status);
    if (worker?.job !== job) return;
    if (status === 'COMPLETED') worker.crashes = 0;
    this.free(worker);
    this.takeNext();
  }

  #crash(job: Job): void {
    const worker = job.worker as Worker;
    const isBroken = ++worker.crashes >= this.plan.crashLoop;
    this.moveWorker(Object.assign(worker, { job: null, starting: this.plan.restart }), isBroken ? 'UNHEALTHY' : 'INITIALIZING');
    this.miss(job);
    this.retire(worker);
    if (worker.holdsMinimum) this.keepMinimum();
    if (isBroken) this.addWorkers();
  }

  protected miss(job: Job): void {
    this.#setJobAlarms(Object.assign(job, { missed: this.now }));
  }

  /** Those that wait, in the order in which they are taken. */
  #waiting(...priorities: readonly ('normal' | 'low')[]): readonly Job[] {
    const waiting = this.#jobs.filter(({ status }) => status === 'IN_QUEUE').sort((a, b) => a.place - b.place);
    return priorities.flatMap((priority) => waiting.filter(({ plan }) => plan.priority === priority));
  }

  /** The first whose time is not over. */
  #nextJob(): Job | undefined {
    return this.#waiting('normal', 'low').find(({ submitted, plan }) => submitted + plan.ttl > this.now);
  }

  /** The worker that holds a take open since last gets a job, if more wait than are called for; at once, or after a while. */
  protected takeNext(): void {
    for (;;) {
      const idle = this.with('IDLE').filter(({ looksAt }) => looksAt === null);
      const [worker] = [...idle].sort((a, b) => b.turn - a.turn);
      const called = this.workers.filter(({ isCalled }) => isCalled).length;
      if (worker === undefined || this.#nextJob() === undefined) return;
      if (called > 0 && this.#waiting('normal', 'low').length <= called) return;
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
  }

  /** One for each `requestCount` jobs that wait or run, as long as one waits; or a look at the queue when its first has waited too long. */
  protected addWorkers(sooner = false): void {
    const { scaler } = this.plan;
    const waiting = this.#waiting('normal').length;
    const running = this.#jobs.filter(({ status }) => status === 'IN_PROGRESS').length;
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
    const [first, ...others] = this.#waiting('normal');
    const starting = this.with('INITIALIZING', 'THROTTLED').length;
    if (!('queueDelay' in scaler) || first === undefined || this.isFull() || starting > others.length) return null;
    return first.queued + scaler.queueDelay;
  }
}

/** What comes of a plan, as the model says. */
export const playInModel = (plan: Plan): { readonly lines: readonly string[]; readonly nanoDollars: bigint } => {
  const ground = new Ground(plan.hosts);
  const model = new Model(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.act(act);
  }
  ground.advance(plan.until);
  return { lines: ground.lines, nanoDollars: model.nanoDollars };
};
