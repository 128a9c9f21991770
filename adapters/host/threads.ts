import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, DomainEvent, Limits, LogEntry, LogHeader, Request, VirtualTime } from '../../engine/index.ts';
import type { BodyText } from './bodyText.ts';

/** What a thread is to work out: a row of the desk's table, of the logs that it was given before. */
export interface Task {
  readonly operation: string;
  readonly request: Request;
  readonly worldId: string;
  readonly limits: Limits;
}

/** A log that a thread is given; its entries follow, unless there are more than any row would look at. */
export interface LogHead {
  readonly id: string;
  readonly header: LogHeader;
  readonly length: number;
  readonly now: VirtualTime;
}

export type Message = { readonly log: LogHead } | { readonly entries: readonly LogEntry<DomainEvent>[] } | { readonly task: Task };

/** What came of it; its body as it goes out, which costs the least to hand on. */
export interface Worked {
  readonly answer: Omit<Answer, 'body'>;
  readonly text: BodyText | undefined;
}

/** How long a thread stays that has nothing to do. */
const idleMs = 5_000;

/**
 * Threads for what is worked out of logs alone, and takes long. There are few of them, and what comes beyond that waits in line. What
 * nobody waits for any more ends with its thread.
 */
export class Threads {
  readonly #most: number;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #line: (() => void)[] = [];
  readonly #working = new Set<AbortController>();
  #count = 0;
  /** Why nothing is worked out any more. */
  #closed: { readonly reason: unknown } | undefined;

  /** One for each processor but the one that serves, unless given. */
  constructor(most = Math.max(1, availableParallelism() - 1)) {
    this.#most = most;
  }

  /** `feed` gives the thread its logs. Rejects with the signal's reason when it is aborted. */
  async run(task: Task, feed: (post: (message: Message) => void) => Promise<void>, signal: AbortSignal): Promise<Worked> {
    if (this.#closed !== undefined) throw this.#closed.reason;
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    this.#working.add(ending);
    try {
      await this.#turn(either);
      const thread = this.#taken();
      try {
        const worked = await workedBy(thread, task, feed, either);
        this.#keep(thread);
        return worked;
      } catch (error) {
        await thread.terminate();
        throw error;
      } finally {
        this.#count -= 1;
        this.#line.shift()?.();
      }
    } finally {
      this.#working.delete(ending);
    }
  }

  /** Ends all that is worked out, for this reason, and every thread. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    for (const ending of this.#working) ending.abort(reason);
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      void thread.terminate();
    }
    this.#idle.clear();
  }

  /** Resolves once there is a thread to be had. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#count >= this.#most) {
      await new Promise<void>((resolve, reject) => {
        this.#line.push(resolve);
        signal.addEventListener('abort', () => {
          const place = this.#line.indexOf(resolve);
          if (place >= 0) this.#line.splice(place, 1);
          reject(signal.reason);
        });
      });
    }
    this.#count += 1;
  }

  #taken(): Worker {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    return new Worker(threadFile);
  }

  #keep(thread: Worker): void {
    // Nothing that is idle keeps the process from ending.
    thread.unref();
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.terminate();
    }, idleMs).unref();
    this.#idle.set(thread, timer);
  }
}

/** Sources are not what threads run: those of the build do. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/adapters/host/controlThread.js' : './controlThread.js',
  import.meta.url,
);

const workedBy = async (
  thread: Worker,
  task: Task,
  feed: (post: (message: Message) => void) => Promise<void>,
  signal: AbortSignal,
): Promise<Worked> => {
  thread.ref();
  const worked = new Promise<Worked>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // It is waited for below; until then it may only fail.
  worked.catch(() => undefined);
  try {
    await Promise.race([worked, feed((message) => thread.postMessage(message))]);
    thread.postMessage({ task } satisfies Message);
    return await worked;
  } finally {
    thread.removeAllListeners('message');
    thread.removeAllListeners('error');
  }
};
