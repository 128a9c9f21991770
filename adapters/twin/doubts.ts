import { sayDuration } from '../../engine/kernel/index.ts';
import { doubtBacktest, errorWords } from '../../engine/lab/study/index.ts';
import type { Backtest } from './backtest.ts';
import { findChanges } from './changes.ts';
import type { ArrivalFit } from './fit/arrivals.ts';
import type { TwinFit } from './fitTwin.ts';
import { computeRelativeError, type PredictedRow } from './predict.ts';
import type { JobTable } from './records/jobTable.ts';

/**
 * The contradictions between the records and the twin, each in a sentence, the likeliest first. With any of them, its study recommends nothing. The backtest
 * itself is judged by the study, for what its goal limits.
 */
export const findDoubts = (jobs: JobTable, fit: TwinFit, test: Backtest | string): readonly string[] => [
  ...findChanges(jobs, fit).map(({ words }) => `the records change in their course: ${words}`),
  ...fit.dependence.tests
    .filter(({ isFound, isPlayed }) => isFound && !isPlayed)
    .map(({ words }) => `what the twin draws independently depends on something: ${words}`),
  ...(fit.arrivals === undefined ? [] : findUnplayedBursts(fit.arrivals)),
  ...(typeof test === 'string' ? [`nothing tells how far off the twin is, as no backtest is possible: ${test}`] : []),
];

/** The twin lacks bursts if the dispersion of the counts exceeds that of the played arrivals by this factor. */
const scatterMost = 1.5;
const hourMs = 3_600_000;

const findUnplayedBursts = ({ bursts, dispersion, perHour }: ArrivalFit): readonly string[] => {
  // A burst's state outlasts a moment, so within one it only multiplies the rate.
  const square = bursts === undefined ? 1 : meanSquare(bursts.states);
  const off = dispersion.find(({ ms, index }) => {
    const isMoment = ms <= 1_000;
    if (bursts !== undefined && !isMoment) return false;
    return index > scatterMost * (1 + (isMoment ? ((perHour * ms) / hourMs) * (square - 1) : 0));
  });
  if (off === undefined) return [];
  return [
    `jobs come together, and the twin's do not: counts in ${sayDuration(off.ms)} scatter ${off.index.toFixed(2)} times as much as Poisson's, as where clients send batches`,
  ];
};

const meanSquare = (states: NonNullable<ArrivalFit['bursts']>['states']): number => {
  const all = states.reduce((sum, { meanMs }) => sum + meanMs, 0);
  return states.reduce((sum, { times, meanMs }) => sum + (times * times * meanMs) / all, 0);
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
export const doubtWaits = (test: Backtest | string): readonly string[] =>
  typeof test === 'string'
    ? []
    : judgeWaits(test)
        .filter(({ measure }) => measure === 'delayTime.p95')
        .flatMap(({ measure, error, inBand }) =>
          doubtBacktest(measure, { words: `${errorWords(error)} on the last ${sayDuration(test.predictedMs)}`, error, inBand }),
        );
