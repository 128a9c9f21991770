import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { shellWord } from '../../../engine/compare/index.ts';
import { fileNameOfFound, listSteps, type ReportedFailure, textOfFound } from '../../../engine/lab/explorer/index.ts';
import { maskSecrets } from '../../../engine/scenario/index.ts';
import type { FoundFailure } from '../../explorer/exploration.ts';
import { openLine } from '../../explorer/lawFromThread.ts';
import type { ShortFailure, ShrinkTask } from '../../explorer/shrinkRun.ts';
import { makeFolderSync } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { checkFolder, writeText } from '../files.ts';
import { load } from '../run/load.ts';
import { PlayPool } from '../run/threads.ts';
import type { Interrupt } from '../terminal/interrupt.ts';
import { writeRunPage } from '../write/page.ts';
import { mergeAlike } from './mergeAlike.ts';
import type { ExploreOptions } from './options.ts';

/** The most failures that are shortened, and the most stories that are played for each. */
const failuresMax = 10;
const playedMax = 3_000;

/** Shortens failures in threads, until Ctrl-C: the rest is then as short as it is. */
export const shortenFound = async (
  found: readonly FoundFailure[],
  jobs: number | undefined,
  { flag: stop }: Interrupt,
): Promise<readonly ShortFailure[]> => {
  const some = found.slice(0, failuresMax);
  if (some.length === 0) return [];
  const pool = new PlayPool(Math.min(some.length, jobs ?? availableParallelism()));
  try {
    return await Promise.all(some.map(({ failure, story }) => shortenOne(pool, { failure, story, playedMax, stop })));
  } finally {
    await pool.close();
  }
};

/** Only this thread can wait for a server: the thread that shortens asks it of each story whether the law over HTTP holds. */
const shortenOne = async (pool: PlayPool, task: ShrinkTask): Promise<ShortFailure> => {
  // What serves HTTP is loaded here alone: no other failure needs it.
  if (task.failure.property !== 'law http') return pool.shrink(task);
  const { line, close } = openLine((await import('../../explorer/lawOverHttp.ts')).storyBrokenOverHttp);
  try {
    return await pool.shrink({ ...task, server: line });
  } finally {
    close();
  }
};

/** Throws if nothing can be written where failures, pages and stories are to go: before the runs, not after them. */
export const checkFolders = ({ out, page, corpus, propose }: Pick<ExploreOptions, 'out' | 'page' | 'corpus' | 'propose'>): void => {
  for (const folder of [out, page, corpus, propose]) if (folder !== undefined) checkFolder(folder);
};

/** Writes the files of failures, and pages if they are asked for. Failures beyond those that were shortened are reported alone. */
export const writeFound = (
  found: readonly FoundFailure[],
  shrunk: readonly ShortFailure[],
  exploreAgain: string,
  options: Pick<ExploreOptions, 'out' | 'page'>,
): readonly ReportedFailure[] =>
  mergeAlike(found, shrunk).map(({ found: one, short }) =>
    short === undefined ? unwritten(one, exploreAgain) : writeFailure(one, short, options),
  );

const writeFailure = (
  { run, times }: FoundFailure,
  { story, failure, told, comments, isStopped, inevitable }: ShortFailure,
  { out, page }: Pick<ExploreOptions, 'out' | 'page'>,
): ReportedFailure => {
  makeFolderSync(out);
  const whole = textOfFound(story, failure, { told, comments });
  // In a short story no secret is needed, and `a` stands for it.
  const text = isStopped ? maskSecrets(whole) : whole;
  const file = join(out, fileNameOfFound(failure, text, sha256));
  writeText(file, text);
  const again = `podsim run ${shellWord(file)}`;
  const [scenario] = page === undefined ? [] : load([file], {});
  return {
    ...{ property: failure.property, words: failure.words, story: [...told], file },
    ...{ steps: listSteps(story).length, run, times, shortened: isStopped ? 'partly' : 'fully', again },
    ...(inevitable === undefined ? {} : { inevitable }),
    ...(page === undefined || scenario === undefined
      ? {}
      : { page: writeRunPage(page, scenario, again, {}, inevitable === undefined ? {} : { inevitable }) }),
  };
};

const unwritten = ({ failure: { property, words }, story, run, times }: FoundFailure, again: string): ReportedFailure => ({
  ...{ property, words, story: [], file: null },
  ...{ steps: listSteps(story).length, run, times, shortened: 'no', again },
});
