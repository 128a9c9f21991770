import fc from 'fast-check';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { accessLevels, resourceGroups } from '../../engine/cloud/account/events.ts';
import { entities, type Kind, kinds } from '../../engine/cloud/entities.ts';
import { faultKinds } from '../../engine/cloud/fault/events.ts';
import { matchable } from '../../engine/cloud/fault/match.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { lastInstantMs } from '../../engine/kernel/instant.ts';
import type { Setting } from '../../engine/kernel/settings.ts';
import { buildDefinition } from '../../engine/scenario/file/build.ts';
import { type ScenarioSpec, scenarioSchema } from '../../engine/scenario/file/format.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { World } from '../../engine/world/world.ts';
import { scenariosOf } from '../support/worlds/playing.ts';
import { runOf } from '../support/worlds/worlds.ts';

/** Every definition that a world can be made from, also those that only a program could write. */
const ms = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0, 1, 500, 1_500, 3_000, 60_000) }, { weight: 1, arbitrary: fc.nat() });
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'an-image', 'x y', '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
/** References to images by the grammar. */
const image = fc.oneof(fc.constantFrom('a', 'an-image'), fc.stringMatching(/^[a-z0-9]{1,8}(?:\/[a-z0-9]{1,8})?(?::[A-Za-z0-9]{1,8})?$/));
const id = fc.constantFrom('a', 'ep-a', 'ep-b', 'B_2', 'x'.repeat(63));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const unique = <Value>(one: fc.Arbitrary<Value>, by: (value: Value) => string, maxLength = 3) =>
  fc.uniqueArray(one, { selector: by, maxLength });
const sometimes = { requiredKeys: [] };

const settingValue = ({ unit, choices, least = 0 }: Setting<unknown>): fc.Arbitrary<unknown> => {
  if (unit === 'duration') return ms.map((value) => value + 1);
  if (unit === 'count') return fc.constantFrom(least, 1, 2, 1_000);
  if (unit === 'durations') return fc.array(ms, { maxLength: 3 });
  if (unit === 'percent') return fc.integer({ min: 0, max: 100 });
  if (unit === 'statuses') return fc.array(fc.integer({ min: 100, max: 599 }), { minLength: 1, maxLength: 3 });
  return fc.constantFrom(...(choices ?? []));
};
const settingsOf = (kind: Kind) =>
  fc.record(
    Object.fromEntries(Object.entries(entities[kind].settings).map(([name, setting]) => [name, settingValue(setting as Setting<unknown>)])),
    sometimes,
  );
// With many settings at once, nothing would happen in most worlds.
const settings = fc
  .record(Object.fromEntries(kinds.map((kind) => [kind, settingsOf(kind)])), sometimes)
  .chain((all) =>
    fc
      .subarray(Object.keys(all), { maxLength: Math.min(2, Object.keys(all).length) })
      .map((some) => Object.fromEntries(some.map((kind) => [kind, all[kind]]))),
  )
  .map(({ account, endpoint, ...others }) => ({
    ...others,
    ...(account === undefined ? {} : { account: { ...account, workersQuota: 1_000 } }),
    ...(endpoint === undefined ? {} : { endpoint: { ...endpoint, workersQuota: 1_000 } }),
  }));

const host = fc.record({
  id: fc.oneof(id, fc.constantFrom('host/1', '1', 'ä')),
  dataCenterId: fc.constantFrom('EU-RO-1', 'US-KS-2', 'nowhere'),
  cloud: fc.constantFrom('SECURE', 'COMMUNITY'),
  gpuTypeId: orNull(fc.constantFrom('NVIDIA GeForce RTX 4090', 'a GPU of our own')),
  gpus: fc.nat(3),
  vcpus: fc.nat(32),
  cudaVersion: orNull(fc.constantFrom('12.8', 'new')),
});

const key = fc.record({
  name: fc.constantFrom('dev', 'reader', 'a', 'b', 'c'),
  secret: fc.oneof(fc.constantFrom('key-dev', 'key-a', 'key-b', 'secret', '$x'), fc.string({ unit: 'binary', minLength: 1 })),
  permissions: fc.record(Object.fromEntries(resourceGroups.map((group) => [group, fc.constantFrom('write', 'write', ...accessLevels)]))),
  queueEndpoints: orNull(fc.array(text, { maxLength: 2 })),
  rateLimitExempt: fc.boolean(),
  expiresAt: orNull(ms),
});

const compute = fc.oneof(
  fc.record({
    gpu: fc.record({
      pools: fc.array(fc.constantFrom('ADA_24', 'AMPERE_48', 'none'), { maxLength: 2 }),
      excludedTypes: fc.array(fc.constantFrom('NVIDIA A40', '-x'), { maxLength: 2 }),
      count: fc.integer({ min: 1, max: 3 }),
      allowedCudaVersions: fc.array(fc.constantFrom('12.4', '12.8', 'new'), { maxLength: 2 }),
      minCudaVersion: orNull(fc.constantFrom('12.4', 'new')),
    }),
    cpu: fc.constant(null),
  }),
  fc.record({
    gpu: fc.constant(null),
    cpu: fc.array(
      fc.record({ id: fc.constantFrom('cpu3c', 'cpu9'), vcpuCount: fc.constantFrom(1, 2, 4), memory: fc.constantFrom(4, 5, 8) }),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  }),
);

const scaling = fc.oneof(
  fc.constantFrom(0.5, 4, 0.7).map((queueDelay) => ({ type: 'QUEUE_DELAY' as const, queueDelay })),
  fc.constantFrom(1, 3).map((requestCount) => ({ type: 'REQUEST_COUNT' as const, requestCount })),
);

const container = fc.record(
  {
    args: text,
    disk: fc.nat(50),
    env: fc.dictionary(fc.oneof(fc.constantFrom('A', '__proto__', 'constructor'), text), text, { maxKeys: 2 }),
    image,
    ports: fc.array(fc.constantFrom('22/tcp', 'any'), { maxLength: 2 }),
    registry: orNull(text),
  },
  sometimes,
);

const config = fc
  .record({
    name: text,
    templateId: orNull(fc.constant('t')),
    type: fc.constantFrom('QUEUE', 'QUEUE', 'LOAD_BALANCER'),
    scaling,
    workers: fc.record({ min: fc.nat(2), max: fc.nat(3) }),
    idleTimeoutMs: ms,
    timeout: ms,
    flashboot: fc.constantFrom('OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT'),
    dataCenterIds: fc.array(fc.constantFrom('EU-RO-1', 'nowhere'), { maxLength: 1 }),
    networkVolumes: fc.array(fc.constant('v'), { maxLength: 1 }),
    container,
    compute,
  })
  .map(({ compute: of, ...rest }) => ({
    ...rest,
    ...of,
    scaling: rest.type === 'LOAD_BALANCER' ? { type: 'REQUEST_COUNT' as const, requestCount: 1 } : rest.scaling,
  }));

const port = fc.constantFrom('22/tcp', '8888/http');
const template = fc.record({
  id,
  shape: fc.record({
    name: fc.constantFrom('a', 'ep-a', 'x y', ' '),
    container: fc.record({
      args: text,
      disk: fc.constantFrom(1, 20, 50),
      env: fc.dictionary(fc.oneof(fc.constantFrom('A', '__proto__', 'constructor'), text), text, { maxKeys: 2 }),
      image,
      ports: fc.array(port, { maxLength: 2 }),
      registry: fc.constant(null),
    }),
    persistent: orNull(fc.record({ size: fc.constantFrom(10, 100), path: text })),
    serverless: fc.boolean(),
    public: fc.boolean(),
    category: fc.constantFrom('CPU', 'NVIDIA', 'AMD'),
    startSsh: fc.boolean(),
    startJupyter: fc.boolean(),
    allowedCudaVersions: fc.array(fc.constantFrom('12.4', '12.8'), { maxLength: 2 }),
  }),
});

const bounds = fc.record({ minMs: ms, maxMs: ms }, sometimes);
const duration = fc
  .tuple(
    bounds,
    fc.oneof(
      ms.map((of) => ({ kind: 'fixed' as const, ms: of })),
      fc.tuple(ms, ms).map(([fromMs, toMs]) => ({ kind: 'uniform' as const, fromMs, toMs })),
      fc.integer({ min: 1, max: 9_000 }).map((meanMs) => ({ kind: 'exponential' as const, meanMs })),
      fc
        .tuple(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 9_000 }))
        .map(([medianMs, p95Ms]) => ({ kind: 'lognormal' as const, medianMs, p95Ms })),
      fc
        .array(fc.record({ ms, weight: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 3 })
        .map((values) => ({ kind: 'empirical' as const, values })),
      fc.record({
        kind: fc.constantFrom('erlang' as const, 'gamma' as const),
        shape: fc.integer({ min: 1, max: 1_000 }),
        meanMs: fc.integer({ min: 1, max: 9_000 }),
      }),
      fc.record({
        kind: fc.constantFrom('weibull' as const, 'pareto' as const),
        shape: fc.constantFrom(0.1, 1, 1.5, 100),
        scaleMs: fc.integer({ min: 1, max: 9_000 }),
      }),
      fc.record({ kind: fc.constant('triangular' as const), fromMs: ms, modeMs: ms, toMs: ms }),
      fc
        .array(fc.record({ meanMs: fc.integer({ min: 1, max: 9_000 }), weight: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 1,
          maxLength: 3,
        })
        .map((branches) => ({ kind: 'hyperexponential' as const, branches })),
    ),
  )
  .map(([limits, kind]) => ({ ...kind, ...limits }));

const ending = fc.constantFrom('complete', 'fail', 'crash', 'hang');
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const handler = fc.record(
  {
    duration,
    outcomes: fc.array(ending, { minLength: 1, maxLength: 2 }),
    chances: fc.array(fc.record({ ending, of: fc.nat(2), among: fc.integer({ min: 1, max: 4 }) }), { maxLength: 3 }),
    output: json,
    error: text,
    chunks: fc.oneof(
      fc.record({ outputs: fc.array(json, { maxLength: 2 }), metrics: json }, { requiredKeys: ['outputs'] }),
      fc.record({ count: fc.nat(3), everyMs: ms, metrics: json }, { requiredKeys: ['count', 'everyMs'] }),
    ),
  },
  { requiredKeys: ['duration', 'outcomes'] },
);

const faultSpec = fc.record({
  fault: fc.constantFrom(...faultKinds),
  match: fc.record({ endpoint: fc.constantFrom('a1b2c3d4e5f6g7'), image: text, operation: fc.constantFrom('run', 'health') }, sometimes),
  from: ms,
  atOnce: fc.boolean(),
  until: orNull(ms),
  chance: orNull(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 }))),
  limit: orNull(fc.integer({ min: 1, max: 3 })),
  delayMs: ms,
  status: fc.constantFrom(0, 429, 503),
});

// A definition with a fault that could never trigger is refused.
const fault = faultSpec.map(({ match, ...rest }) => ({
  ...rest,
  match: Object.fromEntries(Object.entries(match).filter(([part]) => matchable[rest.fault].includes(part as never))),
}));

const definitions = fc
  .record(
    {
      seed: text,
      startMs: fc.oneof(fc.constant(1_767_225_600_000), fc.integer({ min: -62_167_219_200_000, max: lastInstantMs - 10_000_000_000 })),
      settings,
      hosts: orNull(unique(host, (one) => one.id)),
      accounts: unique(fc.record({ id, keys: unique(key, ({ name }) => name) }), (one) => one.id, 2),
      templates: unique(template, (one) => one.id),
      endpoints: unique(fc.record({ id, config, handler }), (one) => one.id, 2),
      faults: fc.array(fault, { maxLength: 2 }),
      webhooks: fc.array(fc.constantFrom('https://example.com', 'x'), { maxLength: 1 }),
    },
    { requiredKeys: ['seed', 'startMs', 'settings', 'hosts', 'accounts', 'endpoints', 'faults'] },
  )
  .map(({ accounts, templates, endpoints, ...rest }) => {
    // No two keys have one name or one secret.
    const own = accounts.map((account, k) => ({
      ...account,
      keys: account.keys.map((one) => ({ ...one, name: `${one.name}-${k}`, secret: `${k}${one.name}${one.secret}` })),
    }));
    const owner = own.at(-1)?.id;
    const owned = <Thing>(things: readonly Thing[]) => (owner === undefined ? [] : things.map((one) => ({ ...one, accountId: owner })));
    return {
      ...rest,
      accounts: own,
      endpoints: owned(endpoints),
      ...(templates === undefined ? {} : { templates: owned(templates) }),
    };
  }) as unknown as fc.Arbitrary<WorldDefinition>;

/** A little of a session: calls of the first key, one of them by a key of its own, and time. */
const lived = (definition: WorldDefinition): World => {
  const world = new World(definition);
  const digest = world.header.definition.accounts.at(-1)?.keys[0]?.digest;
  const client = digest === undefined ? ({ key: null, because: 'missing' } as const) : { digest };
  for (const { id: endpoint } of definition.endpoints) {
    world.call({ ...runOf(endpoint, { k: 1 }), client });
    world.call({ ...runOf(endpoint, { k: 2 }), client, key: `of/${endpoint}/1` });
  }
  // Bounded, because a worker that always crashes at once would never stop.
  world.advance({ by: 20_000 }, undefined, 300);
  return world;
};

/** As scenarios write them. */
const templateWritten = fc.record(
  {
    id,
    image: fc.constantFrom('a', 'podsim/torch:1'),
    name: fc.constantFrom('a', 'A name'),
    disk: fc.constantFrom(1, 20, 30),
    env: fc.constantFrom({ A: '$x' }, {}),
    ports: fc.constantFrom(['22/tcp'], []),
    mounts: fc.constantFrom({ persistent: { size: 10, path: '/w' } }, {}),
    category: fc.constantFrom('CPU', 'NVIDIA'),
    public: fc.boolean(),
    startSsh: fc.boolean(),
    allowedCudaVersions: fc.constantFrom(['12.4'], []),
  },
  { requiredKeys: ['id', 'image'] },
);

/** Random worlds as scenarios write them. Those that cannot be read are left out. */
const written = fc
  .record(
    {
      settings: fc.record(
        {
          endpoint: fc.record({ idleTimeout: fc.constantFrom('0s', '2s', '3500ms'), timeout: fc.constantFrom('5s', '1m') }, sometimes),
          worker: fc.record({ start: fc.constantFrom('0s', '1s') }, sometimes),
          pod: fc.record({ diskDefault: fc.constantFrom(20, 30) }, sometimes),
        },
        sometimes,
      ),
      templates: unique(templateWritten, (one) => one.id).map((templates) => templates as Json[]),
      endpoints: fc
        .uniqueArray(
          fc.record(
            {
              id,
              type: fc.constantFrom('QUEUE', 'LOAD_BALANCER'),
              scaling,
              workers: fc.record({ min: fc.nat(2), max: fc.nat(3), idleTimeout: fc.constantFrom(1, 5) }, sometimes),
              timeout: fc.constantFrom(0, 4_000),
              flashboot: fc.constantFrom('OFF', 'FLASHBOOT'),
              gpu: fc.record({ pools: fc.constant(['ADA_24']), minCudaVersion: fc.constant('12.4') }, { requiredKeys: ['pools'] }),
              cpu: fc.constant([{ id: 'cpu3c', vcpuCount: 2 }]),
              env: fc.constantFrom({ A: '$x' }, {}),
              ports: fc.constantFrom(['22/tcp'], []),
              dataCenterIds: fc.constantFrom(['EU-RO-1'], []),
              handler: fc.constantFrom({ duration: { fixed: '1s' } }, { chances: { fail: '1/2' } }, { chunks: ['a'] }),
            },
            { requiredKeys: ['id'] },
          ),
          { selector: (one) => one.id, maxLength: 2 },
        )
        .map((endpoints) => endpoints as Json[]),
    },
    sometimes,
  )
  .map((world) => scenarioSchema.safeParse({ title: 'a world', world }))
  .filter(({ success }) => success)
  .map(({ data }) => buildDefinition(data as ScenarioSpec, undefined))
  .filter(isRight)
  .map(({ right }) => right);

describe('any world that can be made', () => {
  test('can be recorded, and the recording gives the same log', () => {
    const seen = { words: 0, exactly: 0, templates: 0 };
    fc.assert(
      fc.property(fc.oneof(definitions, written), (definition) => {
        const world = lived(definition);
        const text = record(world.header, [...world.log.entries()]);
        expect(isLeft(text) ? text.left : 'recorded').toBe('recorded');
        if (isLeft(text)) return;
        seen[text.right.includes('  exactly: ') ? 'exactly' : 'words'] += 1;
        if (text.right.includes('\n  templates:\n')) seen.templates += 1;
        const [scenario] = scenariosOf(text.right);
        const run = scenario && play(scenario);
        expect(run?.failures).toStrictEqual([]);
        expect(run?.world.fingerprint()).toBe(world.fingerprint());
      }),
      { seed: 6, numRuns: Number(process.env['PODSIM_RECORDED_WORLDS'] ?? 120) },
    );
    expect(Math.min(seen.words, seen.exactly, seen.templates)).toBeGreaterThan(5);
  });
});
