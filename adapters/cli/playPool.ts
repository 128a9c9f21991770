import { Tinypool } from 'tinypool';
import type { PlayResult } from '../../engine/study/index.ts';
import { threadFile } from './threads.ts';
import { type StudyTask, type TaskOutcome, valueOrThrow } from './threadTasks.ts';

/** Threads that are given plays one by one. The main thread plays none: it has others to answer. */
export class PlayPool {
  readonly #pool: Tinypool;

  constructor(threads: number) {
    this.#pool = new Tinypool({ filename: threadFile.href, minThreads: threads, maxThreads: threads, useAtomics: false });
    // A thread that ends while it plays fails its play, and another one is started. One that ends without a play is replaced alike.
    this.#pool.on('error', () => undefined);
  }

  async play(task: StudyTask): Promise<PlayResult> {
    return valueOrThrow<PlayResult>((await this.#pool.run(task, { name: 'playOnce' })) as TaskOutcome<PlayResult>);
  }

  /** Ends the threads, with whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#pool.threads.map((thread) => thread.terminate()));
  }
}
