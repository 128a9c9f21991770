import { type MeasureName, measures } from '../../world/reports/record/measures.ts';

/** The measures that assertions and lessons know: durations have percentiles, the others one value. */
export const metricNames = [
  'delayTime',
  'executionTime',
  'firstToken',
  'tokenTime',
  'utilization',
  'tokensPerSecond',
  'tokensPerDollar',
  'cost',
  'bill',
] as const satisfies readonly MeasureName[];

export type Metric = (typeof metricNames)[number];
/** A metric with one value, of a whole run. */
export type SingleMetric = { [M in Metric]: (typeof measures)[M]['unit'] extends 'ms' ? never : M }[Metric];

export const isSingle = (metric: Metric): metric is SingleMetric => measures[metric].unit !== 'ms';

/** What a metric is counted in. */
export const unitOf = (metric: Metric): (typeof measures)[Metric]['unit'] => measures[metric].unit;
