import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Play, PlayResult, Versions } from '../../../engine/lab/study/index.ts';
import { ownVersions } from '../ownVersions.ts';
import { type JobData, type JobResult, scenarioGone, scenarioText } from './job.ts';
import type { QueueLibrary } from './library.ts';
import { howToAgree, jobName, keyIn, type Prefix, queueName, scenarioName, versionsText } from './names.ts';
import { announce, findVersions } from './presence.ts';
import { QueueProblem } from './problem.ts';
import { type LinkOptions, RedisLink } from './redisLink.ts';

export interface CoordinatorOptions extends LinkOptions {
  readonly url: string;
  readonly prefix: Prefix;
}

/** So many commands are sent at once. */
const batchMax = 500;
/** How often the oldest plays are looked for, in case Redis has lost them or an event. */
const checkMs = 2_000;
/** A play is given to workers so often, if they end while they play it. */
const attemptsMax = 5;
/** Redis forgets scenarios, and results that were fetched, after so long. */
const keepSeconds = 24 * 60 * 60;

/** Plays of a study whose results are awaited. */
interface Awaited {
  readonly plays: Map<string, Play>;
  readonly attempts: Map<string, number>;
  readonly onResult: (play: Play, result: PlayResult) => void;
  readonly end: (problem?: Error) => void;
}

/**
 * Has plays made by workers, by way of Redis. A job is named by the key of its result, so that however many studies ask for it, it is
 * played once. Redis may lose everything at any time: what is missing is added again.
 */
export class Coordinator {
  readonly #link: RedisLink;
  readonly #redis: Redis;
  readonly #queue: Queue<JobData, JobResult>;
  readonly #events: QueueEvents;
  readonly #versions: Versions = ownVersions();
  readonly #options: CoordinatorOptions;
  #awaited: Awaited | undefined;
  #said = '';

  constructor({ bullmq, ioredis }: QueueLibrary, options: CoordinatorOptions) {
    this.#options = options;
    this.#link = new RedisLink(ioredis, options.url, options);
    this.#redis = this.#link.connect();
    const name = queueName(this.#versions);
    const { prefix } = options;
    // The stream of events holds results, too: a few thousand are enough, because those that were missed are looked for.
    this.#queue = new bullmq.Queue(name, { connection: this.#link.connect(), prefix, streams: { events: { maxLen: 2_000 } } });
    this.#events = new bullmq.QueueEvents(name, { connection: this.#link.connect(), prefix });
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#take(keyIn(jobId), returnvalue as unknown as JobResult));
    this.#events.on('failed', ({ jobId, failedReason }) => void this.#retry(keyIn(jobId), failedReason).catch(() => undefined));
    // The link says what is wrong with Redis.
    this.#queue.on('error', () => undefined);
    this.#events.on('error', () => undefined);
  }

  async compute(plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void): Promise<void> {
    if (plays.length === 0) return;
    const ended = new Promise<void>((resolve, reject) => {
      this.#awaited = {
        plays: new Map(plays.map((play) => [play.key, play])),
        attempts: new Map(),
        onResult,
        end: (problem) => (problem === undefined ? resolve() : reject(problem)),
      };
    });
    const checking = this.#check(this.#awaited as unknown as Awaited);
    checking.catch((error: Error) => this.#awaited?.end(error));
    try {
      await this.#link.unlessLost(ended);
    } finally {
      this.#awaited = undefined;
      await this.#link.unlessLost(checking);
    }
  }

  async close(): Promise<void> {
    // A connection that is lost would be waited for.
    const closed = Promise.allSettled([this.#queue.close(), this.#events.close()]);
    await Promise.race([closed, this.#link.lost.catch(() => undefined)]);
    this.#link.close();
  }

  /** Adds all plays, and then looks for the oldest from time to time, until none is awaited. */
  async #check(awaited: Awaited): Promise<void> {
    const isOver = () => this.#awaited !== awaited;
    await this.#link.unlessLost(this.#events.waitUntilReady());
    await this.#add([...awaited.plays.values()]);
    for (const keys of splitIntoBatches([...awaited.plays.keys()])) if (!isOver()) await this.#look(keys);
    while (!isOver()) {
      await announce(this.#redis, this.#options.prefix, 'study', this.#versions);
      await this.#sayWhoIsMissing();
      await sleep(checkMs, isOver);
      const oldest = [...awaited.plays.keys()].slice(0, batchMax);
      // If one is gone, others are, too.
      if (!isOver() && !(await this.#look(oldest))) await this.#add([...awaited.plays.values()]);
    }
  }

  /** Adds jobs for plays; those that are there already stay as they are. */
  async #add(plays: readonly Play[]): Promise<void> {
    for (const batch of splitIntoBatches(plays)) {
      await this.#giveScenarios(batch);
      const jobs = batch.map(({ key, ingredients }) => ({
        name: 'play',
        data: { ingredients },
        opts: { jobId: jobName(key), removeOnComplete: { age: keepSeconds }, removeOnFail: { age: keepSeconds } },
      }));
      await this.#link.unlessLost(this.#queue.addBulk(jobs));
    }
  }

  async #giveScenarios(plays: readonly Play[]): Promise<void> {
    const scenarios = new Map(plays.map(({ ingredients, configuration }) => [ingredients.scenario, configuration.scenario]));
    const given = [...scenarios].map(([digest, scenario]) =>
      this.#redis.set(scenarioName(this.#options.prefix, digest), scenarioText(scenario), 'EX', keepSeconds),
    );
    await this.#link.unlessLost(Promise.all(given));
  }

  /** Takes what was computed of these plays. Returns whether Redis knows all of them. */
  async #look(keys: readonly string[]): Promise<boolean> {
    const jobs = await this.#link.unlessLost(Promise.all(keys.map((key) => this.#queue.getJob(jobName(key)))));
    let hasAll = true;
    for (const [k, job] of jobs.entries()) {
      const key = keys[k] as string;
      if (job === undefined) hasAll &&= this.#awaited?.plays.has(key) !== true;
      else await this.#lookAt(key, job);
    }
    return hasAll;
  }

  async #lookAt(key: string, { finishedOn, failedReason, returnvalue }: Job<JobData, JobResult>): Promise<void> {
    if (finishedOn === undefined) return;
    if (returnvalue !== null && returnvalue !== undefined) this.#take(key, returnvalue);
    else if (failedReason !== undefined) await this.#retry(key, failedReason);
  }

  #take(key: string, result: JobResult): void {
    const awaited = this.#awaited;
    const play = awaited?.plays.get(key);
    if (awaited === undefined || play === undefined) return;
    awaited.plays.delete(key);
    try {
      awaited.onResult(play, result);
    } catch (error) {
      awaited.end(error as Error);
    }
    if (awaited.plays.size === 0) awaited.end();
  }

  /** A failed play is a result; a failed job is not: its worker ended, or could not begin. */
  async #retry(key: string, reason: string): Promise<void> {
    const awaited = this.#awaited;
    const play = awaited?.plays.get(key);
    if (awaited === undefined || play === undefined) return;
    const attempts = (awaited.attempts.get(key) ?? 0) + (reason.startsWith(scenarioGone) ? 0 : 1);
    awaited.attempts.set(key, attempts);
    if (attempts >= attemptsMax) {
      const { configuration, seed } = play;
      awaited.end(
        new QueueProblem(`configuration ${configuration.number}, seed ${seed}: ${attempts} workers could not play it; the last: ${reason}`),
      );
      return;
    }
    await this.#giveScenarios([play]);
    const job = await this.#queue.getJob(jobName(key));
    // Another study may have been quicker.
    await job?.retry('failed').catch(() => undefined);
  }

  /** Says once what has to be done so that there is a worker. */
  async #sayWhoIsMissing(): Promise<void> {
    const seen = await findVersions(this.#redis, this.#options.prefix, 'worker');
    const words = whoIsMissing(seen, this.#versions);
    if (words !== undefined && words !== this.#said) this.#options.say(words);
    this.#said = words ?? '';
  }
}

const whoIsMissing = (seen: readonly Versions[], own: Versions): string | undefined => {
  if (seen.some((one) => queueName(one) === queueName(own))) return undefined;
  return seen.length === 0
    ? 'no worker is there yet: start some with `podsim study-worker --queue URL`'
    : `no worker of ${versionsText(own)} is there, only of ${seen.map(versionsText).join(' and ')}: ${howToAgree(seen.find(({ engine }) => engine === own.engine) ?? (seen[0] as Versions), own)}`;
};

const splitIntoBatches = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / batchMax) }, (_, k) => items.slice(k * batchMax, (k + 1) * batchMax));

/** Waits, and looks every now and then whether it is over. */
const sleep = async (ms: number, isOver: () => boolean): Promise<void> => {
  const stepMs = 20;
  for (let slept = 0; slept < ms && !isOver(); slept += stepMs) await new Promise((resolve) => setTimeout(resolve, stepMs));
};
