import { isRight } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { type AccessLevel, accessLevels, type ResourceGroup, resourceGroups } from '../cloud/account/events.ts';
import { digestSecret } from '../cloud/account/keyDigest.ts';
import { loadKinds } from '../cloud/catalog/imageFacts.ts';
import { findUnpricedParts } from '../cloud/catalog/priced.ts';
import { defaultSettings } from '../cloud/entities.ts';
import { type FaultSpec, faultKinds } from '../cloud/fault/events.ts';
import { measuredTimings } from '../cloud/timing/timings.ts';
import { lastInstantMs, parseInstant } from '../kernel/instant.ts';
import { drawVersion } from '../kernel/rng.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { WorldDefinition } from '../simulator/definition.ts';
import { clockPolicy } from './contract/clockPolicy.ts';
import { flashboot, scaling } from './contract/endpoint.ts';
import { faultAnswer } from './contract/fault.ts';
import { loggedHandler } from './contract/handler/loggedHandler.ts';
import { describes } from './contract/parts/describes.ts';
import { loggedDistribution } from './contract/parts/distribution.ts';
import { digest, id, madeId } from './contract/parts/id.ts';
import { imageReference, notAnImage } from './contract/parts/image.ts';
import { isKeyName, reservedName } from './contract/parts/noKey.ts';
import { strictObject } from './contract/parts/objects.ts';
import { someSettings } from './contract/settings.ts';
import { templateShape } from './contract/template.ts';
import { impossibleFaults } from './faultMatch.ts';
import { endpointsOverQuota, overWorkersQuota } from './management/workersQuota.ts';
import { flatIssues } from './reading/issues.ts';
import { readAs, takes } from './reading/readAs.ts';
import { operations } from './table.ts';

const ms = z.int().min(0);
const time = ms.transform((at) => at as VirtualTime);

/** A fault as the log stores it. */
export const faultSpec = strictObject(() => ({
  fault: z.enum(faultKinds),
  match: z.record(z.string(), z.string()),
  from: time,
  atOnce: z.boolean(),
  until: time.nullable(),
  chance: z.tuple([ms, z.int().min(1)]).nullable(),
  limit: z.int().min(1).nullable(),
  delayMs: ms,
  status: ms.max(599),
  answer: faultAnswer.optional(),
}))
  .transform((spec): FaultSpec => spec as FaultSpec)
  .describe('As the log stores it, where words cannot express it; times in milliseconds');

/** Larger images are not served in practice. */
export const gigabytesMax = 1_000;

const host = strictObject(() => ({
  id: z.string().min(1),
  dataCenterId: z.string(),
  cloud: z.enum(['SECURE', 'COMMUNITY']),
  gpuTypeId: z.string().nullable(),
  gpus: ms,
  vcpus: ms,
  cudaVersion: z.string().nullable(),
  vcpusPerGpu: z.int().min(1).optional(),
  memoryPerGpu: z.int().min(1).optional(),
}));

const keyParts = strictObject(() => ({
  name: id.refine(isKeyName, reservedName),
  permissions: z.strictObject(
    Object.fromEntries(resourceGroups.map((group) => [group, z.enum(accessLevels)])) as unknown as Record<
      ResourceGroup,
      z.ZodType<AccessLevel>
    >,
  ),
  queueEndpoints: z.array(z.string()).nullable(),
  rateLimitExempt: z.boolean(),
  expiresAt: ms.nullable(),
}));

/** A key with its secret; or without it, as a log has it. */
const key = z.union([keyParts.extend({ secret: z.string().min(1) }), keyParts.extend({ digest, last4: z.string().max(4) })]);

const config = strictObject(() => ({
  name: z.string(),
  templateId: z.string().nullable(),
  type: z.enum(['QUEUE', 'LOAD_BALANCER']),
  scaling,
  workers: z.strictObject({ min: ms, max: ms }),
  idleTimeoutMs: ms,
  timeout: ms,
  flashboot,
  dataCenterIds: z.array(z.string()),
  networkVolumes: z.array(z.string()),
  container: z.strictObject({
    args: z.string().optional(),
    disk: ms.optional(),
    env: z.record(z.string(), z.string()).optional(),
    image: z.string().optional(),
    ports: z.array(z.string()).optional(),
    registry: z.string().nullable().optional(),
  }),
  gpu: z
    .strictObject({
      pools: z.array(z.string()),
      excludedTypes: z.array(z.string()),
      count: z.int().min(1),
      allowedCudaVersions: z.array(z.string()),
      minCudaVersion: z.string().nullable(),
    })
    .nullable(),
  cpu: z
    .array(z.strictObject({ id: z.string(), vcpuCount: z.int().min(1), memory: z.int().min(1) }))
    .min(1)
    .nullable(),
})).refine(({ gpu, cpu }) => (gpu === null) !== (cpu === null), 'has exactly one of gpu and cpu');

const firstInstantMs = parseInstant('0000-01-01T00:00:00Z') ?? 0;

/** The initial contents of a world. */
const parts = {
  settings: someSettings,
  hosts: z.array(host).nullable(),
  accounts: z.array(strictObject(() => ({ id, keys: z.array(key) }))),
  templates: z.array(strictObject(() => ({ id: madeId, accountId: z.string(), shape: templateShape }))).optional(),
  endpoints: z.array(strictObject(() => ({ id: madeId, accountId: z.string(), config, handler: loggedHandler }))),
  faults: z.array(faultSpec),
  images: z
    .array(
      strictObject(() => ({
        name: z.string().min(1),
        megabytes: z
          .int()
          .min(1)
          .max(gigabytesMax * 1_000)
          .optional(),
        start: loggedDistribution.optional(),
        restore: loggedDistribution.optional(),
        load: z.union([z.enum(loadKinds), loggedDistribution]).optional(),
      })),
    )
    .optional(),
};
const worldParts = z.strictObject(parts);

export type WorldParts = Pick<WorldDefinition, keyof typeof parts>;

/** What a schema cannot see: duplicate names, and names that refer to nothing. */
const findClashes = (
  { settings, hosts, accounts, templates = [], endpoints, faults, images = [] }: z.output<typeof worldParts>,
  { addIssue }: z.RefinementCtx,
): void => {
  const issue = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
  const quota =
    (settings.endpoint as { readonly workersQuota?: number } | undefined)?.workersQuota ?? defaultSettings.endpoint.workersQuota;
  const accountQuota =
    (settings.account as { readonly workersQuota?: number } | undefined)?.workersQuota ?? defaultSettings.account.workersQuota;
  for (const k of endpointsOverQuota(endpoints, accountQuota))
    issue(['endpoints', k, 'config', 'workers', 'max'], overWorkersQuota(accountQuota));
  for (const { fault, part, words } of impossibleFaults({ hosts, endpoints, faults }, operations))
    issue(['faults', fault, 'match', ...(part === undefined ? [] : [part])], words);
  const keys = accounts.flatMap((account) => account.keys);
  for (const [path, names] of [
    ['hosts', (hosts ?? []).map((each) => each.id)],
    ['accounts', accounts.map((each) => each.id)],
    ['templates', templates.map((each) => each.id)],
    ['endpoints', endpoints.map((each) => each.id)],
    ['images', images.map(({ name }) => name)],
    ['accounts', keys.map(({ name }) => `the key name ${name}`)],
    ['accounts', keys.map((one) => `the digest ${('secret' in one ? digestSecret(one.secret) : one).digest}`)],
  ] as const) {
    const seen = new Set<string>();
    const twice = names.find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined) issue([path], `has ${twice} twice`);
  }
  for (const [path, owned] of [
    ['templates', templates],
    ['endpoints', endpoints],
  ] as const) {
    owned.forEach(({ accountId }, k) => {
      if (accounts.every((account) => account.id !== accountId)) issue([path, k, 'accountId'], `there is no account ${accountId}`);
    });
  }
  endpoints.forEach(({ config: { container } }, k) => {
    if (!takes(imageReference.optional(), container.image)) issue(['endpoints', k, 'config', 'container', 'image'], notAnImage);
  });
  templates.forEach(({ shape: { container } }, k) => {
    if (!takes(imageReference, container.image)) issue(['templates', k, 'shape', 'container', 'image'], notAnImage);
  });
  for (const { path, words } of findUnpricedParts(hosts ?? [], endpoints)) issue([...path], words);
  endpoints.forEach(({ config: { workers, type, scaling: scaler } }, k) => {
    // Workers are launched one by one, so their number needs a bound.
    if (workers.max > quota) issue(['endpoints', k, 'config', 'workers', 'max'], `must not exceed the workers quota (${quota})`);
    if (type === 'LOAD_BALANCER' && scaler.type === 'QUEUE_DELAY')
      issue(['endpoints', k, 'config', 'scaling', 'type'], 'a LOAD_BALANCER endpoint scales on REQUEST_COUNT');
  });
};

/** Settings are left out: their type and their schema are both made of the tables of the entities. */
type DescribedDefinition = Omit<WorldDefinition, 'settings'> & { readonly settings: z.output<typeof someSettings> };

/** Everything a world is made from, as the log's header stores it. */
export const worldDefinition = describes<DescribedDefinition>()(
  strictObject(() => ({
    seed: z.string(),
    startMs: z.int().min(firstInstantMs).max(lastInstantMs),
    draws: z.literal(drawVersion).optional(),
    timing: z.enum(measuredTimings).optional(),
    webhooks: z.array(z.string()).optional(),
    ...parts,
  })),
).superRefine(findClashes);

/** What is wrong with a definition, one line per problem. */
export const definitionIssues = (value: unknown): readonly string[] => listIssues(worldDefinition, value, 'definition');

/** What is wrong with the parts of a definition that a scenario's `world` gives, one line per problem. */
export const partsIssues = (value: unknown): readonly string[] => listIssues(worldParts.superRefine(findClashes), value, 'exactly');

/** What is wrong with settings, one line per problem. */
export const settingsIssues = (value: unknown): readonly string[] => listIssues(someSettings, value, 'settings');

/** What is wrong with a clock policy, one line per problem. */
export const clockPolicyIssues = (value: unknown): readonly string[] => listIssues(clockPolicy, value, 'policy');

const listIssues = (schema: z.ZodType, value: unknown, what: string): readonly string[] => {
  const read = readAs(schema, value);
  return isRight(read) ? [] : flatIssues(read.left).map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
};
