import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { DurationMs, VirtualTime } from '../../../kernel/time.ts';
import { EndpointRecord } from './endpointRecord.ts';
import { spanUpTo } from './gauge.ts';
import { measures } from './measures.ts';
import { recordLog } from './recordLog.ts';

/** The performance of an endpoint, from a log. Durations in whole ms. */
export interface Metrics {
  /** One value for each start of a job, in the order of the log. */
  readonly delayTimes: readonly DurationMs[];
  /** One value for each attempt that ended with its job. */
  readonly executionTimes: readonly DurationMs[];
  /** How many jobs ended this way; a job that is retried ends again. */
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  /** Worker time spent on jobs over worker time held, from 0 to 1; 0 when no worker was held. */
  readonly utilization: number;
  /** USD for what workers held, at the serverless prices; an unknown price counts as 0. */
  readonly cost: number;
}

/** Folds a log, up to `until`, into the metrics of one endpoint, or of all. */
export const metricsOf = (entries: Iterable<LogEntry<DomainEvent>>, until: VirtualTime, endpointId?: string): Metrics => {
  const { jobs, utilization, cost } = recordOf(entries, until, endpointId);
  return {
    delayTimes: measures.delayTime.ofWork(jobs).ms,
    executionTimes: measures.executionTime.ofWork(jobs).ms,
    ...jobs.ends,
    utilization,
    cost,
  };
};

/** The record of one endpoint, or of all. */
export const recordOf = (entries: Iterable<LogEntry<DomainEvent>>, until: VirtualTime, endpointId?: string): EndpointRecord => {
  const span = spanUpTo(until, 1);
  const { all, endpoints } = recordLog(entries, span);
  return endpointId === undefined ? all : (endpoints.get(endpointId) ?? new EndpointRecord(span));
};
