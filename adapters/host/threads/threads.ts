import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Limits } from '../../../engine/api/index.ts';
import type { DomainEvent, Request } from '../../../engine/cloud/index.ts';
import type { LogEntry, VirtualTime } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import type { BodyText } from '../call/bodyText.ts';
import { threadFile } from './threadFile.ts';

/** The task of a thread: an operation of the control plane, on the logs that it was given before. */
export interface Task {
  readonly operation: string;
  readonly request: Request;
  readonly worldId: string;
  readonly limits: Limits;
}

/** The head of a log that a thread is given. Its entries follow, unless there are more than any operation accepts. */
export interface LogHead {
  readonly id: string;
  readonly header: LogHeader;
  readonly length: number;
  readonly now: VirtualTime;
}

export type Message = { readonly log: LogHead } | { readonly entries: readonly LogEntry<DomainEvent>[] } | { readonly task: Task };

/** The answer, with its body already serialized: the cheapest form to pass between threads. */
export interface Worked {
  readonly answer: Omit<Answer, 'body'>;
  readonly text: BodyText | undefined;
}

/** How long an idle thread is retained. */
const idleMs = 5_000;

/** Idle threads serve every pool of this process: most tasks take less time than a thread takes to start. */
const idle = new Map<Worker, NodeJS.Timeout>();

/**
 * A pool of threads for long computations that need only logs. The pool is small; further tasks wait in a queue. A task that is aborted ends
 * together with its thread.
 */
export class Threads {
  readonly #most: number;
  readonly #queue: (() => void)[] = [];
  readonly #working = new Set<AbortController>();
  #count = 0;
  /** Why no more tasks are run. */
  #closed: { readonly reason: unknown } | undefined;

  /** One thread for each processor except the one that serves, unless given. */
  constructor(most = Math.max(1, availableParallelism() - 1)) {
    this.#most = most;
  }

  /** Runs a task on a thread, after `feed` has given it its logs. Rejects with the signal's reason when that is aborted. */
  async run(task: Task, feed: (post: (message: Message) => void) => Promise<void>, signal: AbortSignal): Promise<Worked> {
    if (this.#closed !== undefined) throw this.#closed.reason;
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    this.#working.add(ending);
    try {
      await this.#acquire(either);
      const thread = takeThread();
      try {
        const worked = await runOn(thread, task, feed, either);
        retain(thread);
        return worked;
      } catch (error) {
        await thread.terminate();
        throw error;
      } finally {
        this.#count -= 1;
        this.#queue.shift()?.();
      }
    } finally {
      this.#working.delete(ending);
    }
  }

  /** Aborts all tasks with this reason, which ends their threads. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    for (const ending of this.#working) ending.abort(reason);
  }

  /** Resolves once a thread may be used, and counts it as used. */
  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#count >= this.#most) {
      await new Promise<void>((resolve, reject) => {
        this.#queue.push(resolve);
        signal.addEventListener('abort', () => {
          const place = this.#queue.indexOf(resolve);
          if (place >= 0) this.#queue.splice(place, 1);
          reject(signal.reason);
        });
      });
    }
    this.#count += 1;
  }
}

const takeThread = (): Worker => {
  for (const [thread, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thread);
    return thread;
  }
  return new Worker(threadFile('controlThread'));
};

const retain = (thread: Worker): void => {
  // An idle thread does not keep the process alive.
  thread.unref();
  const timer = setTimeout(() => {
    idle.delete(thread);
    void thread.terminate();
  }, idleMs).unref();
  idle.set(thread, timer);
};

const runOn = async (
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
  // It is awaited below; a rejection before that must not count as unhandled.
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
