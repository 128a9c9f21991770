import { assert, describe, expect, vi } from 'vitest';
import { createWorld, test } from '../../adapters/vitest/index.ts';
import { worldOperations } from '../../engine/api/operations.ts';

const quick = { endpoints: [{ id: 'ep', workers: { min: 1 }, handler: { duration: { fixed: '2s' } } }] };
const settings = { worker: { imagePull: '0s', start: '0s' } };
const input = { body: { input: { prompt: 'hi' } } };

describe('a world of createWorld', () => {
  test('has one key, one endpoint and the official templates unless other options are given', async ({ world }) => {
    expect(world.header.definition).toMatchObject({
      accounts: [
        { id: 'team', keys: [{ name: 'dev' }] },
        { id: 'official', keys: [] },
      ],
      templates: [{ id: 'podsim-torch' }, { id: 'podsim-ubuntu' }, { id: 'podsim-worker' }],
      endpoints: [{ id: 'ep-demo', accountId: 'team', config: { type: 'QUEUE' } }],
    });
    expect(world).toMatchObject({ apiKey: 'podsim-dev-key', seed: 'podsim' });
    expect(world.clock).toMatchObject({ now: 0, instant: '2026-01-01T00:00:00.000Z' });
  });

  test('is made from what a scenario writes under world', () => {
    const world = createWorld({ seed: 'a', start: '2026-03-01T00:00:00Z', world: quick, settings, apiKey: 'secret' });
    expect(world).toMatchObject({ apiKey: 'secret', seed: 'a' });
    expect(world.clock.instant).toBe('2026-03-01T00:00:00.000Z');
    expect(world.header.definition).toMatchObject({ endpoints: [{ id: 'ep' }], settings: { worker: { imagePull: 0, start: 0 } } });
  });

  test("is made from a scenario's file, before its first step", () => {
    const world = createWorld({ scenario: 'scenarios/jobs/retry-after-failure.scenario.yaml', settings: { job: { retriesMax: 5 } } });
    expect(world.seed).toBe('retry-after-failure');
    expect(world.events({ type: 'InputReceived' })).toStrictEqual([]);
    expect(world.header.definition.settings).toStrictEqual({ worker: { imagePull: 0, start: 0 }, job: { retriesMax: 5 } });
  });

  test('has endpoints that follow its settings where they say nothing themselves', () => {
    const settings = { endpoint: { timeout: '1m', workersMax: 2 } };
    const made = [
      createWorld({ settings }),
      createWorld({ settings, world: quick }),
      createWorld({ settings, scenario: 'title: a\nworld: { endpoints: [{ id: ep }] }\n' }),
    ];
    expect(made.map(({ header }) => header.definition.endpoints[0]?.config.timeout)).toStrictEqual([60_000, 60_000, 60_000]);
    expect(made.map(({ header }) => header.definition.endpoints[0]?.config.workers.max)).toStrictEqual([3, 2, 2]);
  });

  test("is made from a scenario's text, with a seed of one's own", () => {
    const world = createWorld({ seed: 'b', scenario: 'title: one\nworld: { endpoints: [{ id: ep-x }] }\n' });
    expect(world.seed).toBe('b');
    expect(world.events({ type: 'EndpointCreated' })).toMatchObject([{ endpointId: 'ep-x' }]);
  });

  test.for([
    [{ world: quick, scenario: 'x.yaml' }, 'createWorld: give scenario or world, not both'],
    [{ world: { endpoints: [{ id: '9' }] } }, 'createWorld: world.endpoints.0.id: must hold letters, digits, - and _ only'],
    [{ settings: { job: { ttl: 'long' } } }, 'createWorld: world.settings.job.ttl: must be a duration such as'],
    [{ start: 'today' }, "createWorld: start 'today' is no instant in UTC such as 2026-01-01T00:00:00Z"],
    [{ scenario: 'nowhere.yaml' }, 'nowhere.yaml: there is no such file'],
    [{ scenario: 'title: a\nwrold: {}\n' }, "world.scenario.yaml:2:1: unknown key 'wrold'; did you mean 'world'?"],
  ] as const)('says what is wrong with %o', ([options, words]) => {
    expect(() => createWorld(options)).toThrow(words);
  });
});

describe('a call', () => {
  test.override({ worldOptions: { world: quick, settings } });

  test('can be made of every operation', ({ world }) => {
    expect(Object.keys(world.call)).toStrictEqual(worldOperations.map(({ id }) => id));
  });

  test('is answered with what its operation promises', async ({ world }) => {
    const answer = await world.call.run({ endpoint_id: 'ep', ...input });
    expect(answer).toMatchObject({ ok: true, status: 200, body: { status: 'IN_QUEUE' } });
    assert(answer.ok);
    await world.advance('2s');
    expect(await world.call.status({ endpoint_id: 'ep', job_id: answer.body.id }).orThrow()).toMatchObject({ output: { prompt: 'hi' } });
  });

  test('that is refused is answered with the problem and its rule', async ({ world }) => {
    const refused = await world.call.retry({ endpoint_id: 'ep', job_id: 'unknown-job' });
    expect(refused).toMatchObject({ ok: false, status: 404, rule: 'job.expired', body: { title: 'Not Found' } });
    await expect(world.call.retry({ endpoint_id: 'ep', job_id: 'unknown-job' }).orThrow()).rejects.toThrow(
      'retry was refused: 404 job not found: it was never here, or has expired; its id is what run answers (job.expired)',
    );
  });

  test('carries query, headers and a handler of its own', async ({ world }) => {
    const handler = { duration: { fixed: '1s' }, chunks: ['a', 'b'] };
    const { id } = await world.call.run({ endpoint_id: 'ep', ...input, handler }).orThrow();
    await world.advance('1s');
    const envelope = await world.call.stream({
      endpoint_id: 'ep',
      job_id: id,
      query: { wait: 1_000 },
      headers: { 'User-Agent': 'RunPod/1' },
    });
    expect(envelope.body).toMatchObject({ status: 'COMPLETED', stream: [{ output: 'a' }, { output: 'b' }] });
    expect(world).toHaveEmitted('InputReceived', { operation: 'stream', request: { query: { wait: '1000' } } });
    expect((await world.call.listPods({ query: { includeClusterPods: true } })).ok).toBe(true);
  });

  test('is made as the first key that there is: an account may have none', async () => {
    const accounts = [{ id: 'official' }, { id: 'team', keys: [{ name: 'dev' }] }];
    const templates = [{ id: 'base', image: 'an-image', public: true }];
    await using world = createWorld({ apiKey: 'a-key', world: { accounts, templates } });
    expect(world.apiKey).toBe('a-key');
    expect(await world.call.listPublicTemplates().orThrow()).toMatchObject({ templates: [{ id: 'base', name: 'base' }] });
    expect(await world.call.listTemplates().orThrow()).toStrictEqual({ templates: [] });
  });

  test('is made with the first key, with another, or with none', async () => {
    const keys = [{ name: 'dev' }, { name: 'reader', permissions: { queue: 'read' as const } }];
    await using world = createWorld({ world: { accounts: [{ id: 'team', keys }], endpoints: [{ id: 'ep' }] } });
    const statuses = await Promise.all(
      [undefined, 'dev', 'key-dev', 'reader', 'stranger', 'nobody'].map(
        async (as) => (await world.call.run({ endpoint_id: 'ep', ...input, ...(as === undefined ? {} : { as }) })).status,
      ),
    );
    expect(statuses).toStrictEqual([200, 200, 200, 403, 401, 401]);
  });

  test('changes the world from outside, like the control plane', async ({ world }) => {
    await world.call.setHandler({ id: 'ep', body: { duration: { fixed: '5s' }, outcomes: ['fail'] } }).orThrow();
    await world.call.injectFault({ body: { fault: 'api-error', match: { operation: 'listPods' }, limit: 1 } }).orThrow();
    expect(await world.call.listPods()).toMatchObject({ ok: false, status: 503, rule: 'fault.window' });
    await world.call.run({ endpoint_id: 'ep', ...input });
    await world.advance('5s');
    expect(world).toHaveEmitted('JobFailed', { at: 5_000 });
    expect(await world.call.setHandler({ id: 'nowhere', body: {} })).toMatchObject({ ok: false, status: 404 });
  });

  test('shares nothing with its caller', async ({ world }) => {
    const body = { input: { list: [1] } };
    const { id } = await world.call.run({ endpoint_id: 'ep', body }).orThrow();
    body.input.list.push(2);
    await world.advance('2s');
    const job = await world.call.status({ endpoint_id: 'ep', job_id: id }).orThrow();
    expect(job.output).toStrictEqual({ list: [1] });
    (job.output as { list: number[] }).list.push(3);
    expect((await world.call.status({ endpoint_id: 'ep', job_id: id }).orThrow()).output).toStrictEqual({ list: [1] });
  });

  test('that waits is answered once the clock has come that far', async ({ world }) => {
    let answered = false;
    const waiting = world.call.runsync({ endpoint_id: 'ep', ...input }).orThrow();
    void waiting.then(() => {
      answered = true;
    });
    await world.advance('1s');
    expect([answered, world.waiting]).toStrictEqual([false, 1]);
    await world.advance('1s');
    expect([answered, world.waiting]).toStrictEqual([true, 0]);
    expect(await waiting).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('the clock', () => {
  test.override({ worldOptions: { world: quick, settings } });

  test('moves by a duration, to an instant, to what is due next, and until nothing is', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    expect(await world.advance('500ms')).toMatchObject({ from: 0, to: 500, stoppedBecause: 'reached' });
    expect(await world.advance({ next: true })).toMatchObject({ to: 2_000, stoppedBecause: 'next' });
    expect(await world.advance({ to: '2026-01-01T00:00:10Z' })).toMatchObject({ to: 10_000 });
    expect(await world.advance({ by: '1s' })).toMatchObject({ to: 11_000 });
    expect(await world.advance({ untilIdle: true })).toMatchObject({ stoppedBecause: 'idle' });
  });

  test('moves until something holds', async ({ world }) => {
    const { id } = await world.call.run({ endpoint_id: 'ep', ...input }).orThrow();
    expect(await world.until('job job-1 is IN_PROGRESS')).toMatchObject({ to: 0 });
    expect(await world.until(`job ${id} is COMPLETED`, { within: '1m' })).toMatchObject({ to: 2_000 });
    await expect(world.until('job job-1 is FAILED', { within: '1s' })).rejects.toThrow(
      `'job job-1 is FAILED' was not met, and 1s have passed; job ${id} is COMPLETED`,
    );
    await expect(world.until('endpoint ep has 9 workers')).rejects.toThrow('and nothing is due any more (idle)');
  });

  test.for([
    ['10', "'10' is no duration such as 500ms, 8s, 2m or 1h30m"],
    [{ to: 'noon' }, "to 'noon' is no instant in UTC"],
    [{ to: '2025-12-31T00:00:00Z' }, 'time never runs backwards, and it is 2026-01-01T00:00:00.000Z already'],
  ] as const)('refuses %o, and goes on', async ([target, words], { world }) => {
    await expect(world.advance(target)).rejects.toThrow(words);
    await expect(world.until('it is done')).rejects.toThrow("'it is done' cannot be read; write it like one of: job $job is FAILED");
    await world.advance('1s');
    expect(world.clock.now).toBe(1_000);
  });

  test("does not need the test's own timers", async ({ world }) => {
    vi.useFakeTimers();
    try {
      expect(await world.advance('1s')).toMatchObject({ to: 1_000 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('that is automatic advances to what a call waits for, and advances further with each poll', async () => {
    await using world = createWorld({ world: quick, settings, clock: 'auto' });
    expect(await world.call.runsync({ endpoint_id: 'ep', ...input })).toMatchObject({ body: { status: 'COMPLETED' } });
    const { id } = await world.call.run({ endpoint_id: 'ep', ...input }).orThrow();
    const polled = [];
    while (polled.at(-1) !== 'COMPLETED' && polled.length < 5)
      polled.push((await world.call.status({ endpoint_id: 'ep', job_id: id }).orThrow()).status);
    expect(polled).toStrictEqual(['IN_PROGRESS', 'COMPLETED']);
  });
});

describe('the reports of a world', () => {
  test.override({ worldOptions: { world: quick, settings } });

  test('are events, by type, by entity, and from an entry on', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    await world.advance('2s');
    expect(world.events({ type: 'JobStarted' })).toMatchObject([{ at: 0, type: 'JobStarted', workerId: 'ep-w1' }]);
    expect(world.events({ entity: 'job-1' }).map(({ type }) => type)).toStrictEqual(['JobQueued', 'JobStarted', 'JobCompleted']);
    const [{ seq } = { seq: 0 }] = world.events({ type: 'JobStarted' });
    expect(world.events({ after: seq, entity: 'job-1' })).toHaveLength(1);
  });

  test('is a timeline, of all or of one', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    expect(world.timeline()).toContain('EndpointCreated');
    expect(
      world
        .timeline('job-1')
        .split('\n')
        .slice(1, 3)
        .map((line) => line.slice(19, 36)),
    ).toStrictEqual(['job-1   JobQueued', 'job-1   JobStarte']);
  });

  test('is why an entity is where it is', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    expect(world.explain('job-1')).toMatch(/^job-1 is IN_PROGRESS: /);
    expect(() => world.explain('ep-w9')).toThrow("this world knows no entity 'ep-w9'; it knows ep-w1");
  });
});

describe('two worlds', () => {
  const play = async (seed?: string) => {
    await using world = createWorld({ world: quick, ...(seed === undefined ? {} : { seed }) });
    await world.call.run({ endpoint_id: 'ep', ...input });
    await world.advance('1m');
    return world.fingerprint();
  };

  test('of one seed have one history', async () => {
    expect(await play()).toBe(await play());
    expect(await play('other')).not.toBe(await play());
  });

  test('are one until a fork, and alone from there on', async () => {
    await using world = createWorld({ world: quick, settings });
    const { id } = await world.call.run({ endpoint_id: 'ep', ...input }).orThrow();
    await world.advance('1s');
    await using fork = world.fork();
    expect(fork.fingerprint()).toBe(world.fingerprint());
    await fork.call.cancel({ endpoint_id: 'ep', job_id: id }).orThrow();
    await world.advance('5s');
    expect(fork.clock.now).toBe(1_000);
    expect(world).toHaveSequence(['JobStarted', 'JobCompleted'], { of: id, exact: true });
    expect(fork).toHaveSequence(['JobStarted', 'JobCancelled'], { of: id, exact: true });
  });

  test('part where a handler is not pure', async () => {
    let calls = 0;
    const handlers = { ep: () => ({ runsMs: ++calls * 1_000, ending: 'complete' as const, output: null }) };
    await using world = createWorld({ world: quick, settings, handlers });
    await world.call.run({ endpoint_id: 'ep', ...input });
    expect(() => world.fork()).toThrow(/the fork differs from its world at entry \d+: a handler written as a function must be pure/);
  });
});

test('a world that is disposed of answers its pending calls, and can still be read', async () => {
  const world = createWorld({ world: quick });
  const waiting = world.call.runsync({ endpoint_id: 'ep', ...input });
  await world.dispose();
  expect(await waiting).toMatchObject({ ok: false, status: 503 });
  await expect(world.call.listPods()).rejects.toThrow('this world is disposed of');
  await expect(world.advance('1s')).rejects.toThrow('this world is disposed of');
  expect(world).toHaveEmitted('JobQueued');
});
