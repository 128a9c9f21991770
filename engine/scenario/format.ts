import { z } from 'zod';
import { faultSpec } from '../api/contract/definition.ts';
import { faultWritten } from '../api/contract/fault.ts';
import { id } from '../api/contract/id.ts';
import { invariants } from '../audit/invariants.ts';
import { entities, kinds } from '../entities.ts';
import { drawVersions } from '../kernel/rng.ts';
import { operationId } from './callFormat.ts';
import { inputItem } from './inputs/format.ts';
import { load } from './load/format.ts';
import { seedList } from './matrix.ts';
import { isSingle, metricNames } from './metrics.ts';
import { step } from './stepFormat.ts';
import { awaitedDuration, instant, nameOf, ruleId } from './words.ts';
import { worldSchema } from './worldFormat.ts';

/** A fault in words; or as the log stores it, where words cannot express it. */
const fault = z.union([faultWritten(operationId), z.strictObject({ exactly: faultSpec })]);

const eventTypes = new Set([
  ...kinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ event }) => event as string)),
  ...['InputReceived', 'InputRefused', 'CallsCounted', 'CallerLeft', 'ClockAdvanced', 'SeedChanged', 'SettingsChanged'],
]);

/** An unknown event type would make an assertion meaningless. */
export const eventType = nameOf('an event type', [...eventTypes], '`podsim rules job` lists those of a job; `podsim schema`');

export const where = z.record(z.string(), z.json()).optional().describe('Fields that the event must have');

/** What `bill` may be `of`. */
export const billedKinds = ['endpoint', 'pod', 'cluster', 'volume'] as const;

const metric = z
  .strictObject({
    metric: z.enum(metricNames),
    of: z.string().optional().describe('An endpoint; for `bill` also a pod, a cluster or a volume. All of them unless given'),
    p50: awaitedDuration.optional(),
    p95: awaitedDuration.optional(),
    max: awaitedDuration.optional(),
    is: z
      .json()
      .optional()
      .describe(
        'utilization (a share of time, from 0 to 1), cost (in USD, of workers) and bill (in USD, of all that is billed) have one value',
      ),
  })
  .superRefine((body, { addIssue }) => {
    const single = isSingle(body.metric);
    const compared = (['p50', 'p95', 'max', 'is'] as const).filter((name) => body[name] !== undefined);
    if (compared.length === 0) addIssue({ code: 'custom', path: [], message: `give ${single ? '`is`' : '`p50`, `p95` or `max`'}` });
    for (const name of compared) {
      if (single !== (name === 'is'))
        addIssue({ code: 'custom', path: [name], message: `${body.metric} takes ${single ? '`is`' : '`p50`, `p95` and `max`'}` });
    }
  });

export const assertion = z.union([
  z.strictObject({
    sequence: z.array(eventType).min(1).describe('All events of one entity, in order'),
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
  draws: z.enum(drawVersions).optional().describe('The version of the draws; the newest unless given'),
  start: instant.optional(),
  world: worldSchema.optional(),
  steps: z.array(step).optional(),
  inputs: z.array(inputItem).optional().describe('Instead of steps and loads: all external inputs in order, each with its time'),
  load: z.array(load).optional(),
  faults: z.array(fault).optional(),
  invariants: z
    .union([
      z.enum(['all', 'none']),
      z.array(
        nameOf(
          'an invariant',
          invariants.map(({ name }) => name),
          'docs/determinism.md',
        ),
      ),
    ])
    .optional(),
  assert: z.array(assertion).optional(),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, as `podsim run --reporter json` prints them')
    .optional()
    .describe('The fingerprint of the log that a run must produce'),
  recorded: z
    .strictObject({ format: z.int(), engine: z.string(), ruleset: z.string() })
    .optional()
    .describe('The podsim that recorded it, if it was another version: the version is part of the fingerprint'),
  webhooks: z
    .array(z.string())
    .optional()
    .describe('Origins to which webhooks were really posted, or `*` for all: their answers are inputs'),
  matrix: z.strictObject({ seeds: seeds.optional(), variables: z.record(id, z.array(z.json()).min(1)).optional() }).optional(),
});

export type ScenarioSpec = z.output<typeof scenarioSchema>;
export type AssertionSpec = z.output<typeof assertion>;
