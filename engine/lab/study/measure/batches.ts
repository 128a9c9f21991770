import { isDuration } from '../../../world/reports/record/namedMeasures.ts';
import type { PlayResult } from '../results/result.ts';
import { findMeasure } from './shares.ts';

export type Batched = readonly number[];

/** The values of a measure in the batches of one long play; undefined if the play or the measure has no batches. */
export const batchValues = (name: string, result: PlayResult): Batched | undefined => {
  const of = findMeasure(name)?.of;
  if (result.batches === undefined || of === undefined || !isDuration(name.split('.')[0] ?? '')) return undefined;
  return result.batches.flatMap((durations) => of({ ...result, durations }) ?? []);
};

/** The values that the mean of a measure is taken over: its value in each play, or in each batch of a play that is measured in batches. */
export const listMeasured = (name: string, results: readonly PlayResult[]): readonly number[] =>
  results.flatMap((result) => batchValues(name, result) ?? findMeasure(name)?.of(result) ?? []);
