import { sayDuration } from '../../engine/kernel/index.ts';
import { doubtBacktest, errorWords } from '../../engine/lab/study/index.ts';
import type { Backtest } from './backtest.ts';
import type { TwinFit } from './fitTwin.ts';
import { computeRelativeError, type PredictedRow } from './predict.ts';

/**
 * The contradictions between the records and the twin, each in a sentence, the likeliest first. With any of them, its study recommends nothing. The backtest
 * itself is judged by the study, for what its goal limits.
 */
export const findDoubts = ({ changes, unplayed }: Pick<TwinFit, 'changes' | 'unplayed'>, test: Backtest | string): readonly string[] => [
  ...changes.map(({ words, mend }) => `the records change in their course: ${words}; ${mend}`),
  ...unplayed,
  ...(typeof test === 'string' ? [`nothing tells how far off the twin is, as no backtest is possible: ${test}`] : []),
];

/** The likeliest reason of a backtest that misses, and what would mend it. */
export const explainMiss = ({ changes: [change], unplayed, blocks, arrivals, own }: TwinFit): string => {
  if (change !== undefined) return `likely because the records change in their course: ${change.mend}`;
  if (unplayed.length > 0) return 'likely because the twin does not play what the records have';
  if (own.atOnce > own.workersMax)
    return `likely because ${own.atOnce} jobs ran at once, and workers.max is said to be ${own.workersMax}: say how it was set`;
  if (own.guessed.length > 0)
    return 'likely because its configuration was read off the records: give --workers-max, --idle-timeout and --queue-delay';
  return blocks === undefined && arrivals?.bursts === undefined
    ? 'nothing that was looked for explains it: import longer records'
    : 'likely because its days differ more than so few of them show: import more';
};

/** A row of a backtest as a study takes it. */
export interface JudgedRow {
  readonly measure: PredictedRow['measure'];
  readonly error: number;
  readonly inBand: boolean;
}

/** Waits cannot be known more precisely than pickups scatter. */
const nearestMs = 100;
/** A smaller error is acceptable, however narrow the band is. */
const mattersFrom = 0.1;

export const judgeWaits = (test: Backtest): readonly JudgedRow[] =>
  test.rows
    .filter(({ measure }) => measure.startsWith('delayTime'))
    .map((row) => {
      const error = Math.abs(row.predicted - row.seen) < nearestMs ? 0 : (computeRelativeError(row) ?? 1);
      const isNear = Math.abs(error) <= mattersFrom;
      return { measure: row.measure, error: Number(error.toFixed(3)), inBand: isNear || (isInBand(row, test) && hasDays(row, test)) };
    });

/** From the middle 90 % of a normal distribution to 99 %. */
const widenTo99 = 2.576 / 1.645;

/** The observation is one draw, and the records that the twin was fitted to are another: the band of plays is widened by the uncertainty of the fit. */
const isInBand = ({ predicted, low, high, seen }: PredictedRow, { predictedMs, fittedMs }: Backtest): boolean => {
  const times = widenTo99 * Math.sqrt(1 + predictedMs / fittedMs);
  return seen >= predicted - times * (predicted - low) && seen <= predicted + times * (high - predicted);
};

/** Four in five days are within the middle 90 % of plays that were fitted to other days. A number with a chance of at most one in a hundred is too small. */
const hasDays = ({ measure }: PredictedRow, { days: { count, within } }: Backtest): boolean => {
  if (measure !== 'delayTime.p95') return true;
  let [chance, sum] = [0.2 ** count, 0];
  for (let k = 0; k <= within; k++) {
    sum += chance;
    chance *= ((count - k) / (k + 1)) * 4;
  }
  return sum >= 0.01;
};

/** The objections of the backtest to the twin, for the goal of its study. */
export const doubtWaits = (test: Backtest | string, because?: string): readonly string[] =>
  typeof test === 'string'
    ? []
    : judgeWaits(test)
        .filter(({ measure }) => measure === 'delayTime.p95')
        .flatMap(({ measure, error, inBand }) =>
          doubtBacktest(measure, { words: `${errorWords(error)} on the last ${sayDuration(test.predictedMs)}`, error, inBand, because }),
        );
