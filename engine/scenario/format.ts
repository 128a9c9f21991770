import { z } from 'zod';
import { accessLevels, resourceGroups } from '../account/events.ts';
import { createEndpointRequest } from '../api/contract/endpoint.ts';
import { distribution, duration, handlerSpec, ratio } from '../api/contract/handler.ts';
import { operations } from '../api/table.ts';
import { gpuPools } from '../catalog/gpuPools.ts';
import { deciders, type Kind, kinds, settingTables } from '../entities.ts';
import { invariants } from '../invariants.ts';
import { parseInstant } from '../kernel/instant.ts';
import type { Setting } from '../kernel/settings.ts';
import { findRule } from '../rules.ts';
import { seedList } from './matrix.ts';

/** Ids begin with a letter, so that no object that holds them puts them in an order of its own. */
const id = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,62}$/, 'must begin with a letter and hold letters, digits, - and _ only')
  .describe('An id');

const ruleId = z
  .string()
  .refine((text) => findRule(text) !== undefined, 'is not a rule; `podsim rules` lists them')
  .describe('The id of a rule of the rulebook');

const instant = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, 'must be an instant in UTC such as 2026-01-01T00:00:00Z')
  .transform((text) => parseInstant(text) ?? 0)
  .meta({ description: 'An instant in UTC: 2026-01-01T00:00:00Z' });

const rate = z
  .string({ error: 'must be a rate such as 5/s, 300/m or 1/10s' })
  .regex(/^[1-9]\d{0,8}\/(?:[1-9]\d{0,8})?(?:ms|s|m|h)$/, 'must be a rate such as 5/s, 300/m or 1/10s')
  .transform((text) => {
    const [, count = '', every = '', unit = ''] = /^(\d+)\/(\d*)(ms|s|m|h)$/.exec(text) ?? [];
    const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 1;
    return { count: Number(count), ms: (every === '' ? 1 : Number(every)) * unitMs };
  })
  .meta({ description: 'So many in so long: 5/s, 300/m, 1/10s' });

/** More tries, retries or crashes than this would be no story. */
const countMax = 1_000_000;

/** What comes again and again after so long: after nothing, it would go on for ever at one instant. */
const intervals = ['scalerEvery', 'queueWindow'];

const longerThanNothing = duration.refine((ms) => ms > 0, 'must be longer than nothing');

const settingSchema = (name: string, { unit, choices, about, rule }: Setting<unknown>): z.ZodType => {
  const described = `${about} (${rule})`;
  if (intervals.includes(name)) return longerThanNothing.describe(described);
  if (unit === 'duration') return duration.describe(described);
  if (unit === 'count') return z.int().min(0).max(countMax).describe(described);
  if (unit === 'statuses') return z.array(z.int().min(100).max(599)).min(1).describe(described);
  return z.enum([...(choices ?? [])]).describe(described);
};

/** One optional property for every setting there is, and no other. */
const settings = z.strictObject(
  Object.fromEntries(
    Object.entries(settingTables)
      .filter(([, table]) => Object.keys(table).length > 0)
      .map(([kind, table]) => [
        kind,
        z
          .strictObject(
            Object.fromEntries(
              Object.entries(table).map(([key, setting]) => [key, settingSchema(key, setting as Setting<unknown>).optional()]),
            ),
          )
          .optional(),
      ]),
  ) as unknown as Record<Kind, z.ZodType<Record<string, unknown> | undefined>>,
);

const key = z.strictObject({
  name: id.describe('What `as` calls it'),
  secret: z.string().min(1).optional().describe('What a client sends; key-<name> unless given'),
  permissions: z
    .partialRecord(z.enum(resourceGroups), z.enum(accessLevels))
    .optional()
    .describe('A group not named has none; no permissions given = all'),
  endpoints: z.array(id).optional().describe('Limits its queue permission to these'),
  rateLimitExempt: z.boolean().optional(),
  expiresAfter: duration.optional(),
});

const account = z.strictObject({ id, keys: z.array(key).min(1) });

const wire = createEndpointRequest.shape;

/** An endpoint as `POST /v2/serverless` takes it, with everything optional; checked there for what must go together. */
const endpoint = z.strictObject({
  id,
  owner: id.optional().describe('The account; the first one unless given'),
  handler: handlerSpec.optional(),
  name: wire.name.optional(),
  type: wire.type.optional().describe('QUEUE unless given'),
  scaling: wire.scaling.optional().describe('One worker a request unless given'),
  workers: wire.workers.optional().describe('{ min, max, idleTimeout }; idleTimeout in seconds'),
  timeout: wire.timeout.optional().describe('Execution timeout in milliseconds, as the API takes it'),
  flashboot: wire.flashboot.optional(),
  gpu: wire.gpu.optional().describe('{ pools, count }; one ADA_24 unless given'),
  cpu: wire.cpu.optional(),
  image: wire.image.optional(),
  args: wire.args.optional(),
  disk: wire.disk.optional(),
  env: wire.env.optional(),
  ports: wire.ports.optional(),
  dataCenterIds: wire.dataCenterIds.optional(),
});

export const worldSchema = z.strictObject({
  include: z.string().optional().describe('A file with more of the world, in this folder or below'),
  settings: settings.optional(),
  capacity: z
    .strictObject(Object.fromEntries(gpuPools.map((pool) => [pool.id, z.int().min(0).optional()])))
    .optional()
    .describe('GPUs of each pool that exist; a pool not named has no end'),
  accounts: z.array(account).min(1).optional(),
  endpoints: z.array(endpoint).optional(),
});

const operationId = z.enum(operations.map((row) => row.id) as [string, ...string[]]);

const expectation = z
  .strictObject({
    status: z.json().optional(),
    body: z.json().optional().describe('Objects partial, lists exact'),
    headers: z.record(z.string(), z.json()).optional(),
    rule: ruleId.optional().describe('The rule that refuses it'),
    took: z.json().optional().describe('How long the answer took, in virtual time: a duration, or an operator with one'),
  })
  .describe('What the answer must be. Operators: eq ne lt lte gt gte matches contains exists oneOf');

const call = z.strictObject({
  endpoint: z.string().optional(),
  job: z.string().optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.json().optional(),
  handler: z.json().optional().describe('How this job runs, where it differs from the endpoint’s others'),
});

const step = z
  .strictObject({
    name: id.optional().describe('What `after` calls it'),
    at: duration.optional().describe('At this virtual time'),
    after: id.optional().describe('Once the step of that name has its answer'),
    delay: duration.optional().describe('So long after that, or after the previous step'),
    when: z.string().optional().describe('As soon as this holds, e.g. `job $job is FAILED`'),
    within: duration.optional().describe('How long `when` may take'),
    act: operationId.optional(),
    with: call.optional(),
    as: z.string().optional().describe('The name of a key; `nobody` sends none'),
    save: z.record(id, z.string()).optional().describe('Variables from the answer’s body: { job: id }'),
    expect: expectation.optional(),
  })
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    const triggers = ['at', 'after', 'when'].filter((name) => body[name as 'at'] !== undefined);
    if (triggers.length > 1) issue([], `has the triggers ${triggers.join(' and ')}: a step has one`);
    if (body.when !== undefined && body.within === undefined) issue([], '`when` needs `within`: how long may it take?');
    if (body.within !== undefined && body.when === undefined) issue(['within'], '`within` belongs to `when`');
    if (body.delay !== undefined && (body.at !== undefined || body.when !== undefined))
      issue(['delay'], '`delay` belongs to `after`, or stands alone');
    for (const name of ['with', 'as', 'save', 'expect'] as const) {
      if (body.act === undefined && body[name] !== undefined) issue([name], `\`${name}\` needs an \`act\``);
    }
  });

const load = z
  .strictObject({
    name: id.optional().describe('Part of the key of its draws; load-1, load-2, … unless given'),
    act: z.enum(['run', 'runsync']).default('run'),
    as: z.string().optional(),
    with: call,
    mayBeRefused: z.boolean().optional().describe('Refusals do not fail the run'),
    start: duration.optional().describe('When it begins; at once unless given'),
    for: duration.optional().describe('How long it goes on'),
    exactly: z.int().min(1).max(10_000_000).optional().describe('How many calls it makes in all'),
    constant: z.strictObject({ every: longerThanNothing }).optional(),
    poisson: z.strictObject({ rate }).optional(),
    ramp: z.strictObject({ from: rate, to: rate, over: longerThanNothing }).optional(),
    burst: z
      .strictObject({
        size: z.int().min(1).max(1_000_000),
        every: longerThanNothing.optional(),
      })
      .optional(),
    trace: z.array(duration).min(1).optional().describe('Arrival times after its start'),
    closed: z
      .strictObject({ users: z.int().min(1).max(100_000), thinkTime: distribution })
      .optional()
      .describe('Users who wait for their job, think, and come again'),
  })
  .superRefine((body, { addIssue }) => {
    const models = ['constant', 'poisson', 'ramp', 'burst', 'trace', 'closed'].filter((name) => body[name as 'constant'] !== undefined);
    if (models.length !== 1)
      addIssue({ code: 'custom', path: [], message: 'a load has exactly one of constant, poisson, ramp, burst, trace, closed' });
    const endless =
      body.constant !== undefined || body.poisson !== undefined || body.closed !== undefined || body.burst?.every !== undefined;
    if (endless && body.exactly === undefined && body.for === undefined)
      addIssue({ code: 'custom', path: [], message: 'would never end: give `exactly` or `for`' });
  });

const faultMatch = z.strictObject({ endpoint: z.string().optional(), worker: z.string().optional(), operation: operationId.optional() });

const fault = z
  .strictObject({
    fault: z.enum(['worker-crash', 'slow-image-pull', 'api-error', 'api-latency']),
    match: faultMatch.optional().describe('What it may strike; everything unless given'),
    at: duration.optional().describe('worker-crash: strikes once, at this time'),
    window: z.strictObject({ from: duration.optional(), to: duration.optional() }).optional(),
    chance: ratio.optional().describe('How likely each occasion is struck; every one unless given'),
    limit: z.int().min(1).optional().describe('How often it strikes at most'),
    delay: duration.optional().describe('slow-image-pull, api-latency: how much longer it takes'),
    status: z.int().min(400).max(599).optional().describe('api-error: what it answers; 503 unless given'),
  })
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    const slow = body.fault === 'slow-image-pull' || body.fault === 'api-latency';
    if (slow !== (body.delay !== undefined))
      issue(slow ? [] : ['delay'], slow ? `${body.fault} needs \`delay\`` : '`delay` belongs to slow-image-pull and api-latency');
    if (body.status !== undefined && body.fault !== 'api-error') issue(['status'], '`status` belongs to api-error');
    if (body.at !== undefined && (body.fault !== 'worker-crash' || body.window !== undefined))
      issue(['at'], '`at` belongs to worker-crash, and stands instead of a window');
    if (body.window?.to !== undefined && body.window.to < (body.window.from ?? 0)) issue(['window', 'to'], 'must not be before `from`');
    if (body.at === undefined && body.window?.to === undefined && body.limit === undefined)
      issue([], 'would never end: give `window.to`, `limit`, or `at`');
  });

const eventTypes = new Set([
  ...kinds.flatMap((kind) => deciders[kind].lifecycle.rows.map(({ event }) => event as string)),
  ...['InputReceived', 'InputRefused', 'CallerLeft', 'ClockAdvanced'],
]);

/** A name that no event has would hold of every log, or of none. */
const eventType = z.string().refine((text) => eventTypes.has(text), 'is no event; `podsim rules job` and its like list them');

const where = z.record(z.string(), z.json()).optional().describe('Fields that the event must have');

const metric = z
  .strictObject({
    metric: z.enum(['delayTime', 'executionTime', 'utilization', 'cost']),
    of: z.string().optional().describe('An endpoint; all of them unless given'),
    p50: z.json().optional(),
    p95: z.json().optional(),
    max: z.json().optional(),
    is: z.json().optional().describe('utilization (0 to 1) and cost (USD) are single numbers'),
  })
  .superRefine((body, { addIssue }) => {
    const single = body.metric === 'utilization' || body.metric === 'cost';
    const compared = (['p50', 'p95', 'max', 'is'] as const).filter((name) => body[name] !== undefined);
    if (compared.length === 0) addIssue({ code: 'custom', path: [], message: `give ${single ? '`is`' : '`p50`, `p95` or `max`'}` });
    for (const name of compared) {
      if (single !== (name === 'is'))
        addIssue({ code: 'custom', path: [name], message: `${body.metric} takes ${single ? '`is`' : '`p50`, `p95` and `max`'}` });
    }
  });

const assertion = z.union([
  z.strictObject({
    sequence: z.array(eventType).min(1).describe('The events of one entity, all of them, in order'),
    of: z.string(),
    ignoring: z.array(eventType).optional(),
  }),
  z.strictObject({ count: eventType.describe('How many events of this type'), of: z.string().optional(), where, is: z.json() }),
  z.strictObject({ never: eventType.describe('No event of this type'), of: z.string().optional(), where }),
  metric,
]);

const seeds = z.union([
  z.array(z.string()).min(1),
  z
    .string()
    .regex(/^\d{1,6}\.\.\d{1,6}$/, 'must be a range such as 1..20')
    .refine((range) => seedList(range)?.length !== 0, 'must count upwards, as in 1..20'),
]);

/** A scenario file. */
export const scenarioSchema = z.strictObject({
  $schema: z.string().optional(),
  title: z.string().min(1),
  teaches: z.array(ruleId).optional().describe('The rules it exercises'),
  seed: z.string().optional(),
  start: instant.optional(),
  world: worldSchema.optional(),
  steps: z.array(step).optional(),
  load: z.array(load).optional(),
  faults: z.array(fault).optional(),
  invariants: z.union([z.enum(['all', 'none']), z.array(z.enum(invariants.map(({ name }) => name) as [string, ...string[]]))]).optional(),
  assert: z.array(assertion).optional(),
  matrix: z.strictObject({ seeds: seeds.optional(), variables: z.record(id, z.array(z.json()).min(1)).optional() }).optional(),
});

export type ScenarioSpec = z.output<typeof scenarioSchema>;
export type WorldSpec = z.output<typeof worldSchema>;
export type StepSpec = z.output<typeof step>;
export type LoadSpec = z.output<typeof load>;
export type FaultSpecWritten = z.output<typeof fault>;
export type AssertionSpec = z.output<typeof assertion>;
export type CallSpec = z.output<typeof call>;
export type ExpectationSpec = z.output<typeof expectation>;
