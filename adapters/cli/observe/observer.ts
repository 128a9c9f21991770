import {
  changesMax,
  type EndpointFacts,
  estimateSpending,
  goneStatus,
  isEnded,
  type JobAnswer,
  type JobsPlan,
  type PlannedJob,
  type Recording,
  readEndpoint,
  readHealth,
  readJob,
  readWorkers,
  type SeenPoll,
  type SubmittedJob,
  showsSame,
  submissionLateMax,
} from '../../../engine/lab/fidelity/index.ts';
import type { Heard, Target } from './asking.ts';
import { BrokenOff, isSilence, refuse, type Silence, tellCancelled, waitAfter } from './brokenOff.ts';
import { EndpointClient } from './endpointClient.ts';
import type { Surroundings } from './surroundings.ts';

/** The target of an observation, and its duration. */
export interface ObserverOptions {
  readonly target: Target;
  readonly name: string;
  readonly date: string;
  readonly author: string;
  readonly everyMs: number;
  /** Polls go on so long; where jobs are submitted, unless given, until they have ended. */
  readonly forMs: number | undefined;
  readonly plan: JobsPlan | undefined;
  /** In billionths of a USD. */
  readonly nanoUsdMax: number | undefined;
  /** Called with all that was seen, whenever a poll shows something new. */
  readonly onSeen: (recording: Recording) => void;
}

export const forMsUsual = 300_000;
/** After the last job should be over. */
const marginMs = 10_000;

/**
 * Watches an endpoint: polls it, submits the jobs of a plan, each once, and asks for them until they have ended. Whatever happens, it
 * returns everything it saw, and leaves no job running: it cancels those that have not ended.
 */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #around: Surroundings;
  readonly #client: EndpointClient;
  readonly #polls: SeenPoll[] = [];
  readonly #jobs: SubmittedJob[] = [];
  readonly #waiting: PlannedJob[];
  #endpoint: EndpointFacts | undefined;
  #listsWorkers = true;
  #begun: number;
  #failures = 0;
  #changes = 0;
  #brokenOff: BrokenOff | undefined;

  constructor(options: ObserverOptions, around: Surroundings) {
    this.#options = options;
    this.#around = around;
    this.#client = new EndpointClient(options.target, around.fetch);
    this.#waiting = [...(options.plan?.jobs ?? [])];
    this.#begun = around.now();
  }

  async observe(): Promise<Recording> {
    try {
      await this.#readEndpoint();
      await this.#watch();
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      this.#brokenOff = error;
    } finally {
      await this.#cancelRest();
    }
    return this.recording;
  }

  get recording(): Recording {
    const { name, date, author, everyMs, plan } = this.#options;
    return {
      name,
      date,
      author,
      everyMs,
      plan,
      endpoint: this.#endpoint,
      polls: [...this.#polls],
      jobs: [...this.#jobs],
      brokenOff: this.#brokenOff?.message,
    };
  }

  /** The reason why it ended early, with advice; undefined if it did not. */
  get advice(): string | undefined {
    return this.#brokenOff?.advice;
  }

  async #watch(): Promise<void> {
    await this.#poll();
    // Times count from the first poll that was answered.
    let nextPoll = this.#options.everyMs;
    for (;;) {
      await this.#submitDue();
      if (this.#isDone) return;
      const next = Math.min(nextPoll, this.#deadline, this.#waiting[0]?.at ?? Number.POSITIVE_INFINITY);
      await this.#sleepUntil(next);
      if (this.#elapsed >= this.#deadline) return this.#endAtDeadline();
      if (this.#elapsed < nextPoll) continue;
      await this.#poll();
      nextPoll = Math.max(nextPoll + this.#options.everyMs, this.#elapsed);
    }
  }

  get #elapsed(): number {
    return this.#around.now() - this.#begun;
  }

  get #deadline(): number {
    const { forMs, plan } = this.#options;
    if (forMs !== undefined || plan === undefined) return forMs ?? forMsUsual;
    return Math.max(...plan.jobs.map(({ at, ttlMs }) => at + ttlMs)) + submissionLateMax + marginMs;
  }

  get #haveAllEnded(): boolean {
    return this.#waiting.length === 0 && this.#jobs.every(({ last }) => isEnded(last));
  }

  /** Where it is said for how long, polls go on after the jobs. */
  get #isDone(): boolean {
    return this.#options.plan !== undefined && this.#options.forMs === undefined && this.#haveAllEnded;
  }

  #endAtDeadline(): void {
    if (!this.#haveAllEnded)
      throw new BrokenOff('not all jobs had ended in time', 'not all jobs had ended in time: give a longer --for, or leave it out');
  }

  async #sleepUntil(at: number): Promise<void> {
    const ms = at - this.#elapsed;
    if (ms > 0) await this.#around.sleep(ms);
    this.#endIfAsked();
  }

  #endIfAsked(): void {
    if (this.#around.isInterrupted()) throw new BrokenOff('it was interrupted');
  }

  /** Asks the management API about the endpoint. If the API does not know it, this never asks again. */
  async #readEndpoint(): Promise<void> {
    const { plan, nanoUsdMax } = this.#options;
    const heard = await this.#client.readEndpoint();
    this.#endpoint = heard.kind === 'answer' ? readEndpoint(heard.body) : undefined;
    this.#listsWorkers = this.#endpoint !== undefined;
    if (plan === undefined || nanoUsdMax === undefined || this.#endpoint === undefined) return;
    const { workersMax, idleTimeoutMs = plan.idleTimeoutMs } = this.#endpoint;
    const { nanoUsd, words } = estimateSpending({ ...plan, workersMax, idleTimeoutMs });
    if (nanoUsd > nanoUsdMax)
      throw new BrokenOff(
        'the endpoint has other workers than the jobs file says',
        `the endpoint has other workers than the jobs file says, and its jobs could cost more than --spend-max: ${words}. No job was submitted`,
      );
  }

  async #poll(): Promise<void> {
    const at = this.#polls.length === 0 ? 0 : this.#elapsed;
    if (this.#polls.length === 0) this.#begun = this.#around.now();
    const asked = this.#jobs.map(({ last }) => (isEnded(last) ? undefined : this.#client.readJob(last.id)));
    const [health, workers, ...jobs] = await Promise.all([
      this.#client.readHealth(),
      this.#listsWorkers ? this.#client.readWorkers() : undefined,
      ...asked,
    ]);
    const silent = [health, workers, ...jobs].find(isSilence);
    if (silent !== undefined) return this.#bear(silent, () => this.#poll());
    for (const [k, heard] of jobs.entries()) this.#note(k, heard);
    const shown = health?.kind === 'answer' ? readHealth(health.body) : undefined;
    if (shown === undefined) throw refuse(health, 'the endpoint answers with JSON that is no health');
    this.#failures = 0;
    const list = workers?.kind === 'answer' ? readWorkers(workers.body) : undefined;
    const poll = { ...shown, at, workerList: list, statuses: this.#jobs.map(({ last }) => last.status) };
    const before = this.#polls.at(-1);
    this.#polls.push(poll);
    if (before !== undefined && showsSame(poll, before)) return;
    this.#options.onSeen(this.recording);
    if (++this.#changes > changesMax)
      throw new BrokenOff(`it has seen ${changesMax} changes, as many as a file may have: give a longer --every, or a shorter --for`);
  }

  #note(k: number, heard: Heard | undefined): void {
    const job = this.#jobs[k];
    if (job === undefined || heard === undefined) return;
    // Before its time to live is over, it may only be hidden: then it is cancelled.
    const isGone = heard.kind === 'refusal' && heard.status === 404 && this.#elapsed >= job.at + job.planned.ttlMs;
    const last: JobAnswer | undefined =
      heard.kind === 'answer' ? readJob(heard.body) : isGone ? { id: job.last.id, status: goneStatus } : undefined;
    if (last === undefined) throw refuse(heard, 'the endpoint answers with JSON that is no status of a job');
    this.#jobs[k] = { ...job, last };
  }

  /** Submits the jobs that are due, each once: a job may exist even if its answer does not arrive. */
  async #submitDue(): Promise<void> {
    for (;;) {
      this.#endIfAsked();
      const [planned] = this.#waiting;
      if (planned === undefined || planned.at > this.#elapsed) return;
      if (this.#elapsed > planned.at + submissionLateMax)
        throw new BrokenOff('the endpoint took no more jobs in time: submit fewer, or with more time between them');
      const at = this.#elapsed;
      const { input, executionTimeoutMs: executionTimeout, ttlMs: ttl } = planned;
      const heard = await this.#client.run({ input, policy: { executionTimeout, ttl } });
      if (heard.kind === 'later') {
        await this.#bear(heard, async () => undefined);
        continue;
      }
      const last = heard.kind === 'answer' ? readJob(heard.body) : undefined;
      if (last === undefined)
        throw heard.kind === 'nothing'
          ? new BrokenOff(`${heard.words}, so whether a job was submitted is not known; its ttl ends it`)
          : refuse(heard, 'the endpoint answers a job with JSON that is no status');
      this.#failures = 0;
      this.#waiting.shift();
      this.#jobs.push({ planned, at, last });
    }
  }

  /** Waits after a call that came to nothing, and tries again, a few times in a row. */
  async #bear(heard: Silence, again: () => Promise<void>): Promise<void> {
    this.#failures += 1;
    const { everyMs, target } = this.#options;
    const ms = waitAfter(heard, { failures: this.#failures, hasAnswered: this.#polls.length > 0, everyMs, queue: target.queue });
    const end = this.#elapsed + ms;
    if (end > this.#deadline) throw new BrokenOff(`${heard.words}, and it is to be watched no longer than until it may be asked again`);
    await this.#sleepUntil(end);
    return again();
  }

  async #cancelRest(): Promise<void> {
    const open = this.#jobs.filter(({ last }) => !isEnded(last));
    const uncancelled = await this.#client.cancelAll(open.map(({ last }) => last.id));
    if (this.#brokenOff !== undefined) this.#brokenOff = tellCancelled(this.#brokenOff, open.length, uncancelled);
  }
}
