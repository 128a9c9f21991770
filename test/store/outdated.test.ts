import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { closing, entryLine } from '../../adapters/store/file/chain.ts';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { inspect } from '../../adapters/store/inspection.ts';
import { StoreDamaged } from '../../adapters/store/problems.ts';
import { textOfRecovered } from '../../adapters/store/store.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Folder } from '../support/folder.ts';
import { all, entries, headerFor } from './entries.ts';

const folder = new Folder();
const header = headerFor('a');
let made = 0;

/** A log of the third owner of its folder, and a batch that fits behind it. */
const world = async (owner: number | undefined) => {
  const path = folder.at(`store-${++made}`);
  await (await openFileStore(path)).close();
  await (await openFileStore(path)).close();
  const store = await openFileStore(path);
  const log = await store.create('a', header);
  await log.append(0, entries(1, 4));
  const { link } = log;
  await store.close();
  const lines: string[] = [];
  let last = link;
  for (const entry of entries(5, 7)) {
    const next = entryLine(entry, last);
    lines.push(next.line);
    last = next.link;
  }
  const file = `${path}/a/log.ndjson`;
  appendFileSync(file, `${[...lines, closing({ seq: 7, link: last, owner })].join('\n')}\n`);
  return { path, file };
};

test.each([undefined, 1, 2])('a batch of owner %s behind one of owner 3 is dropped by every reader, and reported', async (owner) => {
  const { path, file } = await world(owner);
  expect(readLog(file)).toMatchObject({ entries: entries(1, 4), fingerprint: computeFingerprint(header, entries(1, 4)) });
  const found = inspect(file);
  expect(found).toMatchObject({ damages: [], torn: { entries: 3 }, saved: { seq: 4 } });
  expect(found.outdated?.message).toBe(`the batch was written by owner ${owner ?? 0} of the folder, after owner 3 had taken over`);
  const store = await openFileStore(path);
  const log = await store.open('a');
  expect(await all(log.read())).toStrictEqual(entries(1, 4));
  expect(log.recovered).toMatchObject({ after: 4, entries: 3, isOutdated: true });
  expect(textOfRecovered('a', log.recovered ?? { after: 0, entries: 0, bytes: 0 })).toMatch(
    /^world 'a': the log was cut off after entry 4: \d+ bytes with 3 whole entries followed it, an owner of the folder had written them after another took over, so they were never acknowledged$/,
  );
  await log.append(4, entries(5, 5, 'later'));
  await store.close();
  expect(readLog(file).entries).toStrictEqual([...entries(1, 4), ...entries(5, 5, 'later')]);
});

test.each([3, 12])('a batch of owner %d is read, and the log continues also in a folder that had fewer owners', async (owner) => {
  const { path, file } = await world(owner);
  expect(readLog(file).entries).toStrictEqual(entries(1, 7));
  const store = await openFileStore(path);
  const log = await store.open('a');
  await log.append(7, entries(8, 8));
  await store.close();
  expect(readLog(file).entries).toStrictEqual(entries(1, 8));
});

test('a number that was changed is damage: nothing is cut off', async () => {
  const { path, file } = await world(undefined);
  const other = await world(3);
  const text = folder.read(other.file.slice(folder.path.length + 1));
  folder.write(file.slice(folder.path.length + 1), text.replace(/"owner":3(?=,"check":"\w+"\}\n$)/, '"owner":2'));
  const store = await openFileStore(path);
  await expect(store.open('a')).rejects.toThrow(StoreDamaged);
  await store.close();
});
