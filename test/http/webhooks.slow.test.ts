import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Deliveries, type DeliveryOptions, deliverWebhooks } from '../../adapters/host/webhook/webhooks.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import type { Store } from '../../adapters/store/store.ts';
import { readOrigin } from '../../engine/api/queue/webhooks.ts';
import type { JobEvent } from '../../engine/cloud/job/events.ts';
import { newJob } from '../../engine/cloud/job/evolve.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import { seconds, worldStart } from '../../engine/kernel/time.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { World } from '../../engine/world/world.ts';
import { eventually } from '../support/eventually.ts';
import { served } from '../support/serving/served.ts';
import { callOf, endpointOf, eventTypes, jobIdOf, worldOf } from '../support/worlds/worlds.ts';

/** The requests that arrived, and the answer to each. */
interface Received {
  readonly path: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A receiver on a port of its own, and the requests that it got. */
const receiver = async (answer: (res: ServerResponse, count: number) => void) => {
  const received: Received[] = [];
  const server: Server = createServer(async (req, res) => {
    let text = '';
    for await (const piece of req) text += piece;
    received.push({ path: req.url, method: req.method, headers: req.headers, body: JSON.parse(text) });
    answer(res, received.length);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

const statuses =
  (...all: readonly number[]) =>
  (res: ServerResponse, count: number) => {
    res.writeHead(all[Math.min(count, all.length) - 1] ?? 200).end('thank you');
  };

type Reported = readonly [jobId: string, attempt: number, status: number];

/** Deliveries, and the outcomes that they report. */
const delivering = (options: Omit<DeliveryOptions, 'report'>) => {
  const reported: Reported[] = [];
  const deliveries: Deliveries = deliverWebhooks({ ...options, report: (...words) => reported.push(words) });
  closing.push(() => deliveries.close());
  return { deliveries, reported };
};

const changed = (event: JobEvent): StateChange => ({
  kind: 'job',
  id: event.jobId,
  event,
  seq: 1,
  at: worldStart,
  from: 'COMPLETED',
  entity: { ...newJob(event.jobId), status: 'COMPLETED' },
});
const posted = (url: string, jobId = 'job-1', attempt = 1) => changed({ type: 'JobWebhookPosted', jobId, url, attempt, payload: null });

describe('a world whose webhooks are real', () => {
  const worldWith = (origin: string, url = `${origin}/hook?a=b`) => {
    const reported: Reported[] = [];
    const deliveries = deliverWebhooks({
      allowed: [origin],
      report: (jobId, attempt, status) => {
        reported.push([jobId, attempt, status]);
        const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
        world.call({ operation: 'reportWebhook', client: { key: null, because: 'operator' }, request });
      },
    });
    closing.push(() => deliveries.close());
    const world: World = new World(worldOf({ endpoints: [endpointOf('ep-a')], webhooks: [origin] }), { onChange: deliveries.onChange });
    const jobId = jobIdOf(world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { prompt: 'hi' }, webhook: url } })));
    return { world, jobId, reported };
  };

  test('is tried again depending on its receiver, and a rerun without the receiver gives the same log', async () => {
    const { origin, received } = await receiver(statuses(500, 500, 200));
    const { world, jobId, reported } = worldWith(origin);
    world.advance({ by: seconds(1) });
    for (const [k, status] of [500, 500, 200].entries()) {
      await eventually(() => expect(reported.length).toBe(k + 1));
      expect(reported[k]).toStrictEqual([jobId, k + 1, status]);
      world.advance({ by: seconds(9) });
      expect(received.length).toBe(k + 1);
      world.advance({ by: seconds(1) });
    }
    world.advance({ by: seconds(60) });
    expect(eventTypes(world).filter((type) => type.startsWith('JobWebhook'))).toStrictEqual([
      ...['JobWebhookPosted', 'JobWebhookAnswered'],
      ...['JobWebhookPosted', 'JobWebhookAnswered'],
      ...['JobWebhookPosted', 'JobWebhookAnswered'],
    ]);
    const tries = [...world.log.entries()].flatMap(({ at, event }) => (event.type === 'JobWebhookPosted' ? [[event.attempt, at]] : []));
    expect(tries).toStrictEqual([
      [1, 1_000],
      [2, 11_000],
      [3, 21_000],
    ]);
    expect(received.length).toBe(3);
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
    expect(received.length).toBe(3);
  });

  test('posts the job as it ended, with what was submitted, as the platform does', async () => {
    const { origin, received } = await receiver(statuses(200));
    const { world, jobId } = worldWith(origin);
    world.advance({ by: seconds(1) });
    await eventually(() => expect(received.length).toBe(1));
    expect(received[0]).toMatchObject({ path: '/hook?a=b', method: 'POST' });
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Go-http-client/2.0' });
    expect(received[0]?.body).toStrictEqual({
      id: jobId,
      status: 'COMPLETED',
      delayTime: 0,
      executionTime: 1_000,
      output: { prompt: 'hi' },
      workerId: 'ep-a-w1',
      input: { prompt: 'hi' },
      webhook: `${origin}/hook?a=b`,
    });
  });

  test('simulates the receivers of all other origins', async () => {
    const { origin, received } = await receiver(statuses(200));
    const { world } = worldWith(origin, 'https://example.com/hook');
    world.advance({ by: seconds(1) });
    expect(eventTypes(world)).toContain('JobWebhookSent');
    await new Promise((later) => setTimeout(later, 20));
    expect(received).toStrictEqual([]);
  });

  test('posts nothing again when it is served again while its next try is not due yet', async () => {
    const { origin } = await receiver(statuses(500));
    const { world, reported } = worldWith(origin);
    world.advance({ by: seconds(1) });
    await eventually(() => expect(reported.length).toBe(1));
    const posts: number[] = [];
    const later: DeliveryOptions['receiver'] = ({ attempt }) => {
      posts.push(attempt);
      return Promise.resolve(200);
    };
    const { deliveries } = delivering({ allowed: [origin], receiver: later });
    deliveries.takeUp(world);
    expect(posts).toStrictEqual([]);
  });

  test('knows nothing of reports that it does not await', async () => {
    const { origin } = await receiver(statuses(200));
    const { world, jobId, reported } = worldWith(origin);
    world.advance({ by: seconds(1) });
    await eventually(() => expect(reported.length).toBe(1));
    const again = (job_id: string, body: { readonly attempt: number; readonly status: number }) => {
      const reply = world.call({
        operation: 'reportWebhook',
        client: { key: null, because: 'operator' },
        request: { params: { job_id }, query: {}, body },
      });
      return 'answer' in reply ? [reply.answer.status, reply.answer.rule] : [];
    };
    expect(again(jobId, { attempt: 1, status: 500 })).toStrictEqual([409, 'webhook.delivery']);
    expect(again('nowhere', { attempt: 1, status: 500 })).toStrictEqual([404, 'job.expired']);
    expect(again(jobId, { attempt: 0, status: 7 })).toStrictEqual([422, 'errors.validation']);
  });
});

describe('a webhook', () => {
  test('is not followed where the receiver redirects it', async () => {
    const elsewhere = await receiver(statuses(200));
    const { origin } = await receiver((res) => res.writeHead(307, { location: `${elsewhere.origin}/hook` }).end());
    const { deliveries, reported } = delivering({ allowed: [origin, elsewhere.origin] });
    deliveries.onChange(posted(`${origin}/hook`));
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 307]]));
    expect(elsewhere.received).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['of another origin',           (origin: string) => origin.replace('127.0.0.1', 'localhost')],
    ['of another scheme',           (origin: string) => origin.replace('http:', 'https:')],
    ['of another port',             (origin: string) => `${origin.slice(0, -1)}${(Number(origin.at(-1)) + 1) % 10}`],
    ['that only begins like it',    (origin: string) => `${origin}@example.com/`],
    ['that is no address',          () => 'no address'],
  ])('%s is not posted, and counts as unanswered', async (_, urlOf) => {
    const { origin, received } = await receiver(statuses(200));
    const { deliveries, reported } = delivering({ allowed: [origin] });
    deliveries.onChange(posted(urlOf(origin)));
    expect(reported).toStrictEqual([]);
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 0]]));
    expect(received).toStrictEqual([]);
  });

  test('is not posted where the engine finds no origin in its address', async () => {
    const { origin, received } = await receiver(statuses(200));
    const withCredentials = origin.replace('//', '//user:password@');
    expect(readOrigin(withCredentials)).toBeUndefined();
    const { deliveries, reported } = delivering({ allowed: [origin, withCredentials] });
    deliveries.onChange(posted(`${withCredentials}/hook`));
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 0]]));
    expect(received).toStrictEqual([]);
  });

  test('that takes too long counts as unanswered', async () => {
    const { origin, received } = await receiver(() => {});
    const { deliveries, reported } = delivering({ allowed: [origin], timeoutMs: 50 });
    deliveries.onChange(posted(origin));
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 0]]));
    expect(received.length).toBe(1);
  });

  test('that has no receiver counts as unanswered', async () => {
    const { deliveries, reported } = delivering({ allowed: ['http://127.0.0.1:1'] });
    deliveries.onChange(posted('http://127.0.0.1:1/hook'));
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 0]]));
  });

  test('needs only the status of the answer, however long the body continues', async () => {
    const { origin } = await receiver((res) => res.writeHead(202).write('and so on'));
    const { deliveries, reported } = delivering({ allowed: [origin] });
    deliveries.onChange(posted(origin));
    await eventually(() => expect(reported).toStrictEqual([['job-1', 1, 202]]));
    await deliveries.close();
  });

  test('waits in line while enough are on their way', async () => {
    const answers: (() => void)[] = [];
    const { origin, received } = await receiver((res) => answers.push(() => res.writeHead(200).end()));
    const { deliveries, reported } = delivering({ allowed: [origin], atOnce: 2 });
    for (const k of [1, 2, 3, 4, 5]) deliveries.onChange(posted(`${origin}/${k}`, `job-${k}`));
    const underway = () => received.length - reported.length;
    for (const k of [1, 2, 3, 4, 5]) {
      await eventually(() => expect(received.length).toBeGreaterThanOrEqual(k));
      await new Promise((later) => setTimeout(later, 10));
      expect(underway()).toBeLessThanOrEqual(2);
      answers.shift()?.();
      await eventually(() => expect(reported.length).toBe(k));
    }
    // The first two may arrive in any order; each of the others starts when one before it ends.
    expect(received.map(({ path }) => path).slice(2)).toStrictEqual(['/3', '/4', '/5']);
  });

  test('counts as unanswered where too many wait already', async () => {
    const { origin } = await receiver(() => {});
    const { deliveries, reported } = delivering({ allowed: [origin], atOnce: 1 });
    for (let k = 1; k <= 10_002; k++) deliveries.onChange(posted(origin, `job-${k}`));
    expect(reported).toStrictEqual([]);
    await eventually(() => expect(reported).toStrictEqual([['job-10002', 1, 0]]));
  });

  test('of a job that was retried, or is purged, arrives; its outcome is not reported', async () => {
    const answers: (() => void)[] = [];
    const { origin, received } = await receiver((res) => answers.push(() => res.writeHead(500).end()));
    const { deliveries, reported } = delivering({ allowed: [origin], atOnce: 2 });
    for (const jobId of ['job-1', 'job-2', 'job-3']) deliveries.onChange(posted(origin, jobId));
    deliveries.onChange(changed({ type: 'JobRetried', jobId: 'job-1' }));
    deliveries.onChange(changed({ type: 'JobExpired', jobId: 'job-3', reason: 'retention', workerId: null }));
    deliveries.onChange(posted(origin, 'job-1'));
    for (const k of [1, 2, 3, 4]) {
      await eventually(() => expect(received.length).toBeGreaterThanOrEqual(k));
      answers.shift()?.();
    }
    await eventually(() => expect(reported.length).toBe(2));
    expect(reported).toStrictEqual([
      ['job-2', 1, 500],
      ['job-1', 1, 500],
    ]);
  });

  test('is posted once its event is durable; if the job was retried meanwhile, nothing is reported', async () => {
    const { origin, received } = await receiver(statuses(200));
    const keep: (() => void)[] = [];
    const { deliveries, reported } = delivering({ allowed: [origin], onceKept: (then) => keep.push(then) });
    for (const jobId of ['job-1', 'job-2']) deliveries.onChange(posted(origin, jobId));
    deliveries.onChange(changed({ type: 'JobRetried', jobId: 'job-1' } as JobEvent));
    expect([keep.length, received.length]).toStrictEqual([2, 0]);
    for (const then of keep) then();
    await eventually(() => expect(reported).toStrictEqual([['job-2', 1, 200]]));
    expect(received.length).toBe(2);
  });

  test('does not crash where the world refuses its report', async () => {
    const { origin, received } = await receiver(statuses(200));
    const deliveries = deliverWebhooks({
      allowed: [origin],
      atOnce: 1,
      report: () => {
        throw new Error('this world has stopped');
      },
    });
    closing.push(() => deliveries.close());
    for (const jobId of ['job-1', 'job-2']) deliveries.onChange(posted(origin, jobId));
    await eventually(() => expect(received.length).toBe(2));
  });
});

describe('when a server closes', () => {
  test('pending posts are cancelled, waiting ones are not sent, and neither is reported', async () => {
    const { origin, received } = await receiver(() => {});
    const { deliveries, reported } = delivering({ allowed: [origin], atOnce: 1 });
    for (const jobId of ['job-1', 'job-2']) deliveries.onChange(posted(origin, jobId));
    await eventually(() => expect(received.length).toBe(1));
    await deliveries.close();
    deliveries.onChange(posted(origin, 'job-3'));
    await new Promise((later) => setTimeout(later, 20));
    expect(received.length).toBe(1);
    expect(reported).toStrictEqual([]);
  });
});

describe('a served world whose webhooks are real', () => {
  const definitionFor = (origin: string) => ({
    ...worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }),
    webhooks: [origin],
  });

  test('posts them, and tries again for as long as the rulebook says', async () => {
    const { origin, received } = await receiver(statuses(500, 500, 200));
    await using server = await served({ definition: definitionFor(origin) });
    const { body } = await server.post('/v2/ep-a/run', { input: { a: 1 }, webhook: `${origin}/hook` });
    await server.advance({ by: '60s' });
    for (const count of [1, 2, 3]) {
      await server.until(() => received.length === count, `${count} were posted`);
      await server.until(
        () => eventTypes(server.world).filter((type) => type === 'JobWebhookAnswered').length === count,
        'the answer is known',
      );
      await server.advance({ by: '10s' });
    }
    expect(received.map(({ path }) => path)).toStrictEqual(['/hook', '/hook', '/hook']);
    expect(received[2]?.body).toMatchObject({ id: body.id, status: 'COMPLETED', input: { a: 1 } });
    expect(rerun(server.world.header, server.world.log.entries()).fingerprint()).toBe(server.world.fingerprint());
  });

  test('posts webhooks again that were pending when it was stopped', async () => {
    const { origin, received } = await receiver((res, count) => {
      // The first gets no answer: its server has stopped by then.
      if (count > 1) res.writeHead(200).end();
    });
    const store = memoryStore();
    // A store that outlives its server, as a folder does.
    const kept = {
      ...store,
      worlds: () => store.worlds(),
      create: store.create.bind(store),
      open: store.open.bind(store),
      close: async () => {},
    } as Store;
    {
      await using first = await served({ definition: definitionFor(origin), store: kept });
      await first.post('/v2/ep-a/run', { input: {}, webhook: `${origin}/hook` });
      await first.advance({ by: '60s' });
      await first.until(() => received.length === 1, 'it was posted');
    }
    await using again = await served({ store: kept });
    await again.until(() => eventTypes(again.world).includes('JobWebhookAnswered'), 'it is answered');
    expect(received).toHaveLength(2);
  });
});
