import type { Scenario } from '../../../../engine/scenario/index.ts';
import { writeText } from '../../files.ts';
import { BadInput, exitCodes } from '../../terminal/exit.ts';
import { interruptedCode } from '../../terminal/interrupt.ts';
import { terminalColumns } from '../../terminal/terminal.ts';
import type { writeRunPage } from '../../write/page.ts';
import { stepSummary } from '../github.ts';
import { type RunOptions, showsTimeline } from '../options.ts';
import type { Report, Verdict, Wanted } from '../report.ts';
import { reporterNamed } from '../reporters.ts';
import type { RunProgress } from '../runProgress.ts';
import type { RunCoverage } from './runCoverage.ts';

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

/** What writes more than reports. Few command lines ask for it, so it is loaded on demand. */
interface More {
  readonly writeRunPage?: typeof writeRunPage;
  readonly met?: RunCoverage;
}

const asksForCoverage = ({ coverage, coverageFile }: RunOptions): boolean => coverage === true || coverageFile !== undefined;

export const asksForMore = (options: RunOptions): boolean => options.page !== undefined || asksForCoverage(options);

export const loadMore = async (options: RunOptions): Promise<More> => ({
  ...(options.page === undefined ? {} : { writeRunPage: (await import('../../write/page.ts')).writeRunPage }),
  ...(asksForCoverage(options) ? { met: new (await import('./runCoverage.ts')).RunCoverage(options) } : {}),
});

export const chooseResults = (
  { length }: readonly Scenario[],
  threads: number,
  options: RunOptions,
  progress: RunProgress,
  { writeRunPage, met }: More = {},
): Results => {
  if (options.log !== undefined && length !== 1)
    throw new BadInput(`--log writes the log of one run, but there are ${length}: name one file, or use --only`);
  const view = { single: length === 1, threads, timeline: showsTimeline(options), quiet: options.quiet, example: options.example };
  const reporter = reporterNamed(options.reporter)({ ...view, columns: terminalColumns() });
  const verdicts = new Set<Verdict>();
  const summary = stepSummary();
  return {
    wanted: met === undefined ? reporter.wanted : { ...reporter.wanted, coverage: true },
    add: (played, scenario) => {
      const report = withPage(options.strict === true ? strictly(played) : played, scenario, options, writeRunPage);
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
const withPage = (report: Report, scenario: Scenario, options: RunOptions, writePage: More['writeRunPage']): Report =>
  options.page === undefined || writePage === undefined || report.verdict === 'pass'
    ? report
    : { ...report, page: writePage(options.page, scenario, report.again, options) };

const write = (text: string): void => {
  if (text !== '') process.stdout.write(text);
};
