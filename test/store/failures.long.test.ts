import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { type FileStoreOptions, openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreFull, StoreProblem, StoreUnsafe, StoreUnwritable } from '../../adapters/store/problems.ts';
import type { Store } from '../../adapters/store/store.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Folder } from '../support/folder.ts';
import { all, entries, headerFor } from './entries.ts';
import { FailingDisk } from './failingDisk.ts';

const folder = new Folder();
const header = headerFor('a');
const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

let made = 0;
const world = async (options: FileStoreOptions = {}) => {
  const path = folder.at(`store-${++made}`);
  const disk = new FailingDisk();
  const store = await openFileStore(path, { disk: disk.disk, ...options });
  stores.push(store);
  const log = await store.create('a', header);
  const file = `${path}/a/log.ndjson${options.compress === true ? '.gz' : ''}`;
  return { path, disk, store, log, file };
};

const kinds: readonly FileStoreOptions[] = [{ compress: false }, { compress: true }];

describe.each(kinds)('when a write fails, with %o', (options) => {
  // biome-ignore format: a table
  test.each<[string, (disk: FailingDisk) => void, (disk: FailingDisk) => void, typeof StoreFull | typeof StoreUnwritable, string]>([
    ['the disk becomes full',               (disk) => { disk.room = 0; },                       (disk) => { disk.room = 1e9; },         StoreFull,       'the disk is full (ENOSPC): make room, and try again'],
    ['the disk becomes full within',        (disk) => { disk.room = 70; },                      (disk) => { disk.room = 1e9; },         StoreFull,       'the disk is full (ENOSPC)'],
    ['the quota is used up',                (disk) => disk.failing.set('write', 'EDQUOT'),      (disk) => disk.failing.clear(),         StoreFull,       'the quota is used up (EDQUOT)'],
    ['the file may not grow',               (disk) => disk.failing.set('write', 'EFBIG'),       (disk) => disk.failing.clear(),         StoreFull,       'the file may not grow any longer (EFBIG)'],
    ['the file system is read-only',        (disk) => disk.failing.set('write', 'EROFS'),       (disk) => disk.failing.clear(),         StoreUnwritable, 'the file system is read-only (EROFS)'],
    ['the permission is missing',           (disk) => disk.failing.set('write', 'EACCES'),      (disk) => disk.failing.clear(),         StoreUnwritable, 'the permission is missing (EACCES)'],
    ['the disk fails',                      (disk) => disk.failing.set('write', 'EIO'),         (disk) => disk.failing.clear(),         StoreUnwritable, 'the disk fails (EIO)'],
    ['nothing can be taken back either',    (disk) => { disk.room = 70; disk.failing.set('truncate', 'EIO'); }, (disk) => { disk.room = 1e9; disk.failing.clear(); }, StoreFull, 'the disk is full (ENOSPC)'],
  ])('because %s, the log is as before, and grows again when it can', async (_, breaks, mends, problem, words) => {
    const { disk, log, file } = await world(options);
    await log.append(0, entries(1, 5));
    const before = readFileSync(file);
    breaks(disk);
    const refused = await Promise.allSettled([log.append(5, entries(6, 9)), log.append(9, entries(10, 12))]);
    for (const each of refused) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(problem) });
    expect((refused[0] as PromiseRejectedResult).reason.message).toContain(`${file}: ${words}`);
    if (!disk.failing.has('truncate')) expect(readFileSync(file).equals(before)).toBe(true);
    expect({ length: log.length, link: log.link }).toStrictEqual({ length: 5, link: computeFingerprint(header, entries(1, 5)) });
    expect(await all(log.read())).toStrictEqual(entries(1, 5));
    await expect(log.append(5, entries(6, 9))).rejects.toThrow(StoreProblem);
    mends(disk);
    await Promise.all([log.append(5, entries(6, 9, 'later')), log.append(9, entries(10, 12))]);
    const whole = [...entries(1, 5), ...entries(6, 9, 'later'), ...entries(10, 12)];
    expect(await all(log.read())).toStrictEqual(whole);
    await log.close();
    expect(readLog(file)).toStrictEqual({ header, entries: whole, fingerprint: computeFingerprint(header, whole) });
  });

  test.each(['EIO', 'ENOSPC'])('because a sync fails (%s), nothing more is acknowledged until it is opened again', async (code) => {
    const { path, disk, store, log, file } = await world(options);
    await log.append(0, entries(1, 5));
    const before = readFileSync(file);
    disk.failing.set('datasync', code);
    await expect(log.append(5, entries(6, 9))).rejects.toThrow(
      new RegExp(`may not be on the disk: .* \\(${code}\\); fix that, then start podsim again`),
    );
    expect(readFileSync(file).equals(before), 'what was refused is taken back').toBe(true);
    disk.failing.clear();
    // After a failed sync the system marks unwritten pages as clean: the next sync would succeed, and prove nothing.
    await expect(log.append(5, entries(6, 9))).rejects.toThrow(StoreUnsafe);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await all(log.read())).toStrictEqual(entries(1, 5));
    await expect(store.close()).rejects.toThrow('start podsim again');
    const again = await openFileStore(path);
    stores.splice(stores.indexOf(store), 1, again);
    const opened = await again.open('a');
    await opened.append(5, entries(6, 9, 'later'));
    expect(await all(opened.read())).toStrictEqual([...entries(1, 5), ...entries(6, 9, 'later')]);
  });

  test('because a sync fails, the world can still be dropped', async () => {
    const { disk, store, log } = await world(options);
    disk.failing.set('datasync', 'EIO');
    await expect(log.append(0, entries(1, 5))).rejects.toThrow(StoreUnsafe);
    disk.failing.clear();
    await store.drop('a');
    expect(await store.worlds()).toStrictEqual([]);
  });

  test('because files cannot be removed, the log grows, keeps its snapshots, and releases the directory', async () => {
    const { path, disk, store, log } = await world({ ...options, snapshotsMax: 2 });
    disk.failing.set('rm', 'EACCES');
    for (const seq of [1, 2, 3]) {
      await log.append(seq - 1, entries(seq, seq));
      await log.saveSnapshot(seq, Uint8Array.of(seq));
    }
    expect(await log.snapshots()).toStrictEqual([1, 3]);
    await store.close();
    // The remaining lock file names this process, which is alive.
    rmSync(`${path}/.lock`, { recursive: true });
    const again = await openFileStore(path, { disk: disk.disk });
    stores.splice(stores.indexOf(store), 1, again);
    expect((await (await again.open('a')).snapshot())?.seq).toBe(3);
  });

  test('an opened log is synced before it is used: its process may have been killed before its own sync', async () => {
    const { path, log, disk, store } = await world({ ...options, sync: 'never' });
    await log.append(0, entries(1, 5));
    await store.close();
    disk.asked.length = 0;
    const again = await openFileStore(path, { disk: disk.disk });
    stores.splice(stores.indexOf(store), 1, again);
    expect((await again.open('a')).length).toBe(5);
    expect(disk.asked.map((words) => words.split(' ')[0])).toStrictEqual(['write', 'datasync', 'write']);
  });

  test('with any amount of room, no batch is written in part', async () => {
    const { disk, log, file } = await world(options);
    await log.append(0, entries(1, 2));
    const before = readFileSync(file);
    disk.asked.length = 0;
    disk.room = 0;
    await expect(log.append(2, entries(3, 5))).rejects.toThrow(StoreFull);
    const needed = Number(disk.asked[0]?.split(' ')[1]);
    expect(needed).toBeGreaterThan(100);
    for (let room = 1; room < needed; room += 13) {
      disk.room = room;
      await expect(log.append(2, entries(3, 5))).rejects.toThrow(StoreFull);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
    disk.room = needed;
    await log.append(2, entries(3, 5));
    expect(await all(log.read())).toStrictEqual(entries(1, 5));
  });

  test('a snapshot is refused alone, and a world is not made by halves', async () => {
    const { path, disk, store, log } = await world(options);
    await log.append(0, entries(1, 5));
    mkdirSync(`${path}/a/snapshot-5.bin/x`, { recursive: true });
    await expect(log.saveSnapshot(5, Uint8Array.of(5))).rejects.toThrow(StoreUnwritable);
    disk.room = 5;
    const [snapshot, appended] = await Promise.allSettled([log.saveSnapshot(5, Uint8Array.of(5)), log.append(5, [])]);
    expect([snapshot?.status, appended?.status]).toStrictEqual(['rejected', 'fulfilled']);
    disk.room = 1e9;
    await log.append(5, entries(6, 7));
    expect(await log.snapshots()).toStrictEqual([]);
    expect(await store.worlds()).toStrictEqual(['a']);
  });

  test('a log can be closed on a full disk', async () => {
    const { path, disk, log, store } = await world(options);
    await log.append(0, entries(1, 5));
    disk.room = 0;
    await expect(log.append(5, entries(6, 6))).rejects.toThrow(StoreFull);
    await store.close();
    const again = await openFileStore(path);
    stores.push(again);
    const reopened = await again.open('a');
    expect(reopened.recovered).toBeUndefined();
    await reopened.append(5, entries(6, 7));
    expect(await all(reopened.read())).toStrictEqual(entries(1, 7));
  });
});

describe('syncs are', () => {
  test('shared by all batches that wait: one write and one sync, and then the mark of their end', async () => {
    const { disk, log } = await world();
    disk.asked.length = 0;
    await Promise.all(Array.from({ length: 64 }, (_, k) => log.append(k, entries(k + 1, k + 1))));
    expect(disk.asked.map((words) => words.split(' ')[0])).toStrictEqual(['write', 'datasync', 'write', 'write', 'datasync', 'write']);
  });

  test('done before entries are acknowledged, unless the option says otherwise', async () => {
    const { disk, log, store } = await world();
    const failing = log.append(0, entries(1, 1));
    disk.failing.set('datasync', 'EIO');
    await expect(failing).rejects.toThrow(StoreUnsafe);
    await expect(store.close()).rejects.toThrow(StoreUnsafe);
    stores.pop();
  });

  test('made afterwards by batch; behind one that fails nothing more is acknowledged, and nothing acknowledged is taken back', async () => {
    const { disk, log, store } = await world({ sync: 'batch' });
    disk.asked.length = 0;
    disk.failing.set('datasync', 'EIO');
    for (let seq = 0; seq < 5; seq++) await log.append(seq, entries(seq + 1, seq + 1));
    expect(disk.asked).not.toContain('datasync');
    await expect.poll(() => disk.asked.filter((words) => words === 'datasync')).toHaveLength(1);
    await expect(log.append(5, entries(6, 6))).rejects.toThrow(StoreUnsafe);
    disk.failing.clear();
    await expect(log.append(5, entries(6, 6))).rejects.toThrow(StoreUnsafe);
    expect(disk.asked.filter((words) => words === 'datasync')).toHaveLength(1);
    expect(await all(log.read())).toStrictEqual(entries(1, 5));
    await expect(store.close()).rejects.toThrow(StoreUnsafe);
    stores.pop();
  });

  test('made at the end by batch, and never by never', async () => {
    for (const [sync, times] of [
      ['batch', 1],
      ['never', 0],
    ] as const) {
      const { disk, log } = await world({ sync });
      disk.asked.length = 0;
      await log.append(0, entries(1, 1));
      await log.close();
      expect(disk.asked.filter((words) => words === 'datasync')).toHaveLength(times);
    }
  });
});

describe('on a real disk', () => {
  const disk = folder.at('disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync('umount', [disk]);
  });

  test.runIf(mounted)('that is full, a log reads on, and grows again when there is room', async () => {
    const store = await openFileStore(`${disk}/data`);
    stores.push(store);
    const log = await store.create('a', header);
    await log.append(0, entries(1, 10));
    writeFileSync(`${disk}/ballast`, Buffer.alloc(100_000));
    await log.saveSnapshot(10, new Uint8Array(10));
    const grown = async () => log.append(log.length, entries(log.length + 1, log.length + 10));
    await expect(
      (async () => {
        for (let round = 0; round < 1_000; round++) await grown();
      })(),
    ).rejects.toThrow(StoreFull);
    const { length } = log;
    expect(length).toBeGreaterThan(20);
    await expect(store.create('b', headerFor('b'.repeat(9_000)))).rejects.toThrow(StoreFull);
    await expect(log.saveSnapshot(length, new Uint8Array(9_000))).rejects.toThrow(StoreFull);
    expect(await store.worlds()).toStrictEqual(['a']);
    expect(await all(log.read())).toStrictEqual(entries(1, length));
    writeFileSync(`${disk}/ballast`, '');
    await grown();
    await log.close();
    const reopened = await store.open('a');
    expect(reopened.recovered).toBeUndefined();
    expect(await all(reopened.read())).toStrictEqual(entries(1, length + 10));
    expect((await reopened.snapshot())?.seq).toBe(10);
  });

  test.runIf(mounted)('that is read-only, a store says so', async () => {
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    try {
      await expect(openFileStore(`${disk}/data`)).rejects.toThrow(StoreUnwritable);
      await expect(openFileStore(`${disk}/other`)).rejects.toThrow('the file system is read-only (EROFS)');
    } finally {
      spawnSync('mount', ['-o', 'remount,rw', disk]);
    }
  });
});

describe('a data directory', () => {
  test('that is a file is refused', async () => {
    const path = folder.write('file', '');
    await expect(openFileStore(path)).rejects.toThrow(`${path}: something else is in its place (EEXIST)`);
    await expect(openFileStore(`${path}/data`)).rejects.toThrow(StoreUnwritable);
  });

  test('is rid of what was being made or dropped when a process was killed', async () => {
    const path = folder.at('swept');
    mkdirSync(`${path}/.new-0123456789ab`, { recursive: true });
    writeFileSync(`${path}/.new-0123456789ab/log.ndjson`, 'half');
    mkdirSync(`${path}/.dropped-0123456789ab/x`, { recursive: true });
    writeFileSync(`${path}/notes.txt`, 'mine');
    const store = await openFileStore(path);
    stores.push(store);
    expect(await store.worlds()).toStrictEqual([]);
    expect(readdirSync(path).sort()).toStrictEqual(['.lock', 'notes.txt']);
  });

  test('whose log has no header is refused', async () => {
    const { store, log, file } = await world();
    await log.close();
    for (const bytes of ['', '{"podsim":', 'title: x\n']) {
      writeFileSync(file, bytes);
      await expect(store.open('a')).rejects.toMatchObject({ name: 'StoreDamaged', entry: 0 });
    }
  });
});
