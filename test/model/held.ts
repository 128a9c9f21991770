import { jobWords } from './answers.ts';
import type { Ground } from './ground.ts';
import { isGone, isLive, type Job } from './state.ts';

type Kind = 'stream' | 'sync';

interface Call {
  readonly name: string;
  readonly kind: Kind;
  readonly job: Job;
}

/** The calls that wait for a job: for its next chunk, or its end (stream.drain, queue.status-sync). */
export class HeldCalls {
  readonly #ground: Ground;
  readonly #prefix: string;
  #calls: readonly Call[] = [];
  #made = 0;

  constructor(ground: Ground, prefix: string) {
    this.#ground = ground;
    this.#prefix = prefix;
  }

  /** How many wait that do the same. */
  count(kind: Kind): number {
    return this.#calls.filter((call) => call.kind === kind).length;
  }

  /** The answer to a call, or that it is held: while its job has not ended, and has no chunk for it. */
  ask(kind: Kind, job: Job, wait: number): string {
    if (!isLive(job) || (kind === 'stream' && job.ready.length > 0)) return `answers ${answerOf(kind, job)}`;
    const call = { name: `${this.#prefix}call-${this.#made++}`, kind, job };
    this.#calls = [...this.#calls, call];
    this.#ground.set(call.name, this.#ground.now + wait, () => this.#answer(call));
    return 'holds';
  }

  /** A chunk goes to the one that has waited longest. */
  giveChunk(job: Job): void {
    const first = this.#calls.find((call) => call.job === job && call.kind === 'stream');
    if (first !== undefined) this.#answer(first);
  }

  /** The job has ended, or is gone: nothing more will come. */
  answerAll(job: Job): void {
    for (const call of this.#calls.filter((one) => one.job === job)) this.#answer(call);
  }

  #answer(call: Call): void {
    this.#calls = this.#calls.filter((one) => one !== call);
    this.#ground.set(call.name, null, () => undefined);
    this.#ground.say(`answers ${answerOf(call.kind, call.job)}`);
  }
}

/** The chunks that are ready are given out once. */
const answerOf = (kind: Kind, job: Job): string => {
  if (isGone(job)) return '404 job.expired';
  if (kind === 'sync') return `200 ${jobWords(job)}`;
  const { ready } = job;
  job.ready = [];
  return `200 ${job.name} chunks ${ready.join(',')}`;
};
