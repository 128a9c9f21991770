import type { Redis } from 'ioredis';
import type { QueueLibrary } from './library.ts';
import { QueueProblem } from './problem.ts';

export interface LinkOptions {
  /** How long Redis may be away, at the start and later. */
  readonly waitMs: number;
  /** Tells the user that Redis does not answer, or does again. */
  readonly say: (words: string) => void;
}

/** Connections to one Redis. While it is away they try again, more and more seldom; when it is away for too long, `lost` rejects. */
export class RedisLink {
  /** Never resolves. */
  readonly lost: Promise<never>;
  readonly #ioredis: QueueLibrary['ioredis'];
  readonly #url: string;
  readonly #options: LinkOptions;
  readonly #clients: Redis[] = [];
  #lose: (problem: QueueProblem) => void = () => {};
  #awayTimer: NodeJS.Timeout | undefined;
  #isSaid = false;
  #isClosed = false;
  #lastError = '';

  constructor(ioredis: QueueLibrary['ioredis'], url: string, options: LinkOptions) {
    this.#ioredis = ioredis;
    this.#url = checkUrl(url);
    this.#options = options;
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    // It may be lost while nothing waits for it.
    this.lost.catch(() => undefined);
  }

  /** Whether Redis does not answer at the moment. */
  get isAway(): boolean {
    return this.#awayTimer !== undefined;
  }

  /** Another connection. Its commands wait while Redis is away. */
  connect(): Redis {
    const isFirst = this.#clients.length === 0;
    const client = new this.#ioredis.Redis(this.#url, { maxRetriesPerRequest: null, retryStrategy: retryDelayMs });
    this.#clients.push(client);
    // BullMQ makes further connections of one: those end with the link, too.
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (...options) => {
      const other = duplicate(...options);
      this.#clients.push(other);
      return other;
    };
    // Without a listener each error would end the process.
    client.on('error', (error: NodeJS.ErrnoException) => {
      this.#lastError = error.code ?? error.message;
      if (isFirst) this.#setAway();
    });
    // All go to the same server: one of them says how it is.
    if (isFirst) client.on('close', () => this.#setAway()).on('ready', () => this.#isBack());
    return client;
  }

  /** What the promise comes to, unless Redis is away for too long meanwhile. */
  async unlessLost<Value>(promise: Promise<Value>): Promise<Value> {
    promise.catch(() => undefined);
    return await Promise.race([promise, this.lost]);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#awayTimer);
    for (const client of this.#clients) client.disconnect();
  }

  #setAway(): void {
    if (this.#awayTimer !== undefined || this.#isClosed) return;
    const { waitMs, say } = this.#options;
    this.#awayTimer = setTimeout(() => this.#lose(this.#problem()), waitMs);
    this.#isSaid = true;
    say(
      `${hidePassword(this.#url)} does not answer (${this.#lastError || 'the connection was closed'}): trying again for ${secondsText(waitMs)}`,
    );
  }

  #isBack(): void {
    clearTimeout(this.#awayTimer);
    this.#awayTimer = undefined;
    this.#lastError = '';
    if (this.#isSaid) this.#options.say(`${hidePassword(this.#url)} answers again`);
    this.#isSaid = false;
  }

  #problem(): QueueProblem {
    return new QueueProblem(
      `${hidePassword(this.#url)} has not answered for ${secondsText(this.#options.waitMs)} (${this.#lastError || 'closed'}): is a Redis running there? \`redis-server\` or \`docker run -p 6379:6379 redis\` starts one. What was computed is kept: the same command goes on from there`,
    );
  }
}

const checkUrl = (url: string): string => {
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url))
    throw new QueueProblem(`--queue '${hidePassword(url)}' is no address of a Redis; write it like redis://127.0.0.1:6379`);
  return url;
};

/** Without its password. */
const hidePassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');

const retryDelayMs = (times: number): number => Math.min(50 * 2 ** Math.min(times, 10), 2_000);

const secondsText = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`);
