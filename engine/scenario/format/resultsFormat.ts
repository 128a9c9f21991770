import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { timingNames } from '../../cloud/timing/timings.ts';
import { activeStatuses } from '../../cloud/worker/lifecycle.ts';
import { measureText } from '../../world/reports/record/measures.ts';
import { type WorkDurationName, workDurationNames } from '../../world/reports/record/namedMeasures.ts';
import { outcomes, type WorkOutcome } from '../../world/reports/record/workRecord.ts';

const count = z.int().min(0);
const ms = z.int().min(0);
const mean = z.number().min(0);

const percentiles = z
  .strictObject({ count, p50: ms, p90: ms, p95: ms, p99: ms, max: ms })
  .nullable()
  .meta({ id: 'Percentiles', description: 'Milliseconds, by nearest rank; null if there is none' });

const gauge = strictObject(() => ({
  mean,
  max: count.describe('The most at the same time; what lasts no time does not count'),
  overTime: z.array(mean).describe('The mean in each part of the run; `partMs` is the length of a part'),
})).meta({ id: 'Gauge', description: 'How many there are of something, over virtual time' });

/** Each job or request is counted once: its last outcome. */
const outcomeCounts = Object.fromEntries(outcomes.map((name) => [name, count.describe(measureText(name))])) as Record<
  WorkOutcome,
  typeof count
>;

const clients = strictObject(() => ({
  retriedRefusals: count.describe('Calls that were another attempt after a refusal'),
  retriedFailures: count.describe('Calls that were another attempt after a job that failed, timed out, or was gone before it ended'),
  outOfTime: count.describe('How often a client gave up because `giveUpAfter` was over, or would have been before its next attempt'),
  outOfAttempts: count.describe('How often a client gave up after as many `attempts` as it has'),
}))
  .nullable()
  .meta({
    id: 'Clients',
    description: 'What clients did that retry or give up; null if no load has `onRefusal`, `onFailure` or `giveUpAfter`',
  });

const workDurations = Object.fromEntries(workDurationNames.map((name) => [name, percentiles.describe(measureText(name))])) as Record<
  WorkDurationName,
  typeof percentiles
>;

const work = strictObject(() => ({
  submitted: count,
  outcomes: z.strictObject(outcomeCounts),
  requeued: count.describe('How often a job returned to the queue, because its worker was lost'),
  retried: count.describe('How often the platform retried a job, because a client asked'),
  throughput: z
    .number()
    .min(0)
    .nullable()
    .describe(`${measureText('throughput')}; null if there is no such time`),
  busyMs: ms.describe('From the first arrival to the last end'),
  ...workDurations,
  queueDepth: gauge,
})).meta({ id: 'Work', description: 'Jobs, or requests' });

const endpointResults = strictObject(() => ({
  jobs: work.nullable().describe('Null if there was none'),
  requests: work.nullable().describe('Requests to load balancers; null if there was none'),
  workers: z.partialRecord(z.enum(activeStatuses), gauge).describe('By status; the busy ones are RUNNING'),
  utilization: z.number().min(0).max(1).describe(measureText('utilization')),
  coldStart: percentiles.describe(measureText('coldStart')),
  cost: z.number().min(0).describe(measureText('cost')),
  batchSize: gauge.nullable().describe(`${measureText('batchSize')}; null where none makes tokens`),
  tokensPerSecond: z.number().min(0).nullable().describe(measureText('tokensPerSecond')),
  tokensPerDollar: z.number().min(0).nullable().describe(measureText('tokensPerDollar')),
})).meta({ id: 'Endpoint' });

/** The basis of the numbers. */
export const timesSchema = strictObject(() => ({
  timing: z.enum(timingNames),
  changed: z.array(z.string()).readonly().describe('Settings of the world in place of measured ones'),
  errors: z
    .array(
      z.strictObject({
        mechanism: z.string().describe('What takes time, such as start'),
        facts: count.describe('How many facts about it have a value'),
        percent: z
          .int()
          .min(0)
          .nullable()
          .describe('The median of their errors, in percent of what was seen, each without what its author gave; null: not known'),
        near: count.describe('How many of these facts are within a quarter'),
        bounds: count.describe('How many ranges and bounds were seen'),
        kept: count.describe('How many of these are kept to'),
      }),
    )
    .readonly()
    .nullable()
    .describe(
      'How far off these times are, for each mechanism that the numbers hang on, the widest first; null where that was not measured',
    ),
})).meta({ id: 'Times', description: 'The times that the numbers were made with' });

/** The results of a load run, as plain data. */
export const resultsSchema = strictObject(() => ({
  times: timesSchema,
  overMs: ms.describe('Virtual time from the world’s start to the end of the run'),
  partMs: ms,
  calls: count.describe('How many calls the loads made, retries included'),
  clients,
  refusals: z
    .array(z.strictObject({ rule: z.string(), status: z.int(), count }))
    .describe('The calls of the loads that were refused, by rule; most first'),
  all: endpointResults.describe('All endpoints together'),
  endpoints: z.record(z.string(), endpointResults).describe('Each endpoint, if there are several'),
}));

export type Results = z.output<typeof resultsSchema>;
export type EndpointResults = z.output<typeof endpointResults>;
export type ClientResults = z.output<typeof clients>;
export type WorkResults = z.output<typeof work>;
export type GaugeResults = z.output<typeof gauge>;
export type Percentiles = z.output<typeof percentiles>;
