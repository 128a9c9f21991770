import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../../engine/kernel/time.ts';
import { EventStream } from '../../support/serving/eventStream.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const clock = { clock: 'auto' } as const;
const definition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: seconds(90) } })],
});
const pod = { name: 'p', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } };

const opened = (server: Served, path: string): Promise<EventStream> =>
  EventStream.open(`${server.url}${path}`, { authorization: `Bearer ${server.apiKey}` });

const linesOf = ({ events }: EventStream): readonly string[] => events.map(({ data }) => data.line);

/** Longer than time takes to run on for a stream. */
const whileNothingComes = () => pause(300);

describe('under an automatic clock, a client that does nothing but read a log', () => {
  test('reads on until its pod is up, and then no time passes', async () => {
    await using server = await served({ definition, clock });
    const { id } = (await server.post('/v2/pods', pod)).body;
    const stream = await opened(server, `/v2/pods/${id}/logs`);
    await stream.until(5);
    expect(linesOf(stream)).toStrictEqual([
      'create container an-image',
      'pull image an-image',
      'start container for an-image: begin',
      'Pod Started',
      'Start script(s) finished, pod is ready to use.',
    ]);
    const { now, log } = server.world;
    const entries = log.length;
    await whileNothingComes();
    expect([server.world.now, server.world.log.length]).toStrictEqual([now, entries]);
    stream.leave();
  });

  test('reads on after another call has set its pod in motion', async () => {
    await using server = await served({ definition, clock });
    const { id } = (await server.post('/v2/pods', pod)).body;
    const stream = await opened(server, `/v2/pods/${id}/logs`);
    await stream.until(5);
    await server.post(`/v2/pods/${id}/action`, { action: 'restart' });
    await stream.until(9);
    expect(linesOf(stream).slice(5)).toContain('start container for an-image: begin');
    stream.leave();
  });

  test('reads the end of the job that its worker runs', async () => {
    await using server = await served({ definition, clock });
    await server.advance({ by: '5m' });
    const [worker] = (await server.get('/v2/serverless/ep-a/workers')).body.workers;
    const job = (await server.post('/v2/ep-a/run', { input: {} })).body;
    const stream = await opened(server, `/v2/serverless/ep-a/workers/${worker.id}/logs`);
    await stream.until(linesOf(stream).length + 5);
    expect(linesOf(stream).at(-1)).toBe(`job ${job.id} finished in 1m30s`);
    expect(server.world.now).toBe(minutes(5) + seconds(90));
    stream.leave();
  });

  test('reads on until its pod can be reached, and no further, whatever else is on its way', async () => {
    const settings = { pod: { pullIn: 'RUNNING', reach: seconds(30) } } as const;
    await using server = await served({ definition: { ...definition, settings }, clock });
    await server.post('/v2/ep-a/run', { input: {}, policy: { ttl: 86_400_000 } });
    const { id } = (await server.post('/v2/pods', pod)).body;
    const stream = await opened(server, `/v2/pods/${id}/logs`);
    await stream.until(5);
    await whileNothingComes();
    expect(linesOf(stream).at(-1)).toBe('Start script(s) finished, pod is ready to use.');
    expect(server.world.now).toBeLessThan(seconds(90));
    stream.leave();
  });
});

test('a worker that crashes for ever carries no world away: time stands still until there is another call', async () => {
  await using server = await served({
    definition: worldOf({
      settings: { job: { retriesMax: 1_000_000 }, worker: { crashLoop: 1_000_000 } },
      endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 1_000 }, outcomes: ['crash'] })],
    }),
    clock,
  });
  await server.advance({ by: '5m' });
  const [worker] = (await server.get('/v2/serverless/ep-a/workers')).body.workers;
  const { id } = (await server.post('/v2/ep-a/run', { input: {} })).body;
  const stream = await opened(server, `/v2/serverless/ep-a/workers/${worker.id}/logs`);
  const still = await standsStill(server);
  expect(still).toBeGreaterThan(minutes(10));
  expect(still).toBeLessThan(minutes(120));
  await server.get(`/v2/ep-a/status/${id}`);
  expect(await standsStill(server)).toBeGreaterThan(still + minutes(5));
  stream.leave();
});

/** The virtual time at which a world stands still. */
const standsStill = async ({ world }: Served): Promise<number> => {
  for (;;) {
    const { now } = world;
    await whileNothingComes();
    if (world.now === now) return now;
  }
};

test('under a manual clock no time runs for a stream', async () => {
  await using server = await served({ definition, clock: { clock: 'manual' } });
  const { id } = (await server.post('/v2/pods', pod)).body;
  const stream = await opened(server, `/v2/pods/${id}/logs`);
  await whileNothingComes();
  expect([server.world.now, linesOf(stream)]).toStrictEqual([0, []]);
  stream.leave();
});
