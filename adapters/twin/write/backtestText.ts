import { sayDuration } from '../../../engine/kernel/index.ts';
import type { Backtest } from '../backtest.ts';
import { computeRelativeError, type PredictedRow, type TwinPrediction } from '../predict.ts';
import { share } from './words.ts';

/** The predictions for jobs that the twin was not fitted to, each with its error. */
export const backtestLines = (test: Backtest | string): readonly string[] =>
  typeof test === 'string'
    ? [`not possible: ${test}`]
    : [
        `fitted to the first ${sayDuration(test.fittedMs)}, played the last ${sayDuration(test.predictedMs)} under its own configuration, ${test.plays} times`,
        ...predictionLines(test),
        ...(test.explained === undefined
          ? []
          : [`the line by size explains ${share(Math.max(0, test.explained))} of the scatter of how long these jobs ran`]),
        ...(test.guessed.length === 0 ? [] : ['its configuration was not given whole: what was read off may be a part of the error']),
      ];

export const predictionLines = ({ rows, days }: TwinPrediction): readonly string[] => [
  ...rows.map(rowText),
  ...(days.count === 0 ? [] : [`the p95 of ${days.within} of ${days.count} days is within the middle 90 % of the plays`]),
];

export const rowText = (row: PredictedRow): string => {
  const text = row.measure === 'jobs' ? (value: number) => String(Math.round(value)) : sayDuration;
  const isWithin = row.seen >= row.low && row.seen <= row.high;
  const range = `${text(row.low)} to ${text(row.high)}${isWithin ? '' : ', which it is not within'}`;
  return `${row.measure.padEnd(17)} ${text(row.predicted)}, and it was ${text(row.seen)}: ${errorText(row)} (90 % of plays: ${range})`;
};

/** `9 % too low`. */
const errorText = (row: PredictedRow): string => {
  const error = computeRelativeError(row);
  if (error === undefined) return row.predicted === 0 ? 'right' : 'too high';
  return Math.abs(error) < 0.005 ? 'right' : `${share(Math.abs(error))} too ${error < 0 ? 'low' : 'high'}`;
};
