import type { EndpointRecord } from '../../world/reports/record/endpointRecord.ts';
import { type DurationName, durationsIn, type MeasureName, measures, outcomesIn, perSecond } from '../../world/reports/record/measures.ts';
import { Samples } from '../../world/reports/record/samples.ts';

/** The durations that assertions and lessons know: each has a value for every job and request, and so percentiles. */
export const durationMetrics = [
  'delayTime',
  'executionTime',
  'totalTime',
  'firstToken',
  'tokenTime',
  'coldStart',
] as const satisfies readonly DurationName[];
export type DurationMetric = (typeof durationMetrics)[number];

/** The percentiles of a duration that an assertion may compare. */
export const percentiles = { p50: 50, p90: 90, p95: 95, p99: 99, max: 100 } as const;
export type PercentileName = keyof typeof percentiles;
export const percentileNames = Object.keys(percentiles) as readonly PercentileName[];

/** The measures with one value of an endpoint, or of all: jobs and requests together. Null where there is none. */
// biome-ignore format: a table
const singles = {
  utilization:       (record: EndpointRecord) => measures.utilization.of(record),
  tokensPerSecond:   (record: EndpointRecord) => measures.tokensPerSecond.of(record),
  tokensPerDollar:   (record: EndpointRecord) => measures.tokensPerDollar.of(record),
  cost:              (record: EndpointRecord) => measures.cost.of(record),
  throughput:        ({ jobs, requests }: EndpointRecord) => throughputOf([jobs, requests]),
  'queueDepth.mean': ({ jobs, requests }: EndpointRecord) => measures.queueDepth.ofWork(jobs).mean + measures.queueDepth.ofWork(requests).mean,
  'queueDepth.max':  ({ jobs, requests }: EndpointRecord) => Math.max(measures.queueDepth.ofWork(jobs).max, measures.queueDepth.ofWork(requests).max),
  'batchSize.mean':  (record: EndpointRecord) => measures.batchSize.of(record).mean,
  'batchSize.max':   (record: EndpointRecord) => measures.batchSize.of(record).max,
  failures:          ({ jobs, requests }: EndpointRecord) => measures.failures.ofWork(jobs) + measures.failures.ofWork(requests),
  completed:         (record: EndpointRecord) => outcomesIn(record).completed,
  failed:            (record: EndpointRecord) => outcomesIn(record).failed,
  timedOut:          (record: EndpointRecord) => outcomesIn(record).timedOut,
  cancelled:         (record: EndpointRecord) => outcomesIn(record).cancelled,
  purged:            (record: EndpointRecord) => outcomesIn(record).purged,
  expired:           (record: EndpointRecord) => outcomesIn(record).expired,
  unfinished:        (record: EndpointRecord) => outcomesIn(record).unfinished,
} as const satisfies Readonly<Record<string, (record: EndpointRecord) => number | null>>;

export type RecordMetric = keyof typeof singles;
export const recordMetrics = Object.keys(singles) as readonly RecordMetric[];

/** A metric with one value. `bill` is of everything that is billed, and `refusals` are of the calls of loads. */
export type SingleMetric = RecordMetric | 'bill' | 'refusals';
export type Metric = DurationMetric | SingleMetric;

export const metricNames = [...durationMetrics, ...recordMetrics, 'bill', 'refusals'] as const;

export const isSingle = (metric: Metric): metric is SingleMetric => !durationMetrics.some((name) => name === metric);

/** What a metric is counted in. */
export const unitOf = (metric: Metric): (typeof measures)[MeasureName]['unit'] => measures[metric.split('.')[0] as MeasureName].unit;

/** The metrics as the pages list them: each with its unit, and what it is. */
export const metricRows = metricNames.map((name) => {
  const [row = '', which] = name.split('.');
  const { about } = measures[row as MeasureName];
  const after = which === undefined ? '' : which === 'mean' ? ', over time' : ', at the same time';
  return { name, unit: unitOf(name), about: `${about}${after}` };
});

/** What workers have, with work or without. */
export const isOfWorkers = (metric: Metric): boolean => isOfTokens(metric) || ['utilization', 'cost', 'coldStart'].includes(metric);

/** What only workers that make tokens have. */
export const isOfTokens = (metric: Metric): boolean => /^(?:firstToken|tokenTime|tokensPer|batchSize)/.test(metric);

/** What happens to jobs alone: requests to a load balancer neither are purged nor expire. */
export const isOfJobs = (metric: Metric): boolean => metric === 'purged' || metric === 'expired';

/** The value of a metric that has only one; null where the record has none. */
export const numberIn = (record: EndpointRecord, metric: RecordMetric): number | null => singles[metric](record);

/** The values of a duration: those of jobs, and of requests to load balancers. */
export const samplesIn = (record: EndpointRecord, metric: DurationMetric): Samples => {
  const all = new Samples();
  for (const { ms, seqs } of durationsIn(record, metric)) for (const [k, one] of ms.entries()) all.add(one, seqs[k] ?? 0);
  return all;
};

/** How many of them are at most so long, as a share. */
export const shareWithin = ({ ms: all }: Samples, most: number): number => all.filter((ms) => ms <= most).length / all.length;

/** Completed for each second, from the first arrival to the last end. */
const throughputOf = (works: readonly EndpointRecord['jobs'][]): number | null => {
  const busy = works.filter(({ firstAt }) => firstAt !== undefined);
  const completed = busy.reduce((sum, { outcomes }) => sum + outcomes.completed, 0);
  const from = Math.min(...busy.map(({ firstAt = 0 }) => firstAt));
  return busy.length === 0 ? null : perSecond(completed, Math.max(...busy.map(({ lastEndAt = from }) => lastEndAt)) - from);
};
