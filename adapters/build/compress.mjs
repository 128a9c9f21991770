import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** What is shorter stays as it is. */
const compressedFrom = 20_000;

/**
 * Compresses what is long of the pages, for the package alone: to do so takes seconds. Who reads a page's part takes either
 * (`adapters/console/writer/builtFile.ts`), and the next build makes them anew.
 */
export const compressPages = () => {
  for (const folder of ['dist/console', 'dist/docs'])
    for (const path of readdirSync(folder).map((name) => join(folder, name))) {
      const content = readFileSync(path);
      if (content.length < compressedFrom || path.endsWith('.br')) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      rmSync(path);
    }
  for (const part of ['console', 'docs']) rmSync(`dist/made/${part}`);
};
