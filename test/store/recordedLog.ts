import { readFileSync, writeFileSync } from 'node:fs';
import { type FileStoreOptions, openFileStore } from '../../adapters/store/fileStore.ts';
import type { WorldLog } from '../../adapters/store/store.ts';
import type { Folder } from '../support/folder.ts';
import { entries, headerFor } from './entries.ts';

export interface Recording extends FileStoreOptions {
  readonly batches: number;
  /** Behind which batch a snapshot is taken, counted from 1. */
  readonly snapshotAt?: number;
  /** Whether it was closed, and not killed. */
  readonly closed?: boolean;
}

let recorded = 0;

/** A log in a file that has grown by batches of 1 to 7 entries, and the places where it may be cut. */
export const recordedLog = async (folder: Folder, { batches, snapshotAt, closed = false, ...options }: Recording) => {
  const path = folder.at(`recorded-${++recorded}`);
  const store = await openFileStore(path, { sync: 'never', ...options });
  const log = await store.create('a', headerFor('a'));
  const file = `${path}/a/log.ndjson${options.compress === true ? '.gz' : ''}`;
  const places: { readonly seq: number; readonly offset: number }[] = [];
  const place = () => places.push({ seq: log.length, offset: readFileSync(file).length });
  place();
  for (let k = 1; k <= batches; k++) {
    await log.append(log.length, entries(log.length + 1, log.length + 1 + ((k * 5) % 7)));
    place();
    if (k !== snapshotAt) continue;
    await log.saveSnapshot(log.length, Uint8Array.of(k));
    place();
  }
  const killed = readFileSync(file);
  await log.close();
  if (closed) places.push({ seq: log.length, offset: readFileSync(file).length });
  const bytes = closed ? readFileSync(file) : killed;

  /** Opens the log with these bytes in its file. */
  const opened = async <T>(changed: Uint8Array, look: (log: WorldLog) => Promise<T>): Promise<T> => {
    writeFileSync(file, changed);
    const again = await store.open('a');
    try {
      return await look(again);
    } finally {
      await again.close();
    }
  };
  return { path, file, bytes, places, store, opened };
};

export type RecordedLog = Awaited<ReturnType<typeof recordedLog>>;
