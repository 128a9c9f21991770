import { mkdirSync } from 'node:fs';
import { type FileStoreOptions, openFileStore } from '../../adapters/store/fileStore.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import { Folder } from '../support/folder.ts';
import { type MakeStore, storeConformance } from './conformance.ts';

const folder = new Folder();
let made = 0;

const inFiles =
  (options: FileStoreOptions): MakeStore =>
  async () => {
    made += 1;
    mkdirSync(folder.at('stores'), { recursive: true });
    const path = folder.at(`stores/${made}`);
    return { store: await openFileStore(path, options), again: () => openFileStore(path, options) };
  };

storeConformance('in memory', async () => ({ store: memoryStore() }));
storeConformance('in files', inFiles({}));
storeConformance('in files, synced later', inFiles({ sync: 'batch' }));
storeConformance('in compressed files, never synced', inFiles({ compress: true, sync: 'never' }));
