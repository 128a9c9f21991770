import type { Backtest } from '../backtest.ts';
import type { ArrivalFit } from '../fit/arrivals.ts';
import type { TwinFit } from '../fitTwin.ts';
import { backtestLines } from './backtestText.ts';
import { flow } from './words.ts';

export interface TwinStudy {
  readonly title: string;
  readonly fit: TwinFit;
  readonly arrivals: ArrivalFit;
  readonly test: Backtest | string;
  /** The limit of the 95th percentile of waits, as it is written. */
  readonly goal: string;
}

/** A study of the twin: as many workers as its load needs and more, and each of several idle timeouts. */
export const studyText = ({ title, fit, arrivals, test, goal }: TwinStudy): string => {
  const isIdleFree = fit.own.queueDelay !== undefined;
  return [
    ...['Backtest:', ...backtestLines(test)].map((line) => `# ${line}`),
    `study: ${JSON.stringify(`How many workers, and how long may they idle? The twin of ${title}`)}`,
    'scenario: twin.scenario.yaml',
    'vary:',
    `  workers.max: ${flow(workersFor(fit, arrivals))}`,
    `  ${isIdleFree ? 'idleTimeout' : 'endpoint.idleTimeout'}: [5s, 30s, 2m, 5m, 10m]`,
    'seeds: 10',
    'measures: [delayTime.p50, delayTime.p95, utilization, cost]',
    '# What you want: change it.',
    `goal: { delayTime.p95: { lte: ${goal} }, minimize: cost }`,
    '',
  ].join('\n');
};

/** From the fewest workers that the busiest hours need, upwards. */
const workersFor = ({ service }: TwinFit, { pieces }: ArrivalFit): readonly number[] => {
  const mean = service.sorted.reduce((sum, ms) => sum + ms, 0) / service.sorted.length;
  const busiest = pieces.reduce((most, { perHour }) => Math.max(most, perHour), 0);
  const least = Math.max(1, Math.floor((busiest * mean) / 3_600_000));
  const step = Math.max(1, Math.round(least / 4));
  return [0, 1, 2, 3, 5].map((steps) => least + steps * step);
};
