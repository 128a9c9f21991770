import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrokenProperty,
  foundName,
  foundText,
  isOpen,
  shrunkFailure,
  stepsOf,
  storyToVary,
  summaryText,
} from '../../engine/explorer/index.ts';
import { parseDuration } from '../../engine/index.ts';
import { Exploration, type FoundFailure } from '../explorer/exploration.ts';
import { bounds } from '../explorer/exploreRuns.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput, exitCodes } from './exit.ts';
import { readerFor, readText, scenarioFiles, writeText } from './files.ts';
import { studyProgress } from './progress.ts';
import { pc, plain } from './terminal.ts';
import { PlayThreads } from './threads.ts';
import { wallTimeMs } from './wallTime.ts';

export interface ExploreOptions {
  readonly runs: string;
  readonly for?: string;
  readonly seed: string;
  readonly jobs?: string;
  readonly out: string;
}

/** The most failures that are shortened, and the most stories that are played for each. */
const failuresMax = 10;
const playedMax = 3_000;

/** `podsim explore`: varies scenarios, and writes what breaks an invariant or a law. */
export const exploreCommand = async (paths: readonly string[], options: ExploreOptions): Promise<number> => {
  if (paths.length === 0) throw new BadInput('explore needs scenario files, a client, or --exec: podsim explore scenarios');
  const asked = askedFor(options);
  const files = scenarioFiles(paths).flatMap((file) => storyToVary(readText(file), { ...bounds, file, read: readerFor(file) }) ?? []);
  if (files.length === 0) throw new BadInput(`${paths.join(', ')}: none of the scenarios can be varied; \`podsim run\` says why`);
  const exploration = new Exploration(files, options.seed);
  const threads = new PlayThreads(asked.jobs, Number.POSITIVE_INFINITY);
  const interrupt = untilInterrupted();
  try {
    await explore(exploration, threads, asked, interrupt.isAsked);
    const written = exploration.found.slice(0, failuresMax).map((one) => writeFound(one, options.out));
    process.stdout.write(reportOf(exploration, written, options));
    return exploration.found.length > 0 ? exitCodes.fail : exitCodes.pass;
  } finally {
    interrupt.close();
    await threads.close();
  }
};

interface Asked {
  readonly runsMax: number;
  readonly forMs: number | undefined;
  readonly jobs: number | undefined;
}

const askedFor = ({ runs, for: lasts, jobs }: ExploreOptions): Asked => {
  if (!/^[1-9]\d{0,8}$/.test(runs)) throw new BadInput(`--runs '${runs}' is no number of runs; give a whole number such as 1000`);
  const forMs = lasts === undefined ? undefined : parseDuration(lasts);
  if (lasts !== undefined && forMs === undefined) throw new BadInput(`--for '${lasts}' is no duration; write it like 60s or 10m`);
  if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs))
    throw new BadInput(`--jobs '${jobs}' is no number of threads; give a whole number`);
  return {
    runsMax: forMs === undefined ? Number(runs) : Number.POSITIVE_INFINITY,
    forMs,
    jobs: jobs === undefined ? undefined : Number(jobs),
  };
};

const explore = async (
  exploration: Exploration,
  threads: PlayThreads,
  { runsMax, forMs }: Asked,
  isAsked: () => boolean,
): Promise<void> => {
  const startedAt = wallTimeMs();
  const progress = studyProgress();
  // What serves HTTP is loaded here alone: playing a scenario does without.
  const { checkedOverHttp } = await import('../explorer/lawOverHttp.ts');
  const isOver = (): boolean => exploration.runs >= runsMax || isAsked() || (forMs !== undefined && wallTimeMs() - startedAt >= forMs);
  while (!isOver()) {
    const batch = threads.map('explore', exploration.next(runsMax), ({ from, to }) => `played the runs ${from} to ${to}`);
    exploration.take(await checkedOverHttp((await Promise.all(batch)).flat()));
    if (Number.isFinite(runsMax)) progress.at(exploration.runs, runsMax);
  }
  progress.stop();
};

interface Written {
  readonly path: string;
  readonly failure: BrokenProperty;
  readonly times: number;
  readonly steps: number;
}

const writeFound = ({ times, failure: first, story: found }: FoundFailure, folder: string): Written => {
  const { story, failure, ...words } = shrunkFailure(first, found, bounds, playedMax);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, foundName(story, failure, sha256));
  writeText(path, foundText(story, failure, words));
  return { path, failure, times, steps: stepsOf(story).length };
};

const reportOf = (
  { runs, counts, found, cells, properties }: Exploration,
  written: readonly Written[],
  { seed, for: lasts }: ExploreOptions,
): string => {
  const failures = written.flatMap(({ path, failure, times, steps }) => [
    pc.red(plain(`${failure.property}: ${failure.words}`)),
    `  ${path}: ${counted(steps, 'step')}; found in ${counted(times, 'run')}`,
    `  again: podsim run ${path}`,
    '',
  ]);
  const more = found.length - written.length;
  const said = [
    `${counted(runs, 'run')} from the seed ${seed}`,
    `${cells.length} cells met`,
    ...(counts.cut === 0 ? [] : [`${counts.cut} cut at ${bounds.entriesMax} entries`]),
    ...(counts.invalid === 0 ? [] : [`${counts.invalid} no scenario`]),
  ];
  const verdict = found.length === 0 ? pc.green('nothing broke') : pc.red(counted(found.length, 'failure'));
  const again = lasts === undefined ? '' : ` (as many again: --runs ${runs})`;
  return [
    ...failures,
    ...properties.map((one) => plain(`${isOpen(one) ? '! ' : '  '}${summaryText(one)}`)),
    ...(more > 0 ? [`and ${more} more, which were not shortened`] : []),
    `${said.join(', ')}: ${verdict}${again}`,
    '',
  ].join('\n');
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Ctrl-C ends the search, and what was found by then is reported. A second one ends the process. */
const untilInterrupted = (): { readonly isAsked: () => boolean; readonly close: () => void } => {
  let asked = false;
  const onSignal = (): void => {
    asked = true;
  };
  process.once('SIGINT', onSignal);
  return { isAsked: () => asked, close: () => process.off('SIGINT', onSignal) };
};
