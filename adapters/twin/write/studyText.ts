import { formatDuration, sayDuration } from '../../../engine/kernel/index.ts';
import { doubtBacktest } from '../../../engine/lab/study/index.ts';
import type { Backtest } from '../backtest.ts';
import { explainMiss, judgeWaits } from '../doubts.ts';
import type { ArrivalFit } from '../fit/arrivals.ts';
import { listStarts, type TwinFit } from '../fitTwin.ts';
import { backtestLines } from './backtestText.ts';
import { slowStartsFile, startsFile } from './scenarioText.ts';
import { columnFlow, serviceFlow, slowerServiceFlow } from './serviceText.ts';
import { flow } from './words.ts';

export interface TwinStudy {
  readonly title: string;
  readonly fit: TwinFit;
  readonly arrivals: ArrivalFit;
  readonly test: Backtest | string;
  /** The contradictions between the records and the twin. */
  readonly doubts: readonly string[];
  /** The limit of the 95th percentile of waits, as it is written. */
  readonly goal: string;
  /** Whether it is to hold in what may happen to one, too. */
  readonly isForCircumstances: boolean;
}

/**
 * A study of the twin. It varies the maximum of workers (from the least that the load needs, upwards), the minimum (0, 1 and its own), and
 * the idle timeout.
 */
export const studyText = ({ title, fit, arrivals, test, doubts, goal, isForCircumstances }: TwinStudy): string => {
  const isIdleFree = fit.own.queueDelay !== undefined;
  return [
    ...['Backtest:', ...backtestLines(test)].map((line) => `# ${line}`),
    `study: ${JSON.stringify(`How many workers, how many always there, and how long may they idle? The twin of ${title}`)}`,
    'scenario: twin.scenario.yaml',
    'vary:',
    `  workers.max: ${flow(workersFor(fit, arrivals))}`,
    `  workers.min: ${flow(leastWorkers(fit))}`,
    `  ${isIdleFree ? 'idleTimeout' : 'endpoint.idleTimeout'}: [5s, 1m, 10m]`,
    ...(isForCircumstances
      ? circumstanceLines(fit)
      : ['# Import with --circumstances, and the answer holds with more jobs, longer ones and slower starts, too.']),
    '# As many as tell which is best: what may be it is played on, and nothing else.',
    `seeds: { until: { sure: 95%, max: ${isForCircumstances ? 40 : 200} } }`,
    '# Intervals hold what so long records leave open, too.',
    `records: ${formatDuration(Math.max(60_000, Math.round((arrivals.until - arrivals.from) / 60_000) * 60_000))}`,
    ...quoteTest(test, explainMiss(fit)),
    ...doubtLines(doubts),
    'measures: [delayTime.p50, delayTime.p95, utilization, cost]',
    '# What you want: change it.',
    `goal: { delayTime.p95: { lte: ${goal} }, minimize: cost }`,
    ...bearsLines(fit),
    '',
  ].join('\n');
};

/** Days that are played as they were have neither more jobs nor longer ones. */
const bearsLines = (fit: TwinFit): readonly string[] => {
  const bears = [
    ...(fit.blocks === undefined ? ['jobs.scale', 'handler.duration'] : []),
    ...(listStarts(fit).length === 0 ? [] : ['worker.start']),
  ];
  return bears.length === 0 ? [] : ['# How much more of each the best configuration bears.', `sensitivity: [${bears.join(', ')}]`];
};

/** The circumstances: each is as in the records, or worse. */
const circumstanceLines = (fit: TwinFit): readonly string[] => [
  '# Not what you choose, but what may happen: a fifth more jobs, a tenth more time for each, and only the slower half of the starts.',
  'circumstances:',
  ...(fit.blocks === undefined ? ['  jobs.scale: [1, 1.2]', `  handler.duration: [${serviceFlow(fit)}, ${slowerServiceFlow(fit)}]`] : []),
  ...(listStarts(fit).length === 0 ? [] : [`  worker.start: [${columnFlow(startsFile)}, ${columnFlow(slowStartsFile)}]`]),
];

/** The backtest, for the study: its answer quotes it, and is judged by it. */
const quoteTest = (test: Backtest | string, because: string): readonly string[] => {
  if (typeof test === 'string') return [];
  const on = `the last ${sayDuration(test.predictedMs)}`;
  const rows = judgeWaits(test).map((row) => {
    const { measure, error, inBand } = row;
    const isFar = doubtBacktest(measure, { words: '', error, inBand }).length > 0;
    return `  ${measure}: ${flow({ error, inBand, on, ...(isFar ? { because: JSON.stringify(because) } : {}) })}`;
  });
  return ['# The answer quotes it; where it is far off, there is none.', 'backtest:', ...rows];
};

const doubtLines = (doubts: readonly string[]): readonly string[] =>
  doubts.length === 0
    ? []
    : [
        '# What the records contradict: with any of it, nothing is recommended.',
        'doubts:',
        ...doubts.map((words) => `  - ${JSON.stringify(words.slice(0, 400))}`),
      ];

/** A worker that is always up often costs less than it saves, and no job waits for its start. */
const leastWorkers = ({ own: { workersMin } }: TwinFit): readonly number[] => [...new Set([0, 1, workersMin])].sort((a, b) => a - b);

/** From the fewest workers that the busiest hours need, upwards. */
const workersFor = (fit: TwinFit, { pieces }: ArrivalFit): readonly number[] => {
  const { sorted } = fit.service;
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
  const busiest = pieces.reduce((most, { perHour }) => Math.max(most, perHour), 0);
  const least = Math.max(1, fit.own.workersMin, Math.floor((busiest * mean) / 3_600_000));
  const step = Math.max(1, Math.round(least / 4));
  return [0, 1, 2, 3, 5].map((steps) => least + steps * step);
};
