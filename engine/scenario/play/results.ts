import { timesOf } from '../../cloud/timing/times.ts';
import type { EndpointRecord } from '../../world/reports/record/endpointRecord.ts';
import { type Gauge, spanUpTo } from '../../world/reports/record/gauge.ts';
import { measures } from '../../world/reports/record/measures.ts';
import { recordLog } from '../../world/reports/record/recordLog.ts';
import type { Samples } from '../../world/reports/record/samples.ts';
import type { WorkRecord } from '../../world/reports/record/workRecord.ts';
import type { EndpointResults, GaugeResults, Percentiles, Results, WorkResults } from '../format/resultsFormat.ts';
import type { Run } from './run.ts';

/** Into how many parts the run is divided for values over time: a sparkline of them fits into a line of text. */
const partsMax = 40;

/** The results of a run with a load, from its log and the answers to the loads; undefined for a run without one. */
export const resultsOf = ({ world, calls }: Pick<Run, 'world' | 'calls'>): Results | undefined => {
  if (calls === undefined) return undefined;
  const span = spanUpTo(world.now, partsMax);
  const { all, endpoints, mechanisms } = recordLog(world.log.entries(), span);
  return {
    times: timesOf(world.header.definition, () => mechanisms),
    overMs: span.until,
    partMs: span.partMs,
    calls: calls.made,
    clients: calls.clients === undefined ? null : { ...calls.clients },
    refusals: [...calls.refused].sort((a, b) => b.count - a.count),
    all: endpointResults(all),
    endpoints: endpoints.size < 2 ? {} : Object.fromEntries([...endpoints].map(([id, record]) => [id, endpointResults(record)])),
  };
};

const endpointResults = (record: EndpointRecord): EndpointResults => ({
  jobs: workResults(record.jobs),
  requests: workResults(record.requests),
  workers: Object.fromEntries([...record.workers].map(([status, gauge]) => [status, gaugeResults(gauge)])),
  utilization: roundToMillionths(measures.utilization.of(record)),
  coldStarts: percentilesOf(measures.coldStart.of(record)),
  costUsd: measures.cost.of(record),
  ...tokenResults(record),
});

/** Nothing of an endpoint whose workers make no tokens. */
const tokenResults = (record: EndpointRecord): Pick<EndpointResults, 'tokens'> => {
  const batchSize = measures.batchSize.of(record);
  if (batchSize.sum === 0) return {};
  const [perSecond, perDollar] = [measures.tokensPerSecond.of(record), measures.tokensPerDollar.of(record)];
  return { tokens: { batchSize: gaugeResults(batchSize), perSecond: roundToMillionths(perSecond), perDollar: Math.round(perDollar) } };
};

const workResults = (record: WorkRecord): WorkResults | null => {
  const { outcomes, requeued, retried, firstAt, lastEndAt = firstAt } = record;
  if (firstAt === undefined || lastEndAt === undefined) return null;
  const perSecond = measures.throughput.ofWork(record);
  return {
    submitted: Object.values(outcomes).reduce((sum, count) => sum + count),
    outcomes: { ...outcomes },
    requeued,
    retried,
    throughput: perSecond === null ? null : { perSecond, overMs: lastEndAt - firstAt },
    waitMs: percentilesOf(measures.delayTime.ofWork(record)),
    executionMs: percentilesOf(measures.executionTime.ofWork(record)),
    totalMs: percentilesOf(measures.totalTime.ofWork(record)),
    queueDepth: gaugeResults(measures.queueDepth.ofWork(record)),
    ...(measures.firstToken.ofWork(record).ms.length === 0
      ? {}
      : { firstTokenMs: percentilesOf(measures.firstToken.ofWork(record)), tokenTimeMs: percentilesOf(measures.tokenTime.ofWork(record)) }),
  };
};

const gaugeResults = ({ mean, max, overTime }: Gauge): GaugeResults => ({
  mean: roundToMillionths(mean),
  max,
  overTime: overTime.map(roundToMillionths),
});

const percentilesOf = (samples: Samples): Percentiles => {
  const [p50, p90, p95, p99, max] = samples.at([50, 90, 95, 99, 100]).map(({ ms }) => ms);
  if (p50 === undefined || p90 === undefined || p95 === undefined || p99 === undefined || max === undefined) return null;
  return { count: samples.ms.length, p50, p90, p95, p99, max };
};

/** To millionths: more digits would say no more. */
const roundToMillionths = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
