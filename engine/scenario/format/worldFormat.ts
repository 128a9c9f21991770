import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { keyFields } from '../../api/contract/account/key.ts';
import { createEndpointRequest, scaling } from '../../api/contract/endpoint.ts';
import { duration, handlerSpec } from '../../api/contract/handler/handler.ts';
import { type DistributionWritten, distribution, explainDrawn, imageTimes } from '../../api/contract/parts/distribution.ts';
import { digest, id, madeId } from '../../api/contract/parts/id.ts';
import { type PartsFor, strictObject } from '../../api/contract/parts/objects.ts';
import type { Untouched } from '../../api/contract/parts/resource.ts';
import { settingValue } from '../../api/contract/settings.ts';
import { createTemplateRequest } from '../../api/contract/template.ts';
import { gigabytesMax, partsIssues, type WorldParts } from '../../api/definition.ts';
import type { NeedsResource } from '../../api/management/endpoint/fields.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { contracts } from '../../cloud/account/contracts.ts';
import { dataCenters } from '../../cloud/catalog/dataCenters.ts';
import { loadKinds } from '../../cloud/catalog/imageFacts.ts';
import { listedGpuTypes } from '../../cloud/catalog/priced.ts';
import { entities, type Kind, type Settings } from '../../cloud/entities.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import { timingNames } from '../../cloud/timing/timings.ts';
import type { Setting } from '../../kernel/settings.ts';
import { durationPattern, parseDuration } from '../../kernel/time.ts';
import { describeName, longerThanNothing } from './words.ts';

const valueInWords = settingValue((least) => (least > 0 ? longerThanNothing : duration), distribution, imageTimes);

const settingSchema = (setting: Setting<unknown>): z.ZodType => valueInWords(setting).describe(`${setting.about} (${setting.rule})`);

/** One optional property for every setting, and no others. */
export const settingsSchema = z.lazy(() =>
  strictObject(
    () =>
      Object.fromEntries(
        Object.entries(entities)
          .filter(([, { settings }]) => Object.keys(settings).length > 0)
          .map(([kind, { settings }]) => [
            kind,
            strictObject(() =>
              Object.fromEntries(
                Object.entries(settings).map(([key, setting]) => [key, settingSchema(setting as Setting<unknown>).optional()]),
              ),
            ).optional(),
          ]),
      ) as unknown as Record<Kind, z.ZodType<Record<string, unknown> | undefined>>,
  ),
);

const key = strictObject(() => ({
  name: id.describe('The name for `as`'),
  secret: z.string().min(1).optional().describe('The secret that a client sends; key-<name> unless given'),
  digest: digest.optional(),
  last4: z.string().max(4).optional().describe('Its end'),
  ...keyFields,
  expiresAfter: duration.optional(),
})).refine(({ secret, digest: its }) => secret === undefined || its === undefined, 'has secret and digest: give one');

const account = strictObject(() => ({
  id,
  keys: z.array(key).min(1).optional().describe('None unless given: then the account owns resources, and no client can act for it'),
}));

/** A template as `POST /v2/templates` takes it, without a registry: no registry exists yet when a world begins. */
const template = createTemplateRequest.omit({ registry: true }).extend({
  id: madeId,
  owner: id
    .optional()
    .describe('The account; the first one unless given. The accounts `official` and `verified` publish under these sources'),
  name: createTemplateRequest.shape.name.optional().describe('The id unless given'),
});

const wire = createEndpointRequest.shape;

const msPer = { milliseconds: 1, seconds: 1_000 } as const;

/** A duration that the API takes as a number: that number, or text. */
const durationOr = (unit: keyof typeof msPer, wire: z.ZodType<number, number>) => {
  const error = `must be a duration such as 10s, or a number of ${unit}`;
  return z
    .union([z.number(), z.string().regex(durationPattern, error)], { error })
    .transform((written, { addIssue }) => {
      const count = typeof written === 'number' ? written : (parseDuration(written) ?? Number.NaN) / msPer[unit];
      const read = readAs(wire, count);
      if (isLeft(read)) addIssue(`${count} ${unit}: ${read.left[0]?.message ?? error}`);
      return count;
    })
    .describe(`A duration such as 10s, or a number of ${unit}`);
};

const [queueDelay, requestCount] = scaling.options;
const scalingWritten = z.discriminatedUnion('type', [
  queueDelay.extend({ queueDelay: durationOr('seconds', queueDelay.shape.queueDelay) }),
  requestCount,
]);
const workersShape = wire.workers.unwrap();
const workersWritten = workersShape.extend({ idleTimeout: durationOr('seconds', workersShape.shape.idleTimeout.unwrap()).optional() });

/** An endpoint as `POST /v2/serverless` takes it, with everything optional. That schema checks how its parts combine. */
const endpoint = strictObject(
  () =>
    ({
      id: madeId,
      owner: id.optional().describe('The account; the first one unless given'),
      handler: handlerSpec.optional(),
      name: wire.name.optional(),
      type: wire.type.optional().describe('QUEUE unless given'),
      scaling: scalingWritten.optional().describe('One worker per request unless given'),
      workers: workersWritten
        .optional()
        .describe('{ min, max, idleTimeout }; idleTimeout is a duration, or a number of seconds as the API takes it'),
      timeout: durationOr('milliseconds', wire.timeout.unwrap())
        .optional()
        .describe('Execution timeout: a duration, or a number of milliseconds as the API takes it'),
      flashboot: wire.flashboot.optional(),
      gpu: wire.gpu.optional().describe('{ pools, count }; one ADA_24 unless given'),
      cpu: wire.cpu.optional(),
      image: wire.image.optional(),
      args: wire.args.optional(),
      disk: wire.disk.optional(),
      env: wire.env.optional(),
      ports: wire.ports.optional(),
      dataCenterIds: wire.dataCenterIds.optional(),
    }) satisfies PartsFor<Exclude<keyof typeof wire, NeedsResource | LaunchPart>>,
);

/** Files write `args`, which says both. */
type LaunchPart = 'cmd' | 'entrypoint';

const host = strictObject(() => ({
  id,
  dataCenter: describeName(
    'a data center',
    dataCenters.map(({ id }) => id),
    'docs/reference/names.md',
  )
    .optional()
    .describe('EU-RO-1 unless given'),
  cloud: z.enum(['SECURE', 'COMMUNITY']).optional(),
  gpu: describeName(
    'a GPU type that can be rented',
    listedGpuTypes.map(({ id }) => id),
    'docs/reference/names.md',
  )
    .optional()
    .describe('A GPU type; a host without GPUs unless given'),
  gpus: z.int().min(1).max(64).optional().describe('1 unless given'),
  vcpus: z.int().min(2).max(1_024).optional().describe('On a host without GPUs; 32 unless given'),
  cuda: z
    .string()
    .regex(/^\d+\.\d+$/, 'must be a CUDA version such as 12.8')
    .optional(),
  vcpusPerGpu: z.int().min(1).max(1_024).optional().describe('16 unless given'),
  memoryPerGpu: z.int().min(1).max(65_536).optional().describe('GB; 64 unless given'),
}))
  .refine(({ gpu, gpus, cuda }) => gpu !== undefined || (gpus === undefined && cuda === undefined), '`gpus` and `cuda` need `gpu`')
  .refine(
    ({ gpu, vcpusPerGpu, memoryPerGpu }) => gpu !== undefined || (vcpusPerGpu === undefined && memoryPerGpu === undefined),
    '`vcpusPerGpu` and `memoryPerGpu` need `gpu`',
  )
  .refine(({ gpu, vcpus }) => gpu === undefined || vcpus === undefined, '`vcpus` is for a host without GPUs');

/** A time of an image: the same each time, or drawn. */
const imageTime = z.union([duration.transform((ms): Distribution => ({ kind: 'fixed', ms })), distribution], {
  error: ({ input }) =>
    explainDrawn(input, 'must be a duration such as 40s, or a distribution such as { lognormal: { median: 10s, p95: 17s } }'),
});

/** The time that a process loads, or what it loads. */
const imageLoad = z.union([z.enum(loadKinds), duration.transform((ms): Distribution => ({ kind: 'fixed', ms })), distribution], {
  error: ({ input }) => explainDrawn(input, 'must be imports, checkpoint, a duration such as 40s, or a distribution'),
});

const image = strictObject(() => ({
  name: z.string().min(1).describe('As the `image` of an endpoint names it'),
  gigabytes: z.number().min(0.001).max(gigabytesMax).optional().describe('Its size, as it is pulled'),
  start: imageTime.optional().describe('How long a container with it takes to start, instead of `worker.start`'),
  restore: imageTime.optional().describe('How long a restore with FLASHBOOT takes, instead of `worker.flashbootStart`'),
  load: imageLoad
    .optional()
    .describe(
      'How much longer the first job of a process runs, while it loads; `imports` or `checkpoint`: as the times of the world say of those. The `firstJob` of a handler stands above it',
    ),
}));

/** Values without words of their own are written as in the log: as JSON text, because YAML cannot hold every string. */
const exactly = z
  .string()
  .transform((text, { addIssue }) => {
    const value = tryCatch(
      () => JSON.parse(text) as unknown,
      () => undefined,
    );
    const issues = isLeft(value) ? ['is not JSON'] : partsIssues(value.right);
    for (const issue of issues) addIssue(issue);
    return (isLeft(value) ? {} : value.right) as WorldParts;
  })
  .meta({
    description: 'Instead of all other parts: the settings, hosts, accounts, templates, endpoints and faults as a log has them, as JSON',
  });

export const worldSchema = strictObject(() => ({
  include: z.string().optional().describe('A file with more of the world, in this folder or below'),
  contract: z
    .enum(contracts)
    .optional()
    .describe('Which document the management API follows: 2026-08, the interface document, unless given'),
  timing: z
    .enum(timingNames)
    .optional()
    .describe(
      'The times that it has: textbook unless given; measured ones follow from what was seen on the platform. `settings` override single values',
    ),
  settings: settingsSchema.optional(),
  images: z
    .array(image)
    .optional()
    .describe(
      'What is known of images: their sizes, for pulls that take longer by size (worker.pullPerGigabyte), and their times; others are as the settings of workers say',
    ),
  hosts: z
    .array(z.lazy(() => host))
    .optional()
    .describe('The host machines; the default is a large fleet'),
  accounts: z
    .array(z.lazy(() => account))
    .min(1)
    .optional(),
  templates: z.array(z.lazy(() => template)).optional(),
  endpoints: z.array(endpoint).optional(),
  exactly: exactly.optional(),
}));

export type WorldSpec = z.output<typeof worldSchema>;

/** A world as people write it: durations are strings, and nearly every part is optional. */
export type WorldWritten = Untouched<Omit<z.input<typeof worldSchema>, 'settings' | 'include' | 'exactly'>> & {
  readonly settings?: SettingsWritten;
};

/** Settings that differ from the defaults, by kind of entity. */
export type SettingsWritten = { readonly [K in Kind]?: { readonly [Name in keyof Settings[K]]?: SettingWritten<Settings[K][Name]> } };

/** A number is a duration or a count. A type cannot distinguish them; the schema does. */
type SettingWritten<Value> = Value extends number ? string | number : Value extends Distribution ? DistributionWritten : Value;
