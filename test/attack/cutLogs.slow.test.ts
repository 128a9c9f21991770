import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { realDisk } from '../../adapters/store/disk.ts';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { type FileStoreOptions, openFileStore } from '../../adapters/store/fileStore.ts';
import { inspect, missingIn } from '../../adapters/store/inspection.ts';
import { StoreDamaged } from '../../adapters/store/problems.ts';
import { type Store, textOfRecovered } from '../../adapters/store/store.ts';
import { all, entries, headerFor } from '../store/entries.ts';
import { Folder } from '../support/folder.ts';
import { fewOrAll } from '../support/long.ts';

const folder = new Folder();
const header = headerFor('a');
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
});
let made = 0;

/** A log that grew by batches, and at the end of each what its files were when the batch was acknowledged. */
const grown = async (options: FileStoreOptions = {}) => {
  const path = folder.at(`acknowledged-${++made}`);
  const store = await openFileStore(path, options);
  stores.push(store);
  const log = await store.create('a', header);
  const [file, mark] = [`${path}/a/log.ndjson${options.compress === true ? '.gz' : ''}`, `${path}/a/acknowledged`];
  const at = () => ({ seq: log.length, bytes: readFileSync(file), mark: readFileSync(mark) });
  const moments = [at()];
  for (let k = 1; k <= 12; k++) {
    await log.append(log.length, entries(log.length + 1, log.length + 1 + ((k * 5) % 4)));
    moments.push(at());
  }
  await log.close();
  const last = moments.at(-1) as (typeof moments)[number];
  /** Opens the log with these bytes in its files. Returns its length, or why it was refused; and whether the log's file is as it was. */
  const opened = async (bytes: Uint8Array, marked: Uint8Array | undefined, acceptsLoss = false) => {
    writeFileSync(file, bytes);
    rmSync(mark, { force: true });
    if (marked !== undefined) writeFileSync(mark, marked);
    const opening = acceptsLoss ? await openFileStore(path, { acceptsLoss }) : store;
    try {
      const again = await opening.open('a');
      await again.close();
      return { length: again.length, recovered: again.recovered };
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      expect(readFileSync(file).equals(bytes), 'nothing is cut off').toBe(true);
      return { refused: error.message };
    } finally {
      if (acceptsLoss) await opening.close();
    }
  };
  return { path, store, file, mark, moments, last, opened };
};

const kinds: readonly FileStoreOptions[] = [{ compress: false }, { compress: true }];

describe.each(kinds)('a log with %o that was cut off', (options) => {
  test('is opened only if nothing acknowledged is missing, wherever the cut is', async () => {
    const { file, moments, last, opened } = await grown(options);
    const ends = new Set(moments.map(({ bytes }) => bytes.length));
    const header0 = moments[0]?.bytes.length ?? 0;
    let refusals = 0;
    for (let cut = header0; cut < last.bytes.length; cut++) {
      if (!ends.has(cut) && cut % fewOrAll(83, 1) !== 0) continue;
      const { seq } = moments.findLast(({ bytes }) => bytes.length <= cut) ?? { seq: 0 };
      const { refused } = await opened(last.bytes.subarray(0, cut), last.mark);
      const range = seq + 1 === last.seq ? `entry ${last.seq} is` : `entries ${seq + 1} to ${last.seq} are`;
      expect({ cut, refused }).toStrictEqual({
        cut,
        refused: `${file}: ends after entry ${seq}: its mark 'acknowledged' says that entry ${last.seq} was acknowledged, and at least ${range} missing; nothing was removed; bring the whole log back, or give --accept-loss; podsim log repair ${file} says what can be saved`,
      });
      refusals += 1;
    }
    expect(refusals).toBeGreaterThan(12);
    expect(await opened(last.bytes, last.mark)).toStrictEqual({ length: last.seq, recovered: undefined });
  });

  test('by a crash before a batch was acknowledged is opened without it, whether its mark had been written or not', async () => {
    const { moments, opened } = await grown(options);
    for (const [k, { seq, bytes, mark }] of moments.slice(0, -1).entries()) {
      const next = moments[k + 1] as (typeof moments)[number];
      const between = bytes.length + Math.floor((next.bytes.length - bytes.length) / 2);
      expect(await opened(next.bytes.subarray(0, between), mark)).toMatchObject({ length: seq, recovered: { after: seq } });
      expect(await opened(next.bytes, mark)).toStrictEqual({ length: next.seq, recovered: undefined });
      // The write of the mark is torn anywhere: the other place has the mark before.
      for (let torn = 0; torn < next.mark.length; torn += fewOrAll(251, 7))
        expect(await opened(next.bytes, Buffer.concat([next.mark.subarray(0, torn), mark.subarray(torn)]))).toMatchObject({
          length: next.seq,
        });
    }
  });

  test('is opened without what is missing where that is accepted, and then goes on with a mark of its own', async () => {
    const { path, moments, last, opened } = await grown(options);
    const { seq, bytes } = moments[3] as (typeof moments)[number];
    await stores.pop()?.close();
    const { recovered } = await opened(bytes, last.mark, true);
    expect(textOfRecovered('a', recovered ?? { after: 0, entries: 0, bytes: 0 })).toBe(
      `world 'a': continues after entry ${seq}; the loss of entries ${seq + 1} to ${last.seq} at least was accepted`,
    );
    const again = await openFileStore(path);
    stores.push(again);
    expect((await again.open('a')).length).toBe(seq);
  });
});

describe('a mark', () => {
  test('that is not there says nothing: logs of before, and copies of a log alone, are opened as they are', async () => {
    const { moments, opened, mark } = await grown();
    for (const { seq, bytes } of moments) {
      expect(await opened(bytes, undefined)).toStrictEqual({ length: seq, recovered: undefined });
      expect(existsSync(mark)).toBe(true);
    }
    expect(await opened(moments[4]?.bytes ?? Buffer.of(), Buffer.alloc(1_024))).toMatchObject({ recovered: undefined });
  });

  test('that cannot be read refuses no log; it is said, and there is a new one', async () => {
    const { last, opened, mark } = await grown();
    for (const garbage of [
      Buffer.from('garbage'),
      Buffer.alloc(2_000, 255),
      Buffer.from(last.mark.toString('latin1').replaceAll('"end"', '"und"')),
    ]) {
      const { length, recovered } = await opened(last.bytes, garbage);
      expect(length).toBe(last.seq);
      expect(textOfRecovered('a', recovered ?? { after: 0, entries: 0, bytes: 0 })).toBe(
        `world 'a': its mark cannot be read, so nothing tells whether its log, which ends after entry ${last.seq}, once had more; it has a new mark now`,
      );
      expect(await opened(last.bytes, readFileSync(mark))).toStrictEqual({ length: last.seq, recovered: undefined });
    }
  });

  test('of another log of the same length is told by its chain', async () => {
    const [one, other] = [await grown(), folder.at(`acknowledged-${++made}`)];
    const store = await openFileStore(other);
    const log = await store.create('a', header);
    await log.append(0, entries(1, one.last.seq, 'other'));
    await store.close();
    const bytes = readFileSync(`${other}/a/log.ndjson`);
    expect((await one.opened(bytes, one.last.mark)).refused).toMatch(
      /log\.ndjson: is not the log beside which its mark 'acknowledged' was written: up to entry \d+ its fingerprint is \w{8}…, and the mark says \w{8}…; nothing was changed; bring that log back, or give --accept-loss/,
    );
    await stores.pop()?.close();
    const { recovered } = await one.opened(bytes, one.last.mark, true);
    expect(textOfRecovered('a', recovered ?? { after: 0, entries: 0, bytes: 0 })).toContain(
      'of another log than its mark was written beside',
    );
  });

  test('is that of what was synced: at once, or after the sync that comes later, and never before', async () => {
    const marked = async (options: FileStoreOptions) => {
      const path = folder.at(`acknowledged-${++made}`);
      const store = await openFileStore(path, options);
      const log = await store.create('a', header);
      await log.append(0, entries(1, 3));
      const atOnce = seqOn(`${path}/a/acknowledged`);
      await log.saveSnapshot(3, Uint8Array.of(1));
      const synced = seqOn(`${path}/a/acknowledged`);
      await log.append(3, entries(4, 5));
      await store.close();
      return [atOnce, synced, seqOn(`${path}/a/acknowledged`)];
    };
    expect(await marked({ sync: 'always' })).toStrictEqual([3, 3, 5]);
    expect(await marked({ sync: 'batch' })).toStrictEqual([0, 3, 5]);
    expect(await marked({ sync: 'never' })).toStrictEqual([0, 3, 3]);
  });

  const seqOn = (mark: string): number =>
    Math.max(...[...readFileSync(mark, 'latin1').matchAll(/"end":(\d+)/g)].map(([, seq]) => Number(seq)));

  test('that cannot be written lags, and refuses no batch', async () => {
    const path = folder.at(`acknowledged-${++made}`);
    let fails = false;
    const failing = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'write' });
    const store = await openFileStore(path, {
      disk: {
        ...realDisk,
        openNow: (name, flags) => {
          const file = realDisk.openNow(name, flags);
          const write: typeof file.write = (...args) => {
            if (fails && name.endsWith('/acknowledged')) throw failing;
            return file.write(...args);
          };
          return { ...file, write };
        },
      },
    });
    fails = true;
    const log = await store.create('a', header);
    await log.append(0, entries(1, 3));
    await log.append(3, entries(4, 6));
    expect(await all(log.read())).toStrictEqual(entries(1, 6));
    expect(seqOn(`${path}/a/acknowledged`)).toBe(0);
    await store.close();
    const again = await openFileStore(path);
    expect((await again.open('a')).length).toBe(6);
    expect(seqOn(`${path}/a/acknowledged`)).toBe(6);
    await again.close();
  });

  test('is read by all who read a log where it is stored, and by none where it was copied to', async () => {
    const { file, moments, last, opened } = await grown();
    const { seq, bytes } = moments[5] as (typeof moments)[number];
    await opened(bytes, last.mark);
    expect(() => readLog(file)).toThrow(`${file}: ends after entry ${seq}, but its mark says that entry ${last.seq} was acknowledged`);
    expect(missingIn(inspect(file))).toStrictEqual({ seq: last.seq, by: 'mark' });
    const copy = folder.at(`copy-${made}.ndjson`);
    writeFileSync(copy, bytes);
    expect(readLog(copy).entries).toHaveLength(seq);
    expect(missingIn(inspect(copy))).toBeUndefined();
  });
});
