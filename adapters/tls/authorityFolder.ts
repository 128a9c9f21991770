import { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolderSync } from '../store/files.ts';
import { Authority } from './authority.ts';

/** Where the CA of a user is: the folder of data of the XDG base directories. */
export const findAuthorityFolder = (env: NodeJS.ProcessEnv = process.env): string => {
  const given = env['XDG_DATA_HOME'] ?? '';
  // A relative path is to be ignored, says their specification.
  return join(isAbsolute(given) ? given : join(homedir(), '.local', 'share'), 'podsim', 'ca');
};

export const certificateIn = (folder: string): string => join(folder, 'ca.pem');
const keyIn = (folder: string): string => join(folder, 'key.pem');

export interface OpenedAuthority {
  readonly authority: Authority;
  /** It was made now: at the first use, or because the one before has ended. */
  readonly isNew: boolean;
}

/** A key that others can read or change, or that cannot be read, and what to do. */
export class UnsafeAuthority extends Error {
  override readonly name = 'UnsafeAuthority';
}

/** One that ends within two days is made anew. */
const renewBeforeMs = 2 * 86_400_000;

/** The CA of a folder, which is made if there is none. Its key is read here, and goes nowhere else. */
export const openAuthority = (folder: string, names: readonly string[], now: Date): OpenedAuthority => {
  const known = readAuthority(folder, names);
  if (known !== undefined && known.validTo.getTime() - now.getTime() > renewBeforeMs) return { authority: known, isNew: false };
  const { authority, keyText } = Authority.make(names, now);
  makeFolderSync(dirname(folder));
  const fresh = mkdtempSync(`${folder}-`);
  writeFileSync(keyIn(fresh), keyText, { flag: 'wx', mode: 0o600 });
  writeFileSync(certificateIn(fresh), authority.certificate, { flag: 'wx', mode: 0o644 });
  if (known !== undefined) rmSync(folder, { recursive: true });
  try {
    renameSync(fresh, folder);
    return { authority, isNew: true };
  } catch {
    // Another process was first.
    rmSync(fresh, { recursive: true });
    const other = readAuthority(folder, names);
    if (other === undefined) throw new UnsafeAuthority(`${folder} cannot be written: remove what is there, and podsim makes a CA`);
    return { authority: other, isNew: false };
  }
};

const readAuthority = (folder: string, names: readonly string[]): Authority | undefined => {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return undefined;
  checkOwn(folder, 0o022, 'chmod 700');
  checkOwn(keyIn(folder), 0o077, 'chmod 600');
  try {
    return Authority.read(readFileSync(certificateIn(folder), 'utf8'), readFileSync(keyIn(folder), 'utf8'), names);
  } catch (error) {
    throw new UnsafeAuthority(`${folder} holds no CA that can be used (${(error as Error).message}): remove it, and podsim makes another`);
  }
};

/** Refuses what others than its owner may read or change. Windows has no such modes. */
const checkOwn = (path: string, forbidden: number, mend: string): void => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UnsafeAuthority(`${path} is missing: remove ${dirname(path)}, and podsim makes a CA`);
  if (process.platform === 'win32') return;
  if (stats.isSymbolicLink()) throw new UnsafeAuthority(`${path} is a link, and may be another's: remove it, and podsim makes a CA`);
  if (stats.uid !== process.getuid?.()) throw new UnsafeAuthority(`${path} belongs to another user: remove it, and podsim makes a CA`);
  if ((stats.mode & forbidden) !== 0)
    throw new UnsafeAuthority(
      `others than you can reach ${path} (mode ${(stats.mode & 0o777).toString(8)}): ${mend} '${path}' mends it, ` +
        'or remove the folder if its key may be known, and trust the next one instead',
    );
};
