import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { overHttpOnly } from '../adapters/docs/overHttpOnly.ts';
import { createWorld, type TestWorld } from '../adapters/testing/testWorld.ts';
import { refusalRules } from '../engine/api/admission/refusals.ts';
import { worldOperations } from '../engine/api/operations.ts';
import { contractTable, limitTable } from '../engine/api/reading/bounds.ts';
import { entities, kinds } from '../engine/cloud/entities.ts';
import { findRule, type RuleId, rules } from '../engine/cloud/rulebook/rules.ts';
import { settingRows } from '../engine/cloud/settings.ts';
import { listValues } from '../engine/cloud/timing/timings.ts';
import { controlOperations } from '../engine/control/table.ts';
import { sourcesIn } from './support/house/architecture.ts';

const page = readFileSync('engine/FIDELITY.md', 'utf8');
const bounds = [...Object.values(limitTable), ...Object.values(contractTable)];
/** What a file teaches, by its text: to read whole scenarios would take seconds, and scenarios.slow.test.ts does. */
const taughtBy = (path: string): readonly string[] => /^teaches: \[(.+)\]$/m.exec(readFileSync(path, 'utf8'))?.[1]?.split(', ') ?? [];
const scenarios = scenarioFiles(['scenarios']);
const taught = new Set(scenarios.flatMap(taughtBy));

test('each scenario says in one line what it teaches', () => {
  expect(scenarios.filter((path) => taughtBy(path).length === 0)).toStrictEqual([]);
});

test('each rule with a setting that was measured says how far off its times are, on how many facts, or that it is unknown', () => {
  const measured = new Set(listValues('measured-2026-12').map(({ setting }) => setting));
  const own = new Set(settingRows().flatMap(({ name, rule }) => (measured.has(name) ? [rule] : [])));
  const lines = page
    .split('\n')
    .filter((line) => /\*\(measured, `[a-z-]+`: (?:median error \d+ % \(\d+ facts?, |how far off is unknown, as )/.test(line));
  expect(own.size).toBeGreaterThan(8);
  expect([...own].filter((id) => !lines.some((line) => line.startsWith(`- \`${id}\``)))).toStrictEqual([]);
});

describe('what is said to check a rule', () => {
  test.each(Object.entries(overHttpOnly))('%s: %s names it, and no scenario does', (id, path) => {
    expect(findRule(id)?.id).toBe(id);
    expect(readFileSync(path, 'utf8')).toContain(id);
    expect(taught).not.toContain(id);
  });

  test('exists for every rule, or the page says that nothing checks the rule', () => {
    const lines = new Map(
      page.split('\n').flatMap((line) => [...line.matchAll(/^- `([a-z0-9.-]+)`/g)].map(([, id = '']) => [id, line] as const)),
    );
    expect([...lines.keys()].sort()).toStrictEqual(rules.map(({ id }) => id).sort());
    expect(lines.size).toBeGreaterThan(100);
    for (const [id, line] of lines) {
      const isChecked = taught.has(id) || overHttpOnly[id] !== undefined;
      expect([id, line.endsWith('— *unchecked*')]).toStrictEqual([id, !isChecked]);
    }
  });
});

/** A number as rules write it: `1,000`, `4 MB`, `16 kB`; not the statuses of HTTP, nor the year that no clock passes. */
const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(/(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(?: (kB|MB))?(?![\w:])/g)]
    .map(([, digits = '', unit]) => Number(digits.replaceAll(',', '')) * (unit === 'MB' ? 1_000_000 : unit === 'kB' ? 1_000 : 1))
    .filter((n) => !(n >= 400 && n <= 599) && n !== 9_999);

test('every number in a policy of the simulator is a setting, or a bound', () => {
  const settings = kinds.flatMap((kind) =>
    Object.values(entities[kind].settings).map((setting) => (setting as { readonly default: unknown }).default),
  );
  const known = [...settings, ...bounds.map(({ value }) => value)];
  // A rule rounds numbers of bytes: 16 kB is 16,384, and 4 MB is 4,194,304.
  const isKnown = (n: number) =>
    known.some((value) => value === n || (typeof value === 'number' && n >= 10_000 && value > n && value < n * 1.06));
  const policies = rules.filter(({ source }) => source.startsWith('policy'));
  expect(policies.flatMap(({ id, text }) => numbersIn(text).flatMap((n) => (isKnown(n) ? [] : [`${id}: ${n}`])))).toStrictEqual([]);
  expect(policies.flatMap(({ text }) => numbersIn(text)).length).toBeGreaterThan(10);
  expect(numbersIn('up to 1,000 calls of 16 kB and 4 MB together (409), 3 of them')).toStrictEqual([1_000, 16_000, 4_000_000, 3]);
});

test('every body that an operation takes has one of the limits for bodies', () => {
  const withBody = worldOperations.filter(({ body }) => body !== undefined);
  expect(withBody.length).toBeGreaterThan(10);
  expect(withBody.filter(({ bodyMax }) => bodyMax !== undefined && limitTable[bodyMax].rule !== 'errors.body-size')).toStrictEqual([]);
});

test('every setting and every bound names a rule of the rulebook', () => {
  const named = [...kinds.flatMap((kind) => Object.values(entities[kind].settings) as { readonly rule: string }[]), ...bounds];
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ rule }) => findRule(rule) === undefined)).toStrictEqual([]);
});

test('every rule that the engine names is in the rulebook: a refusal by another one would be found by the first client that meets it', () => {
  const groups = new Set(rules.map(({ id }) => id.split('.')[0]));
  const settings = new Set(kinds.flatMap((kind) => Object.keys(entities[kind].settings).map((name) => `${kind}.${name}`)));
  const unknown = (text: string) =>
    [...text.matchAll(/'((\w+)\.[\w-]+)'/g)].flatMap(([, id = '', group]) =>
      groups.has(group) && findRule(id) === undefined && !settings.has(id) ? [id] : [],
    );
  expect(unknown("refuse('pod.create', 'pod.created'); // 'job.retryCount'")).toStrictEqual(['pod.created', 'job.retryCount']);
  // It names the fields of a template as the platform does.
  const sources = sourcesIn('.', ['engine']).filter(({ path }) => path !== 'engine/api/management/endpoint/fields.ts');
  expect(sources.flatMap(({ path, text }) => unknown(text).map((id) => `${path}: ${id}`))).toStrictEqual([]);
});

test('every rule by which an operation refuses is in the row of one, so that documents say it before a scenario meets it', () => {
  const named = new Set([...worldOperations, ...controlOperations].flatMap((row) => [...refusalRules(row)]));
  // What is refused there belongs to no operation.
  const sources = sourcesIn('.', ['engine/api', 'engine/control']).filter(({ path }) => !path.startsWith('engine/api/unknown/'));
  const unnamed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/'(\w+\.[\w-]+)'/g)].flatMap(([, id = '']) => {
      const rule = findRule(id);
      return rule === undefined || named.has(rule.id as RuleId) ? [] : [`${path}: ${id}`];
    }),
  );
  expect(unnamed).toStrictEqual([]);
  expect(named.size).toBeGreaterThan(100);
});

const ask = (world: TestWorld, method: string, path: string, body?: object) =>
  world.fetch(path, {
    method,
    headers: { authorization: `Bearer ${world.apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Each rule that the page says the simulator falls short of, with a check that it still does. */
const shortcomings: Readonly<Record<string, () => Promise<void>>> = {
  'limits.headers': async () => {
    const world = createWorld();
    const headersOf = async (method: string, path: string) => {
      const { status, headers } = await ask(world, method, path);
      return [status, headers.get('ratelimit'), headers.get('ratelimit-policy')];
    };
    expect(await headersOf('GET', '/v2/pods')).toStrictEqual([200, expect.any(String), expect.any(String)]);
    expect(await headersOf('GET', '/v2/pods/nosuch')).toStrictEqual([404, expect.any(String), expect.any(String)]);
    expect(await headersOf('GET', '/v2/ep-demo/health')).toStrictEqual([200, null, null]);
    expect(await headersOf('GET', '/v2/nowhere/at/all')).toStrictEqual([404, null, null]);
    expect(await headersOf('DELETE', '/v2/pods')).toStrictEqual([405, null, null]);
  },
  'job.run': async () => {
    const submit = async (more: object) => {
      const world = createWorld();
      expect((await ask(world, 'POST', '/v2/ep-demo/run', { input: { a: 1 }, ...more })).status).toBe(200);
      await world.advance('1h');
      return world
        .events()
        .filter(({ type }) => type !== 'InputReceived')
        .map(({ seq: _, cause: __, ...event }) => event);
    };
    const s3Config = { accessId: 'id', accessSecret: 'secret', bucketName: 'bucket', endpointUrl: 'https://s3.test' };
    // The id of a job depends on the content of its call, so ids are left out.
    const idless = (events: readonly object[]) => JSON.stringify(events).replaceAll(/[0-9a-f-]{36}-u1/g, 'ID');
    expect(idless(await submit({ s3Config, webhookV2: 'https://example.com/done' }))).toBe(idless(await submit({})));
  },
  'queue.batch': async () => {
    const world = createWorld({ world: { contract: '2026-11', endpoints: [{ id: 'ep-demo' }] } });
    const batch = (await (await ask(world, 'POST', '/v2/ep-demo/batch', [{ input: {} }])).json()) as { id: string };
    expect((await ask(world, 'POST', `/v2/ep-demo/batch/${batch.id}/finalize`, {})).status).toBe(200);
    await world.advance('1h');
    const done = world.events().filter(({ type }) => type === 'JobCompleted');
    expect(done).toMatchObject([{ workerId: 'ep-demo-w1' }]);
  },
  'volume.global': async () => {
    const world = createWorld({ world: { contract: '2026-11' } });
    const { id } = (await (await ask(world, 'POST', '/v2/global-volumes', { name: 'models' })).json()) as { id: string };
    const endpoint = {
      name: 'e',
      type: 'QUEUE',
      image: 'i:1',
      scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
      gpu: { pools: ['ADA_24'] },
    };
    expect((await ask(world, 'POST', '/v2/serverless', endpoint)).status).toBe(201);
    expect((await ask(world, 'POST', '/v2/serverless', { ...endpoint, networkVolumes: [id] })).status).toBe(404);
  },
  'billing.buckets': async () => {
    const world = createWorld();
    await ask(world, 'POST', '/v2/ep-demo/run', { input: {} });
    await world.advance('2d');
    const charged = async (what: string, names: readonly string[]) => {
      const { metadata } = (await (
        await ask(world, 'GET', `/v2/billing/${what}?bucketSize=year&endTime=2027-01-01T00:00:00Z&startTime=2026-01-01T00:00:00Z`)
      ).json()) as { metadata: { totals: Record<string, number> } };
      return names.map((name) => metadata.totals[name]);
    };
    expect(await charged('serverless', ['diskAmount', 'feeAmount'])).toStrictEqual([0, 0]);
    expect(await charged('clusters', ['networkingAmount'])).toStrictEqual([0]);
    expect(await charged('endpoints', ['totalAmount'])).toStrictEqual([0]);
    expect((await charged('serverless', ['gpuAmount']))[0]).toBeGreaterThan(0);
  },
};

describe('a rule that the simulator falls short of', () => {
  test('has a check below, each of them', () => {
    expect(rules.flatMap(({ id, caveat }) => (caveat === undefined ? [] : [id])).sort()).toStrictEqual(Object.keys(shortcomings).sort());
  });

  test.each(Object.entries(shortcomings))('%s: the simulator falls short as the page says', (_, check) => check());
});
