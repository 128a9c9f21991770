import { afterAll, describe, expect, test } from 'vitest';
import { StoreDamaged } from '../../adapters/store/problems.ts';
import { textOfRecovered } from '../../adapters/store/store.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Folder } from '../support/folder.ts';
import { fewOrAll } from '../support/long.ts';
import { all, entries, headerFor } from './entries.ts';
import { type RecordedLog, type Recording, recordedLog } from './recordedLog.ts';

const folder = new Folder();
const header = headerFor('a');
const recordings: RecordedLog[] = [];
const recorded = async (recording: Recording): Promise<RecordedLog> => {
  recordings.push(await recordedLog(folder, recording));
  return recordings.at(-1) as RecordedLog;
};
afterAll(async () => {
  for (const { store } of recordings) await store.close();
});

/** PODSIM_EVERY_BYTE=1 tries every byte, which takes two minutes; otherwise every 4,001st is tried, or every 19th in the long version, and those around the ends of batches. */
const isTried = (at: number): boolean => process.env['PODSIM_EVERY_BYTE'] === '1' || at % fewOrAll(4_001, 19) === 0;

// biome-ignore format: a table
const kinds: readonly (readonly [string, Omit<Recording, 'batches'>])[] = [
  ['a log',                                   {}],
  ['a log with a snapshot',                   { snapshotAt: 20 }],
  ['a compressed log',                        { compress: true }],
  ['a compressed log with a snapshot',        { compress: true, snapshotAt: 20 }],
  ['a compressed log that was closed before', { compress: true, closed: true }],
];

describe('however a crash cuts it short,', () => {
  test.each(kinds)('%s is opened up to its last whole batch, and says what was cut off', async (_, recording) => {
    const { bytes, places, opened } = await recorded({ batches: recording.compress === true ? 120 : 40, ...recording });
    const from = Math.max(bytes.length - 4_096, places[0]?.offset ?? 0);
    const links = new Map(places.map(({ seq }) => [seq, computeFingerprint(header, entries(1, seq))]));
    for (const cut of cuts(from, bytes.length, places)) {
      const last = places.findLast(({ offset }) => offset <= cut) ?? { seq: -1, offset: -1 };
      const { length, link, recovered } = await opened(bytes.subarray(0, cut), async (log) => log);
      expect({ cut, length, link }).toStrictEqual({ cut, length: last.seq, link: links.get(last.seq) });
      const bytesCutOff = cut - last.offset;
      expect({ cut, ...recovered }).toMatchObject(bytesCutOff === 0 ? { cut } : { cut, after: last.seq, bytes: bytesCutOff });
      if (bytesCutOff === 0) expect(recovered).toBeUndefined();
    }
  });

  /** The offsets around each place, and some between. */
  const cuts = (from: number, to: number, places: readonly { readonly offset: number }[]): number[] => {
    const near = new Set(places.flatMap(({ offset }) => [-2, -1, 0, 1, 2].map((by) => offset + by)));
    return Array.from({ length: to - from + 1 }, (_, k) => from + k).filter((cut) => near.has(cut) || isTried(cut));
  };

  test.each(kinds)('%s continues as if nothing had happened', async (_, recording) => {
    // Each cut leaves the snapshots of the log as it went on after the cut before.
    const { bytes, places, opened } = await recorded({ batches: 30, ...recording, acceptsLoss: true });
    for (const { offset } of places.slice(10)) {
      const cut = Math.min(offset + 7, bytes.length);
      const length = await opened(bytes.subarray(0, cut), async (log) => {
        await log.append(log.length, entries(log.length + 1, log.length + 3, 'anew'));
        await log.saveSnapshot(log.length, Uint8Array.of());
        await log.append(log.length, entries(log.length + 1, log.length + 1, 'anew'));
        return log.length;
      });
      const grown = [...entries(1, length - 4), ...entries(length - 3, length, 'anew')];
      const again = await reopened(recordings.at(-1) as RecordedLog);
      expect({ cut, ...again }).toStrictEqual({ cut, entries: grown, link: computeFingerprint(header, grown), recovered: undefined });
    }
  });

  const reopened = async ({ store }: RecordedLog) => {
    const log = await store.open('a');
    const { link, recovered } = log;
    const found = { entries: await all(log.read()), link, recovered };
    await log.close();
    return found;
  };

  test('the message says how much was cut off, and that no caller had an answer for it', async () => {
    const { bytes, places, opened } = await recorded({ batches: 3 });
    const { seq, offset } = places[2] as { seq: number; offset: number };
    const whole = bytes.indexOf('\n', offset) + 1;
    const { recovered } = await opened(bytes.subarray(0, whole + 10), async (log) => log);
    expect(recovered).toStrictEqual({ after: seq, entries: 1, bytes: whole + 10 - offset });
    if (recovered !== undefined)
      expect(textOfRecovered('a', recovered)).toBe(
        `world 'a': the log was cut off after entry ${seq}: ${recovered.bytes} bytes with 1 whole entries followed it, but no whole batch, so they were never acknowledged`,
      );
  });

  // biome-ignore format: a table
  test.each<[string, (bytes: Buffer, offset: number) => Buffer]>([
    ['nothing of the last batch was written, but its length', (bytes, offset) => Buffer.concat([bytes.subarray(0, offset), Buffer.alloc(bytes.length - offset)])],
    ['the beginning of the last batch was written',           (bytes, offset) => Buffer.concat([bytes.subarray(0, offset + 300), Buffer.alloc(600)])],
    ['the end of the last batch was written',                 (bytes, offset) => Buffer.concat([bytes.subarray(0, offset), Buffer.alloc(600), bytes.subarray(offset + 600)])],
  ])('so is it when %s', async (_, gap) => {
    const { bytes, places, opened } = await recorded({ batches: 9 });
    const { seq, offset } = places.at(-2) as { seq: number; offset: number };
    expect(bytes.length - offset).toBeGreaterThan(700);
    const { length, recovered } = await opened(gap(bytes, offset), async (log) => log);
    expect({ length, after: recovered?.after }).toStrictEqual({ length: seq, after: seq });
  });

  test('but not when a batch behind the gap was synced: then what is missing was, too', async () => {
    const { bytes, places, opened } = await recorded({ batches: 9 });
    const { offset } = places.at(-3) as { offset: number };
    bytes.fill(0, offset, offset + 600);
    await expect(opened(bytes, async () => {})).rejects.toThrow(StoreDamaged);
  });
});

describe('one changed byte is refused, wherever it is, and nothing is cut off', () => {
  /** The entry on a byte's line; of a closing line, the one before it. */
  const entryAt = (bytes: Buffer, at: number): number => {
    const lines = bytes.subarray(0, at).toString('latin1').split('\n');
    const before = lines.slice(0, -1).filter((line) => line.startsWith('{"seq":')).length;
    return lines.length === 1 || lineAt(bytes, at).startsWith('{"end":') ? before : before + 1;
  };
  const lineAt = (bytes: Buffer, at: number): string => bytes.subarray(at === 0 ? 0 : bytes.lastIndexOf(10, at - 1) + 1).toString('latin1');

  // biome-ignore format: a table
  test.each<[string, (byte: number) => number]>([
    ['by its last bit',               (byte) => byte ^ 1],
    ['by its first bit',              (byte) => byte ^ 128],
    ['into the end of a line',        () => 10],
    ['into a quote',                  () => 34],
    ['into nothing',                  () => 0],
  ])('in a log, %s; the entry is named', async (_, change) => {
    const { bytes, opened, file } = await recorded({ batches: 2 });
    for (const [at, byte] of bytes.entries()) {
      if (change(byte) === byte || !isTried(at)) continue;
      const changed = Buffer.from(bytes);
      changed[at] = change(byte);
      const problem = await opened(changed, async () => undefined).catch((error: unknown) => error);
      expect(problem, `byte ${at}`).toBeInstanceOf(StoreDamaged);
      if (problem instanceof StoreDamaged) {
        // A closing line that is cut off after a letter or two looks like an entry.
        const closing = /^\{"end"/.test(lineAt(bytes, at)) && changed[at] === 10;
        expect([entryAt(bytes, at), ...(closing ? [entryAt(bytes, at) + 1] : [])], `byte ${at}`).toContain(problem.entry);
        expect(problem.message).toMatch(new RegExp(`^${file}: .*; podsim log repair ${file} says what can be saved$`));
      }
    }
  });

  // biome-ignore format: a table
  test.each<[string, boolean, (byte: number) => number]>([
    ['by its last bit',              false, (byte) => byte ^ 1],
    ['by its last bit, when closed', true,  (byte) => byte ^ 1],
    ['by its first bit',             false, (byte) => byte ^ 128],
    ['into nothing',                 true,  () => 0],
    ['into all ones',                false, () => 255],
  ])('in a compressed log, %s; an entry of the batch is named', async (_, closed, change) => {
    const { bytes, places, opened } = await recorded({ batches: 7, compress: true, snapshotAt: 3, closed });
    let idle = 0;
    for (const [at, byte] of bytes.entries()) {
      if (change(byte) === byte || !isTried(at)) continue;
      const changed = Buffer.from(bytes);
      changed[at] = change(byte);
      // Opening a log reads nothing before the snapshot but the header.
      const problem = await opened(changed, (log) => all(log.read())).catch((error: unknown) => error);
      // Some bits of a compressed text carry no information: then the same text is read.
      if (Array.isArray(problem)) {
        expect(problem, `byte ${at}`).toStrictEqual(entries(1, places.at(-1)?.seq ?? 0));
        idle += 1;
        continue;
      }
      expect(problem, `byte ${at}`).toBeInstanceOf(StoreDamaged);
      const before = places.findLast(({ offset }) => offset <= at)?.seq ?? 0;
      const after = places.find(({ offset }) => offset > at)?.seq ?? before;
      const { entry } = problem as StoreDamaged;
      expect(entry === 0 || (entry > before - 1 && entry <= after + 1), `byte ${at}: entry ${entry} of ${before + 1} to ${after}`).toBe(true);
    }
    expect(idle).toBeLessThan(30);
  });

  test('when a log is opened from its snapshot, damage before it is reported when it is read', async () => {
    const { bytes, places, opened } = await recorded({ batches: 40, snapshotAt: 20 });
    const { seq } = places[20] as { seq: number };
    const at = bytes.indexOf(`{"seq":${seq - 3},`) + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await opened(bytes, async (log) => {
      expect(await all(log.read(seq))).toStrictEqual(entries(seq + 1, log.length));
      await expect(all(log.read())).rejects.toMatchObject({ name: 'StoreDamaged', entry: seq - 3 });
      await expect(all(log.read(seq - 1))).rejects.toThrow(`entry ${seq - 3} was changed after it was written`);
    });
  });
});
