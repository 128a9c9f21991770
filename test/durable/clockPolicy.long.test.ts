import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import type { ClockPolicy } from '../../engine/cloud/input.ts';
import { Folder } from '../support/folder.ts';
import { type Served, served } from '../support/serving/served.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';
import { keptIn } from './killing.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });

/** What a server is started with that is not told otherwise: another policy than those of its worlds. */
const another: ClockPolicy = { clock: 'realtime', speed: 6 };

const open = async (path: string, clock: ClockPolicy = another): Promise<Served> =>
  served({ definition, clock, store: await openFileStore(path) });

const clockOf = async (server: Served, world = '') => {
  const { policy, now } = (await server.get(`${world}/_podsim/v1/clock`)).body;
  return { policy, now };
};

const policiesIn = async (path: string): Promise<readonly ClockPolicy[]> =>
  (await keptIn(path)).entries.flatMap(({ event }) => (event.type === 'ClockPolicySet' ? [event.policy] : []));

const snapshotsIn = (path: string): readonly string[] =>
  readdirSync(join(path, 'default'))
    .filter((name) => name.startsWith('snapshot'))
    .map((name) => join(path, 'default', name));

/** A world with a manual clock, a minute after its start. */
const manualWorld = async (name: string): Promise<string> => {
  const path = folder.at(name);
  await using server = await open(path, { clock: 'manual' });
  await server.post('/v2/ep-a/run', { input: {} });
  await server.advance({ by: '1m' });
  return path;
};

/** What a killed server leaves behind: the disk at this moment. */
const leftOf = (path: string, name: string): string => {
  const left = folder.at(name);
  cpSync(path, left, { recursive: true, filter: (each) => !each.endsWith('.lock') });
  return left;
};

describe('the clock policy of a stored world is in its log', () => {
  test('as it was when the world was made, and at each change; setting the same one again adds nothing', async () => {
    const path = folder.at('changes');
    const server = await open(path, { clock: 'manual' });
    for (const body of [{ clock: 'auto' }, { clock: 'auto' }, { clock: 'realtime', speed: 60 }, { clock: 'manual' }])
      await server.ask('PUT', '/_podsim/v1/clock/policy', { body });
    await server[Symbol.asyncDispose]();
    expect(await policiesIn(path)).toStrictEqual([
      { clock: 'manual' },
      { clock: 'auto' },
      { clock: 'realtime', speed: 60 },
      { clock: 'manual' },
    ]);
  });

  test('is in that of a fork, of a reset world, and of a world with another policy', async () => {
    const path = folder.at('others');
    const server = await open(path, { clock: 'manual' });
    await server.post('/_podsim/v1/worlds', { id: 'other', clock: { clock: 'auto' } });
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'realtime', speed: 2 } });
    await server.post('/_podsim/v1/forks', { id: 'fork', seq: 1 });
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'manual' } });
    await server.post('/_podsim/v1/reset', { seed: 'anew' });
    const left = leftOf(path, 'others left');
    await server[Symbol.asyncDispose]();
    await using again = await open(left);
    const worlds = (await again.get('/_podsim/v1/worlds')).body.worlds as { readonly id: string; readonly clock: ClockPolicy }[];
    expect(worlds.map(({ id, clock }) => [id, clock])).toStrictEqual([
      ['default', { clock: 'manual' }],
      ['fork', { clock: 'realtime', speed: 2 }],
      ['other', { clock: 'auto' }],
    ]);
  });

  test('is not said by a world in memory until it changes: its log is that of the same run without a server', async () => {
    await using server = await served({ definition, clock: { clock: 'manual' } });
    const said = () => [...server.world.log.entries()].filter(({ event }) => event.type === 'ClockPolicySet').length;
    expect(said()).toBe(0);
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'auto' } });
    expect(said()).toBe(1);
  });
});

describe('a manual clock is still manual, at the same time,', () => {
  test('without any snapshot', async () => {
    const path = await manualWorld('no snapshots');
    expect(snapshotsIn(path).length).toBeGreaterThan(0);
    for (const snapshot of snapshotsIn(path)) rmSync(snapshot);
    await using server = await open(path);
    expect(await clockOf(server)).toMatchObject({ policy: { clock: 'manual' }, now: { ms: 60_000 } });
  });

  test('whichever byte of the newest snapshot is damaged', async () => {
    const path = await manualWorld('damaged snapshot');
    const newest = snapshotsIn(path).at(-1) ?? '';
    const bytes = readFileSync(newest);
    const places = [...Array(40).keys(), ...Array.from({ length: 24 }, (_, k) => Math.floor((bytes.length * (k + 1)) / 25))];
    for (const place of places) {
      const damaged = Buffer.from(bytes);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      const copy = leftOf(path, `damaged at ${place}`);
      writeFileSync(newest.replace(path, copy), damaged);
      await using server = await open(copy);
      expect(await clockOf(server), `byte ${place}`).toMatchObject({ policy: { clock: 'manual' }, now: { ms: 60_000 } });
      rmSync(copy, { recursive: true, force: true });
    }
  });

  test('where its server was killed right after the answer to the change', async () => {
    const path = folder.at('killed');
    await using server = new ServingProcess(['serve', '--port', '0', '--data-dir', path, '--clock', 'realtime', '--speed', '6']);
    const url = await server.url();
    const headers = { 'content-type': 'application/json' };
    const set = await fetch(`${url}/_podsim/v1/clock/policy`, { method: 'PUT', headers, body: '{"clock":"manual"}' });
    expect(set.status).toBe(200);
    const { now } = (await (await fetch(`${url}/_podsim/v1/clock`)).json()) as { readonly now: unknown };
    server.signal('SIGKILL');
    await server.ended;
    expect(snapshotsIn(path)).toStrictEqual([]);
    await using again = await open(path);
    expect(await clockOf(again)).toStrictEqual({ policy: { clock: 'manual' }, now });
  });
});

test('a change of the policy happens at the time that the clock shows', async () => {
  await using server = await served({ definition, clock: { clock: 'realtime', speed: 100_000 } });
  await server.until(() => server.default.clock.arrival() > 1_000, 'time passes');
  const before = (await server.get('/_podsim/v1/clock')).body.reads.ms as number;
  await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'manual' } });
  expect((await clockOf(server)).now.ms).toBeGreaterThanOrEqual(before);
});

test('an option of the start changes the policy of the default world, also for later starts', async () => {
  const path = await manualWorld('insisted');
  for (const args of [['--clock', 'auto'], []]) {
    await using server = new ServingProcess(['serve', '--port', '0', '--data-dir', path, ...args]);
    const { policy } = (await (await fetch(`${await server.url()}/_podsim/v1/clock`)).json()) as { readonly policy: ClockPolicy };
    expect(policy).toStrictEqual({ clock: 'auto' });
    server.signal('SIGTERM');
    await server.ended;
  }
  expect(await policiesIn(path)).toStrictEqual([{ clock: 'manual' }, { clock: 'auto' }]);
});
