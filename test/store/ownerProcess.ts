// A process that owns a data directory, for tests: `node ownerProcess.mjs grow|contend FOLDER`.
import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreLocked } from '../../adapters/store/problems.ts';
import { entries, headerFor } from './entries.ts';

const [role, folder = ''] = process.argv.slice(2);

/** Appends as long as it lives, many entries at once, and prints which were acknowledged. */
const grow = async (): Promise<void> => {
  const store = await openFileStore(folder);
  const log = (await store.worlds()).includes('a') ? await store.open('a') : await store.create('a', headerFor('a'));
  process.stdout.write(`${log.length}\n`);
  let seq = log.length;
  const one = async (): Promise<void> => {
    for (;;) {
      const from = seq;
      seq += 3;
      await log.append(from, entries(from + 1, from + 3));
      process.stdout.write(`${from + 3}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
};

/** Owns the folder for a moment, again and again, until its input ends; prints each time whether it was the only owner. */
const contend = async (): Promise<void> => {
  const alone = `${folder}/.alone`;
  let isWanted = true;
  process.stdin.resume().once('end', () => {
    isWanted = false;
  });
  while (isWanted) {
    try {
      const store = await openFileStore(folder);
      process.stdout.write(`${await isAlone(alone)}\n`);
      await store.close();
    } catch (error) {
      if (!(error instanceof StoreLocked)) throw error;
    }
  }
};

const isAlone = async (mark: string): Promise<'alone' | 'together'> => {
  try {
    mkdirSync(mark);
    await pause(2);
    rmdirSync(mark);
    return 'alone';
  } catch {
    return 'together';
  }
};

await (role === 'grow' ? grow() : contend());
