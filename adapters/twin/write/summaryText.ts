import { formatInstant, sayDuration } from '../../../engine/kernel/index.ts';
import type { Backtest } from '../backtest.ts';
import type { TwinFit } from '../fitTwin.ts';
import type { JobRecords } from '../records/readJobs.ts';
import { rowText } from './backtestText.ts';

/** The summary that a planner reads first: columns, jobs, durations, configuration, the twin's accuracy, and the objections to it. */
export const summaryLines = (records: JobRecords, fit: TwinFit, test: Backtest | string, doubts: readonly string[]): readonly string[] => [
  ...records.columns.map((words) => `columns: ${words}`),
  `records: ${jobWords(records, fit)}`,
  `jobs run ${runWords(fit)}`,
  `its configuration: ${configurationWords(fit)}`,
  `backtest: ${backtestWords(test)}`,
  ...(fit.blocks?.because ?? []).map((words) => `played as whole days: ${words}`),
  ...againstLines(fit, doubts),
];

const jobWords = ({ isCalendar, leftOut }: JobRecords, { jobs, arrivals }: TwinFit): string => {
  const left = leftOut.count === 0 ? '' : `; cannot be read: ${leftOut.lines[0]}${leftOut.lines.length > 1 ? ', and others' : ''}`;
  if (arrivals === undefined) return `${jobs} jobs${left}`;
  const [from, until] = [arrivals.from, arrivals.until].map((ms) => formatInstant(Math.floor(ms)).slice(0, 16));
  const span = isCalendar ? `${from} to ${until} UTC` : `within ${sayDuration(arrivals.until - arrivals.from)}`;
  return `${jobs} jobs, ${span}, ${Number(arrivals.perHour.toPrecision(3))} an hour${left}`;
};

const runWords = ({ service: { sorted }, coldStarts, failures }: TwinFit): string => {
  const at = (u: number): string => sayDuration(sorted[Math.min(sorted.length - 1, Math.floor(u * sorted.length))] ?? 0);
  const runs = sorted.length === 0 ? 'for a time that is not known' : `${at(0.5)} (p50), ${at(0.95)} (p95)`;
  const modes = (coldStarts?.modes ?? []).map(({ medianMs }) => sayDuration(medianMs));
  const starts = modes.length === 0 ? 'cold starts are not known' : `a cold start takes ${modes.join(' or ')}`;
  return `${runs}; ${starts}; ${failures.failed} of ${failures.of} failed`;
};

const configurationWords = ({ own }: TwinFit): string => {
  const set = `workers ${own.workersMin} to ${own.workersMax}, idle ${sayDuration(own.idleTimeoutMs)}`;
  return own.guessed.length === 0 ? set : `${set}; some of it read off the records: give what you know, such as --workers-max`;
};

const backtestWords = (test: Backtest | string): string => {
  if (typeof test === 'string') return `not possible: ${test}`;
  const row = test.rows.find(({ measure }) => measure === 'delayTime.p95');
  return row === undefined ? 'of no wait' : rowText(row).replaceAll(/ +/g, ' ');
};

const againstLines = ({ unknown }: TwinFit, doubts: readonly string[]): readonly string[] => {
  const all = [...doubts.map((words) => `contradicted: ${words}`), ...unknown.map(({ words }) => `not known: ${words}`)];
  return all.length === 0 ? ['nothing that was looked for speaks against it'] : all;
};
