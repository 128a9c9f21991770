import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import type { PlayResult } from '../../../engine/lab/study/index.ts';
import type { ShortFailure, ShrinkTask } from '../../explorer/shrinkRun.ts';
import { threadFile } from '../../host/threads/threadFile.ts';
import {
  loadTask,
  type StudyTask,
  type TaskList,
  type TaskName,
  type TaskOf,
  type TaskOutcome,
  takeTask,
  type ValueOf,
  valueOrThrow,
} from './threadTasks.ts';

/**
 * Threads that share a list of tasks: each takes the next when it has ended one. So does the main thread, which begins at once, while
 * the others still load what it has loaded.
 */
export class PlayThreads {
  readonly count: number;
  readonly #pool: Tinypool;
  /** The tasks that the threads share now. */
  #shared: SharedTasks | undefined;

  /** `wanted`: with the main thread, at least two; by default, one for each processor. Never more than tasks. */
  constructor(wanted: number | undefined, tasks: number, file: URL = threadFile('playThread')) {
    this.count = Math.min(wanted ?? Math.max(2, availableParallelism()), tasks);
    const others = this.count - 1;
    this.#pool = new Tinypool({ filename: file.href, minThreads: others, maxThreads: others, useAtomics: false });
    // What the pool says is an error of a thread: each is heard below. Unheard, it would end the process.
    this.#pool.on('error', () => undefined);
    // The pool would wait forever for a thread that exits.
    for (const thread of this.#pool.threads) {
      thread.on('error', (error: Error) => this.#shared?.fail('', error));
      thread.on('exit', (code: number) => this.#shared?.fail(`with exit code ${code} `));
    }
  }

  /** Computes all tasks. Returns their values in the same order, each as soon as it is known. `about` says what a task does: `read a.yaml`. */
  map<Name extends TaskName>(name: Name, tasks: readonly TaskOf<Name>[], about: (task: TaskOf<Name>) => string): Promise<ValueOf<Name>>[] {
    const numbers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (1 + this.count))).fill(-1, 1);
    const list: TaskList<Name> = { name, tasks, numbers };
    const shared = new SharedTasks(list, (number) => about(tasks[number] as TaskOf<Name>));
    this.#shared = shared;
    for (let thread = 1; thread < this.count; thread++) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', ([number, outcome]: [number, TaskOutcome<unknown>]) => shared.finish(number, outcome)).unref();
      const share: Promise<void> = this.#pool.run({ list, thread, port: port2 }, { name: 'shareTasks', transferList: [port2] });
      share.catch((error: Error) => shared.fail('', error));
    }
    void shared.computeHere();
    return shared.values as Promise<ValueOf<Name>>[];
  }

  /** Ends the threads, with whatever they are doing. */
  async close(): Promise<void> {
    this.#shared?.forget();
    // The pool's own method would wait forever for a thread that has exited.
    await Promise.all(this.#pool.threads.map((thread) => thread.terminate()));
  }
}

/** Threads that are given tasks one by one. The main thread has none: it has others to answer. */
export class PlayPool {
  readonly #pool: Tinypool;

  constructor(threads: number) {
    this.#pool = new Tinypool({ filename: threadFile('playThread').href, minThreads: threads, maxThreads: threads, useAtomics: false });
    // A thread that ends fails the play that it is making, if any, and another is started.
    this.#pool.on('error', () => undefined);
  }

  async play(task: StudyTask): Promise<PlayResult> {
    return valueOrThrow<PlayResult>((await this.#pool.run(task, { name: 'playOnce' })) as TaskOutcome<PlayResult>);
  }

  /** Shortens a failure of the explorer. */
  async shrink(task: ShrinkTask): Promise<ShortFailure> {
    const transferList = task.server === undefined ? [] : [task.server.port];
    return valueOrThrow<ShortFailure>((await this.#pool.run(task, { name: 'shrink', transferList })) as TaskOutcome<ShortFailure>);
  }

  /** Ends the threads, with whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#pool.threads.map((thread) => thread.terminate()));
  }
}

/** A list of tasks while threads compute it. */
class SharedTasks {
  readonly values: readonly Promise<unknown>[];
  readonly #list: TaskList;
  readonly #about: (number: number) => string;
  readonly #unfinished = new Map<
    number,
    { readonly resolve: (outcome: TaskOutcome<unknown>) => void; readonly reject: (error: Error) => void }
  >();

  constructor(list: TaskList, about: (number: number) => string) {
    this.#list = list;
    this.#about = about;
    this.values = list.tasks.map((_, number) => {
      const outcome = new Promise<TaskOutcome<unknown>>((resolve, reject) => this.#unfinished.set(number, { resolve, reject }));
      const value = outcome.then(valueOrThrow);
      // All are awaited in order; an early rejection of a late one must not count as unhandled.
      value.catch(() => undefined);
      return value;
    });
  }

  /** The main thread's share. Between two tasks it hears of the other threads, and prints. */
  async computeHere(): Promise<void> {
    const compute = await loadTask(this.#list.name);
    for (let number = takeTask(this.#list, 0); number !== undefined; number = takeTask(this.#list, 0)) {
      if (!this.#unfinished.has(number)) return;
      this.finish(number, compute(this.#list.tasks[number] as TaskOf<TaskName>));
      await setImmediate();
    }
  }

  finish(number: number, outcome: TaskOutcome<unknown>): void {
    this.#unfinished.get(number)?.resolve(outcome);
    this.#unfinished.delete(number);
  }

  /** A thread has ended unasked: nothing more is computed. Where several are at work, it was one of these. */
  fail(how: string, cause?: Error): void {
    // The first number is that of the next task, the second that of the main thread.
    const doing = [...this.#list.numbers.subarray(2)].filter((number) => this.#unfinished.has(number)).map(this.#about);
    const why = cause === undefined ? '' : `: ${cause.message}`;
    const error = new ThreadEnded(`a thread ended ${how}while it ${doing.length === 0 ? 'started' : doing.join(', or ')}${why}`, { cause });
    for (const { reject } of this.#unfinished.values()) reject(error);
    this.forget();
  }

  forget(): void {
    this.#unfinished.clear();
  }
}

class ThreadEnded extends Error {}
