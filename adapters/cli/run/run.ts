import type { Scenario } from '../../../engine/scenario/index.ts';
import { checkFolder, checkOther, scenarioFiles, writeText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { Interrupt, interruptedCode } from '../terminal/interrupt.ts';
import { terminalColumns } from '../terminal/terminal.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import { writeRunPage } from '../write/page.ts';
import { stepSummary } from './github.ts';
import { type ParsedFile, parseFile, pathsFrom, readSelectedSeeds, select } from './load.ts';
import { asksForHttp, withLawOverHttp } from './overHttp.ts';
import { commandFor, type PlayOneOptions, playOne } from './playOne.ts';
import type { Report, Verdict, Wanted } from './report.ts';
import { reporterNamed } from './reporters.ts';
import { RunCoverage } from './runCoverage.ts';
import { linesOfRuns, progressOfRuns, type RunProgress, showsProgress } from './runProgress.ts';
import type { PlayThreads } from './threads.ts';
import { narrowsTimeline, readFilter } from './timelines.ts';

export interface RunOptions extends PlayOneOptions {
  readonly bail?: boolean;
  readonly strict?: boolean;
  readonly timeline?: boolean;
  readonly quiet?: boolean;
  readonly jobs?: string;
  readonly example?: boolean;
  /** What the runs met is shown, or written into a file. */
  readonly coverage?: boolean;
  readonly coverageFile?: string;
  /** The folder for pages of runs that do not pass. */
  readonly page?: string;
  readonly reporter: string;
}

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
  const takesTurns = scenarios.some(asksForHttp) || showsProgress(scenarios.length, options.quiet === true);
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

/** The same where something takes turns of the event loop: the law over HTTP, or a progress bar. */
const runInTurns = async (scenarios: readonly Scenario[], options: RunOptions, startedAt: number): Promise<number> => {
  const results = chooseResults(scenarios, 1, options, await progressOfRuns(scenarios.length, options.quiet === true));
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
  const results = chooseResults(scenarios, threads.count, options, await progressOfRuns(scenarios.length, options.quiet === true));
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
const threadsMax = 256;

const isForThreads = (runs: number, { jobs }: RunOptions): boolean =>
  jobs === undefined ? runs >= runsMin : Math.min(Number(jobs), runs) > 1;

/** Whether the timeline of every run is shown: an option that narrows it asks for it, too. */
const showsTimeline = (options: RunOptions): boolean => options.timeline === true || narrowsTimeline(options);

const checkOptions = (options: RunOptions): void => {
  const { jobs, quiet, reporter, page, seed, seeds } = options;
  const timeline = showsTimeline(options);
  readFilter(options);
  reporterNamed(reporter);
  if (jobs !== undefined && !(/^[1-9]\d{0,2}$/.test(jobs) && Number(jobs) <= threadsMax))
    throw new BadInput(`--jobs '${jobs}' is no number of threads; give a whole number from 1 to ${threadsMax}`);
  if (options.coverage === true && options.coverageFile === undefined && reporter !== 'pretty')
    throw new BadInput(
      `--coverage prints text after the runs; beside --reporter ${reporter}, write it to a file: --coverage-file coverage.json`,
    );
  if (options.update === true && (seed ?? seeds) !== undefined)
    throw new BadInput('--update writes timelines of the seeds of the files: leave out --seed and --seeds');
  if (page !== undefined) checkFolder(page);
  if (timeline && quiet === true) throw new BadInput('give --timeline or --quiet, not both');
  if (reporter !== 'pretty' && (timeline || quiet === true))
    throw new BadInput(`--timeline and --quiet belong to the reporter pretty; '${reporter}' always shows the same`);
};

/** Takes the reports in order, and writes what they ask for. */
interface Results {
  readonly wanted: Wanted;
  /** Whether more runs are wanted. */
  readonly add: (report: Report, scenario: Scenario) => boolean;
  /** Returns the exit code. */
  readonly end: (tookMs: number, stopped?: { readonly played: number; readonly of: number }) => number;
  /** Also after an error: a progress bar keeps the process alive. */
  readonly close: () => void;
}

const chooseResults = ({ length }: readonly Scenario[], threads: number, options: RunOptions, progress: RunProgress): Results => {
  if (options.log !== undefined && length !== 1)
    throw new BadInput(`--log writes the log of one run, but there are ${length}: name one file, or use --only`);
  const view = { single: length === 1, threads, timeline: showsTimeline(options), quiet: options.quiet, example: options.example };
  const reporter = reporterNamed(options.reporter)({ ...view, columns: terminalColumns() });
  const verdicts = new Set<Verdict>();
  const met = options.coverage === true || options.coverageFile !== undefined ? new RunCoverage(options) : undefined;
  const summary = stepSummary();
  return {
    wanted: met === undefined ? reporter.wanted : { ...reporter.wanted, coverage: true },
    add: (played, scenario) => {
      const report = withPage(options.strict === true ? strictly(played) : played, scenario, options);
      const { verdict, golden } = report;
      if (golden !== undefined) writeText(golden.path, golden.text);
      progress.step();
      write(reporter.add(report));
      met?.add(report);
      summary?.add(report);
      verdicts.add(verdict);
      return options.bail !== true || verdict === 'pass';
    },
    end: (tookMs, stopped) => {
      progress.stop();
      write(reporter.end(tookMs));
      write(met?.end() ?? '');
      summary?.end();
      if (stopped !== undefined) {
        process.stderr.write(`stopped after ${stopped.played} of ${stopped.of} runs\n`);
        return interruptedCode;
      }
      if (verdicts.has('fail')) return exitCodes.fail;
      return verdicts.has('incomplete') ? exitCodes.incomplete : exitCodes.pass;
    },
    close: () => progress.stop(),
  };
};

/** A run whose warnings are failures. */
const strictly = (report: Report): Report =>
  report.warnings.length === 0 ? report : { ...report, verdict: 'fail', failures: [...report.failures, ...report.warnings], warnings: [] };

/** A run that does not pass is shown by a page, where one was asked for. */
const withPage = (report: Report, scenario: Scenario, options: RunOptions): Report =>
  options.page === undefined || report.verdict === 'pass'
    ? report
    : { ...report, page: writeRunPage(options.page, scenario, report.again, options) };

const write = (text: string): void => {
  if (text !== '') process.stdout.write(text);
};
