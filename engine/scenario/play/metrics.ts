import { type MeasureName, measures } from '../../world/reports/record/measures.ts';

/** The measures that assertions and lessons know: durations have percentiles, the others one value, or two by names of their own. */
export const metricNames = [
  'delayTime',
  'executionTime',
  'firstToken',
  'tokenTime',
  'utilization',
  'batchSize.mean',
  'batchSize.max',
  'tokensPerSecond',
  'tokensPerDollar',
  'cost',
  'bill',
] as const satisfies readonly (MeasureName | `${MeasureName}.${string}`)[];

export type Metric = (typeof metricNames)[number];
type RowOf<M extends Metric> = M extends `${infer Name extends MeasureName}.${string}` ? Name : M & MeasureName;
/** A metric with one value, of a whole run. */
export type SingleMetric = { [M in Metric]: (typeof measures)[RowOf<M>]['unit'] extends 'ms' ? never : M }[Metric];

export const isSingle = (metric: Metric): metric is SingleMetric => unitOf(metric) !== 'ms';

/** What a metric is counted in. */
export const unitOf = (metric: Metric): (typeof measures)[RowOf<Metric>]['unit'] => measures[metric.split('.')[0] as RowOf<Metric>].unit;
