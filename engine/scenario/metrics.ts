/** What each metric of an assertion is counted in: durations have percentiles, the others one value. */
export const metricUnits = { delayTime: 'duration', executionTime: 'duration', utilization: 'share', cost: 'USD', bill: 'USD' } as const;

export type Metric = keyof typeof metricUnits;
/** A metric with one value, of a whole run. */
export type SingleMetric = { [M in Metric]: (typeof metricUnits)[M] extends 'duration' ? never : M }[Metric];

export const metricNames = Object.keys(metricUnits) as readonly Metric[];

export const isSingle = (metric: Metric): metric is SingleMetric => metricUnits[metric] !== 'duration';
