import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { recoverWorld } from '../../adapters/host/storage/recovery.ts';
import { encodeInSteps } from '../../adapters/host/storage/snapshotCode.ts';
import { decodeSnapshot } from '../../adapters/host/storage/snapshotRecord.ts';
import type { WorldFactory } from '../../adapters/host/storage/worldFactory.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { inspect } from '../../adapters/store/inspection.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import { sha256 } from '../../adapters/store/sha256.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { computeFingerprint, upTo } from '../../engine/kernel/log.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { rulesetDigest, writeHeader } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { snapshotForm } from '../../engine/world/snapshot.ts';
import { World } from '../../engine/world/world.ts';
import { Folder } from '../support/folder.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';
import { keptIn } from './killing.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });

const open = async (path: string): Promise<Served> => served({ definition, store: await openFileStore(path) });

/** A world as the control plane shows it. */
const picture = async (server: Served, world = '') => ({
  clock: (await server.get(`${world}/_podsim/v1/clock`)).body,
  next: (await server.get(`${world}/_podsim/v1/next?limit=1000`)).body.calendar,
  keys: (await server.get(`${world}/_podsim/v1/keys`)).body,
  info: (await server.get(`${world}/_podsim/v1/info`)).body,
});

/** A session that leaves every kind of thing behind. */
const session = async (server: Served) => {
  const { body: key } = await server.post('/_podsim/v1/keys', { name: 'ci', permissions: { pods: 'write', queue: 'write' } });
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const { body: pod } = await server.post('/v2/pods', { name: 'p', image: 'an-image', gpu });
  const jobs = [];
  for (let k = 0; k < 3; k++) jobs.push((await server.post('/v2/ep-a/run', { input: { k } })).body.id);
  await server.advance({ by: '70s' });
  for (let k = 0; k < 5; k++) await server.get('/v2/pods', { key: key.key });
  await server.post('/_podsim/v1/worlds', { id: 'other', seed: 'another', clock: { clock: 'auto' } });
  return { key: key.key as string, pod: pod.id as string, jobs: jobs as string[] };
};

describe('a world that is served again', () => {
  test.each(['stopped', 'killed'])('has the same state as when its server was %s', async (end) => {
    const path = folder.at(end);
    const server = await open(path);
    const { key, pod, jobs } = await session(server);
    const [before, other] = [await picture(server), await picture(server, '/worlds/other')];
    const limits = (await server.get('/v2/pods', { key })).headers.get('ratelimit');
    // The disk at this moment is all that a killed process leaves behind.
    const left = end === 'killed' ? folder.at('left') : path;
    if (end === 'killed') cpSync(path, left, { recursive: true, filter: (name) => !name.endsWith('.lock') });
    await server[Symbol.asyncDispose]();

    await using again = await open(left);
    // A server that is stopped first writes the count of calls that count towards limits but left no entry.
    const counted = end === 'killed' ? 0 : 1;
    expect(await picture(again)).toStrictEqual({
      ...before,
      info: { ...before.info, entries: before.info.entries + counted, fingerprint: expect.any(String) },
    });
    expect(await picture(again, '/worlds/other')).toStrictEqual(other);
    // Nothing in the log depended on the six reads before: a killed server loses them.
    expect((await again.get('/v2/pods', { key })).headers.get('ratelimit')).toBe(
      limits?.replace(/r=(\d+)/g, (_, r) => `r=${Number(r) - 1 + (end === 'killed' ? 6 : 0)}`),
    );
    expect((await again.get(`/v2/pods/${pod}`, { key })).body).toMatchObject({ id: pod, status: 'RUNNING' });
    for (const id of jobs) expect((await again.get(`/v2/ep-a/status/${id}`)).body.id).toBe(id);
  });

  test('still has its past: events, explanations, log lines', async () => {
    const path = folder.at('told');
    const first = await open(path);
    const { pod, jobs } = await session(first);
    const [explained, events] = [await first.get(`/_podsim/v1/explain/${jobs[0]}`), await first.get('/_podsim/v1/events?limit=20')];
    await first[Symbol.asyncDispose]();
    await using again = await open(path);
    expect((await again.get(`/_podsim/v1/explain/${jobs[0]}`)).body).toStrictEqual(explained.body);
    expect((await again.get('/_podsim/v1/events?limit=20')).body).toStrictEqual(events.body);
    const lines = await fetch(`${again.url}/v2/pods/${pod}/logs`, { headers: { authorization: `Bearer ${again.apiKey}` } });
    const { value } = (await lines.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('podsim');
  });

  test('names the damaged entry to a call that reads it, and continues (store.damaged)', async () => {
    const path = folder.at('damaged');
    const first = await open(path);
    const { pod } = await session(first);
    await first[Symbol.asyncDispose]();
    const log = join(path, 'default/log.ndjson');
    const lines = readFileSync(log, 'utf8').split('\n');
    // The time of an early entry was changed, so its check does not match.
    writeFileSync(log, lines.map((line, k) => (k === 3 ? line.replace('"at":0', '"at":1') : line)).join('\n'));

    await using again = await open(path);
    const { status, headers, body } = await again.get('/_podsim/v1/events');
    expect([status, headers.get('x-podsim-rule')]).toStrictEqual([500, 'store.damaged']);
    expect(body.detail).toContain('entry 2 was changed after it was written');
    // Here it is read during a call: the call fails, and the world continues.
    const told = await again.get(`/v2/pods/${pod}/logs`);
    expect([told.status, told.headers.get('x-podsim-rule')]).toStrictEqual([500, 'store.damaged']);
    expect((await again.post('/v2/ep-a/run', { input: {} })).status).toBe(200);
  });

  test('has dropped its pending calls: the job continues, and its status can be read', async () => {
    const path = folder.at('waited');
    const first = await open(path);
    const waiting = first.post('/v2/ep-a/runsync', { input: {} });
    await first.untilWaiting(1);
    await first[Symbol.asyncDispose]();
    const { status, body, headers } = await waiting;
    expect({ status, rule: headers.get('x-podsim-rule') }).toStrictEqual({ status: 503, rule: 'clock.stall' });
    expect(body.detail).toContain('stopping');
    await using again = await open(path);
    await again.advance({ by: '60s' });
    const { body: health } = await again.get('/v2/ep-a/health');
    expect(health.jobs).toMatchObject({ completed: 1 });
  });

  test('a dropped world is gone, and a reset one starts again', async () => {
    const path = folder.at('dropped');
    const first = await open(path);
    await session(first);
    await first.ask('DELETE', '/_podsim/v1/worlds/other');
    await first.post('/_podsim/v1/reset', { seed: 'anew' });
    await first[Symbol.asyncDispose]();
    await using again = await open(path);
    const { body } = await again.get('/_podsim/v1/worlds');
    expect(body.worlds.map(({ id, seed }: { id: string; seed: string }) => ({ id, seed }))).toStrictEqual([
      { id: 'default', seed: 'anew' },
    ]);
  });

  test('starts again if it was killed before its first write; other worlds do not exist then', async () => {
    const path = folder.at('never begun');
    const store = await openFileStore(path);
    for (const id of ['default', 'other']) await store.create(id, writeHeader(definition));
    await store.close();
    await using server = await open(path);
    const { body } = await server.get('/_podsim/v1/worlds');
    expect(body.worlds.map(({ id }: { readonly id: string }) => id)).toStrictEqual(['default']);
    expect((await server.post('/v2/ep-a/run', { input: {} })).status).toBe(200);
  });

  test.each([
    ['in pieces', (snapshot: unknown) => finish(encodeInSteps(snapshot, { head: rulesetDigest() }))],
    ['in one', (snapshot: unknown) => serialize(snapshot)],
  ] as const)('is made anew from its log where its snapshot is laid out as another version laid it out, %s', async (way, encoded) => {
    const path = folder.at(`another form ${way}`);
    const first = await open(path);
    await session(first);
    const before = await picture(first);
    await first[Symbol.asyncDispose]();
    const store = await openFileStore(path);
    const log = await store.open('default');
    const stored = await log.snapshot();
    const { form, ...unnumbered } = finish(decodeSnapshot(stored?.bytes ?? new Uint8Array(), rulesetDigest())) ?? {};
    expect(form).toBe(snapshotForm);
    // This version cannot use the content of the snapshot: if it read it anyway, nothing would work.
    const other = { ...unnumbered, form: snapshotForm - 1, loop: 'of another layout' };
    await log.saveSnapshot(stored?.seq ?? 0, encoded(other));
    await store.close();

    await using again = await open(path);
    expect(await picture(again)).toMatchObject({ ...before, info: { seed: before.info.seed } });
  });

  test('that was killed during an advance is as far as its stored log, and continues from there', async () => {
    const path = folder.at('midway');
    const left = folder.at('left midway');
    /** What is on the disk by then, once something of the advance is: the folder as a killed server leaves it. */
    let copyIfKept = (): void => {};
    const making: WorldFactory = (onChange) => {
      const onEach: typeof onChange = (change) => {
        onChange?.(change);
        copyIfKept();
      };
      const world = new World(definition, { onChange: onEach, sha256 });
      for (let k = 0; k < 3_000; k++) world.call(runOf('ep-a', { k }, k));
      return world;
    };
    const server = await served({ making, store: await openFileStore(path), sliceMs: 0 });
    await server.post('/v2/ep-a/run', { input: {} });
    const length = () => server.default.world.log.length;
    const [at, file] = [length() + 10, join(path, 'default/log.ndjson')];
    // The advance continues while the entries of the call are being written. Its own follow those of the call, and a batch is written in
    // pieces: what is whole on the disk is looked at again whenever the file has grown.
    let size = 0;
    copyIfKept = () => {
      if (size === statSync(file).size) return;
      size = statSync(file).size;
      if (inspect(file).saved.seq <= at) return;
      copyIfKept = () => {};
      cpSync(path, left, { recursive: true, filter: (name) => !name.endsWith('.lock') });
    };
    const going = [server.post('/v2/ep-a/run', { input: {} }), server.advance({ by: '10h' })];
    await Promise.all(going);
    await server[Symbol.asyncDispose]();

    const there = await keptIn(left);
    expect(there.length).toBeGreaterThan(at);
    await using again = await open(left);
    expect(again.default.world.now).toBe(there.entries.at(-1)?.at);
    await again.advance({ by: '10h' });
    const { header, log } = again.default.world;
    const entries = [...log.entries()];
    expect(entries.slice(0, there.length)).toStrictEqual(there.entries);
    expect([...rerun(header, entries).log.entries()], 'the log reruns').toStrictEqual(entries);
  });

  test('opens wherever its log ends: every prefix of a log is a log', async () => {
    const path = folder.at('beginnings');
    const first = await open(path);
    await session(first);
    await first[Symbol.asyncDispose]();
    const { header, entries } = await keptIn(path);
    for (let length = 1; length <= entries.length; length++) {
      const log = await memoryStore().create('a', header, entries.slice(0, length));
      const world = (await recoverWorld(log, 10))(() => undefined);
      expect([...upTo(world.log.entries(), length)], `${length} entries`).toStrictEqual(entries.slice(0, length));
      expect(computeFingerprint(header, rerun(header, world.log.entries()).log.entries()), `${length} entries`).toBe(world.fingerprint());
    }
  });

  test('continues under other rules only where they give the same log', async () => {
    const path = folder.at('rules');
    const first = await open(path);
    await session(first);
    await first[Symbol.asyncDispose]();
    const { header, entries } = await keptIn(path);
    const older = { ...header, podsim: { ...header.podsim, ruleset: 'another' } };
    const log = await memoryStore().create('a', older);
    await log.append(0, entries);
    const world = (await recoverWorld(log, 1_000))(() => undefined);
    expect(world.header).toStrictEqual(older);
    expect(world.log.length).toBe(entries.length);
    const other = await memoryStore().create('a', older);
    const last = entries.at(-1) as LogEntry<DomainEvent>;
    await other.append(0, [...entries.slice(0, -1), { ...last, cause: last.cause + 1 }]);
    const changed = await recoverWorld(other, 1_000);
    expect(() => changed(() => undefined)).toThrow(/the rules of podsim .*podsim log show/);
  });
});
