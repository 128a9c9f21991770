import { answerTo, tellHealth } from './answers.ts';
import type { Ground } from './ground.ts';
import { JobLife } from './jobLife.ts';
import { Limits } from './limits.ts';
import { type Act, isOfBatch, type Plan } from './plan.ts';
import { isGone, isLive, type Job } from './state.ts';

/** An endpoint and its world, after the rulebook; where that says nothing, after what the engine does. It shares no code with it. */
export class Model extends JobLife {
  readonly #limits: Limits | null;

  /** The endpoint is created. */
  constructor(plan: Plan, ground: Ground, prefix = '') {
    super(plan, ground, prefix);
    this.#limits = plan.limits === null ? null : new Limits(plan.limits, plan.contract !== '2026-08');
  }

  /** A client does something now. */
  act(act: Act): void {
    const waiting = this.waiting('normal', 'low');
    const held = act.do === 'stream' || act.do === 'sync' ? this.held.count(act.do) : 0;
    const refusal = this.#limits?.refuse(act, this.now, { waiting: waiting.length, max: this.max, held });
    if (refusal !== undefined) return this.ground.say(`answers ${refusal}`);
    if (act.do === 'health') return this.#tellHealth();
    if (act.do === 'workers') return this.tellWorkers(this.#limits?.tellLeft(this.now));
    if (act.do === 'scale') return this.#scale(act.min, act.max);
    if (act.do === 'stream' || act.do === 'sync') return this.#hold(act.do, this.jobs[act.job], act.wait);
    if (isOfBatch(act)) return this.ground.say(`answers ${this.batches.act(act)}`);
    if (act.do === 'run') this.submit(this.newJob(act.job, null));
    else if (act.do === 'purge') for (const job of waiting) this.purge(job);
    const job = act.do === 'run' || act.do === 'purge' ? undefined : this.jobs[act.job];
    const isChanged = job !== undefined && !isGone(job) && this.#change(job, act);
    this.ground.say(`answers ${answerTo(act, this.jobs, isChanged, waiting.length)}`);
  }

  #hold(kind: 'stream' | 'sync', job: Job | undefined, wait: number | null): void {
    const isKnown = job !== undefined && !isGone(job);
    this.ground.say(isKnown ? this.held.ask(kind, job, wait ?? this.plan.holds[kind]) : 'answers 404 job.expired');
  }

  #scale(min: number, max: number): void {
    if (this.scale(min, max)) {
      this.addWorkers(true);
      this.ground.serveWaiting();
      this.takeNext();
      this.batches.feed();
    }
    this.ground.say(`answers 200 ${min} to ${max}${this.#limits?.tellLeft(this.now) ?? ''}`);
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

  #tellHealth(): void {
    const { handOver } = this.plan;
    const soon = this.with('INITIALIZING').filter(({ since, starting }) => handOver > 0 && since + starting <= this.now + handOver);
    this.ground.say(tellHealth(this.jobs, this.workers, this.ended, soon.length));
  }
}
