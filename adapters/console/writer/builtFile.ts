import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** A folder of `dist/`, which is in a folder above this file, whether this is the source, compiled or bundled. */
export const findBuilt = (name: string): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'dist', name)) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'dist', name);
};

/** A file that the build has made. In the package, long ones are compressed (`adapters/build/compress.mjs`). */
export const readBuilt = (path: string): Buffer =>
  existsSync(path) ? readFileSync(path) : brotliDecompressSync(readFileSync(`${path}.br`));
