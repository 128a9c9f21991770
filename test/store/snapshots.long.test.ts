import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FileStoreOptions, openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreDamaged } from '../../adapters/store/problems.ts';
import { thinSnapshots } from '../../adapters/store/snapshotRetention.ts';
import { textOfRecovered } from '../../adapters/store/store.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Folder } from '../support/folder.ts';
import { all, entries, headerFor } from './entries.ts';
import { FailingDisk } from './failingDisk.ts';

const folder = new Folder();
const header = headerFor('a');
let made = 0;

/** A closed store with snapshots of entries 4 and 8 in a log of 10. `marked`: with the mark of its end, which logs of before do not have. */
const world = async (options: FileStoreOptions = {}, marked = true) => {
  const path = folder.at(`store-${++made}`);
  const store = await openFileStore(path, options);
  const log = await store.create('a', header);
  for (const seq of [4, 8]) {
    await log.append(log.length, entries(log.length + 1, seq));
    await log.saveSnapshot(
      seq,
      Uint8Array.from({ length: 500 }, (_, k) => k + seq),
    );
  }
  await log.append(8, entries(9, 10));
  await store.close();
  if (!marked) rmSync(`${path}/a/acknowledged`);
  const reopened = async (acceptsLoss = false) => {
    const again = await openFileStore(path, { acceptsLoss });
    const { length, link } = await again.open('a').then(async (each) => {
      const seen = { length: each.length, link: each.link, snapshot: (await each.snapshot())?.seq, seqs: await each.snapshots() };
      expect(await all(each.read())).toStrictEqual(entries(1, each.length));
      await again.close();
      return { length: seen, link: seen.link };
    });
    expect(link).toBe(computeFingerprint(header, entries(1, length.length)));
    return { length: length.length, newest: length.snapshot, seqs: length.seqs };
  };
  return {
    path,
    reopened,
    log: `${path}/a/log.ndjson${options.compress === true ? '.gz' : ''}`,
    snapshot: (seq: number) => `${path}/a/snapshot-${seq}.bin`,
  };
};

describe.each<FileStoreOptions>([{ compress: false }, { compress: true }])('with %o, a snapshot', (options) => {
  // biome-ignore format: a table
  test.each<[string, (bytes: Buffer) => Uint8Array]>([
    ['with another byte in it', (bytes) => bytes.fill(7, 700, 701)],
    ['with another head',       (bytes) => bytes.fill('2', 12, 13)],
    ['that was cut short',      (bytes) => bytes.subarray(0, -1)],
    ['that is empty',           () => Buffer.alloc(0)],
  ])('%s is passed over for the one before', async (_, change) => {
    const { reopened, snapshot } = await world(options);
    writeFileSync(snapshot(8), change(readFileSync(snapshot(8))));
    expect(await reopened()).toMatchObject({ length: 10, newest: 4 });
  });

  test('of lost entries is lost with them, whatever is appended later', async () => {
    const { path, reopened, log, snapshot } = await world(options);
    const bytes = readFileSync(snapshot(8));
    const at8 = JSON.parse(String(bytes.subarray(0, bytes.indexOf('\n')))).place.offset;
    writeFileSync(log, readFileSync(log).subarray(0, at8 - 20));
    expect(await reopened(true)).toStrictEqual({ length: 4, newest: 4, seqs: [4] });
    const store = await openFileStore(path);
    const again = await store.open('a');
    await again.append(4, entries(5, 30));
    await store.close();
    writeFileSync(snapshot(8), bytes);
    expect(await reopened()).toStrictEqual({ length: 30, newest: 4, seqs: [4] });
  });

  test('proves that entries are missing: the log is refused with their numbers, and nothing is removed', async () => {
    const { path, log, snapshot } = await world(options, false);
    const { place } = JSON.parse(readFileSync(snapshot(4), 'latin1').split('\n')[0] ?? '');
    // Cut at the end of a batch, which no reader of the log alone can notice.
    writeFileSync(log, readFileSync(log).subarray(0, place.offset));
    const before = [readFileSync(log), readFileSync(snapshot(8))];
    const store = await openFileStore(path);
    const opened = store.open('a');
    await expect(opened).rejects.toThrow(StoreDamaged);
    await expect(opened).rejects.toThrow(
      `${log}: ends after entry 4: a snapshot of entry 8 proves that there were more, and at least entries 5 to 8 are missing; nothing was removed; bring the whole log back, or give --accept-loss; podsim log repair ${log} says what can be saved`,
    );
    await store.close();
    expect([readFileSync(log), readFileSync(snapshot(8))]).toStrictEqual(before);

    const accepting = await openFileStore(path, { acceptsLoss: true });
    const again = await accepting.open('a');
    expect(textOfRecovered('a', again.recovered ?? { after: 0, entries: 0, bytes: 0 })).toBe(
      "world 'a': continues after entry 4; the loss of entries 5 to 8 at least was accepted",
    );
    expect(await again.snapshots()).toStrictEqual([4]);
    await again.append(4, entries(5, 6));
    await accepting.close();
    expect((await (await openFileStore(path)).open('a')).length).toBe(6);
  });

  test('proves that also where it is damaged itself, or the log ends within a batch', async () => {
    const { path, log, snapshot } = await world(options, false);
    const { place } = JSON.parse(readFileSync(snapshot(4), 'latin1').split('\n')[0] ?? '');
    writeFileSync(snapshot(8), '');
    const torn = readFileSync(log).subarray(0, place.offset + 30);
    writeFileSync(log, torn);
    const store = await openFileStore(path);
    await expect(store.open('a')).rejects.toThrow('at least entries 5 to 8 are missing');
    expect(readFileSync(log).equals(torn)).toBe(true);
    await store.close();
  });

  test.each(['batch', 'never'] as const)('is never there before its entries are durable, with sync %s', async (sync) => {
    const disk = new FailingDisk();
    const store = await openFileStore(folder.at(`durable-${++made}`), { ...options, sync, disk: disk.disk });
    const log = await store.create('a', header);
    await log.append(0, entries(1, 5));
    disk.asked.length = 0;
    await log.saveSnapshot(5, Uint8Array.of(1));
    const first = disk.asked.indexOf('datasync');
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(disk.asked.indexOf('sync'));
    await store.close();
  });

  test('of another world is not taken for one of this', async () => {
    const [one, other] = [await world(options), await world(options)];
    const store = await openFileStore(other.path);
    await store.drop('a');
    const log = await store.create('a', headerFor('another'));
    await log.append(0, entries(1, 20));
    await store.close();
    copyFileSync(one.snapshot(8), other.snapshot(8));
    const again = await openFileStore(other.path);
    expect(await (await again.open('a')).snapshots()).toStrictEqual([]);
    await again.close();
  });

  test('is not taken for one of a log that ends at the same byte', async () => {
    const [one, other] = [await world(options, false), folder.at(`store-${++made}`)];
    // The same header and first entries. The second batch hardly compresses, and is cut off where the snapshot of entry 8 begins to read.
    const store = await openFileStore(other, options);
    const log = await store.create('a', header);
    await log.append(0, entries(1, 3));
    await log.append(3, entries(4, 20, Array.from({ length: 600 }, (_, k) => ((k * 7_919 * 7_919) % 99_991).toString(36)).join('')));
    await store.close();
    const [, place] = /"offset":(\d+)/.exec(readFileSync(one.snapshot(8), 'latin1')) ?? [];
    const bytes = readFileSync(one.log.replace(one.path, other));
    expect(bytes.length).toBeGreaterThan(Number(place));
    writeFileSync(one.log, bytes.subarray(0, Number(place)));
    const again = await openFileStore(one.path);
    await expect(again.open('a')).rejects.toThrow('a snapshot of entry 8 proves that there were more');
    await again.close();
    expect(await one.reopened(true)).toMatchObject({ length: 3, seqs: [] });
  });

  test('that was being written when the process was killed leaves nothing behind', async () => {
    const { path, reopened, snapshot } = await world(options);
    writeFileSync(`${snapshot(10)}.17.tmp`, 'half');
    expect(await reopened()).toStrictEqual({ length: 10, newest: 8, seqs: [4, 8] });
    expect(() => statSync(`${path}/a/snapshot-10.bin.17.tmp`)).toThrow('ENOENT');
  });

  test('saves reading the entries before it when the log is opened', async () => {
    const path = folder.at(`store-${++made}`);
    const store = await openFileStore(path, options);
    const log = await store.create('a', header);
    // Text that hardly compresses, so that both files are long.
    const long = (from: number, to: number) =>
      entries(from, to, Array.from({ length: 60 }, (_, k) => ((k * from * 7_919) % 99_991).toString(36)).join(''));
    for (let from = 0; from < 30_000; from += 1_000) await log.append(from, long(from + 1, from + 1_000));
    await log.saveSnapshot(30_000, Uint8Array.of(1));
    await log.append(30_000, long(30_001, 30_010));
    await store.close();
    const disk = new FailingDisk();
    const again = await openFileStore(path, { disk: disk.disk });
    const reopened = await again.open('a');
    expect(reopened.length).toBe(30_010);
    const { size } = statSync(`${path}/a/log.ndjson${options.compress === true ? '.gz' : ''}`);
    expect(size).toBeGreaterThan(400_000);
    expect(disk.bytesRead).toBeLessThan(300_000);
    const before = disk.bytesRead;
    expect(await all(reopened.read(30_000))).toHaveLength(10);
    expect(disk.bytesRead - before).toBeLessThan(10_000);
    await again.close();
  });
});

describe('of many snapshots', () => {
  const keptOf = (count: number, max: number): readonly number[] => {
    let kept: readonly number[] = [];
    for (let k = 1; k <= count; k++) kept = thinSnapshots([...kept, k * 1_000], max);
    return kept;
  };

  test('the newest and the oldest remain, and more of the newer ones', () => {
    expect(keptOf(5, 8)).toStrictEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
    const kept = keptOf(1_000, 24);
    expect(kept).toHaveLength(24);
    expect([kept.at(0), ...kept.slice(-4)]).toStrictEqual([1_000, 997_000, 998_000, 999_000, 1_000_000]);
  });

  test('wherever one goes back to, the way from the one before is at most half of the way back', () => {
    for (const count of [30, 100, 333, 1_000]) {
      const kept = keptOf(count, 24);
      const newest = kept.at(-1) ?? 0;
      kept.slice(0, -1).forEach((seq, k) => {
        const next = kept[k + 1] ?? newest;
        expect({ seq, next, gap: next - seq }).toSatisfy(({ gap }) => gap <= 1_000 || gap <= (newest - seq) / 2 + 1_000);
      });
    }
  });

  test('at least one remains', () => {
    expect(keptOf(9, 1)).toStrictEqual([9_000]);
    expect(keptOf(9, 0)).toStrictEqual([9_000]);
    expect(thinSnapshots([], 3)).toStrictEqual([]);
  });
});
