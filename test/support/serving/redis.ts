import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { findFreePort } from './freePort.ts';

const given = process.env['REDIS_URL'];
const isRequired = process.env['PODSIM_REDIS_REQUIRED'] === '1';

/** A Redis for tests: the one at REDIS_URL or, if that is not set, at 127.0.0.1:6379. */
export interface FoundRedis {
  readonly url: string;
  /** Why tests that need it are skipped; undefined if it answers. */
  readonly absent: string | undefined;
}

/** Looks for a Redis. Throws if there is none although PODSIM_REDIS_REQUIRED is 1. */
export const findRedis = async (): Promise<FoundRedis> => {
  const url = given ?? 'redis://127.0.0.1:6379';
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return { url, absent: undefined };
  } catch (error) {
    const absent = `no Redis answers at ${url} (${(error as Error).message}): set REDIS_URL`;
    if (isRequired) throw new Error(absent);
    return { url, absent };
  } finally {
    client.disconnect();
  }
};

/** Why tests that start a Redis of their own are skipped; undefined if they can. */
export const whyNoServer = (): string | undefined => {
  if (spawnSync('redis-server', ['--version']).status === 0) return undefined;
  if (isRequired) throw new Error('redis-server is not installed');
  return 'redis-server is not installed';
};

/** Removes all that tests have written under a prefix, as a Redis does that loses its data. */
export const forgetAll = async (url: string, prefix: string): Promise<void> => {
  const client = new Redis(url);
  for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 }))
    if ((keys as string[]).length > 0) await client.del(...(keys as string[]));
  client.disconnect();
};

/** A Redis that a test starts, kills and starts again. It keeps nothing. */
export class OwnRedis {
  #server: ReturnType<typeof spawn> | undefined;
  #port = 0;

  constructor() {
    afterAll(() => this.kill());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await findFreePort();
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#server = spawn('redis-server', args, { stdio: 'ignore' });
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
}
