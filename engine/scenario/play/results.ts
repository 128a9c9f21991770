import { describeTimes } from '../../cloud/timing/times.ts';
import type { EndpointRecord } from '../../world/reports/record/endpointRecord.ts';
import { type Gauge, spanUpTo } from '../../world/reports/record/gauge.ts';
import { measures, measureThroughput, perSecond } from '../../world/reports/record/measures.ts';
import { type WorkDurationName, workDurationNames } from '../../world/reports/record/namedMeasures.ts';
import { recordLog } from '../../world/reports/record/recordLog.ts';
import type { Samples } from '../../world/reports/record/samples.ts';
import type { WorkRecord } from '../../world/reports/record/workRecord.ts';
import type { EndpointResults, GaugeResults, Percentiles, Results, WorkResults } from '../format/resultsFormat.ts';
import type { Run } from './run.ts';

/** Into how many parts the run is divided for values over time: a sparkline of them fits into a line of text. */
const partsMax = 40;

/** The results of a run with a load, from its log and the answers to the loads; undefined for a run without one. */
export const computeResults = ({ world, calls }: Pick<Run, 'world' | 'calls'>): Results | undefined => {
  if (calls === undefined) return undefined;
  const span = spanUpTo(world.now, partsMax);
  const { all, endpoints, mechanisms } = recordLog(world.log.entries(), span);
  return {
    times: describeTimes(world.header.definition, () => mechanisms),
    overMs: span.until,
    partMs: span.partMs,
    calls: calls.made,
    clients: calls.clients === undefined ? null : { ...calls.clients },
    refusals: [...calls.refused].sort((a, b) => b.count - a.count),
    all: endpointResults(all),
    endpoints: endpoints.size < 2 ? {} : Object.fromEntries([...endpoints].map(([id, record]) => [id, endpointResults(record)])),
  };
};

const endpointResults = (record: EndpointRecord): EndpointResults => {
  const { batch, utilization, cost } = record;
  const makesTokens = batch.sum > 0;
  return {
    jobs: workResults(record.jobs),
    requests: workResults(record.requests),
    workers: Object.fromEntries([...record.workers].map(([status, gauge]) => [status, gaugeResults(gauge)])),
    utilization: roundToMillionths(utilization),
    coldStart: readPercentiles(record.coldStarts),
    cost,
    batchSize: makesTokens ? gaugeResults(batch) : null,
    tokensPerSecond: makesTokens ? roundToMillionths(perSecond(record.tokens, record.heldMs) ?? 0) : null,
    tokensPerDollar: makesTokens && cost > 0 ? Math.round(record.tokens / cost) : null,
  };
};

const workResults = (record: WorkRecord): WorkResults | null => {
  const { outcomes, requeued, retried, firstAt, lastEndAt = firstAt } = record;
  if (firstAt === undefined || lastEndAt === undefined) return null;
  const durations = workDurationNames.map((name) => [name, readPercentiles(measures[name].ofWork(record))]);
  return {
    submitted: Object.values(outcomes).reduce((sum, count) => sum + count),
    outcomes: { ...outcomes },
    requeued,
    retried,
    throughput: measureThroughput([record]),
    busyMs: lastEndAt - firstAt,
    ...(Object.fromEntries(durations) as Record<WorkDurationName, Percentiles>),
    queueDepth: gaugeResults(record.queue),
  };
};

const gaugeResults = ({ mean, max, overTime }: Gauge): GaugeResults => ({
  mean: roundToMillionths(mean),
  max,
  overTime: overTime.map(roundToMillionths),
});

const readPercentiles = (samples: Samples): Percentiles => {
  const [p50, p90, p95, p99, max] = samples.at([50, 90, 95, 99, 100]).map(({ ms }) => ms);
  if (p50 === undefined || p90 === undefined || p95 === undefined || p99 === undefined || max === undefined) return null;
  return { count: samples.ms.length, p50, p90, p95, p99, max };
};

/** To millionths: further digits would add nothing. */
const roundToMillionths = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
