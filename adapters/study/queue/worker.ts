import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Ingredients, PlayResult, Versions } from '../../../engine/lab/study/index.ts';
import type { Scenario } from '../../../engine/scenario/index.ts';
import { ownVersions } from '../ownVersions.ts';
import type { ResultStore } from '../resultStore.ts';
import { isNamed, type JobData, type JobResult, scenarioFrom, scenarioGone, whyRefused } from './job.ts';
import type { QueueLibrary } from './library.ts';
import { howToAgree, keyIn, type Prefix, queueName, scenarioName, versionsText } from './names.ts';
import { announce, findVersions } from './presence.ts';
import { type LinkOptions, RedisLink } from './redisLink.ts';

export interface WorkerOptions extends LinkOptions {
  readonly url: string;
  readonly prefix: Prefix;
  /** So many plays are made at once, by `play`. */
  readonly threads: number;
  /** Plays in a thread: in this one it would block the renewal of the job's lock, and the job would be given to another worker. */
  readonly play: (scenario: Scenario, ingredients: Ingredients) => Promise<PlayResult>;
  /** A folder of results that others may share. */
  readonly store?: ResultStore;
  /** Ends after so long without work. */
  readonly idleMaxMs?: number;
}

/** A job whose worker was killed is given to another after about so long. */
const lockMs = 6_000;
const announceMs = 3_000;
/** Scenarios that are kept in memory. */
const scenariosMax = 64;

/** Plays what studies ask for, until it is stopped. */
export class StudyWorker {
  played = 0;
  readonly #link: RedisLink;
  readonly #redis: Redis;
  readonly #worker: Worker<JobData, JobResult>;
  readonly #versions: Versions = ownVersions();
  readonly #options: WorkerOptions;
  readonly #scenarios = new Map<string, Scenario>();
  readonly #bullmq: QueueLibrary['bullmq'];
  readonly #stop: Promise<void>;
  #active = 0;
  #idleSince = process.uptime();
  #isStopped = false;
  #said = '';

  stop: () => void = () => {};

  constructor({ bullmq, ioredis }: QueueLibrary, options: WorkerOptions) {
    this.#bullmq = bullmq;
    this.#options = options;
    this.#link = new RedisLink(ioredis, options.url, options);
    this.#redis = this.#link.connect();
    this.#stop = new Promise((resolve) => {
      this.stop = resolve;
    });
    this.#worker = new bullmq.Worker<JobData, JobResult>(queueName(this.#versions), (job) => this.#play(keyIn(job.id ?? ''), job.data), {
      connection: this.#link.connect(),
      prefix: options.prefix,
      // While one plays, the next is fetched.
      concurrency: 2 * options.threads,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: 3,
    });
    // The link says what is wrong with Redis, and the study what is wrong with a job.
    this.#worker.on('error', () => undefined);
  }

  get versions(): Versions {
    return this.#versions;
  }

  get isPlaying(): boolean {
    return this.#active > 0;
  }

  /** Plays until it is stopped, or has had nothing to do for too long. What it has begun it ends. */
  async run(): Promise<void> {
    try {
      await Promise.race([this.#announcing(), this.#stop, this.#link.lost]);
      // With nothing to end, there is nothing to wait for.
      if (this.#link.isAway && !this.isPlaying) return void this.#worker.close(true).catch(() => undefined);
      await this.#link.unlessLost(this.#worker.close());
    } finally {
      this.#isStopped = true;
      this.#link.close();
    }
  }

  async #announcing(): Promise<void> {
    const { prefix, idleMaxMs = Number.POSITIVE_INFINITY } = this.#options;
    await this.#link.unlessLost(this.#worker.waitUntilReady());
    this.#idleSince = process.uptime();
    while (!this.#isStopped) {
      await announce(this.#redis, prefix, 'worker', this.#versions);
      if (this.#active === 0) this.#sayWhoWaits(await findVersions(this.#redis, prefix, 'study'));
      for (let waited = 0; waited < announceMs; waited += 100) {
        if (this.#active === 0 && (process.uptime() - this.#idleSince) * 1_000 >= idleMaxMs) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** Studies of other versions have a queue of their own, and so are left alone. */
  #sayWhoWaits(seen: readonly Versions[]): void {
    const others = seen.filter((one) => queueName(one) !== queueName(this.#versions));
    const words =
      others.length === 0
        ? ''
        : `a study waits for ${others.map(versionsText).join(' and ')}, and this worker is ${versionsText(this.#versions)}: ${howToAgree(others[0] as Versions, this.#versions)}`;
    if (words !== '' && words !== this.#said) this.#options.say(words);
    this.#said = words;
  }

  async #play(key: string, { ingredients }: JobData): Promise<PlayResult> {
    const refusal = whyRefused(ingredients, this.#versions);
    if (refusal !== undefined) throw new this.#bullmq.UnrecoverableError(refusal);
    this.#active += 1;
    try {
      const { store } = this.#options;
      const stored = store?.read({ key });
      if (stored !== undefined) return stored;
      const result = await this.#options.play(await this.#loadScenario(ingredients), ingredients);
      store?.write({ key, ingredients }, result);
      this.played += 1;
      return result;
    } finally {
      this.#active -= 1;
      this.#idleSince = process.uptime();
    }
  }

  async #loadScenario(ingredients: JobData['ingredients']): Promise<Scenario> {
    const { scenario: digest } = ingredients;
    const known = this.#scenarios.get(digest);
    if (known !== undefined) return known;
    const text = await this.#redis.get(scenarioName(this.#options.prefix, digest));
    const scenario = text === null ? undefined : scenarioFrom(text);
    if (scenario === undefined || !isNamed(scenario, ingredients)) throw new Error(`${scenarioGone}: the study will give it again`);
    const [oldest] = this.#scenarios.keys();
    if (this.#scenarios.size >= scenariosMax && oldest !== undefined) this.#scenarios.delete(oldest);
    this.#scenarios.set(digest, scenario);
    return scenario;
  }
}
