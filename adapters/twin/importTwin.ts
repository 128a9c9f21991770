import { type Backtest, backtest } from './backtest.ts';
import { doubtWaits, explainMiss, findDoubts } from './doubts.ts';
import { fitTwin, type TwinFit } from './fitTwin.ts';
import { keptFile, twinText } from './kept.ts';
import type { GivenConfiguration } from './own.ts';
import { selectFrom } from './records/from.ts';
import { type JobRecords, type ReadJobsOptions, readJobs } from './records/readJobs.ts';
import { reportLines } from './write/reportText.ts';
import { circumstanceFiles, findLength, scenarioFiles } from './write/scenarioText.ts';
import type { TwinFile } from './write/serviceText.ts';
import { studyText } from './write/studyText.ts';
import { summaryLines } from './write/summaryText.ts';

export interface ImportOptions extends ReadJobsOptions {
  /** The configuration of the endpoint. */
  readonly given: GivenConfiguration;
  readonly seed: string;
  /** The study's limit of the 95th percentile of waits. */
  readonly goal: string;
  /** Only jobs from this time on: a date-time, or a duration after the first. */
  readonly from?: string | undefined;
  /** Whether the study is to hold with more jobs, longer ones and slower starts, too. */
  readonly isForCircumstances?: boolean;
}

export interface Imported {
  readonly records: JobRecords;
  readonly fit: TwinFit;
  /** Or why there is none. */
  readonly backtest: Backtest | string;
  /** Why its study recommends nothing; none if there is no objection. */
  readonly doubts: readonly string[];
  /** The summary that a planner reads first. */
  readonly summary: readonly string[];
  /** The report on the fit and its tests: the page shows it. */
  readonly report: readonly string[];
  /** There is no scenario without arrivals, and no study without the data that a recommendation needs. */
  readonly files: readonly TwinFile[];
}

/** Reads the records of an endpoint, fits each piece, and writes the texts of its twin. */
export const importTwin = async (files: readonly string[], options: ImportOptions): Promise<Imported> => {
  const records = selectFrom(await readJobs(files, options), options.from);
  const fit = withLeftOut(fitTwin(records.jobs, options.given, options.seed), records);
  const test = backtest(records.jobs, options.given, options.seed);
  const found = [...records.doubts, ...findDoubts(fit, test)];
  const doubts = [...found, ...doubtWaits(test, explainMiss(fit))];
  const summary = summaryLines(records, fit, test, doubts);
  const report = reportLines(records, fit, test, doubts);
  return {
    records,
    fit,
    backtest: test,
    doubts,
    summary,
    report,
    files: writeTexts({ files, records, fit, test, doubts: found }, options),
  };
};

/** A twin of the remaining rows would have too few jobs. */
const leftOutMost = 0.05;

const withLeftOut = (fit: TwinFit, { leftOut, jobs }: JobRecords): TwinFit => {
  const rows = leftOut.count + jobs.length;
  if (leftOut.count <= leftOutMost * rows) return fit;
  const words = `how many jobs there were: ${leftOut.count} of ${rows} rows cannot be read, and so many may be missing: mend them, or leave them out on purpose with --where. First: ${leftOut.lines[0]}`;
  return { ...fit, unknown: [{ words, isVital: true }, ...fit.unknown] };
};

interface TwinFindings {
  readonly files: readonly string[];
  readonly records: JobRecords;
  readonly fit: TwinFit;
  readonly test: Backtest | string;
  /** Without the doubts that the study finds itself, by its goal. */
  readonly doubts: readonly string[];
}

const writeTexts = (
  { files, records, fit, test, doubts }: TwinFindings,
  { map, where, seed, goal, isForCircumstances = false }: ImportOptions,
): readonly TwinFile[] => {
  const { arrivals, service } = fit;
  if (arrivals === undefined || service.sorted.length === 0) return [];
  const title = files.map((file) => file.split('/').at(-1)).join(', ');
  return [
    ...scenarioFiles({ title: `The twin of ${title}`, fit, arrivals, phaseMs: 0, forMs: findLength(arrivals, fit) }),
    { name: keptFile, text: twinText({ seed, map, where, isCalendar: records.isCalendar, fit }) },
    ...(fit.unknown.some(({ isVital }) => isVital)
      ? []
      : [
          ...(isForCircumstances ? circumstanceFiles(fit) : []),
          { name: 'twin.study.yaml', text: studyText({ title, fit, arrivals, test, doubts, goal, isForCircumstances }) },
        ]),
  ];
};
