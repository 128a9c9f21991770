import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { closing } from '../../adapters/store/file/chain.ts';
import { GzipEncoder, memberHead } from '../../adapters/store/file/gzipEncoder.ts';
import { gzipFraming } from '../../adapters/store/file/gzipFraming.ts';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { LogText } from '../../engine/kernel/logText.ts';
import { Folder } from '../support/folder.ts';
import { entries, headerFor } from './entries.ts';
import { recordedLog } from './recordedLog.ts';

const folder = new Folder();

test('a compressed log is what a plain one is, and every tool can unpack it', async () => {
  const recording = { batches: 50, snapshotAt: 20, closed: true };
  const [plain, compressed] = [await recordedLog(folder, recording), await recordedLog(folder, { ...recording, compress: true })];
  expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  expect(compressed.bytes.length * 3).toBeLessThan(plain.bytes.length);
  const { stdout, status } = spawnSync('gunzip', ['-c'], { input: compressed.bytes });
  expect({ status, same: stdout.equals(plain.bytes) }).toStrictEqual({ status: 0, same: true });
  const [fromPlain, fromCompressed] = [readLog(plain.file), readLog(compressed.file)];
  expect(fromCompressed).toStrictEqual(fromPlain);
  for (const { store } of [plain, compressed]) await store.close();
});

test('both have the lines that the engine writes', async () => {
  const { bytes, store } = await recordedLog(folder, { batches: 1 });
  const text = new LogText(headerFor('a'));
  // A store adds the number of its owner to what closes a batch.
  const closed = (seq: number) => closing({ seq, link: text.fingerprint, owner: 1 });
  const lines = [text.header, closed(0), ...entries(1, 6).map((each) => text.line(each)), closed(6)];
  expect(bytes.toString()).toBe(`${lines.join('\n')}\n`);
  await store.close();
});

test('equal logs have equal bytes', async () => {
  const logs = [await recordedLog(folder, { batches: 9, compress: true }), await recordedLog(folder, { batches: 9, compress: true })];
  expect(logs[0]?.bytes.equals(logs[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
  for (const { store } of logs) await store.close();
});

test('a reopened log continues in the same member; one that was closed begins another', async () => {
  const path = folder.at('members');
  for (let round = 0; round < 3; round++) {
    const store = await openFileStore(path, { compress: true });
    const log = round === 0 ? await store.create('a', headerFor('a')) : await store.open('a');
    await log.append(log.length, entries(log.length + 1, log.length + 5));
    await store.close();
  }
  const bytes = readFileSync(`${path}/a/log.ndjson.gz`);
  const head = memberHead(undefined).subarray(0, 10);
  let members = 0;
  for (let at = bytes.indexOf(head); at !== -1; at = bytes.indexOf(head, at + 1)) members += 1;
  expect(members).toBe(4);
  expect(readLog(`${path}/a/log.ndjson.gz`).entries).toStrictEqual(entries(1, 15));
});

test('the mark that ends a piece may come about within one', () => {
  // Incompressible bytes are stored unchanged, and these contain the mark.
  const noise = Buffer.concat(Array.from({ length: 4_000 }, (_, k) => createHash('sha256').update(`${k}`).digest()));
  noise.set([0, 0, 0xff, 0xff], 300);
  noise.set([0, 0, 0xff, 0xff], 900);
  const closing = Buffer.from(`\n{"end":7,"fingerprint":"${'ab'.repeat(32)}"}\n`);
  const text = Buffer.concat([Buffer.from(noise.filter((byte) => byte !== 10)), closing]);
  expect(deflateRawSync(text).indexOf(Buffer.from([0, 0, 0xff, 0xff]))).toBeGreaterThan(0);
  const first = new GzipEncoder(undefined).batch([text], undefined);
  const second = first.next.batch([Buffer.from(`x${closing}`)], undefined);
  for (const pieceBytes of [997, 10_007, 1_000_000]) {
    const finder = gzipFraming.finder();
    const all = Buffer.concat([...first.pieces, ...second.pieces]);
    const lines: string[] = [];
    for (let at = 0; at < all.length; at += pieceBytes)
      for (const { bytes } of finder.push(all.subarray(at, at + pieceBytes))) lines.push(bytes.toString('latin1'));
    expect(lines.map((line) => line.length)).toStrictEqual([text.length - closing.length, closing.length - 2, 1, closing.length - 2]);
    expect(finder.offset).toBe(all.length);
  }
});
