import { jobWords } from './answers.ts';
import type { Fault } from './faults.ts';
import type { Ground } from './ground.ts';
import { isGone, isLive, type Job } from './state.ts';

export type Held = 'stream' | 'sync';

interface Call {
  readonly name: string;
  /** What calls of the same operation have in common (limits.at-once). */
  readonly operation: string;
  /** What it asks for, of which job; or the answer that it has already, and waits for time alone. */
  readonly asks: { readonly kind: Held; readonly job: Job } | string;
  waitsFor: 'chunk' | 'end' | 'time';
  /** How much its answer is delayed once it is ready, and by which fault. */
  delay: number;
  fault: Fault | null;
}

/** How long a call is held. */
interface Terms {
  readonly operation: string;
  readonly slowedBy: Fault | null;
  /** How long the edge lets it wait; null: as long as it takes. */
  readonly cut: number | null;
}

/** The calls whose clients wait: for the next chunk of a job, for its end, or for an API that is slow (stream.drain, queue.status-sync, fault.match). */
export class HeldCalls {
  readonly #ground: Ground;
  readonly #prefix: string;
  #calls: readonly Call[] = [];
  #made = 0;

  constructor(ground: Ground, prefix: string) {
    this.#ground = ground;
    this.#prefix = prefix;
  }

  count(operation: string): number {
    return this.#calls.filter((call) => call.operation === operation).length;
  }

  /** The answer to a call; null if it waits: its job has not ended, and has no chunk for it. */
  ask(kind: Held, job: Job): string | null {
    return !isLive(job) || (kind === 'stream' && job.ready.length > 0) ? answerOf(kind, job) : null;
  }

  /** It waits for a job, so long at most. */
  hold(kind: Held, job: Job, wait: number, terms: Terms): void {
    const { operation, slowedBy } = terms;
    const waitsFor = kind === 'stream' ? 'chunk' : 'end';
    this.#open(
      { name: this.#name(), operation, asks: { kind, job }, waitsFor, delay: slowedBy?.plan.delay ?? 0, fault: slowedBy },
      wait,
      terms,
    );
  }

  /** It has its answer, which comes later. */
  delay(answer: string, by: Fault, terms: Terms): void {
    const call: Call = { name: this.#name(), operation: terms.operation, asks: answer, waitsFor: 'time', delay: 0, fault: by };
    this.#open(call, by.plan.delay, terms);
  }

  /** Chunks go to the one that has waited longest. While its answer is delayed, they are there for the next, too. */
  giveChunk(job: Job): void {
    for (const call of this.#waitingFor(job)) if (call.waitsFor === 'chunk' && job.ready.length > 0) this.#ready(call);
  }

  /** The job has ended, or is gone: nothing more will come. */
  answerAll(job: Job): void {
    for (const call of this.#waitingFor(job)) this.#ready(call);
  }

  /** The API is slow no longer: what waits only for that is answered, and all else will not be delayed. */
  takeBack(fault: Fault): void {
    for (const call of this.#calls.filter((one) => one.fault === fault)) {
      if (call.waitsFor === 'time') this.#answer(call);
      else Object.assign(call, { delay: 0, fault: null });
    }
  }

  #name(): string {
    return `${this.#prefix}call-${this.#made++}`;
  }

  #waitingFor(job: Job): readonly Call[] {
    return this.#calls.filter(({ asks, waitsFor }) => typeof asks !== 'string' && asks.job === job && waitsFor !== 'time');
  }

  #open(call: Call, wait: number, { cut }: Terms): void {
    this.#calls = [...this.#calls, call];
    this.#ground.say('holds');
    const { now } = this.#ground;
    this.#ground.set(`${call.name} wait`, now + wait, () => this.#ready(call));
    this.#ground.set(`${call.name} cut`, cut !== null && now + cut, () => this.#close(call, 'answers 524'));
  }

  /** Its answer is ready, or its wait is over. */
  #ready(call: Call): void {
    const { delay, name } = call;
    if (delay === 0) return this.#answer(call);
    Object.assign(call, { waitsFor: 'time', delay: 0 });
    this.#ground.set(`${name} wait`, this.#ground.now + delay, () => this.#answer(call));
  }

  #answer(call: Call): void {
    const { asks } = call;
    this.#close(call, typeof asks === 'string' ? asks : answerOf(asks.kind, asks.job));
  }

  #close(call: Call, answer: string): void {
    this.#calls = this.#calls.filter((one) => one !== call);
    for (const alarm of ['wait', 'cut']) this.#ground.set(`${call.name} ${alarm}`, null, () => undefined);
    this.#ground.say(answer);
  }
}

/** The chunks that are ready are given out once. */
const answerOf = (kind: Held, job: Job): string => {
  if (isGone(job)) return 'answers 404 job.expired';
  if (kind === 'sync') return `answers 200 ${jobWords(job)}`;
  const { ready } = job;
  job.ready = [];
  return `answers 200 ${job.name} chunks ${ready.join(',')}`;
};
