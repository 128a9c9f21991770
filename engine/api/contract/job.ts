import { z } from 'zod';

const milliseconds = z.int().min(0);

/** The body of `/run` and `/runsync`: the input, and what beside it official clients send. */
export const submitRequest = z.strictObject({
  input: z.record(z.string(), z.json()).describe("Defined by the worker's handler"),
  webhook: z.url().optional().describe('Gets the final status by POST'),
  webhookV2: z.url().optional(),
  policy: z
    .strictObject({
      executionTimeout: milliseconds.optional().describe('ms, 5 s to 7 d'),
      ttl: milliseconds.optional().describe('ms from submission, 10 s to 7 d'),
      lowPriority: z.boolean().optional().describe('starts no worker'),
    })
    .optional(),
  s3Config: z
    .strictObject({
      accessId: z.string(),
      accessSecret: z.string(),
      bucketName: z.string(),
      endpointUrl: z.string(),
      objectPath: z.string().optional(),
    })
    .optional(),
});

export type SubmitRequest = z.output<typeof submitRequest>;

/** Official clients send `{}` or nothing where an operation needs no body. */
export const noBody = z.strictObject({}).nullish();

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number of milliseconds')
  .transform(Number);

/** Its bounds are settings of the world, so `queue/wait.ts` reads it. */
export const waitQuery = z.object({ wait: z.string().optional() });
export const statusQuery = z.object({ ttl: wholeNumber.optional() });

export const wireStatus = z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT']);

export const jobRef = z.strictObject({ id: z.string(), status: wireStatus });

/** A job as `/status` shows it; only the fields that apply are there. Times in milliseconds. */
export const jobResource = z.strictObject({
  id: z.string(),
  status: wireStatus,
  delayTime: z.int().optional(),
  executionTime: z.int().optional(),
  output: z.json().optional(),
  error: z.string().optional(),
  retries: z.int().optional(),
  workerId: z.string().optional(),
});

const chunks = z.array(z.strictObject({ output: z.json(), metrics: z.json().optional() }));

/** The interface document's array, or the envelope that official SDKs need (stream.shape). */
export const streamAnswer = z.union([chunks, z.strictObject({ status: wireStatus, stream: chunks })]);

export const purgeAnswer = z.strictObject({ removed: z.int(), status: z.literal('completed') });

const counter = z.int().min(0);

export const healthAnswer = z.strictObject({
  jobs: z.strictObject({ completed: counter, failed: counter, inProgress: counter, inQueue: counter, retried: counter }),
  workers: z.strictObject({
    idle: counter,
    initializing: counter,
    ready: counter,
    running: counter,
    throttled: counter,
    unhealthy: counter,
  }),
});
