import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type { Scenario } from '../../engine/index.ts';
import type { ParsedFile } from './load.ts';
import { commandFor, type PlayOptions } from './playOne.ts';
import type { Report, Wanted } from './report.ts';
import { type Outcome, type ParseTask, type PlayTask, valueOrThrow } from './threadTasks.ts';

/** Threads run the build, never the sources. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? '../../dist/bin/playThread.js' : './playThread.js', import.meta.url);

/** Threads that read scenario files and play scenarios, first come, first served. */
export class Threads {
  readonly count: number;
  readonly #pool: Tinypool;
  /** The tasks that have not ended, in the order in which they were given. */
  readonly #unfinished = new Set<{ readonly about: string }>();
  /** Rejects when a thread ends unasked. */
  readonly #ended: Promise<never>;

  /** One thread for each processor unless given, and no more than there are tasks at once. */
  constructor(wanted: number | undefined, tasks: number, file: URL = threadFile) {
    const count = Math.min(wanted ?? availableParallelism(), tasks);
    this.count = count;
    this.#pool = new Tinypool({ filename: file.href, minThreads: count, maxThreads: count, useAtomics: false });
    this.#ended = this.#watch();
    this.#ended.catch(() => undefined);
  }

  parse(file: string, seeds: readonly string[] | undefined): Promise<ParsedFile> {
    const task: ParseTask = { file, seeds };
    return this.#run('parse', task, `read ${file}`);
  }

  play(scenario: Scenario, { seed, seeds, update }: PlayOptions, wanted: Wanted): Promise<Report> {
    const options = { ...(seed === undefined ? {} : { seed }), ...(seeds === undefined ? {} : { seeds }), update: update === true };
    const task: PlayTask = { scenario, options, wanted };
    return this.#run('play', task, `played ${commandFor(scenario, options)}`);
  }

  /** Ends the threads, with whatever they are doing. */
  async close(): Promise<void> {
    this.#unfinished.clear();
    // The pool's own method would wait forever for a thread that has exited.
    await Promise.all(this.#pool.threads.map((thread) => thread.terminate()));
  }

  #run<Value>(name: string, task: object, about: string): Promise<Value> {
    const unfinished = { about };
    this.#unfinished.add(unfinished);
    const outcome: Promise<Outcome<Value>> = this.#pool.run(task, { name });
    const value = Promise.race([outcome, this.#ended])
      .then(valueOrThrow, (error: Error) => {
        throw error instanceof ThreadEnded ? error : new ThreadEnded(`a thread ended while it ${about}: ${error.message}`);
      })
      .finally(() => this.#unfinished.delete(unfinished));
    // All are awaited in order; an early rejection of a late one must not count as unhandled.
    value.catch(() => undefined);
    return value;
  }

  /** The pool rejects the task of a thread with an uncaught error, such as too little memory, but waits forever for one that exits. */
  #watch(): Promise<never> {
    return new Promise((_, reject) => {
      for (const thread of this.#pool.threads) {
        let failed = false;
        thread.on('error', () => {
          failed = true;
        });
        thread.on('exit', (code: number) => {
          if (failed || this.#unfinished.size === 0) return;
          const doing = [...this.#unfinished].slice(0, this.count).map(({ about }) => about);
          reject(new ThreadEnded(`a thread ended with exit code ${code} while it ${doing.join(', or ')}`));
        });
      }
    });
  }
}

class ThreadEnded extends Error {}
