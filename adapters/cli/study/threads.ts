import type { Play, PlayResult } from '../../../engine/lab/study/index.ts';
import { describeTask } from '../../study/runStudy.ts';
import type { PlayThreads } from '../run/threads.ts';
import { BadInput } from '../terminal/exit.ts';

/** The threads of this process that play, started when there is something to play. */
export class StudyThreads {
  readonly #jobs: number | undefined;
  #threads: PlayThreads | undefined;

  constructor(jobs: string | undefined) {
    this.#jobs = threadsFrom(jobs);
  }

  async compute(plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void): Promise<void> {
    if (plays.length === 0) return;
    const { PlayThreads } = await import('../run/threads.ts');
    this.#threads ??= new PlayThreads(this.#jobs, Number.POSITIVE_INFINITY);
    const results = this.#threads.map('playOnce', plays.map(describeTask), ({ seed }) => `played with the seed ${seed}`);
    await Promise.all(results.map(async (result, k) => onResult(plays[k] as Play, await result)));
  }

  async close(): Promise<void> {
    await this.#threads?.close();
  }
}

export const threadsFrom = (jobs: string | undefined): number | undefined => {
  if (jobs === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(jobs)) throw new BadInput(`--jobs '${jobs}' is no number of threads; give a whole number from 1 to 999`);
  return Number(jobs);
};
