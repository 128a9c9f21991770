import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { spanUpTo } from '../../world/reports/record/gauge.ts';
import {
  type DurationName,
  durationNames,
  type NumberName,
  numberIn,
  numberNames,
  type PercentileName,
  percentileNames,
  percentiles,
  samplesIn,
} from '../../world/reports/record/namedMeasures.ts';
import { recordLog } from '../../world/reports/record/recordLog.ts';
import type { LogView } from '../step/assertion.ts';

/** The values of a duration, in ms. */
export type MeasuredDuration = Readonly<Record<PercentileName, number>> & { readonly count: number; readonly mean: number };

/** All measures of an endpoint, or of all together, under the names of assertions and studies; null without a value. */
export type MeasuredWorld = { readonly [Name in DurationName]: MeasuredDuration | null } & {
  readonly [Name in Exclude<NumberName, 'bill' | 'refusals'>]: number | null;
} & { readonly bill: number };

/** Measures a world until now. Left means that there is no such endpoint. */
export const measureWorld = ({ log, now, state }: LogView, of?: string): Either<string, MeasuredWorld> => {
  const { all, endpoints } = recordLog(log.entries(), spanUpTo(now, 1));
  const known = [...new Set([...endpoints.keys(), ...[...state.all('endpoint')].map(({ id }) => id)])];
  if (of !== undefined && !known.includes(of))
    return left(`there is no endpoint '${of}'${suggestion(of, known, 'the world', 'the endpoints')}`);
  const record = of === undefined ? all : (endpoints.get(of) ?? recordLog([], spanUpTo(now, 1)).all);
  const durations = durationNames.map((name) => [name, summarizeSamples(samplesIn(record, name))]);
  // A world without a scenario has no loads, so none of their calls was refused.
  const run = { record, billing: state.billing, until: now, of };
  const numbers = numberNames.flatMap((name) => (name === 'refusals' ? [] : [[name, numberIn(run, name)]]));
  return right(Object.fromEntries([...durations, ...numbers]) as MeasuredWorld);
};

const summarizeSamples = (samples: ReturnType<typeof samplesIn>): MeasuredDuration | null => {
  const count = samples.ms.length;
  if (count === 0) return null;
  const values = samples.at(percentileNames.map((name) => percentiles[name])).map(({ ms }, k) => [percentileNames[k], ms]);
  return { count, mean: samples.ms.reduce((sum, ms) => sum + ms) / count, ...Object.fromEntries(values) } as MeasuredDuration;
};
