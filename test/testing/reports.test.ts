import { describe, expect, test, vi } from 'vitest';
import { failureReport } from '../../adapters/testing/failureReport.ts';
import { assertEmitted, createWorld, withWorld } from '../../adapters/testing/index.ts';

const input = { body: { input: {} } };

describe('a report begins', () => {
  const beginning = (world: Parameters<typeof failureReport>[0]): readonly string[] => failureReport(world).split('\n').slice(1, 7);

  test('with the requests that were refused, unknown paths and unknown keys included', async () => {
    await using world = createWorld({ clock: 'auto' });
    const send = (path: string, key = world.apiKey) =>
      world.fetch(path, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{"input":{}}' });
    await send('/ep-demo/run');
    await send('/v2/ep-demo/run', 'another');
    await send('/v2/ep-nosuch/run');
    await send('/v2/ep-demo/run');
    expect(beginning(world)).toStrictEqual([
      '  these requests were refused:',
      '    POST /ep-demo/run was answered 404: The requested path was not found. It lacks /v2: did you mean /v2/ep-demo/run?',
      expect.stringMatching(/^ {4}POST \/v2\/ep-demo\/run was answered 401: \S/),
      expect.stringMatching(/^ {4}POST \/v2\/ep-nosuch\/run was answered 404: endpoint not found: this account has ep-demo/),
      expect.stringMatching(/^ {2}seed podsim; /),
      '  it is the same on every run',
    ]);
  });

  test('with what waits, and under which clock', async () => {
    await using world = createWorld();
    void world.call.runsync({ endpoint_id: 'ep-demo', ...input });
    expect(beginning(world).slice(0, 2)).toStrictEqual([
      '  these calls wait for their answers, under the manual clock:',
      "    the clock is manual: POST /v2/ep-demo/runsync waits for virtual time; `await world.advance('10s')`, or make the world with clock: 'auto'",
    ]);
  });

  test('with a client that polls while the clock stands still', async () => {
    using said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await using world = createWorld();
    const { id } = await world.call.run({ endpoint_id: 'ep-demo', ...input }).orThrow();
    for (let k = 0; k < 9; k++) await world.call.status({ endpoint_id: 'ep-demo', job_id: id }).orThrow();
    const words = `the clock is manual: a client that polls job ${id} waits for virtual time; \`await world.advance('10s')\`, or make the world with clock: 'auto'`;
    expect(beginning(world)[0]).toBe(`  ${words}`);
    // A test of what is read often is right.
    expect(said).not.toHaveBeenCalled();
  });

  test('with a client that tries again while the clock stands still', async () => {
    await using world = createWorld({ settings: { account: { runPerWindow: 1 } } });
    for (let k = 0; k < 9; k++) void (await world.call.run({ endpoint_id: 'ep-demo', ...input })).ok;
    expect(beginning(world)[0]).toMatch(/^ {2}the clock is manual: a client that was told to wait 10 s waits for virtual time; /);
  });

  test('with a webhook that was not posted, and how to have it posted', async () => {
    await using world = createWorld({ clock: 'auto' });
    const { id } = await world.call.runsync({ endpoint_id: 'ep-demo', body: { input: {}, webhook: 'https://example.com/hook' } }).orThrow();
    expect(beginning(world)[0]).toBe(
      `  the webhook of ${id} to https://example.com/hook is simulated: it is in the log, and was not posted; world.listen({ webhooks: 'post' }) posts it, and createWorld({ onWebhook }) takes it`,
    );
  });

  test('with a clock that was not moved, and timers that are fake', async () => {
    await using world = createWorld();
    await world.call.run({ endpoint_id: 'ep-demo', ...input }).orThrow();
    const words = "  the clock is manual, and was not moved: `await world.advance('10s')`, or make the world with clock: 'auto'";
    expect(beginning(world)[0]).toBe(words);
    vi.useFakeTimers();
    await world.fetch('/v2/pods', { headers: { authorization: `Bearer ${world.apiKey}` } });
    vi.useRealTimers();
    expect(beginning(world).slice(0, 2)).toStrictEqual([
      expect.stringMatching(/^ {2}timers are fake: a client that sleeps waits for /),
      words,
    ]);
  });

  test('with a key that was discarded, and the one that is near', async () => {
    await using world = createWorld();
    const body = { input: {}, webhok: 'https://example.com/hook', policies: {} };
    await world.call.run({ endpoint_id: 'ep-demo', body }).orThrow();
    await world.call.run({ endpoint_id: 'ep-demo', body }).orThrow();
    expect(beginning(world).slice(0, 2)).toStrictEqual([
      "  POST /v2/ep-demo/run discards 'webhok', as the platform does; did you mean 'webhook'? (the keys of a job are input, webhook, webhookV2, policy, s3Config)",
      "  POST /v2/ep-demo/run discards 'policies', as the platform does; the keys of a job are input, webhook, webhookV2, policy, s3Config",
    ]);
  });
});

describe('a refusal', () => {
  test('that the test does not look at is in the report of its failure', async () => {
    await using world = createWorld();
    await world.advance('5s');
    await world.call.run({ endpoint_id: 'ep-nosuch', ...input });
    await world.call.cancel({ endpoint_id: 'ep-demo', job_id: 'nosuch' });
    expect(failureReport(world)).toContain(
      [
        '  the test did not look at these answers:',
        '    00:00:05.000 run was refused: 404 endpoint not found: this account has ep-demo (auth.tenancy)',
        '    00:00:05.000 cancel was refused: 404 job not found: it was never here, or has expired; its id is what run answers (job.expired)',
        '',
      ].join('\n'),
    );
  });

  // biome-ignore format: a table
  test.each<[string, (answer: { readonly ok: boolean; readonly status: number }) => unknown]>([
    ['its status',          ({ status }) => status],
    ['whether it is ok',    ({ ok }) => ok],
    ['all of it',           (answer) => expect(answer).toMatchObject({ status: 404 })],
    ['all of it, spread',   (answer) => ({ ...answer })],
    ['its text',            (answer) => JSON.stringify(answer)],
  ])('is not there once the test has looked at %s', async (_, look) => {
    await using world = createWorld();
    const answer = await world.call.run({ endpoint_id: 'ep-nosuch', ...input });
    expect(world.unreadRefusals).toMatchObject([{ operation: 'run', at: 0, status: 404 }]);
    look(answer);
    expect(world.unreadRefusals).toStrictEqual([]);
    expect(failureReport(world)).not.toContain('did not look');
  });

  test('that throws is looked at, and a call that is never awaited is not', async () => {
    await using world = createWorld();
    await expect(world.call.run({ endpoint_id: 'ep-nosuch', ...input }).orThrow()).rejects.toThrow('run was refused: 404');
    void world.call.purgeQueue({ endpoint_id: 'ep-nosuch' });
    await world.advance('1s');
    expect(world.unreadRefusals.map(({ operation }) => operation)).toStrictEqual(['purgeQueue']);
  });

  test('is one of at most ten in a report', async () => {
    await using world = createWorld();
    for (let k = 0; k < 12; k++) await world.call.run({ endpoint_id: 'ep-nosuch', ...input });
    expect(failureReport(world).match(/run was refused/g)).toHaveLength(10);
    expect(failureReport(world)).toContain('    … and 2 more\n');
  });

  test('is an answer like any other otherwise', async () => {
    await using world = createWorld();
    const answer = await world.call.run({ endpoint_id: 'ep-nosuch', ...input });
    expect(Object.keys(answer)).toStrictEqual(['ok', 'status', 'body', 'headers', 'rule']);
    expect(answer).toStrictEqual({ ...answer });
    expect('then' in answer).toBe(false);
  });
});

describe('withWorld', () => {
  test('gives a world, returns what the function returns, and disposes of the world', async () => {
    const world = await withWorld({ seed: 'a' }, (world) => world);
    expect(world.seed).toBe('a');
    await expect(world.advance('1s')).rejects.toThrow('this world is disposed of');
  });

  test('prints what happened in the world where the function throws', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const thrown = withWorld({ seed: 'b' }, async ({ call }) => {
      call
        .runsync({ endpoint_id: 'ep-demo', ...input })
        .orThrow()
        .catch(() => undefined);
      throw new Error('as the test has it');
    });
    await expect(thrown).rejects.toThrow('as the test has it');
    const report = String(printed.mock.calls[0]?.[0]);
    printed.mockRestore();
    expect(report).toMatch(
      /^podsim: the world of the failed test\n {2}these calls wait for their answers, under the manual clock:\n {4}the clock is manual: POST .*\n {2}seed b; \d+ entries; /,
    );
    expect(report).toContain('\n  it is the same on every run\n');
    expect(report).toMatch(/job-1 is IN_QUEUE: /);
  });
});

describe('an argument of a call', () => {
  test('that does not exist is named, with those that do', async () => {
    await using world = createWorld();
    // biome-ignore lint/suspicious/noExplicitAny: what a JavaScript user might do
    const call = world.call as any;
    await expect(call.run({ endpoints: 'ep-demo', ...input })).rejects.toThrow(
      "world.call.run: takes no 'endpoints'; it takes endpoint_id, query, body, as, headers, handler",
    );
    await expect(call.retry({ endpoint_id: 'ep-demo' })).rejects.toThrow(
      'world.call.retry: job_id is missing; it stands in /v2/{endpoint_id}/retry/{job_id}',
    );
  });

  test('may be named as in a scenario, too', async () => {
    await using world = createWorld();
    const { id } = await world.call.run({ endpoint: 'ep-demo', ...input }).orThrow();
    expect(await world.call.status({ endpoint: 'ep-demo', job: id })).toMatchObject({ status: 200 });
    expect(await world.call.getEndpoint({ endpoint: 'ep-demo' })).toMatchObject({ status: 200 });
    await world.advance('1m');
    // biome-ignore lint/suspicious/noExplicitAny: what a JavaScript user might do
    assertEmitted(world, 'JobCompleted', { job: id } as any);
  });

  test('has one name for an endpoint everywhere', async () => {
    await using world = createWorld();
    const endpoint_id = 'ep-demo';
    expect(await world.call.setHandler({ endpoint_id, body: { duration: { fixed: '5s' } } })).toMatchObject({ status: 200 });
    expect(await world.call.getEndpoint({ endpoint_id })).toMatchObject({ body: { id: endpoint_id } });
    expect(await world.call.updateEndpoint({ endpoint_id, body: { workers: { max: 2 } } })).toMatchObject({ status: 200 });
    expect(await world.call.health({ endpoint_id })).toMatchObject({ status: 200 });
    expect(await world.call.getEndpoint({ id: endpoint_id })).toMatchObject({ status: 200 });
    expect(await world.call.deleteEndpoint({ endpoint_id })).toMatchObject({ status: 204 });
  });
});
