import { z } from 'zod';
import { outcomes } from '../reports/workRecord.ts';
import { activeStatuses } from '../worker/lifecycle.ts';

const count = z.int().min(0);
const ms = z.int().min(0);
const mean = z.number().min(0);

const percentiles = z
  .strictObject({ count, p50: ms, p90: ms, p95: ms, p99: ms, max: ms })
  .nullable()
  .meta({ id: 'Percentiles', description: 'Milliseconds, by nearest rank; null if there is none' });

const gauge = z
  .strictObject({
    mean,
    max: count.describe('The most at the same time; what lasts no time does not count'),
    overTime: z.array(mean).describe('The mean in each part of the run; `partMs` is the length of a part'),
  })
  .meta({ id: 'Gauge', description: 'How many there are of something, over virtual time' });

const work = z
  .strictObject({
    submitted: count,
    outcomes: z.strictObject(Object.fromEntries(outcomes.map((name) => [name, count])) as Record<(typeof outcomes)[number], typeof count>),
    requeued: count.describe('How often a job returned to the queue, because its worker was lost'),
    retried: count.describe('How often a client retried a job'),
    throughput: z
      .strictObject({ perSecond: z.number().min(0), overMs: ms })
      .nullable()
      .describe('What was completed, over the time from the first arrival to the last end; null if there is no such time'),
    waitMs: percentiles.describe('From arrival, or from the client’s retry, to each start'),
    executionMs: percentiles.describe('Of each attempt that completed, failed or timed out'),
    totalMs: percentiles.describe('From arrival, or from the client’s retry, to completion, failure or timeout'),
    queueDepth: gauge,
  })
  .meta({ id: 'Work', description: 'Jobs, or requests' });

const endpointResults = z
  .strictObject({
    jobs: work.nullable().describe('Null if there was none'),
    requests: work.nullable().describe('Requests to load balancers; null if there was none'),
    workers: z.partialRecord(z.enum(activeStatuses), gauge).describe('By status; the busy ones are RUNNING'),
    utilization: z.number().min(0).max(1).describe('Worker time spent on jobs and requests over worker time held'),
    coldStarts: percentiles.describe(
      'How long workers, and their containers after a crash, took to start; a start without a delay is none',
    ),
    costUsd: z.number().min(0).describe('Of the workers, at the serverless prices'),
  })
  .meta({ id: 'Endpoint' });

/** What a load run was like: plain data. */
export const resultsSchema = z.strictObject({
  overMs: ms.describe('Virtual time from the world’s start to the end of the run'),
  partMs: ms,
  calls: count.describe('How many calls the loads made'),
  refusals: z
    .array(z.strictObject({ rule: z.string(), status: z.int(), count }))
    .describe('The calls of the loads that were refused, by rule; most first'),
  all: endpointResults.describe('All endpoints together'),
  endpoints: z.record(z.string(), endpointResults).describe('Each endpoint, if there are several'),
});

export type Results = z.output<typeof resultsSchema>;
export type EndpointResults = z.output<typeof endpointResults>;
export type WorkResults = z.output<typeof work>;
export type GaugeResults = z.output<typeof gauge>;
export type Percentiles = z.output<typeof percentiles>;
