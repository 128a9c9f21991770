import { z } from 'zod';
import { jobSettings } from '../../cloud/job/settings.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import { documented, timeUnits } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { json } from './parts/json.ts';
import { openObject, strictObject } from './parts/objects.ts';

interface Bound {
  readonly default: number;
}

/** The bounds are settings of the world, so the operation checks them. Documents show the defaults. */
const intBetween = (min: Bound, max: Bound) =>
  z.int().min(0).optional().register(documented, { minimum: min.default, maximum: max.default }).register(timeUnits, { unit: 'ms' });

/** Checked by a pattern of our own, because platforms differ in the texts that `URL` accepts, and the engine has no `URL`. */
const webUrl = z.string().regex(/^https?:\/\/[^\s/?#]+\S*$/i, 'must be an http or https URL, such as https://example.com/done');

/** The body of `/run` and `/runsync`: the input, and the other keys of official clients. Further keys are discarded (job.unknown-keys). */
export const submitRequest = openObject(() => ({
  // Its contents are not checked here, and may be ten megabytes long.
  input: z.looseObject({}).describe("Defined by the worker's handler").register(enforced, { any: 'job.run', missing: 'job.run' }),
  webhook: webUrl.optional().describe('Gets the final status by POST'),
  webhookV2: webUrl.optional(),
  policy: z
    .strictObject({
      executionTimeout: intBetween(jobSettings.executionTimeoutMin, jobSettings.executionTimeoutMax).describe('ms, 5 s to 7 d'),
      ttl: intBetween(jobSettings.ttlMin, jobSettings.ttlMax).describe('ms from submission, 10 s to 7 d'),
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
})).register(documented, { id: 'SubmitRequest', examples: [{ input: { prompt: 'hello' } }] });

/** The same for a world whose queue refuses other keys. */
export const strictSubmitRequest = submitRequest.strict().register(enforced, { unknown: 'job.unknown-keys' });

export type SubmitRequest = z.output<typeof submitRequest>;

/** Official clients send `{}` or nothing if an operation needs no body. */
export const emptyBody = z.strictObject({}).nullish().register(documented, { id: 'EmptyBody' });

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number of milliseconds')
  .transform(Number)
  .register(documented, { type: 'integer', minimum: 0 })
  .register(timeUnits, { unit: 'ms' });

/** Its bounds are settings, too; `queue/wait.ts` reads the value. */
const describeWait = ({ default: otherwise }: Bound) =>
  openObject(() => ({
    wait: z
      .string()
      .optional()
      .describe('How long to hold the call, in ms')
      .register(documented, {
        type: 'integer',
        minimum: jobSettings.waitMin.default,
        maximum: jobSettings.waitMax.default,
        default: otherwise,
      })
      .register(timeUnits, { unit: 'ms' }),
  }));

export const waitQuery = describeWait(jobSettings.syncWait);
export const streamWaitQuery = describeWait(jobSettings.streamWait);
export const statusQuery = openObject(() => ({
  ttl: wholeNumber.optional().describe('Keep the result no longer than this from now, in ms'),
}));

const wireStatus = z
  .enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'])
  .register(documented, { id: 'JobStatus' });

export const jobRef = lazily(() => z.strictObject({ id: z.string(), status: wireStatus }).register(documented, { id: 'JobReference' }));

/** A job as `/status` shows it. Fields that do not apply are absent. Times are in milliseconds. */
export const jobResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      status: wireStatus,
      delayTime: z.int().optional(),
      executionTime: z.int().optional(),
      output: json.optional(),
      error: z.string().optional(),
      retries: z.int().optional(),
      workerId: z.string().optional(),
    })
    .register(documented, { id: 'Job' }),
);

const chunks = z.array(strictObject(() => ({ output: json, metrics: json.optional() })).register(documented, { id: 'StreamChunk' }));

/** The envelope that clients read, or the interface document's array (stream.shape). */
export const streamAnswer = lazily(() => z.union([chunks, z.strictObject({ status: wireStatus, stream: chunks })]));

export const purgeAnswer = lazily(() => z.strictObject({ removed: z.int(), status: z.literal('completed') }));

const counter = z.int().min(0);

export const healthAnswer = lazily(() =>
  z.strictObject({
    jobs: z.strictObject({ completed: counter, failed: counter, inProgress: counter, inQueue: counter, retried: counter }),
    workers: z.strictObject({
      idle: counter,
      initializing: counter,
      ready: counter,
      running: counter,
      throttled: counter,
      unhealthy: counter,
    }),
  }),
);
