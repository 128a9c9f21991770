import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { plainFraming } from './file/framing.ts';
import { gzipFraming } from './file/gzipFraming.ts';
import { syncFolder, tidy } from './files.ts';
import { nodeCrypto } from './nodeCrypto.ts';
import { isWorldId } from './store.ts';

/** The folder of a world. */
export interface WorldFolder {
  readonly worldId: string;
  /** The path of its log; undefined if there is none. */
  readonly log: string | undefined;
}

/** The folders in a data directory that have the name of a world, sorted. Empty ones are left out. */
export const worldFolders = async (disk: Disk, folder: string): Promise<readonly WorldFolder[]> => {
  const found = (await disk.readdir(folder)).filter(isWorldId).sort();
  const all = await Promise.all(
    found.map(async (worldId) => {
      // The directory may contain other things, such as files.
      const names = await disk.readdir(join(folder, worldId)).catch(() => undefined);
      const log = logNames.find((name) => names?.includes(name));
      return names === undefined || names.length === 0 ? [] : [{ worldId, log: log && join(folder, worldId, log) }];
    }),
  );
  return all.flat();
};

const logNames: readonly string[] = [plainFraming.fileName, gzipFraming.fileName];

/** A name for the folder of a world that is being created or dropped. */
export const temporaryPath = (folder: string, way: 'new' | 'dropped'): string =>
  join(folder, `.${way}-${nodeCrypto().randomBytes(6).toString('hex')}`);

const temporaryPattern = /^\.(?:new|dropped)-[0-9a-f]{12}$/;

/**
 * Completes the changes that killed processes began: removes the remains of worlds that were being created or dropped, and completes
 * replacements.
 */
export const completeChanges = async (disk: Disk, folder: string): Promise<void> => {
  const names = await disk.readdir(folder);
  for (const left of names.filter((name) => temporaryPattern.test(name))) await tidy(disk, join(folder, left));
  for (const name of names.filter((each) => each.startsWith(nextPrefix)))
    await completeReplacement(disk, folder, name.slice(nextPrefix.length));
};

/**
 * Replaces a world by the one in a temporary folder. No operation exchanges two folders, so there is a moment in which neither has its
 * name: the new one is then complete under a name of its own, from which the next start continues. Once it has that name, the old
 * world is given up.
 */
export const replaceWorld = async (disk: Disk, folder: string, worldId: string, made: string): Promise<void> => {
  await completeReplacement(disk, folder, worldId);
  await disk.rename(made, join(folder, `${nextPrefix}${worldId}`));
  await syncFolder(disk, folder);
  await completeReplacement(disk, folder, worldId);
};

const nextPrefix = '.next-';

const completeReplacement = async (disk: Disk, folder: string, worldId: string): Promise<void> => {
  const [next, place, old] = [join(folder, `${nextPrefix}${worldId}`), join(folder, worldId), temporaryPath(folder, 'dropped')];
  const names = await disk.readdir(folder);
  if (!names.includes(`${nextPrefix}${worldId}`)) return;
  if (names.includes(worldId)) await disk.rename(place, old);
  await disk.rename(next, place);
  await syncFolder(disk, folder);
  await tidy(disk, old);
};
