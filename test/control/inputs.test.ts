import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handlerSpec } from '../../engine/api/contract/handler/handler.ts';
import { handlerView } from '../../engine/api/contract/handler/handlerView.ts';
import type { Answer } from '../../engine/api/operation.ts';
import { digestSecret } from '../../engine/cloud/account/keyDigest.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { minutes, type VirtualTime } from '../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';
import { World } from '../../engine/world/world.ts';
import { checkProperty } from '../support/checkProperty.ts';
import { callOf, endpointOf, eventTypes, gpuHost, jobIdOf, keyOf, runOf, worldOf } from '../support/worlds/worlds.ts';

type Fields = Readonly<Record<string, Json>>;

/** What the operator of a world does to it. */
const operated = (world: World, operation: string, body?: Json, params: Readonly<Record<string, string>> = {}): Answer => {
  const request = { params, query: {}, ...(body === undefined ? {} : { body }) };
  const reply = world.call({ operation, client: { key: null, because: 'operator' }, request });
  if (!('answer' in reply)) throw new Error(`${operation} waits`);
  return reply.answer;
};
const told = (answer: Answer): Fields => answer.body as Fields;

const aWorld = (some: Partial<WorldDefinition> = {}) => new World(worldOf(some));
const statusOf = (world: World, jobId: string): string | undefined => world.state.find('job', jobId)?.status;

describe('a handler', () => {
  const distributions: fc.Arbitrary<Json> = fc.constantFrom<Json>(
    { fixed: '1m30s' },
    { uniform: { from: '0s', to: '2d' }, min: '1ms' },
    { exponential: { mean: '2500ms' }, max: '1h' },
    { lognormal: { median: '2s', p95: '9s' } },
    { empirical: [{ value: '1s', weight: 3 }, { value: '2s' }] },
    { erlang: { shape: 3, mean: '5s' } },
    { gamma: { shape: 0.25, mean: '5s' }, max: '1h' },
    { weibull: { shape: 1.5, scale: '2s' } },
    { pareto: { shape: 2, scale: '100ms' }, max: '1d' },
    { triangular: { from: '0s', mode: '2s', to: '1h' } },
    { hyperexponential: [{ mean: '1s', weight: 9 }, { mean: '1m' }], min: '1s' },
  );
  const handlers = fc.record(
    {
      duration: distributions,
      outcomes: fc.array(fc.constantFrom<Json>('complete', 'fail', 'crash', 'hang'), { minLength: 1, maxLength: 3 }),
      output: fc.jsonValue() as fc.Arbitrary<Json>,
      error: fc.string(),
      chunks: fc.constantFrom<Json>(['a'], { outputs: [1, null], metrics: {} }, { count: 2, every: '1s' }),
    },
    { requiredKeys: [] },
  );

  test('is shown as scenarios write it: read again, the logs are the same', () => {
    checkProperty(
      fc.property(fc.oneof(handlers, fc.constant({ chances: { fail: '1/4', crash: '1/8', hang: '0.5%' } })), (written) => {
        const handler = handlerSpec.parse(written);
        expect(handlerSpec.parse(handlerView(handler))).toStrictEqual(handler);
      }),
    );
  });

  test('holds for the jobs that start from then on, and not for the one that runs', () => {
    const world = aWorld({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
    world.advance({ by: 10 });
    const [running, waiting] = [world.call(runOf('ep-a', {})), world.call(runOf('ep-a', {}))].map(jobIdOf);
    const answer = operated(world, 'setHandler', { duration: { fixed: '3s' }, outcomes: ['fail'], error: 'no' }, { id: 'ep-a' });
    expect(answer).toStrictEqual({ status: 200, body: { duration: { fixed: '3s' }, outcomes: ['fail'], error: 'no' } });
    world.advance({ by: 1_000 });
    expect([statusOf(world, running ?? ''), statusOf(world, waiting ?? '')]).toStrictEqual(['COMPLETED', 'IN_PROGRESS']);
    world.advance({ by: 3_000 });
    expect(statusOf(world, waiting ?? '')).toBe('FAILED');
  });

  test('that is a function of a program cannot be changed: 409', () => {
    const world = new World(worldOf(), { handlers: { 'ep-a': () => ({ runsMs: 1, ending: 'complete' }) } });
    const { status, rule, body } = operated(world, 'setHandler', {}, { id: 'ep-a' });
    expect([status, rule, (body as Fields)['detail']]).toStrictEqual([
      409,
      'control.inputs',
      'the handler of ep-a is a function of the program that runs it',
    ]);
  });
});

describe('a fault', () => {
  const windowFrom = { fault: 'api-error', window: { from: '5s', to: '15s' }, status: 500 };

  test('counts its times from when it is injected', () => {
    const world = aWorld();
    world.advance({ by: minutes(10) });
    expect(told(operated(world, 'injectFault', windowFrom))).toStrictEqual({
      id: 'fault-1',
      status: 'WAITING',
      strikes: 0,
      fault: 'api-error',
      match: {},
      from: '2026-01-01T00:10:05.000Z',
      until: '2026-01-01T00:10:15.000Z',
      chance: null,
      limit: null,
      answers: 500,
    });
    const statuses = [0, 5_000, 14_999, 15_001].map((ms) => {
      const reply = world.call(callOf('listPods', {}, { at: minutes(10) + ms }));
      return 'answer' in reply ? reply.answer.status : undefined;
    });
    expect(statuses).toStrictEqual([200, 500, 500, 200]);
  });

  test('gets an id that no fault has or had, those of the definition among them', () => {
    const faults = [{ ...specOf('api-latency'), limit: 1 }];
    const world = aWorld({ faults });
    const inject = () => told(operated(world, 'injectFault', { fault: 'api-error', limit: 1 }))['id'];
    expect(inject()).toBe('fault-2');
    expect(operated(world, 'clearFault', undefined, { id: 'fault-2' })).toStrictEqual({ status: 204 });
    expect(inject()).toBe('fault-3');
    expect(operated(world, 'clearFaults').status).toBe(204);
    expect([...world.state.all('fault')]).toStrictEqual([]);
    expect(inject()).toBe('fault-4');
    expect(operated(world, 'clearFault', undefined, { id: 'fault-2' })).toMatchObject({ status: 404, rule: 'fault.window' });
  });

  test('that begins now has begun when it is answered: a crash has happened', () => {
    const world = aWorld({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 60_000 } })] });
    world.advance({ by: 10 });
    world.call(runOf('ep-a', {}));
    const answer = operated(world, 'injectFault', { fault: 'worker-crash', at: '0s', match: { endpoint: 'ep-a' } });
    expect(told(answer)).toMatchObject({ id: 'fault-1', status: 'ENDED', strikes: 1, limit: 1, match: { endpoint: 'ep-a' } });
    expect(eventTypes(world).slice(-5)).toContain('WorkerCrashed');
    expect(operated(world, 'clearFault', undefined, { id: 'fault-1' }).status).toBe(404);
  });

  test('that keeps hosts down lets them recover when it is cleared', () => {
    const world = aWorld({ hosts: [gpuHost('host-1', 1)], endpoints: [] });
    operated(world, 'injectFault', { fault: 'host-failure', window: { to: '1h' } });
    expect(world.state.placements.isDown('host-1')).toBe(true);
    operated(world, 'clearFaults');
    expect(world.state.placements.isDown('host-1')).toBe(false);
    expect(eventTypes(world).slice(-2)).toStrictEqual(['FaultEnded', 'HostRecovered']);
  });

  test('does not begin or end after the last instant there is: 422', () => {
    const refused = (body: Json) => told(operated(aWorld(), 'injectFault', body))['errors'];
    expect(refused({ fault: 'api-error', window: { to: '3000000d' } })).toStrictEqual(['$: it would end after 9999-12-31T23:59:59.999Z']);
    expect(refused({ fault: 'worker-crash', at: '3000000d' })).toStrictEqual(['$: it would begin after 9999-12-31T23:59:59.999Z']);
  });

  test('may hit operations of the two APIs only', () => {
    const { status, body } = operated(aWorld(), 'injectFault', { fault: 'api-error', limit: 1, match: { operation: 'createKey' } });
    expect([status, String((body as Fields)['errors'])]).toStrictEqual([422, expect.stringContaining('$.match.operation: ')]);
  });
});

describe('a key', () => {
  const created = (world: World, body: Json = {}): Fields => told(operated(world, 'createKey', body));
  const readsPods = (world: World, secret: Json | undefined) => {
    const reply = world.call({ operation: 'listPods', client: { key: String(secret) }, request: { params: {}, query: {} } });
    if (!('answer' in reply)) throw new Error('listPods waits');
    return [reply.answer.status, (reply.answer.body as Fields)['detail']];
  };

  test('made from an empty body has all permissions, belongs to the first account, and never expires', () => {
    const { key, digest, permissions, ...rest } = created(aWorld());
    expect(digest).toBe(digestSecret(String(key)).digest);
    expect(key).toMatch(/^podsim-[0-9a-f-]{36}$/);
    expect(new Set(Object.values(permissions as Fields))).toStrictEqual(new Set(['write']));
    expect(rest).toStrictEqual({ name: 'key-2', account: 'acc-a', endpoints: null, rateLimitExempt: false, expiresAt: null });
  });

  test('has a secret that follows from the seed, and from nothing that happens beside', () => {
    const other = aWorld({ seed: 'another' });
    const busy = aWorld();
    busy.call(runOf('ep-a', {}));
    const secrets = [aWorld(), aWorld(), busy, other].map((world) => created(world)['key']);
    expect(secrets.map((secret) => secrets.indexOf(secret))).toStrictEqual([0, 0, 0, 3]);
    const world = aWorld();
    expect(created(world)['key']).not.toBe(created(world)['key']);
  });

  test('with permissions has none that it was not given', () => {
    const world = aWorld();
    const { key } = created(world, { name: 'reader', permissions: { pods: 'read' } });
    expect(readsPods(world, key)[0]).toBe(200);
    const reply = world.call({ operation: 'listTemplates', client: { key: String(key) }, request: { params: {}, query: {} } });
    expect('answer' in reply && reply.answer.status).toBe(403);
  });

  test('is made once by a call that says which call it is', () => {
    const world = aWorld();
    const put = (name: string) => {
      const request = { params: {}, query: {}, body: { name } };
      const reply = world.call({ operation: 'createKey', client: { key: null, because: 'operator' }, request, key: 'the call' });
      return 'answer' in reply ? [reply.answer.status, reply.answer.rule] : [];
    };
    expect([put('one'), put('two')]).toStrictEqual([
      [201, undefined],
      [409, 'control.call-key'],
    ]);
  });

  test('creates the account if it does not exist yet', () => {
    const world = aWorld();
    expect(created(world, { account: 'acc-new' })['account']).toBe('acc-new');
    expect(eventTypes(world).slice(-2)).toStrictEqual(['AccountOpened', 'AccountKeyCreated']);
    created(world, { account: 'acc-new', name: 'second' });
    expect(world.state.find('account', 'acc-new')?.keys.map(({ name }) => name)).toStrictEqual(['key-2', 'second']);
    expect(created(aWorld({ accounts: [], endpoints: [] }))['account']).toBe('team');
  });

  test('expires when it says', () => {
    const world = aWorld();
    world.advance({ by: minutes(1) });
    const { key, expiresAt } = created(world, { name: 'guest', expiresIn: '1m' });
    expect(expiresAt).toBe('2026-01-01T00:02:00.000Z');
    world.advance({ to: 119_999 as VirtualTime });
    expect(readsPods(world, key)[0]).toBe(200);
    world.advance({ by: 1 });
    expect(readsPods(world, key)).toStrictEqual([401, 'API key guest has expired']);
    expect(operated(world, 'createKey', { expiresIn: '3000000d' }).status).toBe(422);
  });

  test('that is revoked is refused as revoked, and its name is free again', () => {
    const world = aWorld();
    const { key } = created(world, { name: 'ci' });
    expect(operated(world, 'createKey', { name: 'ci' })).toMatchObject({ status: 409, rule: 'control.keys' });
    expect(operated(world, 'revokeKey', undefined, { key: 'ci' })).toStrictEqual({ status: 204 });
    expect(readsPods(world, key)).toStrictEqual([401, 'API key ci has been revoked']);
    expect(operated(world, 'revokeKey', undefined, { key: 'ci' })).toMatchObject({ status: 404, rule: 'control.keys' });
    const again = created(world, { name: 'ci' })['key'];
    expect(again).not.toBe(key);
    expect([readsPods(world, key)[0], readsPods(world, again)[0]]).toStrictEqual([401, 200]);
    operated(world, 'revokeKey', undefined, { key: 'ci' });
    expect([readsPods(world, key)[0], readsPods(world, again)[0]]).toStrictEqual([401, 401]);
  });

  test('without a name gets one that none has or had', () => {
    const world = aWorld({ accounts: [{ id: 'acc-a', keys: [keyOf('alice'), keyOf('key-3')] }] });
    expect([created(world)['name'], created(world)['name']]).toStrictEqual(['key-4', 'key-5']);
    expect(operated(world, 'createKey', { name: 'nobody' }).status).toBe(422);
  });
});

test('a world with inputs of its operator has the same log in a rerun', () => {
  const world = aWorld();
  const { key } = told(operated(world, 'createKey', { name: 'ci', account: 'acc-b', expiresIn: '1h' }));
  world.advance({ by: 500 });
  operated(world, 'setHandler', { duration: { exponential: { mean: '2s' } }, chances: { fail: '1/3', crash: '1/5' } }, { id: 'ep-a' });
  operated(world, 'injectFault', { fault: 'worker-crash', chance: '1/2', window: { to: '1m' } });
  for (let k = 0; k < 20; k++) world.call(runOf('ep-a', { k }, world.now + k * 700));
  operated(world, 'clearFaults');
  world.call({ operation: 'listPods', client: { key: String(key) }, request: { params: {}, query: {} } });
  operated(world, 'revokeKey', undefined, { key: 'ci' });
  operated(world, 'revokeKey', undefined, { key: 'ci' });
  world.call({ operation: 'listPods', client: { key: String(key) }, request: { params: {}, query: {} } });
  world.advance({ untilIdle: true });
  const entries = [...world.log.entries()];
  expect(divergence(entries, [...rerun(world.header, entries).log.entries()])).toBeUndefined();
  expect(entries.length).toBeGreaterThan(100);
});

const specOf = (kind: 'api-latency') =>
  ({
    fault: kind,
    match: {},
    from: 0,
    atOnce: false,
    until: null,
    chance: null,
    limit: null,
    delayMs: 5,
    status: 503,
  }) as unknown as WorldDefinition['faults'][number];
