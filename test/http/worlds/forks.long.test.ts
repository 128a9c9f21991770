import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { Checkpoints } from '../../../adapters/host/storage/checkpoints.ts';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { openFileStore } from '../../../adapters/store/fileStore.ts';
import { defaultWorldId } from '../../../engine/control/operation.ts';
import { atOnce, finish } from '../../../engine/kernel/steps.ts';
import { later, worldStart } from '../../../engine/kernel/time.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import { World } from '../../../engine/world/world.ts';
import { Folder } from '../../support/folder.ts';
import { served } from '../../support/serving/served.ts';
import { scenariosOf } from '../../support/worlds/playing.ts';
import { endpointOf, keyOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const job = { input: { prompt: 'hi' } };
const definition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'exponential', meanMs: 5_000 } })],
});

describe('a world that is served', () => {
  test('is forked, continues beside its fork, and is compared with it', async () => {
    await using server = await served({ definition });
    for (let k = 0; k < 4; k++) {
      await server.post('/v2/ep-a/run', job);
      await server.advance({ by: '2s' });
    }
    const { status, headers, body } = await server.post('/_podsim/v1/forks', { at: '5s', id: 'branch' });
    expect([status, headers.get('location'), body.now.ms]).toStrictEqual([201, '/worlds/branch/', 5_000]);
    expect((await server.post('/worlds/branch/v2/ep-a/run', job)).status).toBe(200);
    await server.advance({ by: '1m' }, '/worlds/branch');
    await server.advance({ by: '1m' });
    const compared = await server.post('/_podsim/v1/compare', { worlds: ['default', 'branch'] });
    expect(compared.body).toMatchObject({ same: false, entities: { onlyInA: { count: 1 } } });
    const then = await server.get('/_podsim/v1/state?at=5s&kind=job');
    expect(Object.values(then.body.entities.job)).toHaveLength(3);
  });

  test('is forked with the counts of its limits, and shows every call in its journal', async () => {
    const keys = [keyOf('alice'), { ...keyOf('bob'), rateLimitExempt: false }];
    await using server = await served({ definition: { ...definition, accounts: [{ id: 'acc-a', keys }] } });
    const remaining = async (world = '') =>
      Number(/r=(\d+)/.exec((await server.get(`${world}/v2/pods`, { key: 'key-of-bob' })).headers.get('ratelimit') ?? '')?.[1]);
    expect(await remaining()).toBe(59);
    expect(await remaining()).toBe(58);
    await server.post('/_podsim/v1/forks', { id: 'branch' });
    expect([await remaining('/worlds/branch'), await remaining()]).toStrictEqual([57, 57]);
    const { requests } = (await server.get('/_podsim/v1/requests')).body;
    const shown = (requests as { seq: unknown; operation: string; status: number }[]).map((one) => [one.operation, one.status, one.seq]);
    expect(shown).toStrictEqual(Array.from({ length: 3 }, () => ['listPods', 200, null]));
    const types = (await server.get('/_podsim/v1/events')).body.events.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'CallsCounted')).toHaveLength(1);
    expect(types).not.toContain('InputReceived');
  });

  test('returns its session as a scenario that gives the same log', async () => {
    await using server = await served({ definition });
    await server.post('/v2/ep-a/run', job);
    const leaving = new AbortController();
    const waiting = server.get('/v2/ep-a/status-sync/nothing', { signal: leaving.signal });
    expect((await waiting).status).toBe(404);
    const gone = server.post('/v2/ep-a/runsync', job, { signal: leaving.signal }).catch(() => undefined);
    await server.untilWaiting(1);
    leaving.abort();
    await gone;
    await server.untilWaiting(0);
    await server.post('/v2/ep-a/run', 'no object');
    await server.advance({ by: '1m' });
    const { body } = await server.get('/_podsim/v1/scenario');
    expect(body.scenario).toContain('leave: call-1');
    const [scenario] = scenariosOf(body.scenario);
    const run = scenario && play(scenario);
    expect([run?.verdict, run?.world.fingerprint()]).toStrictEqual(['pass', server.world.fingerprint()]);
  });

  test('is asked what would be if', async () => {
    await using server = await served({ definition });
    for (let k = 0; k < 10; k++) {
      await server.post('/v2/ep-a/run', job);
      await server.advance({ by: '1s' });
    }
    const change = { act: 'setHandler', with: { endpoint: 'ep-a', body: { duration: { fixed: '100ms' } } } };
    const { status, body } = await server.post('/_podsim/v1/compare', { change, at: '3s', seeds: '1..5' });
    expect(status).toBe(200);
    expect(body.differences.find(({ metric }: { readonly metric: string }) => metric === 'delayTime.p95').high).toBeLessThan(0);
  });
});

test('a fork is stored like any other world, with its seed', async () => {
  const folder = new Folder();
  const clock = { clock: 'manual' } as const;
  const serving = new WorldHost({ clock, apiKey: '', store: await openFileStore(folder.path) });
  const { world } = serving.serve(defaultWorldId, (onChange) => new World(definition, { onChange }), clock);
  for (let k = 0; k < 3; k++) world.call(runOf('ep-a', { k }, 1_000 * k));
  const fork = finish(forkAt(world, { at: later(worldStart, 1_500) }, { seed: 'other' }));
  if (isLeft(fork)) throw new Error(fork.left);
  const hosted = serving.adoptWorld('branch', () => fork.right, clock);
  hosted.world.call(runOf('ep-a', { only: 'there' }));
  hosted.world.advance({ to: later(worldStart, 60_000) });
  const was = hosted.world.fingerprint();
  serving.close();
  await serving.release();

  const again = new WorldHost({ clock, apiKey: '', store: await openFileStore(folder.path) });
  await again.reopen();
  const reopened = again.find('branch');
  expect([reopened?.world.fingerprint(), reopened?.world.seed]).toStrictEqual([was, 'other']);
  await again.release();
});

describe('checkpoints', () => {
  test('are about ten thousand entries apart, and a fork from one equals a fork without', () => {
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 2, max: 4 } })] }));
    const checkpoints = new Checkpoints(world);
    for (let k = 0; world.log.length < 45_000; k++) {
      world.call(runOf('ep-a', { k }, 1_000 * k));
      finish(checkpoints.passing() ?? atOnce(undefined));
    }
    const seqs = [9_000, 15_000, 25_000, 39_999, world.log.length].map((seq) => finish(checkpoints.before(seq))?.seq);
    expect(seqs[0]).toBeUndefined();
    expect(seqs.slice(1).map((seq) => Math.floor((seq ?? 0) / 10_000))).toStrictEqual([1, 2, 3, 4]);
    for (const seq of [15_000, 39_999]) {
      const [short, long] = [finish(checkpoints.before(seq)), undefined].map((snapshot) => finish(forkAt(world, { seq }, { snapshot })));
      if (short === undefined || long === undefined || isLeft(short) || isLeft(long)) throw new Error('there is no such fork');
      expect(short.right.fingerprint()).toBe(long.right.fingerprint());
    }
  });

  test('are few, however long the log', () => {
    const world = new World(worldOf());
    const checkpoints = new Checkpoints(world);
    for (let k = 0; k < 400_000; k++) {
      world.advance({ by: 1 });
      finish(checkpoints.passing() ?? atOnce(undefined));
    }
    const found = new Set(Array.from({ length: 400 }, (_, k) => finish(checkpoints.before(1_000 * k))?.seq));
    expect(found.size).toBeLessThanOrEqual(17);
    expect(found.size).toBeGreaterThan(10);
  });
});
