import { describe, expect, test, vi } from 'vitest';
import { type CreateWorldOptions, createWorld, type TestWorld, type WebhookPost } from '../../adapters/testing/index.ts';
import { timeline } from '../../engine/scenario/timeline/timeline.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';

const url = 'https://example.com/hook?a=b';
const world = {
  settings: { worker: { imagePull: '0s', start: '0s' } },
  endpoints: [{ id: 'ep', workers: { min: 1, max: 1 }, handler: { duration: { fixed: '2s' } } }],
} as const;

const worldWith = (onWebhook: CreateWorldOptions['onWebhook'], more: CreateWorldOptions = {}): TestWorld =>
  createWorld({ world, ...(onWebhook === undefined ? {} : { onWebhook }), ...more });

const submit = (to: TestWorld, prompt = 'hi') => to.call.run({ endpoint_id: 'ep', body: { input: { prompt }, webhook: url } }).orThrow();

/** The events of webhooks, with their times in seconds. */
const happened = (of: TestWorld): readonly string[] =>
  of.events().flatMap((event) => (event.type.startsWith('JobWebhook') ? [`${event.type.slice(10)} ${event.at / 1_000}`] : []));

describe('a webhook that is handled in the process', () => {
  test('has its payload in the event, and its answer in the log as an input, at the instant at which it is posted', async () => {
    const received: WebhookPost[] = [];
    await using tested = worldWith((post) => {
      received.push(post);
      return post.attempt < 3 ? 500 : 200;
    });
    const { id } = await submit(tested);
    expect(await tested.advance('1m')).toMatchObject({ from: 0, to: 60_000, stoppedBecause: 'reached' });
    const payload = {
      ...{ id, status: 'COMPLETED', delayTime: 0, executionTime: 2_000, output: { prompt: 'hi' }, workerId: 'ep-w1' },
      ...{ input: { prompt: 'hi' }, webhook: url },
    };
    expect(received).toStrictEqual([2, 12, 22].map((second, k) => ({ jobId: id, url, attempt: k + 1, postedAt: second * 1_000, payload })));
    expect(happened(tested)).toStrictEqual(['Posted 2', 'Answered 2', 'Posted 12', 'Answered 12', 'Posted 22', 'Answered 22']);
    expect(tested.events({ type: 'JobWebhookPosted' })).toMatchObject([1, 2, 3].map((attempt) => ({ attempt, payload })));
    const inputs = tested.events({ type: 'InputReceived' }).filter(({ operation }) => operation === 'reportWebhook');
    expect(inputs.map(({ request }) => request.body)).toStrictEqual([
      { attempt: 1, status: 500 },
      { attempt: 2, status: 500 },
      { attempt: 3, status: 200 },
    ]);
  });

  test('gives the same log in a rerun without the handler', async () => {
    let calls = 0;
    await using tested = worldWith(() => (++calls === 1 ? 503 : 200));
    await submit(tested);
    await tested.advance('1m');
    const again = rerun(tested.header, tested.log.entries());
    expect(divergence([...tested.log.entries()], [...again.log.entries()])).toBeUndefined();
    expect(again.fingerprint()).toBe(tested.fingerprint());
    expect(timeline(again.log.entries())).toContain('payload={"delayTime":0');
    expect(calls).toBe(2);
  });

  // biome-ignore format: a table
  test.each<[string, () => ReturnType<NonNullable<CreateWorldOptions['onWebhook']>>, number]>([
    ['nothing',                 () => undefined,                                          200],
    ['a status',                () => 404,                                                404],
    ['a promise of a status',   () => Promise.resolve(503),                               503],
    ['it much later',           () => new Promise((resolve) => setTimeout(() => resolve(201), 20)), 201],
  ])('may answer %s', async (_, onWebhook, answered) => {
    await using tested = worldWith(onWebhook);
    await submit(tested);
    await tested.advance('2s');
    expect(tested.events({ type: 'JobWebhookAnswered' })).toMatchObject([{ at: 2_000, attempt: 1, answered }]);
  });

  test('is told at once where it awaits the clock, which waits for it', async () => {
    const tested = worldWith(async () => void (await tested.advance('1s')));
    await submit(tested);
    await expect(tested.advance('5s')).rejects.toThrow(
      'onWebhook: world.advance waits until this handler has answered, and the handler awaits world.advance: let it return first, and call world.advance in the test',
    );
    expect(tested.events({ type: 'JobWebhookAnswered' })).toMatchObject([{ at: 2_000, answered: 500 }]);
    await tested.dispose();
    const later: unknown[] = [];
    await using other = worldWith(() => void other.advance({ untilIdle: true }).then((advance) => later.push(advance)));
    await submit(other);
    await other.advance('5s');
    await vi.waitFor(() => expect(later).toHaveLength(1));
  });

  // biome-ignore format: a table
  test.each<[string, () => unknown, string]>([
    ['throws',                  () => { throw new Error('expected another output'); },    'expected another output'],
    ['rejects',                 () => Promise.reject(new Error('too late')),              'too late'],
    ['returns a text',          () => 'ok',                                               'onWebhook: must return a status such as 200, or nothing; it returned "ok"'],
    ['returns no status',       () => 42,                                                 'it returned 42'],
  ])('answers 500 where its handler %s, and the test gets the error', async (_, onWebhook, words) => {
    await using tested = worldWith(onWebhook as () => number);
    await submit(tested);
    await expect(tested.advance('5s')).rejects.toThrow(words);
    expect(tested.clock.now).toBe(5_000);
    expect(tested.events({ type: 'JobWebhookAnswered' })).toMatchObject([{ at: 2_000, answered: 500 }]);
    await tested.advance('1s');
  });

  // biome-ignore format: a table
  test.each<[string, (of: () => TestWorld) => Promise<unknown>]>([
    ['never settles',           () => new Promise(() => {})],
    ['waits for a held call',   (of) => of().call.runsync({ endpoint_id: 'ep', body: { input: {} } }).orThrow()],
    ['settles too late',        () => new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 100))],
  ])('has no answer where the promise of its handler %s, and the test gets an error that says what to do', async (_, wait) => {
    const tested: TestWorld = worldWith(async ({ attempt }) => (attempt === 1 ? ((await wait(() => tested)) as number) : 200), {
      webhookTimeout: '50ms',
    });
    const { id } = await submit(tested);
    await expect(tested.advance('20s')).rejects.toThrow(
      `onWebhook: the promise for attempt 1 of the webhook of ${id} was not settled within 50 ms of real time (webhookTimeout)`,
    );
    expect(tested.events({ type: 'JobWebhookAnswered' })).toMatchObject([{ at: 2_000, attempt: 1, answered: 0 }, { at: 12_000, answered: 200 }]);
    await tested.dispose();
  });

  test('is waited for by the end of the test, but not for ever', async () => {
    const tested = worldWith(() => new Promise(() => {}), { clock: 'auto', webhookTimeout: '50ms' });
    await tested.call.runsync({ endpoint_id: 'ep', body: { input: {}, webhook: url } }).orThrow();
    await expect(tested.dispose()).rejects.toThrow('give createWorld a longer `webhookTimeout`');
  });

  test.each(['never', '0s', '25d'])('refuses to be awaited for %s', (webhookTimeout) => {
    expect(() => worldWith(() => 200, { webhookTimeout })).toThrow(
      `createWorld: webhookTimeout '${webhookTimeout}' is no duration of real time from 1ms to 24d, such as 4s`,
    );
  });

  test('may change neither the log nor the next payload', async () => {
    await using tested = worldWith(({ payload }) => {
      (payload as { input: object }).input = {};
      return 500;
    });
    await submit(tested);
    await tested.advance('30s');
    for (const event of tested.events({ type: 'JobWebhookPosted' })) expect(event.payload).toMatchObject({ input: { prompt: 'hi' } });
  });

  test('may make calls: what it submits joins the same world', async () => {
    const tested: TestWorld = worldWith(async ({ payload }) => {
      const { input } = payload as { input: { prompt: string } };
      if (input.prompt.length < 4) await submit(tested, `${input.prompt}!`);
    });
    await submit(tested);
    await tested.advance('1m');
    expect(tested.events({ type: 'JobQueued' }).map(({ at, input }) => [at, input])).toStrictEqual([
      [0, { prompt: 'hi' }],
      [2_000, { prompt: 'hi!' }],
      [4_000, { prompt: 'hi!!' }],
    ]);
    await tested.dispose();
  });

  test('is answered whichever way the clock moves', async () => {
    const play = async (advance: (of: TestWorld) => Promise<unknown>) => {
      await using tested = worldWith(({ attempt }) => (attempt === 1 ? 500 : 200));
      await submit(tested);
      await advance(tested);
      return happened(tested);
    };
    const all = ['Posted 2', 'Answered 2', 'Posted 12', 'Answered 12'];
    expect(await play((world) => world.advance({ untilIdle: true }))).toStrictEqual(all);
    expect(await play((world) => world.until('job job-1 is COMPLETED'))).toStrictEqual(all.slice(0, 2));
    expect(await play((world) => world.until('job job-1 is COMPLETED', { within: '1m' }))).toStrictEqual(all.slice(0, 2));
    expect(await play((world) => world.advance({ to: '2026-01-01T00:00:02Z' }))).toStrictEqual(all.slice(0, 2));
    expect(await play((world) => world.advance({ next: true }))).toStrictEqual(all.slice(0, 2));
    await expect(play((world) => world.until('job job-1 is FAILED', { within: '1m' }))).rejects.toThrow(
      /'job job-1 is FAILED' was not met, and 1m have passed; job \S+ is COMPLETED$/,
    );
  });

  test('is answered where the clock is automatic', async () => {
    await using tested = worldWith(() => 200, { clock: 'auto' });
    await tested.call.runsync({ endpoint_id: 'ep', body: { input: {}, webhook: url } }).orThrow();
    await tested.advance('0s');
    expect(happened(tested)).toStrictEqual(['Posted 2', 'Answered 2']);
  });

  test('whose handler fails is reported at the end of the test at the latest', async () => {
    const tested = worldWith(
      () => {
        throw new Error('expected another output');
      },
      { clock: 'auto' },
    );
    await tested.call.runsync({ endpoint_id: 'ep', body: { input: {}, webhook: url } }).orThrow();
    await expect(tested.dispose()).rejects.toThrow('expected another output');
  });

  test('is handled for each of many jobs at once', async () => {
    let calls = 0;
    const endpoints = [{ id: 'ep', workers: { min: 20, max: 20 }, handler: { duration: { fixed: '2s' as const } } }];
    await using tested = worldWith(
      () => {
        calls += 1;
      },
      {
        world: { settings: { ...world.settings, endpoint: { workersMax: 20 } }, endpoints },
      },
    );
    for (let k = 0; k < 20; k++) await submit(tested);
    await tested.advance('10m');
    expect(calls).toBe(20);
    expect(tested.events({ type: 'JobWebhookAnswered' })).toHaveLength(20);
    for (const posted of tested.events({ type: 'JobWebhookPosted' }))
      expect(tested.events({ type: 'JobWebhookAnswered', entity: posted.jobId })).toMatchObject([{ at: posted.at }]);
  });

  test('is handled in a fork, too, from there on', async () => {
    let calls = 0;
    await using tested = worldWith(() => {
      calls += 1;
    });
    await submit(tested);
    await using fork = tested.fork();
    await fork.advance('5s');
    expect([calls, happened(tested), happened(fork)]).toStrictEqual([1, [], ['Posted 2', 'Answered 2']]);
  });
});

test('a webhook without a handler is simulated, as it always was', async () => {
  await using tested = worldWith(undefined);
  await submit(tested);
  await tested.advance('5s');
  expect(happened(tested)).toStrictEqual(['Sent 2']);
  expect(tested.header.definition).not.toHaveProperty('webhooks');
});
