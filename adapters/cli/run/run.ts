import type { Scenario } from '../../../engine/scenario/index.ts';
import { checkOther, scenarioFiles } from '../files.ts';
import { exitCodes } from '../terminal/exit.ts';
import { Interrupt } from '../terminal/interrupt.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import { type ParsedFile, parseFile, pathsFrom, readSelectedSeeds, select } from './load.ts';
import { checkOptions, type RunOptions } from './options.ts';
import { asksForHttp, withLawOverHttp } from './overHttp.ts';
import { commandFor, playOne } from './playOne.ts';
import type { Report } from './report.ts';
import { asksForMore, chooseResults, loadMore } from './results/runResults.ts';
import { linesOfRuns, progressOfRuns, showsProgress } from './runProgress.ts';
import type { PlayThreads } from './threads.ts';

/**
 * Plays scenario files and reports, in the order of the files, whatever the number of threads. Returns the exit code: of many runs as a
 * promise, because other threads play them.
 */
export const run = (paths: readonly string[], options: RunOptions): number | Promise<number> => {
  const startedAt = wallTimeMs();
  checkOptions(options);
  const [files, seeds] = [scenarioFiles(pathsFrom(paths, options)), readSelectedSeeds(options)];
  if (options.log !== undefined) checkOther(options.log, files, '--log');
  if (isForThreads(files.length, options)) return runInThreads(files, undefined, options, startedAt);
  const scenarios = select(
    files.map((file) => parseFile(file, seeds)),
    options,
  );
  if (isForThreads(scenarios.length, options)) return runInThreads(files, scenarios, options, startedAt);
  const takesTurns = scenarios.some(asksForHttp) || showsProgress(scenarios.length, options.quiet === true) || asksForMore(options);
  return takesTurns ? runInTurns(scenarios, options, startedAt) : runHere(scenarios, options, startedAt);
};

/** Plays one run that is read already. */
export const runScenario = (scenario: Scenario, options: RunOptions): number => runHere([scenario], options, wallTimeMs());

let inThreads = false;
let inThis = false;

/** Whether this thread has read and played scenarios, and so has compiled what a run needs. */
export const playsHere = (): boolean => inThis && !inThreads;

/** Whether the output has no reader any more: then nothing is left to play for. A write fails at once, its event comes later. */
const isUnread = (): boolean => process.stdout.errored !== null;

const runHere = (scenarios: readonly Scenario[], options: RunOptions, startedAt: number): number => {
  const results = chooseResults(scenarios, 1, options, linesOfRuns(scenarios.length));
  try {
    for (const scenario of scenarios) {
      const goesOn = results.add(playOne(scenario, options, results.wanted), scenario);
      if (isUnread()) return exitCodes.unread;
      if (!goesOn) break;
    }
    inThis = true;
    return results.end(wallTimeMs() - startedAt);
  } finally {
    results.close();
  }
};

/** The same where something takes turns of the event loop: the law over HTTP, a progress bar, or what is loaded on demand. */
const runInTurns = async (scenarios: readonly Scenario[], options: RunOptions, startedAt: number): Promise<number> => {
  const progress = await progressOfRuns(scenarios.length, options.quiet === true);
  const results = chooseResults(scenarios, 1, options, progress, await loadMore(options));
  try {
    for (const scenario of scenarios) {
      const goesOn = results.add(await withHttp(playOne(scenario, options, results.wanted), scenario), scenario);
      if (isUnread()) return exitCodes.unread;
      if (!goesOn) break;
    }
    return results.end(wallTimeMs() - startedAt);
  } finally {
    results.close();
  }
};

const withHttp = async (report: Report, scenario: Scenario): Promise<Report> =>
  asksForHttp(scenario) ? withLawOverHttp(report, scenario) : report;

/** Reads the files, unless they are read already, and plays the runs in threads. */
const runInThreads = async (
  files: readonly string[],
  known: readonly Scenario[] | undefined,
  options: RunOptions,
  startedAt: number,
): Promise<number> => {
  inThreads = true;
  const { PlayThreads } = await import('./threads.ts');
  const seeds = readSelectedSeeds(options);
  const threads = new PlayThreads(options.jobs === undefined ? undefined : Number(options.jobs), known?.length ?? files.length);
  try {
    const scenarios =
      known ??
      select(
        await inOrder<ParsedFile>(
          threads.map(
            'parse',
            files.map((file) => ({ file, seeds })),
            ({ file }) => `read ${file}`,
          ),
        ),
        options,
      );
    if (scenarios.length === 1) return runInTurns(scenarios, options, startedAt);
    return await playInThreads(scenarios, threads, options, startedAt);
  } finally {
    await threads.close();
  }
};

const playInThreads = async (
  scenarios: readonly Scenario[],
  threads: PlayThreads,
  options: RunOptions,
  startedAt: number,
): Promise<number> => {
  const progress = await progressOfRuns(scenarios.length, options.quiet === true);
  const results = chooseResults(scenarios, threads.count, options, progress, await loadMore(options));
  const interrupt = new Interrupt();
  try {
    const tasks = scenarios.map((scenario) => ({ scenario, options, wanted: results.wanted }));
    const reports = threads.map('play', tasks, ({ scenario }) => `played ${commandFor(scenario, options)}`);
    for (const [k, scenario] of scenarios.entries()) {
      const report = await Promise.race([reports[k] as Promise<Report>, interrupt.asked]);
      if (report === undefined) return results.end(wallTimeMs() - startedAt, { played: k, of: scenarios.length });
      const goesOn = results.add(await withHttp(report, scenario), scenario);
      if (isUnread()) return exitCodes.unread;
      if (!goesOn) break;
    }
    return results.end(wallTimeMs() - startedAt);
  } finally {
    interrupt.close();
    results.close();
  }
};

/** The first to fail in the given order is the one whose error is thrown. */
const inOrder = async <Value>(promises: readonly Promise<Value>[]): Promise<Value[]> => {
  const values: Value[] = [];
  for (const promise of promises) values.push(await promise);
  return values;
};

/** Fewer runs are played in the main thread: starting others would take longer. */
const runsMin = 16;

const isForThreads = (runs: number, { jobs }: RunOptions): boolean =>
  jobs === undefined ? runs >= runsMin : Math.min(Number(jobs), runs) > 1;
