import { afterEach, describe, expect, test } from 'vitest';
import { StoreClosed, StoreConflict, StoreLocked, StoreUnknown, WorldIdRefused } from '../../adapters/store/problems.ts';
import { snapshotsMax } from '../../adapters/store/snapshotRetention.ts';
import type { Store, WorldLog } from '../../adapters/store/store.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { entryText } from '../../engine/kernel/entryText.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { isLong } from '../support/long.ts';
import { all, entries, entry, headerFor } from './entries.ts';

/** Makes an empty store. `again` opens a second one over the same data after the first is closed, where that is possible. */
export type MakeStore = () => Promise<{ readonly store: Store; readonly again?: () => Promise<Store> }>;

/** What every store does, whatever medium it uses. */
export const storeConformance = (name: string, make: MakeStore): void => {
  const header = headerFor('a');
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  const made = async (): Promise<{ store: Store; log: WorldLog; again: (() => Promise<Store>) | undefined }> => {
    const { store, again } = await make();
    stores.push(store);
    const reopened = again === undefined ? undefined : async () => stores[stores.push(await again()) - 1] as Store;
    return { store, log: await store.create('a', header), again: reopened };
  };

  /** Closes the log and opens it again, in a new store where that is possible. */
  const reopened = async ({ store, log, again }: Awaited<ReturnType<typeof made>>): Promise<WorldLog> => {
    await (again === undefined ? log : store).close();
    return (await (again?.() ?? store)).open('a');
  };

  describe(`${name}: worlds`, () => {
    test('are listed by id, those that were made and no others', async () => {
      const { store } = await made();
      await store.create('c', header);
      await store.create('B-2_x', header);
      expect(await store.worlds()).toStrictEqual(['B-2_x', 'a', 'c']);
    });

    test('are made only where there is none, whether or not it is open', async () => {
      const { store, log } = await made();
      await log.append(0, entries(1, 3));
      await expect(store.create('a', headerFor('b'))).rejects.toThrow(StoreConflict);
      await log.close();
      await expect(store.create('a', headerFor('b'))).rejects.toThrow("there is a world 'a' already");
      const { header: kept, length } = await store.open('a');
      expect({ kept, length }).toStrictEqual({ kept: header, length: 3 });
    });

    test('are made by one, when two make them at once', async () => {
      const { store } = await made();
      const both = await Promise.allSettled([store.create('b', header), store.create('b', header)]);
      expect(both.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
      expect(await store.worlds()).toStrictEqual(['a', 'b']);
    });

    test('cannot be opened when they are not there', async () => {
      const { store } = await made();
      await expect(store.open('b')).rejects.toThrow(StoreUnknown);
      await expect(store.open('b')).rejects.toThrow("there is no world 'b'");
    });

    test('have one owner', async () => {
      const { store, log } = await made();
      await expect(store.open('a')).rejects.toThrow(StoreLocked);
      await log.close();
      const both = await Promise.allSettled([store.open('a'), store.open('a')]);
      expect(both.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected']);
    });

    test('are gone when they are dropped, open or not, and can be created again', async () => {
      const { store, log } = await made();
      await log.append(0, entries(1, 3));
      await store.create('b', header);
      await store.drop('a');
      expect(await store.worlds()).toStrictEqual(['b']);
      await expect(log.append(3, entries(4, 4))).rejects.toThrow(StoreClosed);
      const anew = await store.create('a', headerFor('anew'));
      expect(await all(anew.read())).toStrictEqual([]);
      await anew.close();
      await store.drop('a');
      await store.drop('a');
      expect(await store.worlds()).toStrictEqual(['b']);
    });

    test('do not see each other', async () => {
      const { store, log } = await made();
      const other = await store.create('b', headerFor('b'));
      await Promise.all([log.append(0, entries(1, 3)), other.append(0, entries(1, 5))]);
      await other.saveSnapshot(5, Uint8Array.of(5));
      expect([log.length, other.length]).toStrictEqual([3, 5]);
      expect(await log.snapshots()).toStrictEqual([]);
      expect(await all(log.read())).toStrictEqual(entries(1, 3));
    });

    test.each(['', '.', '..', '.lock', 'a/b', '../a', 'a\\b', 'a b', 'é', 'a\n', 'a\0', 'con.', 'x'.repeat(65)])(
      'are not called %j',
      async (id) => {
        const { store } = await made();
        for (const act of [() => store.create(id, header), () => store.open(id), () => store.drop(id)])
          await expect(act()).rejects.toThrow(WorldIdRefused);
        expect(await store.worlds()).toStrictEqual(['a']);
      },
    );
  });

  describe(`${name}: a log`, () => {
    test('is stored as it was appended, with its header and its fingerprint', async () => {
      const all3 = await made();
      const { log } = all3;
      expect({ length: log.length, link: log.link, recovered: log.recovered }).toStrictEqual({
        length: 0,
        link: computeFingerprint(header, []),
        recovered: undefined,
      });
      await log.append(0, entries(1, 3));
      await log.append(3, entries(4, 4));
      expect({ length: log.length, link: log.link }).toStrictEqual({ length: 4, link: computeFingerprint(header, entries(1, 4)) });
      const again = await reopened(all3);
      expect(await all(again.read())).toStrictEqual(entries(1, 4));
      const { length, link, recovered, worldId, header: kept } = again;
      expect({ length, link, recovered, worldId, kept }).toStrictEqual({
        length: 4,
        link: computeFingerprint(header, entries(1, 4)),
        recovered: undefined,
        worldId: 'a',
        kept: header,
      });
      await again.append(4, entries(5, 9));
      expect(await all(again.read())).toStrictEqual(entries(1, 9));
    });

    test('without entries is stored, too', async () => {
      const again = await reopened(await made());
      expect(await all(again.read())).toStrictEqual([]);
      await again.append(0, entries(1, 1));
      expect(again.link).toBe(computeFingerprint(header, entries(1, 1)));
    });

    test('is read from any entry on', async () => {
      const { log } = await made();
      await log.append(0, entries(1, 4));
      await log.append(4, entries(5, 7));
      for (let after = 0; after <= 7; after++) expect(await all(log.read(after))).toStrictEqual(entries(after + 1, 7));
      expect(await all(log.read(99))).toStrictEqual([]);
    });

    test('is read as it was when the reading began, however it grows', async () => {
      const { log } = await made();
      await log.append(0, entries(1, 4));
      const reading = log.read(1)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toStrictEqual(entries(2, 2)[0]);
      await log.append(4, entries(5, 7));
      const rest = [];
      for (let each = await reading.next(); each.done !== true; each = await reading.next()) rest.push(each.value);
      expect(rest).toStrictEqual(entries(3, 4));
    });

    // biome-ignore format: a table
    test.each([
      ['too early', 0, entries(1, 2), "world 'a' is at entry 3, but 0 was expected; nothing was appended"],
      ['too late',  4, entries(5, 6), "world 'a' is at entry 3, but 4 was expected; nothing was appended"],
      ['nowhere',   Number.NaN, [],   "world 'a' is at entry 3, but NaN was expected; nothing was appended"],
      ['with entries that came before',       3, entries(3, 4),                     "entry 3 cannot follow entry 3 of world 'a'; nothing was appended"],
      ['with entries that should come later', 3, entries(5, 6),                     "entry 5 cannot follow entry 3 of world 'a'; nothing was appended"],
      ['with a gap',                3, [...entries(4, 5), ...entries(7, 7)],  "entry 7 cannot follow entry 5 of world 'a'; nothing was appended"],
    ])('refuses a batch %s, and is as it was', async (_, expected, batch, words) => {
      const world = await made();
      const { log } = world;
      await log.append(0, entries(1, 3));
      await expect(log.append(expected, batch)).rejects.toThrow(StoreConflict);
      await expect(log.append(expected, batch)).rejects.toThrow(words);
      await log.append(3, entries(4, 4));
      const again = await reopened(world);
      expect(await all(again.read())).toStrictEqual(entries(1, 4));
    });

    test('writes batches in the order in which they were appended, also where the caller does not wait', async () => {
      const world = await made();
      const { log } = world;
      const done: number[] = [];
      const batches = Array.from({ length: 200 }, (_, k) => k * 3);
      await Promise.all(
        batches.map(async (before) => {
          await log.append(before, entries(before + 1, before + 3));
          expect(log.length).toBeGreaterThanOrEqual(before + 3);
          done.push(before);
        }),
      );
      expect(done).toStrictEqual(batches);
      expect(log.link).toBe(computeFingerprint(header, entries(1, 600)));
      expect(await all((await reopened(world)).read())).toStrictEqual(entries(1, 600));
    });

    test('refuses the wrong one among many, and stores the others', async () => {
      const { log } = await made();
      const all3 = await Promise.allSettled([log.append(0, entries(1, 2)), log.append(0, entries(1, 2)), log.append(2, entries(3, 4))]);
      expect(all3.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await all(log.read())).toStrictEqual(entries(1, 4));
    });

    test('takes an empty batch, which waits for those before it', async () => {
      const world = await made();
      const { log } = world;
      await log.append(0, []);
      void log.append(0, entries(1, 5));
      await log.append(5, []);
      expect(log.length).toBe(5);
      await log.append(5, []);
      expect(await all((await reopened(world)).read())).toStrictEqual(entries(1, 5));
    });

    test('stores a batch of many entries, and long entries', async () => {
      const world = await made();
      const long = entries(1, 3_000, 'long '.repeat(200));
      await world.log.append(0, long);
      expect(await all((await reopened(world)).read())).toStrictEqual(long);
    });

    test('finishes pending appends when it is closed, and refuses later ones', async () => {
      const world = await made();
      const { log } = world;
      const appended = log.append(0, entries(1, 5));
      const closed = log.close();
      await expect(log.append(5, entries(6, 6))).rejects.toThrow(StoreClosed);
      await Promise.all([appended, closed, log.close()]);
      await expect(all(log.read())).rejects.toThrow("the log of world 'a' was closed");
      await expect(log.saveSnapshot(5, Uint8Array.of())).rejects.toThrow(StoreClosed);
      await expect(log.snapshot()).rejects.toThrow(StoreClosed);
      expect(await all((await reopened(world)).read())).toStrictEqual(entries(1, 5));
    });

    test('can be read at once, from any entry on and entry by entry, while it grows and after it was opened again', async () => {
      const all3 = await made();
      let { log } = all3;
      const places = [...(isLong ? [0, 1, 4_500] : []), 1_023, 8_999, 9_000, 9_001];
      for (let length = 0; length < 9_000; length += 750) {
        await log.append(length, entries(length + 1, length + 750));
        expect([log.past.length, log.past.link]).toStrictEqual([log.length, log.past.link && log.link]);
        expect(log.past.entry(length + 1)).toStrictEqual(entry(length + 1, `é💠${length + 1}`));
      }
      for (const time of ['first', 'second', 'opened again']) {
        for (const after of places)
          expect([time, after, textOf(log.past.entries(after))]).toStrictEqual([time, after, textOf(entries(after + 1, 9_000))]);
        for (const seq of [9_000, 1, 128, 129, 4_096, 5_000])
          expect([time, log.past.entry(seq)]).toStrictEqual([time, entry(seq, `é💠${seq}`)]);
        expect([log.past.entry(0), log.past.entry(9_001)]).toStrictEqual([undefined, undefined]);
        if (time === 'second') log = await reopened(all3);
      }
    });

    test('can have entries from the start, and continues after them', async () => {
      const { store } = await made();
      const log = await store.create('b', header, entries(1, 9_000));
      expect({ length: log.length, link: log.link }).toStrictEqual({ length: 9_000, link: computeFingerprint(header, entries(1, 9_000)) });
      await log.append(9_000, entries(9_001, 9_002));
      expect(await all(log.read(4_000))).toStrictEqual(entries(4_001, 9_002));
      expect([...log.past.entries(8_990)]).toStrictEqual(entries(8_991, 9_002));
      await expect(store.create('c', header, entries(2, 3))).rejects.toThrow('entry 2 cannot follow entry 0');
      expect(await store.worlds()).toStrictEqual(['a', 'b']);
    });

    test('is closed with its store', async () => {
      const { store, log } = await made();
      await store.close();
      await store.close();
      await expect(log.append(0, entries(1, 1))).rejects.toThrow(StoreClosed);
      for (const act of [() => store.worlds(), () => store.create('b', header), () => store.open('a'), () => store.drop('a')])
        await expect(act()).rejects.toThrow(StoreClosed);
    });
  });

  describe(`${name}: snapshots`, () => {
    const bytes = (seq: number) => Uint8Array.from({ length: 3_000 }, (_, k) => (seq * 7 + k) % 256);
    const seqOf = async (log: WorldLog, seq?: number) => {
      const found = await log.snapshot(seq);
      if (found !== undefined) expect(Buffer.from(found.bytes).equals(bytes(found.seq))).toBe(true);
      return found?.seq;
    };

    test('are found at an entry or before it', async () => {
      const world = await made();
      const { log } = world;
      expect(await log.snapshot()).toBeUndefined();
      for (const seq of [4, 10, 11]) {
        await log.append(log.length, entries(log.length + 1, seq));
        await log.saveSnapshot(seq, bytes(seq));
      }
      await log.append(11, entries(12, 13));
      for (const next of [async () => log, () => reopened(world)]) {
        const each = await next();
        expect(await each.snapshots()).toStrictEqual([4, 10, 11]);
        expect(await seqOf(each)).toBe(11);
        const found = await Promise.all([0, 3, 4, 5, 9, 10, 11, 12, 99].map((seq) => seqOf(each, seq)));
        expect(found).toStrictEqual([undefined, undefined, 4, 4, 4, 10, 11, 11, 11]);
        for (let after = 0; after <= 13; after++) expect(await all(each.read(after))).toStrictEqual(entries(after + 1, 13));
      }
    });

    test('of entries that are on their way wait for them, and of older ones do not mind', async () => {
      const world = await made();
      const { log } = world;
      void log.append(0, entries(1, 5));
      const [, early] = await Promise.all([log.append(5, entries(6, 9)), log.saveSnapshot(9, bytes(9)), log.append(9, entries(10, 12))]);
      expect(early).toBeUndefined();
      await log.saveSnapshot(11, bytes(11));
      await log.append(12, entries(13, 14));
      const again = await reopened(world);
      expect(await again.snapshots()).toStrictEqual([9, 11]);
      for (let after = 0; after <= 14; after++) expect(await all(again.read(after))).toStrictEqual(entries(after + 1, 14));
      expect(again.link).toBe(computeFingerprint(header, entries(1, 14)));
    });

    test('can be taken before anything happens, and once more', async () => {
      const world = await made();
      await world.log.saveSnapshot(0, Uint8Array.of(1));
      await world.log.saveSnapshot(0, bytes(0));
      await world.log.append(0, entries(1, 2));
      const again = await reopened(world);
      expect(await seqOf(again)).toBe(0);
      expect(await all(again.read())).toStrictEqual(entries(1, 2));
    });

    test.each([6, -1, Number.NaN])('of an entry that does not exist are refused: %d', async (seq) => {
      const { log } = await made();
      await log.append(0, entries(1, 5));
      await expect(log.saveSnapshot(seq, bytes(0))).rejects.toThrow(StoreConflict);
      expect(await log.snapshots()).toStrictEqual([]);
    });

    test('are given up in time, the older the more; the newest and the oldest never', async () => {
      const world = await made();
      const { log } = world;
      for (let seq = 1; seq <= snapshotsMax * 2; seq++) {
        await log.append(seq - 1, entries(seq, seq));
        await log.saveSnapshot(seq, bytes(seq));
      }
      for (const next of [async () => log, () => reopened(world)]) {
        const each = await next();
        const left = await each.snapshots();
        expect(left).toHaveLength(snapshotsMax);
        expect([left.at(0), left.at(-1)]).toStrictEqual([1, snapshotsMax * 2]);
        expect(await seqOf(each, left.at(3))).toBe(left.at(3));
      }
    });
  });
};

/** Compares thousands of entries as one text: comparing them one by one takes ten times as long. */
const textOf = (some: Iterable<LogEntry<DomainEvent>>): string => [...some].map((entry) => entryText(entry)).join('\n');
