import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { readAs } from '../../../api/reading/readAs.ts';
import type { Json } from '../../../kernel/canonical.ts';

const count = z.int().min(0);
const counts = z.looseObject({});

/** The counts of a health answer that podsim knows. */
export interface HealthCounts {
  readonly jobs: Readonly<Record<string, number>>;
  readonly workers: Readonly<Record<string, number>>;
}

const countsOfJobs = ['completed', 'failed', 'inProgress', 'inQueue', 'retried'] as const;
const countsOfWorkers = ['idle', 'initializing', 'ready', 'running', 'throttled', 'unhealthy'] as const;

/** Parses an answer of health; undefined if it is not one. */
export const readHealth = (body: unknown): HealthCounts | undefined => {
  const read = readAs(z.looseObject({ jobs: counts, workers: counts }), body);
  if (isLeft(read)) return undefined;
  const { jobs, workers } = read.right;
  return { jobs: pickCounts(jobs, countsOfJobs), workers: pickCounts(workers, countsOfWorkers) };
};

const pickCounts = (from: object, names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const one = readAs(count, (from as Readonly<Record<string, unknown>>)[name]);
      return isLeft(one) ? [] : [[name, one.right]];
    }),
  );

const jobAnswer = z.looseObject({
  id: z.string(),
  status: z.string(),
  delayTime: count.optional(),
  executionTime: count.optional(),
  workerId: z.string().optional(),
});

/** The part of an answer about a job that is kept: never its output. */
export interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly delayTime?: number | undefined;
  readonly executionTime?: number | undefined;
  readonly workerId?: string | undefined;
}

/** Parses an answer of `run` or `status`; undefined if it is not one. */
export const readJob = (body: unknown): JobAnswer | undefined => {
  const read = readAs(jobAnswer, body);
  if (isLeft(read)) return undefined;
  const { id, status, delayTime, executionTime, workerId } = read.right;
  return { id, status, delayTime, executionTime, workerId };
};

const endpointAnswer = z.looseObject({
  workers: z.looseObject({ min: count, max: count, idleTimeout: z.number().optional() }),
  scaling: z.union([
    z.object({ type: z.literal('QUEUE_DELAY'), queueDelay: z.number() }),
    z.object({ type: z.literal('REQUEST_COUNT'), requestCount: z.number() }),
  ]),
  flashboot: z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']),
  timeout: z.int().optional(),
});

/** The configuration of an endpoint, as a world writes it, without anything that identifies the endpoint. */
export interface EndpointFacts {
  readonly written: Readonly<Record<string, Json>>;
  readonly workersMax: number;
  readonly idleTimeoutMs: number | undefined;
}

/** Parses the management API's answer about an endpoint; undefined if it is another answer. */
export const readEndpoint = (body: unknown): EndpointFacts | undefined => {
  const read = readAs(endpointAnswer, body);
  if (isLeft(read)) return undefined;
  const { workers, scaling, flashboot, timeout } = read.right;
  const { min, max, idleTimeout } = workers;
  return {
    written: {
      workers: { min, max, ...(idleTimeout === undefined ? {} : { idleTimeout }) },
      scaling,
      flashboot,
      ...(timeout === undefined || timeout === 0 ? {} : { timeout }),
    },
    workersMax: max,
    idleTimeoutMs: idleTimeout === undefined ? undefined : Math.round(idleTimeout * 1_000),
  };
};

const workersAnswer = z.looseObject({ workers: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

/** A worker as it is listed. */
export interface ListedWorker {
  readonly id: string;
  readonly status: string;
}

/** Parses the worker list; undefined if the answer is not one. */
export const readWorkers = (body: unknown): readonly ListedWorker[] | undefined => {
  const read = readAs(workersAnswer, body);
  return isLeft(read) ? undefined : read.right.workers.map(({ id, status }) => ({ id, status }));
};
