import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import type { ClockPolicy } from '../../../engine/cloud/input.ts';
import { computeFingerprint } from '../../../engine/kernel/log.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { recordScenario } from '../../../engine/scenario/recording/record.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import type { World } from '../../../engine/world/world.ts';
import { HandWall } from '../../support/handWall.ts';
import { type SdkEndpoint, sdkEndpoint } from '../../support/serving/sdk.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, eventTypes, worldOf } from '../../support/worlds/worlds.ts';

const seconds = (s: number): HandlerSpec['duration'] => ({ kind: 'fixed', ms: s * 1_000 });

/** One worker each, so that jobs queue behind each other. */
const alone = { workers: { min: 1, max: 1 }, timeout: 3_600_000 };

const definition = worldOf({
  endpoints: [
    endpointOf('ep-quick', alone, { duration: seconds(5) }),
    endpointOf('ep-minutes', alone, { duration: seconds(240), output: 'at last' }),
    endpointOf('ep-hour', alone, { duration: seconds(3_000) }),
    endpointOf('ep-fails', alone, { duration: seconds(5), outcomes: ['fail'], error: 'no more memory' }),
    endpointOf('ep-streams', alone, { duration: seconds(8), chunks: { outputs: ['a', 'b', 'c'], metrics: { tokens: 1 } } }),
  ],
});

/**
 * Lets 10 s pass after each answer to the SDK, and again and again while a call of it waits: not while it prepares the next call, because a
 * result may be gone before that comes, and how long the SDK takes for it depends on the machine.
 */
const moving = (server: Served, move: () => unknown, answersOf: (moves: number) => number): AsyncDisposable => {
  let stopped = false;
  const ended = (async () => {
    for (let [moves, seen] = [0, 0]; !stopped; ) {
      const answered = server.hearing.heard - answersOf(moves);
      if (answered > seen || server.default.stats.waiting > 0) {
        seen = answered;
        moves += 1;
        await move();
      }
      await new Promise((later) => setTimeout(later, 2));
    }
  })();
  return {
    [Symbol.asyncDispose]: () => {
      stopped = true;
      return ended;
    },
  };
};

/** Moves a manual clock over the control plane, whose answers are not the SDK's. */
const byHand = (server: Served) =>
  moving(
    server,
    () => server.advance({ by: '10s' }),
    (moves) => moves,
  );

const byWall = (server: Served, wall: HandWall) =>
  moving(
    server,
    () => wall.pass(10),
    () => 0,
  );

const noMover: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** A rerun of a session gives the same log, whatever moved its clock; so does the scenario recorded from it. */
const expectToRerun = ({ header, log }: World): void => {
  const entries = [...log.entries()];
  const fingerprint = computeFingerprint(header, entries);
  expect(rerun(header, entries).fingerprint()).toBe(fingerprint);
  const scenario = recordScenario('session.scenario.yaml', header, entries);
  if (isLeft(scenario)) throw new Error(scenario.left);
  const { failures, world } = play(scenario.right);
  expect(failures).toStrictEqual([]);
  expect(world.fingerprint()).toBe(fingerprint);
};

// biome-ignore format: a table
const policies: readonly (readonly [name: string, clock: ClockPolicy, mover: (server: Served, wall: HandWall) => AsyncDisposable])[] = [
  ['a fast realtime clock',                { clock: 'realtime', speed: 1_000 }, byWall],
  ['a manual clock that is moved',         { clock: 'manual' },                 byHand],
  ['an automatic clock',                   { clock: 'auto' },                   () => noMover],
];

describe.each(policies)('under %s, the official SDK', (_, clock, mover) => {
  /** Runs a session with a server, an endpoint as the SDK shows it, and a mover of the clock where the clock needs one. */
  const using = async (endpointId: string, session: (endpoint: SdkEndpoint, server: Served) => Promise<void>): Promise<void> => {
    const wall = new HandWall();
    await using server = await served({ definition, clock, wall });
    await using _moving = mover(server, wall);
    await session(sdkEndpoint(server, endpointId), server);
    expect(server.hearing.heard).toBeGreaterThan(0);
    expectToRerun(server.world);
  };

  test('runs a job, and polls its status until it has ended', () =>
    using('ep-quick', async (endpoint) => {
      const { id, status } = await endpoint.run({ input: { prompt: 'hi' } });
      expect(status).toBe('IN_QUEUE');
      const seen = await polled(endpoint, id);
      expect(seen.at(-1)).toStrictEqual({
        id,
        status: 'COMPLETED',
        output: { prompt: 'hi' },
        delayTime: 0,
        executionTime: 5_000,
        workerId: 'ep-quick-w1',
        started: true,
        completed: true,
        succeeded: true,
      });
      for (const { status: before, completed } of seen.slice(0, -1)) {
        expect(['IN_QUEUE', 'IN_PROGRESS']).toContain(before);
        expect(completed).toBe(false);
      }
    }));

  test('runs a job and waits for its result', () =>
    using('ep-quick', async (endpoint) => {
      const result = await endpoint.runSync({ input: { prompt: 'hi' } });
      expect(result).toMatchObject({ status: 'COMPLETED', output: { prompt: 'hi' }, executionTime: 5_000 });
      expect(result).toMatchObject({ started: true, completed: true, succeeded: true });
      expect(result.id).toMatch(/^sync-[0-9a-f-]{36}-u1$/);
    }));

  test('keeps polling for a result that takes longer than one call may wait', () =>
    using('ep-minutes', async (endpoint) => {
      const result = await endpoint.runSync({ input: {} });
      expect(result).toMatchObject({ status: 'COMPLETED', output: 'at last', executionTime: 240_000, completed: true });
    }));

  test('waits for a job that was run before', () =>
    using('ep-quick', async (endpoint) => {
      const { id } = await endpoint.run({ input: { prompt: 'hi' } });
      expect(await endpoint.statusSync(id)).toMatchObject({ id, status: 'COMPLETED', output: { prompt: 'hi' }, succeeded: true });
      expect(await endpoint.statusSync(id)).toMatchObject({ id, status: 'COMPLETED' });
    }));

  test('gets the error of a job that fails', () =>
    using('ep-fails', async (endpoint) => {
      const result = await endpoint.runSync({ input: {} });
      expect(result).toMatchObject({ status: 'FAILED', error: 'no more memory', completed: true, succeeded: false });
      const { id } = await endpoint.run({ input: {} });
      expect((await polled(endpoint, id)).at(-1)).toMatchObject({ status: 'FAILED', completed: true, succeeded: false });
    }));

  test('streams partial output, each piece once and in order', () =>
    using('ep-streams', async (endpoint) => {
      const { id } = await endpoint.run({ input: {} });
      const pieces: unknown[] = [];
      for await (const piece of endpoint.stream(id)) pieces.push(piece);
      expect(pieces).toStrictEqual(['a', 'b', 'c'].map((output) => ({ output, metrics: { tokens: 1 } })));
      for await (const piece of endpoint.stream(id)) pieces.push(piece);
      expect(pieces).toHaveLength(3);
    }));

  test('streams nothing of a job whose handler does not stream', () =>
    using('ep-quick', async (endpoint) => {
      const { id } = await endpoint.run({ input: {} });
      for await (const piece of endpoint.stream(id)) expect.unreachable(`it streamed ${JSON.stringify(piece)}`);
      expect(await endpoint.status(id)).toMatchObject({ status: 'COMPLETED' });
    }));

  test('cancels a job that runs, and one that waits', () =>
    using('ep-hour', async (endpoint) => {
      const [running, waiting] = [await endpoint.run({ input: {} }), await endpoint.run({ input: {} })];
      for (const { id } of [waiting, running]) {
        expect(await endpoint.cancel(id)).toStrictEqual({ id, status: 'CANCELLED' });
        expect(await endpoint.status(id)).toMatchObject({ id, status: 'CANCELLED', completed: true, succeeded: false });
      }
    }));

  test('reads the health of an endpoint', () =>
    using('ep-hour', async (endpoint) => {
      for (let k = 0; k < 3; k++) await endpoint.run({ input: { k } });
      const { jobs, workers } = await endpoint.health();
      expect(jobs).toStrictEqual({ completed: 0, failed: 0, inProgress: 1, inQueue: 2, retried: 0 });
      expect(workers).toMatchObject({ idle: 0, running: 1, initializing: 0, throttled: 0 });
    }));

  test('purges a queue', () =>
    using('ep-hour', async (endpoint) => {
      for (let k = 0; k < 3; k++) await endpoint.run({ input: { k } });
      expect(await endpoint.purgeQueue()).toStrictEqual({ removed: 2, status: 'completed' });
      expect((await endpoint.health()).jobs).toMatchObject({ inProgress: 1, inQueue: 0 });
    }));

  test('is refused in a way that it understands', () =>
    using('ep-quick', async (endpoint, server) => {
      const stranger = sdkEndpoint(server, 'ep-quick', 'no-such-key');
      const nowhere = sdkEndpoint(server, 'ep-nowhere');
      expect(await refusal(stranger.run({ input: {} }))).toMatchObject({
        status: 401,
        title: 'Unauthorized',
        detail: expect.stringContaining('unknown API key'),
      });
      expect(await refusal(stranger.runSync({ input: {} }))).toMatchObject({ status: 401 });
      expect(await refusal(stranger.health())).toMatchObject({ status: 401 });
      expect(await refusal(nowhere.run({ input: {} }))).toMatchObject({
        status: 404,
        detail: expect.stringContaining('endpoint not found: this account has '),
      });
      expect(await refusal(endpoint.status('no-such-job'))).toMatchObject({
        status: 404,
        detail: 'job not found: it was never here, or has expired; its id is what run answers',
      });
      expect(await refusal(endpoint.statusSync('no-such-job'))).toMatchObject({ status: 404 });
      expect(await refusal(endpoint.stream('no-such-job').next())).toMatchObject({ status: 404 });
      expect(await refusal(endpoint.cancel('no-such-job'))).toMatchObject({ status: 404 });
      expect(await refusal(endpoint.run({ input: 'not an object' }))).toMatchObject({
        status: 422,
        errors: [expect.stringContaining('input')],
      });
    }));
});

test('under an automatic clock an hour of virtual time takes the SDK no more calls than its own waits need', async () => {
  await using server = await served({ definition, clock: { clock: 'auto' } });
  const { completed } = (await sdkEndpoint(server, 'ep-hour').runSync({ input: {} })) as { readonly completed?: boolean };
  expect([completed, server.world.now]).toStrictEqual([true, 3_000_000]);
  // Each call waits 90 s of virtual time.
  expect(eventTypes(server.world).filter((type) => type === 'InputReceived')).toHaveLength(Math.ceil(3_000 / 90));
});

/** Polls the status of a job until it has ended, and returns every answer. */
const polled = async (
  endpoint: SdkEndpoint,
  id: string,
): Promise<(Awaited<ReturnType<SdkEndpoint['status']>> & { completed?: boolean })[]> => {
  const seen: (Awaited<ReturnType<SdkEndpoint['status']>> & { completed?: boolean })[] = [];
  for (let times = 0; times < 1_000 && seen.at(-1)?.completed !== true; times++) {
    seen.push(await endpoint.status(id));
    await new Promise((later) => setTimeout(later, 1));
  }
  return seen;
};

/** The problem document that the SDK's error carries. */
const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => undefined,
    (thrown: { readonly response?: { readonly data: unknown } }) => thrown,
  );
  return error?.response?.data;
};
