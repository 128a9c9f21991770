import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { documented } from './parts/documented.ts';
import { json } from './parts/json.ts';
import { strictObject } from './parts/objects.ts';
import { paged } from './parts/pages.ts';

const counter = z.int().min(0);

const worker = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      status: z.enum(['RUNNING', 'IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY']),
      isStale: z.boolean(),
      version: z.int(),
      gpuCount: counter,
      image: z.string().nullable(),
      uptimeSeconds: counter.nullable(),
      gpuTypeId: z.string().nullable(),
      dataCenterId: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
      env: z
        .record(z.string(), z.string())
        .optional()
        .describe('Of a load balancer: the environment of its server, with PORT and related variables filled in'),
    })
    .register(documented, { id: 'Worker' }),
);

/** An endpoint's workers that are up or starting. Stopped workers are not listed. */
export const workerList = lazily(() =>
  z.strictObject({
    workers: z.array(worker()),
    summary: z.strictObject({
      running: counter,
      idle: counter,
      initializing: counter,
      throttled: counter,
      unhealthy: counter,
      total: counter,
    }),
    endpointVersion: z.int(),
  }),
);

const release = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      version: z.int(),
      source: z.enum(['GIT_BUILD', 'MANUAL']),
      buildId: z.string().nullable(),
      createdByUserId: z.string().nullable(),
      workerCount: counter,
      createdAt: z.iso.datetime(),
      diff: z.array(strictObject(() => ({ field: z.string(), old: json, new: json }))),
    })
    .register(documented, { id: 'Release' }),
);

/** An endpoint's releases, newest first, and how far the newest has rolled out. */
export const releaseList = lazily(() =>
  z.strictObject({
    endpointVersion: z.int(),
    rollout: z.strictObject({
      inProgress: z.boolean(),
      workersOnLatest: counter,
      workersTotal: counter,
      percentOnLatest: z.int().min(0).max(100),
    }),
    releases: z.array(release()),
    ...paged,
  }),
);
