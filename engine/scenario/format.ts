import { z } from 'zod';
import { faultSpec } from '../api/contract/definition.ts';
import { faultWritten } from '../api/contract/fault.ts';
import { distribution, duration } from '../api/contract/handler.ts';
import { id } from '../api/contract/id.ts';
import { noKeyName } from '../api/contract/noKey.ts';
import { invariants } from '../audit/invariants.ts';
import { entities, kinds } from '../entities.ts';
import { drawVersions } from '../kernel/rng.ts';
import { actId, call, expectation, operationId } from './callFormat.ts';
import { inputItem } from './inputs/format.ts';
import { seedList } from './matrix.ts';
import { awaitedDuration, instant, longerThanNothing, rate, ruleId } from './words.ts';
import { settingsSchema, worldSchema } from './worldFormat.ts';

const step = z
  .strictObject({
    name: id
      .optional()
      .describe('The name for `after`, and the key of the call’s ids and draws; derived from the step’s contents unless given'),
    at: duration.optional().describe('At this virtual time'),
    after: id.optional().describe('Once the step with that name has its answer'),
    delay: duration.optional().describe('This long after that, or after the previous step'),
    when: z.string().optional().describe('As soon as this holds, e.g. `job $job is FAILED`'),
    within: duration.optional().describe('The longest time to wait for `when`'),
    act: actId.optional(),
    settings: settingsSchema.optional().describe('Instead of an `act`: these settings apply from then on; the others stay'),
    with: call.optional(),
    as: z.string().optional().describe(`The name of a key; \`${noKeyName}\` sends none`),
    save: z.record(id, z.string()).optional().describe('Variables from the answer’s body: { job: id }'),
    expect: expectation.optional(),
  })
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    const triggers = ['at', 'after', 'when'].filter((name) => body[name as 'at'] !== undefined);
    if (triggers.length > 1) issue([], `has the triggers ${triggers.join(' and ')}: a step has only one`);
    if (body.when !== undefined && body.within === undefined) issue([], '`when` needs `within`, the longest time to wait');
    if (body.within !== undefined && body.when === undefined) issue(['within'], '`within` belongs to `when`');
    if (body.delay !== undefined && (body.at !== undefined || body.when !== undefined))
      issue(['delay'], '`delay` goes with `after`, or alone');
    if (body.act !== undefined && body.settings !== undefined) issue(['settings'], 'give `settings` or `act`, not both');
    for (const name of ['with', 'as', 'save', 'expect'] as const) {
      if (body.act === undefined && body[name] !== undefined) issue([name], `\`${name}\` needs an \`act\``);
    }
  });

const load = z
  .strictObject({
    name: id.optional().describe('The key of its calls and draws; by default its target, such as run/ep-a#1'),
    act: operationId.default('run'),
    as: z.string().optional(),
    with: call,
    mayBeRefused: z.boolean().optional().describe('Refusals do not fail the run'),
    start: duration.optional().describe('When the load begins; at once unless given'),
    for: duration.optional().describe('How long the load lasts'),
    exactly: z.int().min(1).max(10_000_000).optional().describe('How many calls it makes in total'),
    constant: z.strictObject({ every: longerThanNothing }).optional(),
    poisson: z.strictObject({ rate }).optional(),
    ramp: z.strictObject({ from: rate, to: rate, over: longerThanNothing }).optional(),
    burst: z
      .strictObject({
        size: z.int().min(1).max(1_000_000),
        every: longerThanNothing.optional(),
      })
      .optional(),
    trace: z.array(duration).min(1).optional().describe('Arrival times after the load’s start'),
    closed: z
      .strictObject({ users: z.int().min(1).max(100_000), thinkTime: distribution })
      .optional()
      .describe('Users who wait for their job, think, and submit again'),
  })
  .superRefine((body, { addIssue }) => {
    const models = ['constant', 'poisson', 'ramp', 'burst', 'trace', 'closed'].filter((name) => body[name as 'constant'] !== undefined);
    if (models.length !== 1)
      addIssue({ code: 'custom', path: [], message: 'a load has exactly one of constant, poisson, ramp, burst, trace, closed' });
    if (body.closed !== undefined && body.act !== 'run' && body.act !== 'runsync')
      addIssue({ code: 'custom', path: ['act'], message: 'a closed load submits jobs: use run or runsync' });
    const endless =
      body.constant !== undefined || body.poisson !== undefined || body.closed !== undefined || body.burst?.every !== undefined;
    if (endless && body.exactly === undefined && body.for === undefined)
      addIssue({ code: 'custom', path: [], message: 'the load would never end: give `exactly` or `for`' });
  });

/** A fault in words; or as the log stores it, where words cannot express it. */
const fault = z.union([faultWritten(operationId), z.strictObject({ exactly: faultSpec })]);

const eventTypes = new Set([
  ...kinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ event }) => event as string)),
  ...['InputReceived', 'InputRefused', 'CallsCounted', 'CallerLeft', 'ClockAdvanced', 'SeedChanged', 'SettingsChanged'],
]);

/** An unknown event type would make an assertion meaningless. */
export const eventType = z.string().refine((text) => eventTypes.has(text), 'is not an event type; `podsim rules job` lists those of jobs');

const where = z.record(z.string(), z.json()).optional().describe('Fields that the event must have');

const metric = z
  .strictObject({
    metric: z.enum(['delayTime', 'executionTime', 'utilization', 'cost']),
    of: z.string().optional().describe('An endpoint; all endpoints unless given'),
    p50: awaitedDuration.optional(),
    p95: awaitedDuration.optional(),
    max: awaitedDuration.optional(),
    is: z.json().optional().describe('utilization (0 to 1) and cost (USD) have one value'),
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
  invariants: z.union([z.enum(['all', 'none']), z.array(z.enum(invariants.map(({ name }) => name) as [string, ...string[]]))]).optional(),
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
export type StepSpec = z.output<typeof step>;
export type LoadSpec = z.output<typeof load>;
export type AssertionSpec = z.output<typeof assertion>;
