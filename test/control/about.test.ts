import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../engine/api/reading/bounds.ts';
import { kinds } from '../../engine/cloud/entities.ts';
import { rules } from '../../engine/cloud/rulebook/rules.ts';
import { settingRows } from '../../engine/cloud/settings.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { engineVersion } from '../../engine/simulator/version.ts';
import { asked, type Body, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { endpointConfig, endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

describe('health', () => {
  test('is live, and ready as long as calls are taken', () => {
    const host = new FakeHost();
    expect([said(host.desk(), 'getLiveness'), said(host.desk(), 'getReadiness')]).toStrictEqual([{ status: 'live' }, { status: 'ready' }]);
    host.isReady = false;
    expect(asked(host.desk(), 'getLiveness').status).toBe(200);
    expect(refusal(host.desk(), 'getReadiness')).toStrictEqual([
      503,
      'control.health',
      'the server does not accept calls: it is starting or stopping',
    ]);
  });
});

describe('GET metrics', () => {
  test('is a text that Prometheus reads', () => {
    const desk = new FakeHost().desk();
    const { headers, body } = asked(desk, 'getMetrics');
    expect(headers).toStrictEqual({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    const lines = String(body).split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, 22)).toStrictEqual([
      '# HELP podsim_requests_total Answered requests, by operation and status.',
      '# TYPE podsim_requests_total counter',
      'podsim_requests_total{operation="run",status="200"} 3',
      '# HELP podsim_worlds Served worlds.',
      '# TYPE podsim_worlds gauge',
      'podsim_worlds 1',
      '# HELP podsim_log_entries Log entries of all worlds.',
      '# TYPE podsim_log_entries gauge',
      `podsim_log_entries ${desk.world.log.length}`,
      '# HELP podsim_log_entries_in_memory Log entries of all worlds that are in memory; the others are in files.',
      '# TYPE podsim_log_entries_in_memory gauge',
      `podsim_log_entries_in_memory ${desk.world.log.held}`,
      '# HELP podsim_heap_used_bytes Used heap.',
      '# TYPE podsim_heap_used_bytes gauge',
      'podsim_heap_used_bytes 10',
      '# HELP podsim_heap_limit_bytes The largest heap allowed; the process ends when it is full.',
      '# TYPE podsim_heap_limit_bytes gauge',
      'podsim_heap_limit_bytes 20',
      '# HELP podsim_event_loop_lag_seconds Delay of the event loop since the last read of the metrics.',
      '# TYPE podsim_event_loop_lag_seconds gauge',
      'podsim_event_loop_lag_seconds{of="mean"} 0.5',
      'podsim_event_loop_lag_seconds{of="max"} 1',
    ]);
  });

  test('has the queue, the workers, the outcomes and the spend of each world: what an autoscaler acts on', () => {
    const alone = endpointConfig({ workers: { min: 1, max: 1 } });
    const desk = new FakeHost(worldOf({ endpoints: [endpointOf('ep-a', alone, { duration: { kind: 'fixed', ms: 5_000 } })] })).desk();
    for (const at of [0, 2_000, 4_000, 6_000]) desk.world.call(runOf('ep-a', { at }, at));
    desk.world.advance({ to: 7_000 as VirtualTime });
    const samples = String(asked(desk, 'getMetrics').body)
      .split('\n')
      .filter((line) => line.includes('{world='));
    const [world, ofEndpoint] = ['world="default"', 'world="default",endpoint="ep-a"'];
    // The first job ended at 5 s, the second runs, the third waits since 4 s, and the fourth since 6 s.
    expect(samples).toStrictEqual([
      `podsim_virtual_time_seconds_total{${world}} 7`,
      `podsim_spend_usd_total{${world}} 0.00014`,
      `podsim_queue_jobs{${ofEndpoint}} 2`,
      `podsim_queue_oldest_wait_seconds{${ofEndpoint}} 3`,
      `podsim_jobs_in_progress{${ofEndpoint}} 1`,
      `podsim_jobs_total{${ofEndpoint},outcome="completed"} 1`,
      `podsim_jobs_total{${ofEndpoint},outcome="failed"} 0`,
      `podsim_jobs_requeued_total{${ofEndpoint}} 0`,
      ...['THROTTLED', 'INITIALIZING', 'IDLE', 'RUNNING', 'UNHEALTHY', 'STOPPED'].map(
        (status) => `podsim_workers{${ofEndpoint},status="${status}"} ${status === 'RUNNING' ? 1 : 0}`,
      ),
    ]);
  });

  test('says where sequences of tokens are, of an endpoint whose workers make them', () => {
    const rates = { prefillNs: 1_000_000, decodeNs: 20_000_000, slopeNs: 0, most: 2, memory: 30_000 };
    const handler = { duration: { kind: 'fixed', ms: 1 }, concurrency: 8, tokens: { prompt: 100, output: 50, ...rates } } as const;
    const alone = endpointConfig({ workers: { min: 1, max: 1 } });
    const desk = new FakeHost(
      worldOf({ settings: { worker: { imagePull: 0, start: 0 } }, endpoints: [endpointOf('ep-a', alone, handler)] }),
    ).desk();
    for (let k = 0; k < 5; k++) desk.world.call(runOf('ep-a', { k }));
    desk.world.advance({ to: 150 as VirtualTime });
    const stages = String(asked(desk, 'getMetrics').body).match(/podsim_batch_sequences\{.*stage="(\w+)"\} (\d+)/g);
    expect(stages?.map((line) => /stage="(.*)$/.exec(line)?.[1])).toStrictEqual(['waiting"} 3', 'reading"} 1', 'decoding"} 1']);
  });
});

describe('GET info', () => {
  const host = () =>
    new FakeHost(
      worldOf({ seed: 'x', settings: { worker: { imagePull: 0, start: 5_000 }, job: { streamShape: 'array', webhookTries: 1 } } }),
    );

  test('names its world, and the length of its log', () => {
    const desk = host().desk();
    desk.world.advance({ by: 90_000 });
    expect(said(desk, 'getInfo')).toStrictEqual({
      version: engineVersion,
      world: 'default',
      seed: 'x',
      start: '2026-01-01T00:00:00.000Z',
      now: { instant: '2026-01-01T00:01:30.000Z', virtual: '00:01:30.000', ms: 90_000 },
      clock: { clock: 'manual' },
      settings: { worker: { imagePull: '0s' }, job: { streamShape: 'array', webhookTries: 1 } },
      entries: desk.world.log.length,
      limits: defaultLimits,
      fingerprint: desk.world.fingerprint(),
    });
  });

  test('shows every setting on request', () => {
    const { settings } = said(host().desk(), 'getInfo', { query: { all: 'true' } });
    const names = Object.entries(settings as Readonly<Record<string, Body>>).flatMap(([kind, table]) =>
      Object.keys(table).map((name) => `${kind}.${name}`),
    );
    expect(names).toStrictEqual(settingRows().map(({ name }) => name));
    expect((settings as Readonly<Record<string, Body>>)['job']?.['ttl']).toBe('1d');
    expect(said(host().desk(), 'getInfo', { query: { all: 'false' } })['settings']).toStrictEqual(
      said(host().desk(), 'getInfo')['settings'],
    );
    expect(asked(host().desk(), 'getInfo', { query: { all: 'yes' } }).status).toBe(422);
  });

  test('has the fingerprint of the current log, however often it is read', () => {
    const desk = new FakeHost(worldOf()).desk();
    for (let k = 0; k < 5; k++) {
      expect(said(desk, 'getInfo')['fingerprint']).toBe(desk.world.fingerprint());
      desk.world.call(runOf('ep-a', { k }));
      desk.world.advance({ by: 300 });
    }
  });
});

describe('the rulebook', () => {
  const desk = new FakeHost().desk();

  test('has the lifecycle of every kind', () => {
    const lifecycles = said(desk, 'listLifecycles')['lifecycles'] as readonly Body[];
    expect(lifecycles.map(({ kind }) => kind)).toStrictEqual(kinds);
    const job = said(desk, 'getLifecycle', { params: { kind: 'job' } });
    expect(job).toStrictEqual(lifecycles.find(({ kind }) => String(kind) === 'job'));
    expect(job['rows']).toContainEqual(expect.objectContaining({ from: 'NEW', event: 'JobQueued', to: 'IN_QUEUE', rule: 'job.run' }));
    expect(job['statuses']).toContainEqual(expect.objectContaining({ status: 'REMOVED', final: true }));
    expect(job['mermaid']).toMatch(/^stateDiagram-v2\n/);
    expect(job['table']).toMatch(/^NEW +/);
    expect(refusal(desk, 'getLifecycle', { params: { kind: 'cat' } })).toStrictEqual([
      404,
      'control.rulebook',
      `there is no lifecycle cat; there are ${kinds.join(', ')}`,
    ]);
  });

  test('has every rule', () => {
    expect(said(desk, 'listRules')['rules']).toStrictEqual(rules);
    expect(said(desk, 'listRules', { query: { id: 'job.retry' } })['rules']).toStrictEqual(rules.filter(({ id }) => id === 'job.retry'));
    expect(refusal(desk, 'listRules', { query: { id: 'job.fly' } })).toStrictEqual([
      404,
      'control.rulebook',
      'there is no rule job.fly; GET rules lists them',
    ]);
  });
});

describe('what the operator has made is listed', () => {
  const desk = new FakeHost(worldOf()).desk();
  const operated = (operation: string, body: Json | undefined, params = {}) =>
    desk.world.call({
      operation,
      client: { key: null, because: 'operator' },
      request: { params, query: {}, ...(body === undefined ? {} : { body }) },
    });

  test('keys, without those that are revoked', () => {
    const reply = operated('createKey', { name: 'ci' });
    const made = ('answer' in reply ? reply.answer.body : undefined) as Body;
    const keys = () => said(desk, 'listKeys')['keys'] as readonly Body[];
    expect(keys().map(({ name }) => name)).toStrictEqual(['alice', 'ci']);
    expect(keys()[1]).toStrictEqual({ ...made, key: `…${String(made['key']).slice(-4)}` });
    operated('revokeKey', undefined, { key: 'ci' });
    expect(keys().map(({ name }) => name)).toStrictEqual(['alice']);
  });

  test('faults, without those that are over', () => {
    const faults = () => (said(desk, 'listFaults')['faults'] as readonly Body[]).map(({ id, status, strikes }) => [id, status, strikes]);
    operated('injectFault', { fault: 'api-error', limit: 2 });
    operated('injectFault', { fault: 'api-error', window: { from: '5s', to: '9s' } });
    desk.world.call({ operation: 'listPods', client: { key: 'key-of-alice' }, request: { params: {}, query: {} } });
    expect(faults()).toStrictEqual([
      ['fault-1', 'ACTIVE', 1],
      ['fault-2', 'WAITING', 0],
    ]);
    operated('clearFault', undefined, { id: 'fault-1' });
    expect(faults()).toStrictEqual([['fault-2', 'WAITING', 0]]);
  });

  test('a fault that has reached its limit is over, also where it ends only in the next step of its instant', () => {
    const full = new FakeHost(worldOf()).desk();
    const body = { fault: 'no-capacity', limit: 1 };
    full.world.call({ operation: 'injectFault', client: { key: null, because: 'operator' }, request: { params: {}, query: {}, body } });
    const pod = { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA L4' } };
    full.world.call({ operation: 'createPod', client: { key: 'key-of-alice' }, request: { params: {}, query: {}, body: pod } });
    expect([...full.world.state.all('fault')].map(({ strikes }) => strikes)).toStrictEqual([1]);
    expect(said(full, 'listFaults')).toMatchObject({ faults: [], next: null });
  });

  test('so many at a time, each list with the place where the next one begins', () => {
    for (const name of ['one', 'two', 'three']) operated('createKey', { name });
    const names: unknown[] = [];
    let skip: number | null = 0;
    for (let page = 0; skip !== null && page < 9; page++) {
      const query: Record<string, string> = { limit: '2', skip: String(skip) };
      const { keys, next } = said(desk, 'listKeys', { query }) as { readonly keys: readonly Body[]; readonly next: number | null };
      names.push(keys.map(({ name }) => name));
      skip = next;
    }
    expect(names).toStrictEqual([
      ['alice', 'one'],
      ['two', 'three'],
    ]);
  });
});
