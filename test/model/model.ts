import { Calendar } from './calendar.ts';
import type { Act, JobPlan, Plan } from './plan.ts';
import { byNearness, isLive, Job, Worker } from './state.ts';

/** An endpoint and its world, after the rulebook; where that says nothing, after what the engine does. It shares no code with it. */
export class Model {
  /** One for each change of a status, in order. */
  readonly lines: string[] = [];
  readonly #plan: Plan;
  readonly #calendar = new Calendar();
  readonly #jobs: Job[] = [];
  readonly #workers: Worker[] = [];
  /** By host, the workers that were up there. */
  readonly #seen: readonly Set<Worker>[];
  #now = 0;
  #changes = 0;
  #lookDue = false;
  /** Micro-dollars an hour × milliseconds. */
  #cost = 0n;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#seen = plan.hosts.map(() => new Set());
    this.#keepMinimum();
    for (const act of plan.acts) {
      this.#advance(act.at);
      this.#act(act);
    }
    this.#advance(plan.until);
  }

  get nanoDollars(): bigint {
    return (this.#cost * 1_000n) / 3_600_000n;
  }

  #advance(until: number): void {
    for (let alarm = this.#calendar.take(until); alarm !== undefined; alarm = this.#calendar.take(until)) {
      this.#pass(alarm.due);
      alarm.act();
    }
    this.#pass(until);
  }

  #pass(to: number): void {
    const { active, flex } = this.#plan.prices;
    const billed = this.#workers.filter(({ status }) => ['INITIALIZING', 'IDLE', 'RUNNING'].includes(status));
    for (const { holdsMinimum } of billed) this.#cost += BigInt((holdsMinimum ? active : flex) * (to - this.#now));
    this.#now = to;
  }

  #act(act: Act): void {
    if (act.do === 'run') return this.#submit(new Job(`job-${this.#jobs.length}`, act.job, this.#now));
    if (act.do === 'purge') return this.#waiting('normal', 'low').forEach((job) => void this.#moveJob(job, 'REMOVED'));
    const job = this.#jobs[act.job];
    if (job === undefined || job.status === 'REMOVED') return;
    if (act.do === 'cancel' && isLive(job)) this.#end(job, 'CANCELLED');
    if (act.do === 'retry' && (job.status === 'FAILED' || job.status === 'TIMED_OUT')) this.#submit(job);
    if (act.do !== 'limit') return;
    if (isLive(job)) job.keptFor = Math.min(job.keptFor, act.keep);
    else job.keptUntil = Math.min(job.keptUntil, this.#now + act.keep);
    this.#setJobAlarms(job);
  }

  #submit(job: Job): void {
    if (job.status === 'NEW') this.#jobs.push(job);
    const afresh = { queued: this.#now, place: ++this.#changes, requeues: 0, keptUntil: Infinity, keptFor: Infinity };
    this.#queue(Object.assign(job, afresh));
  }

  #queue(job: Job): void {
    this.#moveJob(Object.assign(job, { worker: null, missed: null }), 'IN_QUEUE');
    this.#takeNext();
    this.#addWorkers();
  }

  #moveJob(job: Job, status: Job['status']): void {
    job.status = status;
    const start = status === 'IN_PROGRESS' ? ` after ${this.#now - job.queued} on ${job.worker?.name}` : '';
    this.lines.push(`${this.#now} ${job.name} ${status}${start}`);
    this.#setJobAlarms(job);
  }

  #setJobAlarms(job: Job): void {
    const { name, plan, status, started, timeout, missed, submitted, finished } = job;
    const set = (what: string, due: number | false, act: () => void) =>
      this.#calendar.set(`${name} ${what}`, due === false ? null : Math.max(due, this.#now), act);
    const runs = status === 'IN_PROGRESS';
    const ends = runs && missed === null && this.#ending(job) !== 'hang';
    set('ttl', status !== 'REMOVED' && submitted + plan.ttl, () => this.#end(job, 'REMOVED'));
    set('attempt', ends && started + plan.runs, () => this.#endAttempt(job));
    set('timeout', runs && !(ends && plan.runs <= timeout) && started + timeout, () => this.#end(job, 'TIMED_OUT'));
    set('lost', runs && missed !== null && missed + this.#plan.missedAfter, () => this.#lose(job));
    const kept = Math.min(finished + this.#plan.retention, job.keptUntil);
    set('result', !isLive(job) && status !== 'REMOVED' && kept, () => this.#moveJob(job, 'REMOVED'));
  }

  #ending({ plan: { endings }, starts }: Job): JobPlan['endings'][number] | undefined {
    return endings[Math.min(starts, endings.length) - 1];
  }

  #endAttempt(job: Job): void {
    if (this.#ending(job) === 'crash') this.#crash(job.worker as Worker, job);
    else this.#end(job, this.#ending(job) === 'fail' ? 'FAILED' : 'COMPLETED');
  }

  #end(job: Job, status: Job['status']): void {
    const { worker, keptUntil, keptFor } = job;
    this.#moveJob(Object.assign(job, { finished: this.#now, keptUntil: Math.min(keptUntil, this.#now + keptFor), missed: null }), status);
    if (worker?.job !== job) return;
    if (status === 'COMPLETED') worker.crashes = 0;
    this.#moveWorker(Object.assign(worker, { job: null }), 'IDLE');
    this.#takeNext();
  }

  #lose(job: Job): void {
    if (job.requeues++ < this.#plan.requeuesMax) this.#queue(job);
    else this.#end(job, 'FAILED');
  }

  /** Those that wait, in the order in which they are taken. */
  #waiting(...priorities: readonly ('normal' | 'low')[]): readonly Job[] {
    const waiting = this.#jobs.filter(({ status }) => status === 'IN_QUEUE').sort((a, b) => a.place - b.place);
    return priorities.flatMap((priority) => waiting.filter(({ plan }) => plan.priority === priority));
  }

  /** The worker that was busy last takes the next job whose time is not over. */
  #takeNext(): void {
    for (;;) {
      const worker = this.#workers.filter(({ status }) => status === 'IDLE').sort((a, b) => b.turn - a.turn)[0];
      const job = this.#waiting('normal', 'low').find(({ submitted, plan }) => submitted + plan.ttl > this.#now);
      if (worker === undefined || job === undefined) return;
      this.#moveWorker(Object.assign(worker, { job }), 'RUNNING');
      Object.assign(job, { worker, started: this.#now, starts: job.starts + 1, timeout: job.plan.timeout ?? this.#plan.timeout });
      this.#moveJob(job, 'IN_PROGRESS');
    }
  }

  #moveWorker(worker: Worker, status: Worker['status']): void {
    Object.assign(worker, { status, since: this.#now, turn: ++this.#changes });
    this.lines.push(`${this.#now} ${worker.name} ${status}${worker.host === null ? '' : ` on host-${worker.host}`}`);
    this.#setWorkerAlarms(worker);
  }

  #setWorkerAlarms(worker: Worker): void {
    const { name, status, since, starting, holdsMinimum } = worker;
    const { idle, unhealthyRetry } = this.#plan;
    const tryAgain = () => this.#moveWorker(Object.assign(worker, { crashes: 0 }), 'INITIALIZING');
    this.#calendar.set(`${name} start`, status === 'INITIALIZING' ? since + starting : null, () => this.#serve(worker));
    this.#calendar.set(`${name} idle`, status === 'IDLE' && !holdsMinimum ? since + idle : null, () => this.#stop(worker));
    this.#calendar.set(`${name} retry`, status === 'UNHEALTHY' ? since + unhealthyRetry : null, tryAgain);
  }

  /** A stopped one before a new one; throttled where no host has a GPU left. */
  #launch(holdsMinimum: boolean): void {
    const stopped = this.#workers.find(({ status }) => status === 'STOPPED');
    const worker = stopped ?? new Worker(`w${this.#workers.length + 1}`);
    if (stopped === undefined) this.#workers.push(worker);
    if (!this.#place(Object.assign(worker, { crashes: 0, holdsMinimum }))) this.#moveWorker(worker, 'THROTTLED');
  }

  /** On the first host that has a GPU left. A host where a worker was up has the image. */
  #place(worker: Worker): boolean {
    const { hosts, pull, start, startAgain } = this.#plan;
    const host = hosts.findIndex((gpus, k) => this.#workers.filter((other) => other.host === k).length < gpus);
    const seen = this.#seen[host];
    if (seen === undefined) return false;
    const starting = seen.size === 0 ? pull + start : seen.has(worker) ? startAgain : start;
    this.#moveWorker(Object.assign(worker, { host, starting }), 'INITIALIZING');
    return true;
  }

  #serve(worker: Worker): void {
    this.#seen[worker.host as number]?.add(worker);
    this.#moveWorker(worker, 'IDLE');
    if (!worker.holdsMinimum) this.#assignMinimum();
    this.#takeNext();
  }

  #stop(worker: Worker): void {
    this.#moveWorker(Object.assign(worker, { host: null }), 'STOPPED');
    const throttled = this.#workers.filter(({ status }) => status === 'THROTTLED').sort((a, b) => a.turn - b.turn);
    for (const other of throttled) this.#place(other);
    this.#addWorkers();
  }

  #crash(worker: Worker, job: Job): void {
    const isBroken = ++worker.crashes >= this.#plan.crashLoop;
    this.#moveWorker(Object.assign(worker, { job: null, starting: this.#plan.restart }), isBroken ? 'UNHEALTHY' : 'INITIALIZING');
    this.#setJobAlarms(Object.assign(job, { missed: this.#now }));
    if (worker.holdsMinimum) this.#keepMinimum();
    if (isBroken) this.#addWorkers();
  }

  #countWithout(...statuses: readonly Worker['status'][]): number {
    return this.#workers.filter(({ status }) => !statuses.includes(status)).length;
  }

  #isFull(): boolean {
    return this.#countWithout('STOPPED') >= this.#plan.max;
  }

  #launchUpTo(wanted: number, holdsMinimum: boolean): void {
    while (this.#countWithout('STOPPED', 'UNHEALTHY') < wanted && !this.#isFull()) this.#launch(holdsMinimum);
  }

  #keepMinimum(): void {
    this.#launchUpTo(this.#plan.min, true);
    this.#assignMinimum();
  }

  /** Those nearest to serving hold it: of several that are as near, those that hold it already, then the older ones. */
  #assignMinimum(): void {
    const nearest = this.#workers
      .filter(({ status }) => status !== 'STOPPED')
      .sort((a, b) => byNearness.indexOf(a.status) - byNearness.indexOf(b.status) || Number(b.holdsMinimum) - Number(a.holdsMinimum));
    for (const [k, worker] of nearest.entries()) this.#setWorkerAlarms(Object.assign(worker, { holdsMinimum: k < this.#plan.min }));
  }

  /** One for each `requestCount` jobs that wait or run, as long as one waits; or a look at the queue when its first has waited too long. */
  #addWorkers(): void {
    const { scaler } = this.#plan;
    const waiting = this.#waiting('normal').length;
    const running = this.#jobs.filter(({ status }) => status === 'IN_PROGRESS').length;
    if (waiting > 0 && 'requestCount' in scaler) this.#launchUpTo(Math.ceil((waiting + running) / scaler.requestCount), false);
    const due = this.#waitedTooLong();
    if (due !== null && !this.#lookDue) this.#lookAt(Math.max(due, this.#now));
  }

  #lookAt(at: number): void {
    this.#lookDue = true;
    this.#calendar.set('look', at, () => this.#look());
  }

  #look(): void {
    this.#lookDue = false;
    const due = this.#waitedTooLong();
    if (due === null) return;
    if (due > this.#now) return this.#lookAt(due);
    this.#launch(false);
    if (!this.#isFull()) this.#lookAt(this.#now + this.#plan.scalerEvery);
  }

  /** When the first job will have waited too long; null where none waits, or no more workers may start than are starting. */
  #waitedTooLong(): number | null {
    const { scaler } = this.#plan;
    const [first, ...others] = this.#waiting('normal');
    const starting = this.#workers.filter(({ status }) => status === 'INITIALIZING' || status === 'THROTTLED').length;
    if (!('queueDelay' in scaler) || first === undefined || this.#isFull() || starting > others.length) return null;
    return first.queued + scaler.queueDelay;
  }
}
